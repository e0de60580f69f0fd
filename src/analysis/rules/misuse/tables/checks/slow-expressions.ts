import type { CodeNode } from "../../../../../ports/code-tree.ts"
import { isSlowRegex } from "../../../../slow-regex.ts"
import type { CodeView } from "../../../code-view.ts"
import { knownPath } from "../../known-path.ts"

interface Written {
  readonly node: CodeNode
  readonly source: string
  readonly flags: string
}

/** Regular expressions that were seen to take for ever. */
export function slowExpressions(code: CodeView): readonly CodeNode[] {
  const written = code.isPython ? pythonExpressions(code) : scriptExpressions(code)
  return written.filter(({ source, flags }) => isSlow(source, flags.includes("i"))).map(({ node }) => node)
}

const known = new Map<string, boolean>()
const MOST_KNOWN = 2000
const LONGEST = 600

function isSlow(source: string, ignoreCase: boolean): boolean {
  if (source.length > LONGEST || !/[)\]][*+{]/.test(source)) return false
  const key = `${ignoreCase ? "i" : ""}/${source}`
  const before = known.get(key)
  if (before !== undefined) return before
  const slow = isSlowRegex(source, ignoreCase)
  if (known.size > MOST_KNOWN) known.clear()
  known.set(key, slow)
  return slow
}

function scriptExpressions(code: CodeView): readonly Written[] {
  const literals = code.tree.ofKind("regex").map((node) => {
    const end = node.text.lastIndexOf("/")
    return { node, source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  })
  const made = code.calls.flatMap(({ path, args, node }) => {
    const [first, flags] = args
    const text = path === "RegExp" && first !== undefined ? code.shape(first) : undefined
    if (text?.kind !== "constant" || text.value === undefined) return []
    return [{ node, source: text.value.replace(/\\(.)/g, "$1"), flags: flags?.text ?? "" }]
  })
  return [...literals, ...made]
}

const takers = /^re\.(?:compile|match|search|fullmatch|findall|finditer|sub|subn|split)$/

function pythonExpressions(code: CodeView): readonly Written[] {
  return code.calls.flatMap(({ args, callee, method, node }) => {
    const [first] = args
    if (first === undefined || !takers.test(`re.${method}`) || !takers.test(knownPath(code, callee))) return []
    const text = code.shape(first)
    if (text.kind !== "constant" || text.value === undefined || /VERBOSE|\bX\b/.test(node.text)) return []
    const isRaw = /^[a-z]*r[a-z]*["']/i.test(first.text)
    const source = isRaw
      ? text.value
      : text.value.replace(/\\(.)/g, (all, char: string) => (/[\\"']/.test(char) ? char : all))
    const flags = /IGNORECASE|re\.I\b|^\(\?[a-z]*i/.test(node.text) ? "i" : ""
    return [{ node, source: asScript(source), flags }]
  })
}

/** Python's spellings in those of JavaScript, as far as they mean the same. */
function asScript(source: string): string {
  return source
    .replace(/^\(\?[aiLmsux]+\)/, "")
    .replace(/\(\?P</g, "(?<")
    .replace(/\(\?P=(\w+)\)/g, "\\k<$1>")
    .replace(/\\A/g, "^")
    .replace(/\\Z/g, "$")
}
