/** Where the agents of a job leave their memory files. Paths are relative to the project's top directory. */
export interface MemoryFolder {
  read(file: string): FoundFile
  /** Writes a whole file, never through a link. */
  write(file: string, text: string): void
}

export type FoundFile =
  | { readonly kind: "missing" }
  /** It exists but is not read: a link, a directory, too large, not text. */
  | { readonly kind: "refused"; readonly reason: string }
  /** `changed` is when it was written, in milliseconds. */
  | { readonly kind: "read"; readonly text: string; readonly changed: number }

/** The maximum size of a memory file, in bytes. */
export const LARGEST_FILE = 256 * 1024
