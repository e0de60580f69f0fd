import type { ParsedScript, SyntaxNode, WordPart } from "unbash"
import type { WordPiece, ShellWord, SimpleCommand } from "./words/shell-word.ts"

/** The result of reading a whole command. */
export interface CommandReading {
  /** Every simple command anywhere in it. */
  readonly commands: SimpleCommand[]
  readonly refusals: ScriptRefusal[]
  /** The values that the command itself gives to variables, by loops and assignments. */
  readonly given: Map<string, readonly ShellWord[]>
  /** What `case` compares: data, whatever it contains. */
  readonly compared: ShellWord[]
  /** Names whose values arithmetic evaluates; bash runs substitutions it finds in a value. */
  readonly counted: Set<string>
  /** Commands whose output arithmetic evaluates. */
  readonly countedOutputs: SimpleCommand[]
}

/**
 * Why a command may not run whatever the rules say. `firm` ones always apply: what runs would differ from what we list.
 * The others are constructs we do not follow, which do not matter if everything is granted.
 */
export interface ScriptRefusal {
  readonly firm: boolean
  readonly reason: string
}

/** The text being read, and what its readers share. */
export interface Reader {
  readonly source: string
  readonly depth: number
  readonly findings: CommandReading
  /** The spans of the current script that were read; the rest must be punctuation. */
  readonly spans: [number, number][]
  refuse(reason: string): void
  refuseFirmly(reason: string): void
  /** Reads a script inside this one and returns its commands. */
  script(script: ParsedScript, source: string): readonly SimpleCommand[]
  /** Reads any scripts below a node that is not followed. */
  sweep(node: SyntaxNode): void
  word(range: Range): ShellWord
  /** Text in which quotes have no meaning: here-documents and default values. */
  loose(range: Range): readonly WordPiece[]
}

export interface Range {
  readonly pos: number
  readonly end: number
  readonly parts?: readonly WordPart[] | undefined
}

export const DISAGREE = "this cannot be read with certainty: write it in a simpler way"
