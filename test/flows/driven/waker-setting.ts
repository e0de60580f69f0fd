export interface WakerSetting {
  readonly cwd: string
  readonly log: string
  readonly life: string
  readonly operations: number
  readonly agents: readonly string[]
}
