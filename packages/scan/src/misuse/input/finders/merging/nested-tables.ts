import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"

const guarded = /__proto__|["'`]constructor["'`]|hasOwn|Object\.create\(null\)|new Map\(|\.has\(/

/** `table[a][b] = value` where the table belongs to the module and both names are a caller's. */
export function findNestedTables(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("assignment_expression").filter((node) => {
    const left = node.field("left")
    const inner = left?.kind === "subscript_expression" ? left.field("object") : undefined
    const table = inner?.kind === "subscript_expression" ? inner.field("object") : undefined
    if (table?.kind !== "identifier") return false
    const keys = [inner?.field("index"), left?.field("index")]
    if (!keys.every((key) => key?.kind === "identifier" && isParameter(code, key))) return false
    const fn = findEnclosingFunction(node)
    return fn !== undefined && !guarded.test(fn.text) && isPlainTable(code, table)
  })
}

function isParameter(code: CodeView, key: CodeNode): boolean {
  const found = code.flow.names.all(key.text, key)
  // A name with a type of its own, as in `key: keyof Table`, was checked by the compiler.
  return found.length === 1 && found[0]?.kind === "parameter" && /^(?::\s*string)?$/.test(found[0].type ?? "")
}

/** An object of the module, which inherits from Object.prototype. */
function isPlainTable(code: CodeView, table: CodeNode): boolean {
  const found = code.flow.names.all(table.text, table)
  return (
    found.some((one) => one.kind === "value" && /^(?:[\w.]+\s*=\s*)?\{/.test(one.value.text)) &&
    found.some((one) => findEnclosingFunction(one.at) === undefined)
  )
}
