/** Where agents of a task leave what they have to say. Files are named by their path from the project's top directory. */
export interface MemoryFolder {
  read(file: string): FoundFile
  /** Puts a whole file in place, never through a link. */
  write(file: string, text: string): void
}

export type FoundFile =
  | { readonly kind: "missing" }
  /** It is there and is not read: a link, a folder, too large, no text. */
  | { readonly kind: "refused"; readonly reason: string }
  /** `changed` is when it was written, in milliseconds. */
  | { readonly kind: "read"; readonly text: string; readonly changed: number }

/** No memory file is larger, in bytes. */
export const LARGEST_FILE = 256 * 1024
