import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"
import { isConstant } from "../../render-code-value.ts"

/** `template.format(user=user)` with a template from a request: it can read every attribute of the values. */
export function findFormatsFromInput(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ method, object, args, keywords }) => {
      if (!/^format(?:_map)?$/.test(method) || object === undefined || object.kind === "string") return false
      const values = [...args, ...keywords.values()]
      return values.some((value) => !isConstant(code, value)) && code.origin(object, "any") === "request"
    })
    .map(({ node }) => node)
}

/** Rows of a table that a request filled in: a spreadsheet runs cells that begin with `=`. */
export function findFormulasFromInput(code: CodeView): readonly CodeNode[] {
  if (!/\bcsv\b/.test(code.tree.text)) return []
  return code.calls
    .filter(({ method, args: [row], node }) => {
      if (!/^writerows?$/.test(method) || row === undefined) return false
      const text = findEnclosingFunction(node)?.text ?? code.tree.text
      return (
        !/["'][^"'\n]*=[+@-][^"'\n]*["']|["']=["']|lstrip|saniti|escape/i.test(text) &&
        code.origin(row, "any") === "request"
      )
    })
    .map(({ node }) => node)
}

/** `os.access(path, …)` and then the use of the path: it may be another file by then. */
export function findChecksBeforeOpening(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter(({ path, args: [file], node }) => {
      if (path !== "os.access" || file === undefined) return false
      const after = (findEnclosingFunction(node)?.text ?? code.tree.text).slice(0, 4000)
      const name = file.text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      return new RegExp(`\\b(?:open|os\\.open|os\\.remove|os\\.unlink|shutil\\.\\w+)\\(\\s*${name}\\b`).test(after)
    })
    .map(({ node }) => node)
}
