import type {
  ArithmeticExpansionPart,
  CommandExpansionPart,
  ParameterExpansionPart,
  ParameterOperation,
  ProcessSubstitutionPart,
  SimpleExpansionPart,
  Word,
} from "unbash"
import { DISAGREE, type Reader } from "../script-reader.ts"
import { isShellMade, readArithmetic } from "./read-arithmetic.ts"
import type { PieceSource } from "./shell-word.ts"

export type Expansion =
  | SimpleExpansionPart
  | ParameterExpansionPart
  | CommandExpansionPart
  | ArithmeticExpansionPart
  | ProcessSubstitutionPart

/** What the running shell would insert for an expansion. */
export function readExpansion(reader: Reader, part: Expansion): PieceSource {
  switch (part.type) {
    case "SimpleExpansion":
      return readSimple(reader, part)
    case "ParameterExpansion":
      return readParameter(reader, part)
    case "CommandExpansion":
      return readSubstitution(reader, part)
    case "ProcessSubstitution":
      return readProcess(reader, part)
    case "ArithmeticExpansion":
      return readSum(reader, part)
    default:
      reader.refuseFirmly(DISAGREE)
      return { kind: "shaped" }
  }
}

function readSimple(reader: Reader, part: SimpleExpansionPart): PieceSource {
  const name = part.text.slice(1)
  if (reader.source.slice(part.pos, part.end) !== part.text || !/^(?:[A-Za-z_]\w*|[\d@*#?$!-])$/.test(name)) {
    reader.refuseFirmly(DISAGREE)
  }
  return parameter(name)
}

function parameter(name: string): PieceSource {
  if (/^[#?$]$/.test(name)) return { kind: "number" }
  return isShellMade(name) ? { kind: "shaped" } : { kind: "variable", name }
}

function readParameter(reader: Reader, part: ParameterExpansionPart): PieceSource {
  if (reader.source.slice(part.pos, part.pos + 2) !== "${" || reader.source[part.end - 1] !== "}") {
    reader.refuseFirmly(DISAGREE)
  }
  if (part.prefix === "!") reader.refuseFirmly("${!name} selects a variable at run time: name the variable itself")
  if (!/^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/.test(part.parameter)) reader.refuseFirmly(DISAGREE)
  if (part.index !== undefined && !/^(?:[@*]|\d+)$/.test(part.index.text)) {
    reader.refuse("a subscript is evaluated at run time: use a plain number")
    reader.sweep(part)
    return { kind: "shaped" }
  }
  if (part.operation !== undefined) return readOperation(reader, part.operation)
  if (!/^\$\{[!#]?[^{}$`'"\\]*\}$/.test(part.text)) reader.refuseFirmly(DISAGREE)
  return part.prefix === "#" ? { kind: "number" } : parameter(part.parameter)
}

function readOperation(reader: Reader, operation: ParameterOperation): PieceSource {
  switch (operation.type) {
    case "Default": {
      if (operation.operator.endsWith("=")) reader.refuse("${name:=…} sets a variable: use ${name:-…}")
      readOperand(reader, operation.operand)
      return { kind: "shaped" }
    }
    case "Remove":
      readOperand(reader, operation.operand)
      return { kind: "shaped" }
    case "Replace":
      readOperand(reader, operation.pattern)
      readOperand(reader, operation.replacement)
      return { kind: "shaped" }
    case "CaseModification":
      if (operation.operand !== undefined) readOperand(reader, operation.operand)
      return { kind: "shaped" }
    case "Slice":
      for (const word of [operation.offset, operation.length]) {
        if (word === undefined || /^ ?-?\d+$/.test(word.text)) continue
        reader.refuse("the range in ${name:from:length} is evaluated at run time: use plain numbers")
        reader.sweep(word)
      }
      return { kind: "shaped" }
    case "Transform":
      reader.refuseFirmly("${name@…} can run the variable's value: use the variable itself")
      reader.sweep(operation.operand)
      return { kind: "shaped" }
    case "Names":
    case "Unknown":
    default:
      reader.refuseFirmly("this form of ${…} cannot be checked: use the variable itself")
      return { kind: "shaped" }
  }
}

/**
 * The word after an operator, as in `${x:-word}`. Quotes there follow special rules, so a word may have quotes or
 * expansions but not both, and no braces outside expansions.
 */
function readOperand(reader: Reader, operand: Word): void {
  const text = reader.source.slice(operand.pos, operand.end)
  if (/['"\\]/.test(text)) {
    const isOpen = [`'`, `"`].some((mark) => text.split(mark).length % 2 === 0)
    if (isOpen || /[$`{}<>]/.test(text)) {
      reader.refuse("quotes and expansions are mixed within ${…}: remove one of them")
      reader.sweep(operand)
    }
    return
  }
  const pieces = reader.loose({ pos: operand.pos, end: operand.end, parts: operand.parts })
  const fixed = pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("")
  if (/[{}]|[<>]\(/.test(fixed)) reader.refuse("braces within ${…} cannot be checked: remove them")
}

function readSubstitution(reader: Reader, part: CommandExpansionPart): PieceSource {
  const { source } = reader
  const text = source.slice(part.pos, part.end)
  if (part.script === undefined || text !== part.text) {
    reader.refuseFirmly(DISAGREE)
    return { kind: "shaped" }
  }
  const dollar = /^\$\((?!\()[^]*\)$/.test(text)
  const tick = /^`[^]*`$/.test(text)
  if (!dollar && !tick)
    reader.refuseFirmly("this form of substitution cannot be checked: write $(…) with a space after it")
  if (tick && /[\\`]/.test(text.slice(1, -1))) reader.refuse("a backslash within backticks cannot be checked: use $(…)")
  const decoded = part.script.source
  const from = part.pos + (tick ? 1 : 2)
  if (decoded === undefined && (dollar || tick) && (part.script.pos !== from || part.script.end !== part.end - 1)) {
    reader.refuseFirmly(DISAGREE)
  }
  return { kind: "output", commands: reader.script(part.script, decoded ?? source) }
}

function readProcess(reader: Reader, part: ProcessSubstitutionPart): PieceSource {
  const { script } = part
  const text = reader.source.slice(part.pos, part.end)
  if (
    script === undefined ||
    !/^[<>]\([^]*\)$/.test(text) ||
    script.pos !== part.pos + 2 ||
    script.end !== part.end - 1
  ) {
    reader.refuseFirmly(DISAGREE)
    return { kind: "shaped" }
  }
  return { kind: "path", commands: reader.script(script, reader.source) }
}

function readSum(reader: Reader, part: ArithmeticExpansionPart): PieceSource {
  const text = reader.source.slice(part.pos, part.end)
  if (!/^\$\(\([^]*\)\)$/.test(text)) {
    reader.refuse("this form of arithmetic cannot be checked: write $((…))")
    reader.sweep(part)
    return { kind: "number" }
  }
  readArithmetic(reader, [part.expression], { pos: part.pos + 3, end: part.end - 2 })
  return { kind: "number" }
}
