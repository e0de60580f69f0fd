/** Where the index behind `match` is kept between runs, and where the bodies it lacks are read. */
export interface MatchStore {
  /** Opens what was kept, if anything; whether it can be used is not the store's to say. */
  open(): KeptBytes | undefined
  /** Keeps an index in place of the one before. What cannot be kept costs time, never an answer. */
  save(index: Uint8Array): "saved" | "failed"
  /** What is below the header of a skill's file; empty when it cannot be read. */
  readBody(path: string): string
  /** A file changed after this moment, in milliseconds, may change again within the clock's grain. */
  settled(): number
}

/** Bytes that are read piece by piece, and stay the same until they are closed. */
export interface KeptBytes {
  readonly size: number
  /** Fewer bytes than asked for where the end comes before. */
  read(from: number, to: number): Uint8Array
  close(): void
}
