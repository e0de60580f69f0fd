/** A port's functions without their promises. */
export type Synchronous<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Result
    : never
}
