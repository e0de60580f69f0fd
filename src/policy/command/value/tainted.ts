import type { CommandReading } from "../../../shell/reading/script-reader.ts"
import type { ShellWord, SimpleCommand } from "../../../shell/reading/words/shell-word.ts"

/** Where a value from outside is in a command, also through variables and substitutions. */
export interface Tainted {
  /** Whether the word itself holds a mark. */
  isDirect(word: ShellWord): boolean
  /** Whether it holds a variable or an output that a mark went into. */
  isIndirect(word: ShellWord): boolean
  isName(name: string): boolean
  isCommand(command: SimpleCommand): boolean
}

/** Follows marks through assignments, loops and substitutions, until nothing more is found. */
export function findTainted({ given }: CommandReading, marks: readonly string[]): Tainted {
  const names = new Set<string>()
  const isDirect = ({ pieces }: ShellWord): boolean =>
    pieces.some((piece) => piece.kind === "text" && marks.some((mark) => piece.text.includes(mark)))
  const isIndirect = ({ pieces }: ShellWord): boolean =>
    pieces.some((piece) => {
      if (piece.kind === "text") return false
      if (piece.from.kind === "variable") return names.has(piece.from.name)
      // What an operator makes of a variable is not followed, so it may be any of them.
      if (piece.from.kind === "shaped") return names.size > 0
      return (piece.from.kind === "output" || piece.from.kind === "path") && piece.from.commands.some(isCommand)
    })
  const isCommand = ({ words, inputs, assignments }: SimpleCommand): boolean =>
    [...words, ...inputs, ...assignments.flatMap(({ value }) => value ?? [])].some(
      (word) => isDirect(word) || isIndirect(word),
    )
  for (let before = -1; names.size > before; ) {
    before = names.size
    for (const [name, words] of given) if (words.some((word) => isDirect(word) || isIndirect(word))) names.add(name)
  }
  return { isDirect, isIndirect, isName: (name) => names.has(name), isCommand }
}
