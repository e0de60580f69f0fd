import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash"
import { DISAGREE, type CommandReading, type Reader } from "./script-reader.ts"
import { NESTED_SYNTAX, hasOnlySyntaxBetween, SCRIPT_SYNTAX } from "./only-syntax-between.ts"
import { readStatements } from "./read-node.ts"
import { readLoose, readWord } from "./words/read-word.ts"
import type { SimpleCommand } from "./words/shell-word.ts"

/** Substitutions within substitutions. */
const MOST_SCRIPTS_DEEP = 12

/** Parses a command and collects every simple command anywhere in it. Never throws. */
export function readCommand(command: string): CommandReading {
  const findings: CommandReading = {
    commands: [],
    refusals: [],
    given: new Map(),
    compared: [],
    counted: new Set(),
    countedOutputs: [],
  }
  try {
    readScript(findings, { script: parse(command), source: command, depth: 0 })
  } catch (error) {
    // The parser handles deep trees recursively; if the stack overflows, the command is refused.
    if (!(error instanceof RangeError)) throw error
    findings.refusals.push({ firm: true, reason: "the command is nested too deeply: split it up" })
  }
  return findings
}

interface Nested {
  readonly script: ParsedScript
  readonly source: string
  readonly depth: number
}

function readScript(findings: CommandReading, { script, source, depth }: Nested): readonly SimpleCommand[] {
  const reader = openReader(findings, source, depth)
  const [error] = script.errors ?? []
  if (error !== undefined) {
    reader.refuseFirmly(`bash cannot read this (near character ${error.pos + 1}): check quotes, brackets and keywords`)
    return []
  }
  if (depth > MOST_SCRIPTS_DEEP) {
    reader.refuseFirmly("the command is nested too deeply: split it up")
    return []
  }
  const commands = readStatements(reader, script.commands)
  const spans = reader.spans.map(([from, to]): [number, number] => [from - script.pos, to - script.pos])
  const text = source.slice(script.pos, script.end)
  if (!hasOnlySyntaxBetween(text, spans, depth === 0 ? SCRIPT_SYNTAX : NESTED_SYNTAX)) reader.refuseFirmly(DISAGREE)
  findings.commands.push(...commands)
  return commands
}

function openReader(findings: CommandReading, source: string, depth: number): Reader {
  const refuse = (firm: boolean) => (reason: string) => void findings.refusals.push({ firm, reason })
  const script = (inner: ParsedScript, innerSource: string) =>
    readScript(findings, { script: inner, source: innerSource, depth: depth + 1 })
  const reader: Reader = {
    source,
    depth,
    findings,
    spans: [],
    refuse: refuse(false),
    refuseFirmly: refuse(true),
    script,
    sweep: (node) => sweep(node, script, source),
    word: (range) => readWord(reader, range),
    loose: (range) => readLoose(reader, range),
  }
  return reader
}

function sweep(node: SyntaxNode, script: Reader["script"], source: string): void {
  const waiting: SyntaxNode[] = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === "Script") script(next, next.source ?? source)
    else forEachChild(next, (child) => void waiting.push(child))
  }
}
