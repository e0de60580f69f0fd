export interface DriverSetting {
  readonly run: string
  readonly cwd: string
  readonly log: string
  /** The number of this start of a driver. */
  readonly life: string
  /** How long a lease is valid, in milliseconds. */
  readonly lease: number
  readonly atOnce: number
  /** How long the agent takes, in milliseconds. */
  readonly slow: readonly [least: number, most: number]
}
