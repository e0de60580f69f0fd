export declare const BUBBLEWRAP: string
export declare const NAMESPACE: readonly string[]
export declare function startCanaryDriver(given: {
  readonly home: string
  readonly control: string
  readonly at: string
  readonly port: number
}): Promise<void>
