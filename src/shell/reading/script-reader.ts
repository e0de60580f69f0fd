import type { ParsedScript, SyntaxNode, WordPart } from "unbash"
import type { Piece, ShellWord, SimpleCommand } from "./words/shell-word.ts"

/** What reading a whole command gave. */
export interface CommandReading {
  /** Every simple command anywhere in it. */
  readonly commands: SimpleCommand[]
  readonly refusals: Refusal[]
  /** What the command itself gives to variables, by loops and assignments. */
  readonly given: Map<string, readonly ShellWord[]>
  /** What `case` compares: data, whatever it holds. */
  readonly compared: ShellWord[]
  /** Names whose values arithmetic evaluates; bash runs substitutions it finds in a value. */
  readonly counted: Set<string>
  /** Commands whose output arithmetic evaluates. */
  readonly countedOutputs: SimpleCommand[]
}

/**
 * Why a command may not run whatever the rules say. `firm` ones hold always: what runs would not be what we list.
 * The others are constructs we do not follow, which only matter to someone who has not granted everything.
 */
export interface Refusal {
  readonly firm: boolean
  readonly reason: string
}

/** The part of a text that is being read, and what its readers need of each other. */
export interface Reader {
  readonly source: string
  readonly depth: number
  readonly findings: CommandReading
  /** What was read of the current script, from and to: the rest must be punctuation. */
  readonly spans: [number, number][]
  refuse(reason: string): void
  refuseFirmly(reason: string): void
  /** Reads a script inside this one and gives its commands. */
  script(script: ParsedScript, source: string): readonly SimpleCommand[]
  /** Reads whatever scripts lie below a node nobody follows. */
  sweep(node: SyntaxNode): void
  word(range: Range): ShellWord
  /** Text in which quotes mean nothing: here-documents and default values. */
  loose(range: Range): readonly Piece[]
}

export interface Range {
  readonly pos: number
  readonly end: number
  readonly parts?: readonly WordPart[] | undefined
}

export const DISAGREE = "this cannot be read with certainty: write it in a simpler way"
