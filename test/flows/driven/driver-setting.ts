export interface DriverSetting {
  readonly run: string
  readonly cwd: string
  readonly log: string
  /** Which start of a driver this is. */
  readonly life: string
  /** How long a lease holds, in milliseconds. */
  readonly lease: number
  readonly atOnce: number
  /** How long the agent takes, in milliseconds. */
  readonly slow: readonly [least: number, most: number]
}
