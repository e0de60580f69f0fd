/** Where the index of `match` is stored between runs, and where bodies that it lacks are read. */
export interface MatchStore {
  /** Opens the stored index, if there is one. The store does not decide whether it can be used. */
  open(): KeptBytes | undefined
  /** Replaces the stored index. If it cannot be stored, that costs time but never changes a result. */
  save(index: Uint8Array): "saved" | "failed"
  /** The body of a skill's file; empty if it cannot be read. */
  readBody(path: string): string
  /** A file changed after this moment (in milliseconds) may change again without a new timestamp. */
  settled(): number
}

/** Bytes that are read piece by piece and do not change until they are closed. */
export interface KeptBytes {
  readonly size: number
  /** Returns fewer bytes than requested at the end of the data. */
  read(from: number, to: number): Uint8Array
  close(): void
}
