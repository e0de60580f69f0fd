import type { FileMode } from "./lock/lock-file.ts"

/** What a place has after a change. `kept` are entries of the directory before that nobody may lose. */
export type NewContent =
  | {
      readonly kind: "folder"
      readonly files: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly mode: FileMode }>
      readonly kept: readonly string[]
    }
  | { readonly kind: "link"; readonly to: string }
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "nothing" }
