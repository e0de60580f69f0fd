import { answersRequests } from "../../../../library-facts.ts"
import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { isConstant } from "../../../render-code-value.ts"

const statement =
  /^[a-z]*["']+\s*(?:(?:SELECT|select)\s[^]*\s(?:FROM|from)\s|(?:INSERT|insert|REPLACE|replace)\s+(?:INTO|into)\s|(?:UPDATE|update)\s+\S[^]*\s(?:SET|set)\s|(?:DELETE|delete)\s+(?:FROM|from)\s|(?:DROP|ALTER|TRUNCATE)\s+(?:TABLE|DATABASE|VIEW|INDEX)\s)/

/** SQL with inserted values, wherever it goes. Where requests are answered, their data is followed instead. */
export function findBuiltStatements(code: CodeView): readonly CodeNode[] {
  if (answersRequests(code.tree.text)) return []
  return code.tree.ofKind("string").filter((node) => {
    if (!statement.test(node.text)) return false
    const whole = builtFrom(node)
    return whole !== undefined && !isConstant(code, whole)
  })
}

/** The expression that inserts values into a text. */
function builtFrom(node: CodeNode): CodeNode | undefined {
  if (/^[a-z]*f[a-z]*["']/i.test(node.text)) return /\{[^{}]/.test(node.text) ? node : undefined
  const above = node.parent
  if (above?.kind === "binary_operator") return above
  if (above?.kind === "attribute" && above.text.endsWith(".format")) return above.parent
  return above?.kind === "concatenated_string" ? builtFrom(above) : undefined
}

const tag = /<[^"'>]{0,12}script\b|<!--/i

/** `re.sub("<script>.*</script>", "", page)`. */
export function findTagFilters(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ path, args: [first] }) => {
      if (!/^re\.(?:sub|subn|compile|findall|search|match)$/.test(path) || first === undefined) return false
      return tag.test(code.flow.constantText(first) ?? "")
    })
    .map(({ node }) => node)
}
