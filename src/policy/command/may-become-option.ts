import type { Findings } from "../../shell/reading/findings.ts"
import { leadOf, type Piece, type ShellWord, type Source, staticText } from "../../shell/reading/shell-word.ts"
import { isFact } from "./facts.ts"

/** What is known about the rest of the command when one word of it is judged. */
export type Surroundings = Pick<Findings, "given">

/**
 * Whether a word of which a part is only known while running could turn out to be an option that whoever wrote the
 * command chose: `git log $(echo --output=x)` or `for o in --output=x; do git log $o; done`. What the environment
 * holds and what facts say (`git rev-parse HEAD`) is not for the writer to choose.
 */
export function mayBecomeOption(word: ShellWord, around: Surroundings): boolean {
  if (staticText(word) !== undefined) return false
  const lead = leadOf(word)
  const splits = word.pieces.some((piece) => isSplit(piece))
  if (splits && splitMayBeOption(word.pieces, around)) return true
  if (lead.startsWith("-")) return !/^--[\w-]+=/.test(lead) && !isNumberBehind(word)
  return lead === "" && leadingMayBeOption(word.pieces, around)
}

/** Unquoted values fall apart into words at blanks; patterns and braces do not. */
function isSplit(piece: Piece): boolean {
  return piece.kind === "value" && !piece.quoted && !/^(?:files|braces|number)$/.test(piece.from.kind)
}

function splitMayBeOption(pieces: readonly Piece[], around: Surroundings): boolean {
  return pieces.some((piece, at) => {
    if (!isSplit(piece) || piece.kind !== "value") return false
    const next = pieces[at + 1]
    return !isBenign(piece.from, around) || (next?.kind === "text" && next.text.startsWith("-"))
  })
}

/** Each leading value may be empty, so whatever follows may come first. */
function leadingMayBeOption(pieces: readonly Piece[], around: Surroundings): boolean {
  for (const piece of pieces) {
    if (piece.kind === "text") {
      if (piece.text !== "") return piece.text.startsWith("-")
    } else if (!isBenign(piece.from, around)) return true
  }
  return false
}

function isNumberBehind(word: ShellWord): boolean {
  const [lead, value, ...more] = word.pieces
  return (
    lead?.kind === "text" &&
    lead.text === "-" &&
    value?.kind === "value" &&
    value.from.kind === "number" &&
    more.length === 0
  )
}

function isBenign(source: Source, around: Surroundings): boolean {
  switch (source.kind) {
    case "number":
    case "path":
      return true
    case "variable":
      return isBenignLoop(source.name, around)
    case "output":
      return source.commands.every((command) => isFact(command, around.given))
    case "files":
    case "braces":
    case "shaped":
      return false
  }
}

/** A loop's variable is what its words are; a loop over itself is over what the variable was before. */
function isBenignLoop(name: string, { given }: Surroundings): boolean {
  const others = new Map([...given].filter(([other]) => other !== name))
  return (given.get(name) ?? []).every((word) => {
    const text = staticText(word)
    return text === undefined ? !mayBecomeOption(word, { given: others }) : /^(?:[^\s-]\S*)?$/.test(text)
  })
}
