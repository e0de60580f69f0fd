/** Where the index behind `match` is kept between runs, and where the bodies it lacks are read. */
export interface MatchStore {
  /** What was kept, or nothing; whether it can be used is not the store's to say. */
  load(): Uint8Array | undefined
  /** Keeps an index in place of the one before. What cannot be kept costs time, never an answer. */
  save(index: Uint8Array): "saved" | "failed"
  /** What stands below the header of a skill's file; empty when it cannot be read. */
  readBody(path: string): string
  /** A file changed after this moment, in milliseconds, may change again within the clock's grain. */
  settled(): number
}
