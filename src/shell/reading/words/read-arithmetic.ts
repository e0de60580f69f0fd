import {
  type ArithmeticCommandExpansion,
  type ArithmeticExpression,
  type CommandExpansionPart,
  forEachChild,
  type SyntaxNode,
} from "unbash"
import { DISAGREE, type Reader } from "../script-reader.ts"

/**
 * Reads what bash evaluates as a number. Values are evaluated again, and a subscript in a value can run a command, so
 * only plain sums are followed; the names and outputs in them are recorded for a later check.
 */
export function readArithmetic(
  reader: Reader,
  expressions: readonly (ArithmeticExpression | undefined)[],
  range: { readonly pos: number; readonly end: number; readonly sums?: 3 },
): void {
  const inner = expressions.flatMap((expression) =>
    expression === undefined ? [] : findSubstitutions(reader, expression),
  )
  let rest = ""
  let at = range.pos
  for (const part of inner.sort((a, b) => a.pos - b.pos)) {
    rest += `${reader.source.slice(at, part.pos)}0`
    at = part.end
    if (part.script === undefined || part.text.startsWith("`") || part.text.startsWith("$((")) {
      reader.refuse("this substitution within arithmetic cannot be checked: use $(…)")
      reader.sweep(part)
      continue
    }
    reader.findings.countedOutputs.push(...reader.script(part.script, part.script.source ?? reader.source))
  }
  rest = (rest + reader.source.slice(at, range.end)).replace(/\$\{([A-Za-z_]\w*)\}/g, "$1").replace(/\$[#?$]/g, "0")
  if (rest.split(";").length !== (range.sums ?? 1) || !isBalanced(rest)) return reader.refuseFirmly(DISAGREE)
  noteNames(reader, rest)
}

/** If brackets do not match, bash takes `((` for the beginning of two subshells. */
function isBalanced(text: string): boolean {
  let open = 0
  for (const character of text) {
    if (character === "(") open++
    else if (character === ")" && --open < 0) return false
  }
  return open === 0
}

const SUM = /^(?:[\w\s+\-*/%<>=!&|^~?:(),;]|\$(?=[A-Za-z_]))*$/
const ASSIGNS = /\+\+|--|(?:[^<>=!]|<<|>>)=(?!=)/

function noteNames(reader: Reader, text: string): void {
  if (!SUM.test(text)) return reader.refuse("this arithmetic cannot be checked: use plain numbers and names")
  const names = text.match(/(?<![\w])[A-Za-z_]\w*/g) ?? []
  if (names.some(isShellMade))
    return reader.refuse("arithmetic evaluates a variable that the shell sets itself: use a number")
  for (const name of names) reader.findings.counted.add(name)
  if (ASSIGNS.test(` ${text}`) && !names.every(isOrdinaryName)) {
    reader.refuse("arithmetic sets a variable that programs may read: use a lowercase name")
  }
}

type Inner = ArithmeticCommandExpansion | CommandExpansionPart

function findSubstitutions(reader: Reader, expression: ArithmeticExpression): readonly Inner[] {
  const found: Inner[] = []
  const waiting: SyntaxNode[] = [expression]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === "ArithmeticCommandExpansion" || node.type === "CommandExpansion") found.push(node)
    else if (node.type === "ArithmeticExpansion" || node.type === "ProcessSubstitution") {
      reader.refuse("arithmetic within arithmetic cannot be checked: use a single expression")
      reader.sweep(node)
    } else forEachChild(node, (child) => void waiting.push(child))
  }
  return found
}
/**
 * Whether a loop or a sum may set a variable: names in capitals (PATH, IFS, GIT_PAGER) and the proxy variables control
 * bash and programs.
 */
export function isOrdinaryName(name: string): boolean {
  if (/^(?:[A-Z]|FILE|DIR|ITEM|LINE|NAME)$/.test(name)) return true
  return /^[A-Za-z]\w*$/.test(name) && /[a-z]/.test(name) && !/proxy$/i.test(name)
}

/** Whether bash itself sets a variable to words of the command, as it sets `$_` to the previous command's last word. */
export function isShellMade(name: string): boolean {
  return /^(?:_|BASH_\w+|COMP_\w+|COPROC\w*|DIRSTACK|FUNCNAME|HIST\w+|MAPFILE|OPTARG|PS\d|READLINE_\w+|REPLY)$/.test(
    name,
  )
}
