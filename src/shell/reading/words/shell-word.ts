/** One word of a command after quote removal, as far as the text alone shows it. */
export interface ShellWord {
  /** As written. */
  readonly raw: string
  readonly pieces: readonly WordPiece[]
}

export type WordPiece =
  | { readonly kind: "text"; readonly text: string }
  /** Something that is only known at run time; unquoted, it may become no word or several. */
  | { readonly kind: "value"; readonly quoted: boolean; readonly from: PieceSource }

/** Where a value comes from. */
export type PieceSource =
  | { readonly kind: "variable"; readonly name: string }
  /** Always digits. */
  | { readonly kind: "number" }
  /** The output of commands. */
  | { readonly kind: "output"; readonly commands: readonly SimpleCommand[] }
  /** Names of files that match a pattern. */
  | { readonly kind: "files" }
  /** An absolute path, from a tilde or a process substitution. */
  | { readonly kind: "path"; readonly commands: readonly SimpleCommand[] }
  /** Several words from one, with braces. */
  | { readonly kind: "braces" }
  /** Text that the author of the command can influence, as with `${x/a/b}`. */
  | { readonly kind: "shaped" }

/** The smallest thing that runs: a program's name with its words, and what surrounds them. */
export interface SimpleCommand {
  readonly text: string
  readonly words: readonly ShellWord[]
  readonly assignments: readonly Assigned[]
  /** Files read by redirection. */
  readonly inputs: readonly ShellWord[]
  /** Text that is read by redirection: here-documents that are not quoted, and here-strings. */
  readonly documents?: readonly ShellWord[]
  /** Files written by redirection. */
  readonly outputs: readonly ShellWord[]
  /** The previous commands in a pipe, whose output it reads. */
  readonly piped?: readonly SimpleCommand[]
  /** Why it cannot be covered, such as a redirection that writes. */
  readonly doubts: readonly string[]
}

export interface Assigned {
  readonly name: string
  /** Undefined if more than one plain value is set: arrays, subscripts, `+=`. */
  readonly value: ShellWord | undefined
}

/** The word itself, if nothing in it is only known at run time. */
export function readStaticWord(word: ShellWord): string | undefined {
  let text = ""
  for (const piece of word.pieces) {
    if (piece.kind === "value") return undefined
    text += piece.text
  }
  return text
}

/** How the word certainly begins. */
export function readCertainStart(word: ShellWord): string {
  let text = ""
  for (const piece of word.pieces) {
    if (piece.kind === "value") return text
    text += piece.text
  }
  return text
}

export function makePlainWord(text: string): ShellWord {
  return { raw: text, pieces: [{ kind: "text", text }] }
}
