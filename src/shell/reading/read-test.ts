import type { TestBinaryExpression, TestCommand, TestExpression, TestUnaryExpression, Word } from "unbash"
import { DISAGREE, type Reader } from "./script-reader.ts"
import { hasOnlySyntaxBetween, TEST_SYNTAX } from "./only-syntax-between.ts"
import { type ShellWord, readStaticWord } from "./words/shell-word.ts"

/** Reads `[[ … ]]`. It runs no program itself, but evaluates numbers and subscripts. */
export function readTest(reader: Reader, test: TestCommand): void {
  const spans: [number, number][] = []
  const waiting: TestExpression[] = [test.expression]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    switch (node.type) {
      case "TestUnary":
        readUnary(reader, node, spans)
        break
      case "TestBinary":
        readBinary(reader, node, spans)
        break
      case "TestLogical":
        waiting.push(...node.operands)
        break
      case "TestNot":
        waiting.push(node.operand)
        break
      case "TestGroup":
        waiting.push(node.expression)
        break
      default:
        reader.refuseFirmly(DISAGREE)
    }
  }
  const inside = spans.map(([from, to]): [number, number] => [from - test.pos, to - test.pos])
  if (!hasOnlySyntaxBetween(reader.source.slice(test.pos, test.end), inside, TEST_SYNTAX)) reader.refuseFirmly(DISAGREE)
}

const NUMERIC = /^-(?:eq|ne|lt|le|gt|ge)$/

function readUnary(reader: Reader, node: TestUnaryExpression, spans: [number, number][]): void {
  const word = operand(reader, node.operand, spans)
  if (/^-[vR]$/.test(node.operator) && !/^[A-Za-z_]\w*$/.test(readStaticWord(word) ?? "")) {
    reader.refuse(`[[ ${node.operator} … ]] evaluates a subscript: give it a plain name`)
  }
}

function readBinary(reader: Reader, node: TestBinaryExpression, spans: [number, number][]): void {
  if (node.operator === "=~") {
    operand(reader, node.left, spans)
    spans.push([node.right.pos, node.right.end])
    if (REGEX.test(reader.source.slice(node.right.pos, node.right.end))) return
    reader.refuse("this pattern after =~ cannot be checked: use == with a simple pattern")
    reader.sweep(node.right)
    return
  }
  const words = [operand(reader, node.left, spans), operand(reader, node.right, spans)]
  if (NUMERIC.test(node.operator)) for (const word of words) noteNumber(reader, word)
}

const REGEX = /^(?:[\w.^*+?()|[\]{}:=,@%/~#-]|\$(?=$|[)|])|\$[A-Za-z_]\w*(?![\w[])|\$\{[A-Za-z_]\w*\})+$/

/** `[[ a -eq b ]]` evaluates both sides, quoted or not. */
function noteNumber(reader: Reader, word: ShellWord): void {
  const text = readStaticWord(word)
  if (text !== undefined && /^-?\d+$/.test(text)) return
  const [piece, ...more] = word.pieces
  if (piece?.kind === "value" && more.length === 0) {
    if (piece.from.kind === "number") return
    if (piece.from.kind === "variable" && /^"?\$(?:\w+|\{\w+\})"?$/.test(word.raw))
      return void reader.findings.counted.add(piece.from.name)
    if (piece.from.kind === "output") return void reader.findings.countedOutputs.push(...piece.from.commands)
  }
  reader.refuse("[[ … ]] evaluates this as a number: compare plain numbers or variables")
}

function operand(reader: Reader, word: Word, spans: [number, number][]): ShellWord {
  spans.push([word.pos, word.end])
  return reader.word({ pos: word.pos, end: word.end, parts: word.parts })
}
