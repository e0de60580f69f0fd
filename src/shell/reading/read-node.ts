import type {
  AndOr,
  ArithmeticCommand,
  ArithmeticFor,
  Assignment,
  Case,
  Command,
  For,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection,
  Select,
  Statement,
  Word,
} from "unbash"
import { DISAGREE, type Reader } from "./script-reader.ts"
import { isOrdinaryName, readArithmetic } from "./words/read-arithmetic.ts"
import { readRedirect } from "./read-redirect.ts"
import { readTest } from "./read-test.ts"
import type { Assigned, ShellWord, SimpleCommand } from "./words/shell-word.ts"

/** Nested blocks, loops and substitutions; people stay below five levels. */
const MOST_DEEP = 24

/** Reads statements in order and returns every simple command in them. */
export function readStatements(reader: Reader, statements: readonly Statement[], deep = 0): readonly SimpleCommand[] {
  if (deep > MOST_DEEP) {
    reader.refuseFirmly("the command is nested too deeply: split it up")
    return []
  }
  return statements.flatMap(({ command }) => readNode(reader, command, deep))
}

function readNode(reader: Reader, node: PipelineNode | AndOr, deep: number): readonly SimpleCommand[] {
  const list = (body: { readonly commands: readonly Statement[] } | undefined) =>
    body === undefined ? [] : readStatements(reader, body.commands, deep + 1)
  switch (node.type) {
    case "Command":
      return [readSimple(reader, node)]
    case "AndOr":
      return node.commands.flatMap((member) => readNode(reader, member, deep))
    case "Pipeline":
      return readPipeline(reader, node, deep)
    case "Redirected":
      return readRedirected(reader, node, deep)
    case "Subshell":
    case "BraceGroup":
      return list(node.body)
    case "If":
      return [
        ...list(node.clause),
        ...list(node.then),
        ...node.elif.flatMap(({ clause, then }) => [...list(clause), ...list(then)]),
        ...list(node.else),
      ]
    case "While":
      return [...list(node.clause), ...list(node.body)]
    case "For":
      readLoop(reader, node)
      return list(node.body)
    case "ArithmeticFor":
      readCountedLoop(reader, node)
      return list(node.body)
    case "Case":
      readPatterns(reader, node)
      return node.items.flatMap(({ body }) => list(body))
    case "TestCommand":
      reader.spans.push([node.pos, node.end])
      readTest(reader, node)
      return []
    case "ArithmeticCommand":
      readSumCommand(reader, node)
      return []
    case "Select":
      reader.refuse("select waits for input that never comes: use a for loop")
      readLoop(reader, node)
      return list(node.body)
    case "Function":
      reader.refuseFirmly("it defines a function, which can replace any command: write the commands themselves")
      return []
    case "Coproc":
      reader.refuseFirmly("coproc leaves a process running in the background: use a pipe")
      return []
    default:
      reader.refuseFirmly(DISAGREE)
      return []
  }
}

function readPipeline(reader: Reader, node: Pipeline, deep: number): readonly SimpleCommand[] {
  for (const prefix of node.prefixes) {
    reader.spans.push([prefix.pos, prefix.end])
    const isPlainTime = /^time(?: -p)?[ \t]+[A-Za-z./]/.test(reader.source.slice(node.pos, node.end))
    if (prefix.type !== "Negation" && (!isPlainTime || node.prefixes.length > 1))
      reader.refuseFirmly("time is written in a way that shells read differently: leave it out")
  }
  const before: SimpleCommand[] = []
  for (const member of node.commands) {
    const piped = [...before]
    const read = readNode(reader, member, deep)
    before.push(
      ...(piped.length === 0
        ? read
        : read.map((command) => ({ ...command, piped: [...piped, ...(command.piped ?? [])] }))),
    )
  }
  return before
}

/** A redirection of a whole block applies to every command in it. */
function readRedirected(reader: Reader, node: Redirected, deep: number): readonly SimpleCommand[] {
  const commands = readNode(reader, node.command, deep)
  const inputs: ShellWord[] = []
  const documents: ShellWord[] = []
  const outputs: ShellWord[] = []
  for (const redirect of node.redirects) {
    const { input, output, document, doubt } = readRedirect(reader, redirect)
    if (input !== undefined) inputs.push(input)
    if (document !== undefined) documents.push(document)
    if (output !== undefined) outputs.push(output)
    if (doubt !== undefined) reader.refuse(`a block is redirected: ${doubt}`)
  }
  if (inputs.length > 0 && commands.length === 0) reader.refuse("a block that runs nothing reads a file: leave it out")
  return commands.map((command) => ({
    ...command,
    inputs: [...command.inputs, ...inputs],
    documents: [...(command.documents ?? []), ...documents],
    outputs: [...command.outputs, ...outputs],
  }))
}

function readSimple(reader: Reader, node: Command): SimpleCommand {
  const words: ShellWord[] = []
  const assignments: Assigned[] = []
  const inputs: ShellWord[] = []
  const outputs: ShellWord[] = []
  const documents: ShellWord[] = []
  const doubts: string[] = []
  const redirect = (redirection: Redirection) => {
    const { input, output, document, doubt } = readRedirect(reader, redirection)
    if (input !== undefined) inputs.push(input)
    if (document !== undefined) documents.push(document)
    if (output !== undefined) outputs.push(output)
    if (doubt !== undefined) doubts.push(doubt)
  }
  for (const item of node.prefix) {
    if (item.type === "Assignment") assignments.push(readAssignment(reader, item))
    else redirect(item)
  }
  if (node.name !== undefined) words.push(readArgument(reader, node.name))
  for (const item of node.suffix) {
    if (item.type === "Word") words.push(readArgument(reader, item))
    else if (item.type === "Assignment") words.push(readDeclared(reader, item))
    else redirect(item)
  }
  if (words.length === 0) for (const { name, value } of assignments) noteValues(reader, name, [value ?? SHAPED])
  return { text: reader.source.slice(node.pos, node.end), words, assignments, inputs, documents, outputs, doubts }
}

/** A word about which nothing is known. */
const SHAPED: ShellWord = { raw: "", pieces: [{ kind: "value", quoted: false, from: { kind: "shaped" } }] }

function noteValues({ findings }: Reader, name: string, words: readonly ShellWord[]): void {
  findings.given.set(name, [...(findings.given.get(name) ?? []), ...words])
}

function readArgument(reader: Reader, word: Word): ShellWord {
  reader.spans.push([word.pos, word.end])
  const read = reader.word({ pos: word.pos, end: word.end, parts: word.parts })
  const [piece, ...more] = read.pieces
  if (piece?.kind === "text" && more.length === 0 && piece.text !== word.value) reader.refuseFirmly(DISAGREE)
  return read
}

function readAssignment(reader: Reader, node: Assignment): Assigned {
  reader.spans.push([node.pos, node.end])
  const { value } = node
  if (value.type !== "Word" || node.index !== undefined || node.append === true) {
    if (/\[(?!\d+\])/.test(reader.source.slice(node.pos, node.end)))
      reader.refuse("a subscript is evaluated at run time: use a plain number")
    reader.sweep(node)
    return { name: node.name, value: undefined }
  }
  if (reader.source.slice(node.pos, value.pos) !== `${node.name}=`) reader.refuseFirmly(DISAGREE)
  return { name: node.name, value: reader.word({ pos: value.pos, end: value.end, parts: value.parts }) }
}

/** An argument such as `A=1` of export: treated like any other word. */
function readDeclared(reader: Reader, node: Assignment): ShellWord {
  reader.spans.push([node.pos, node.end])
  const { value } = node
  if (value.type === "Word" && node.index === undefined) {
    return reader.word({ pos: node.pos, end: node.end, parts: value.parts })
  }
  reader.sweep(node)
  return { ...SHAPED, raw: node.text }
}

function readLoop(reader: Reader, node: For | Select): void {
  const name = node.name.text
  reader.spans.push([node.name.pos, node.name.end])
  if (!isOrdinaryName(name)) reader.refuse("the loop sets a variable that programs may read: use a lowercase name")
  // Without a list, a loop runs over the arguments of the script, about which nothing is known.
  const words = node.wordlist?.map((word) => readArgument(reader, word)) ?? [SHAPED]
  noteValues(reader, name, words)
}

/** `for ((a; b; c))`: everything before the body is one span, so its form is checked here. */
function readCountedLoop(reader: Reader, node: ArithmeticFor): void {
  const header = reader.source.slice(node.pos, node.body.pos)
  const shape = /^for[ \t]*\(\(([^]*)\)\)(?:[ \t\n;]|\\\n)*(?:do|\{)[ \t\n]*$/.exec(header)
  reader.spans.push([node.pos, node.body.pos])
  if (shape?.[1] === undefined) return reader.refuseFirmly(DISAGREE)
  const pos = node.pos + header.indexOf("((") + 2
  readArithmetic(reader, [node.initialize, node.test, node.update], { pos, end: pos + shape[1].length, sums: 3 })
}

function readSumCommand(reader: Reader, node: ArithmeticCommand): void {
  reader.spans.push([node.pos, node.end])
  if (!/^\(\([^]*\)\)$/.test(reader.source.slice(node.pos, node.end))) return reader.refuseFirmly(DISAGREE)
  readArithmetic(reader, [node.expression], { pos: node.pos + 2, end: node.end - 2 })
}

function readPatterns(reader: Reader, node: Case): void {
  reader.findings.compared.push(readArgument(reader, node.word))
  for (const { pattern } of node.items) for (const word of pattern) readArgument(reader, word)
}
