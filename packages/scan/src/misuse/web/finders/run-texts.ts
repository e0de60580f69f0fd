import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { isConstant } from "../../render-code-value.ts"

/** `"javascript:" + value`. */
export function findBuiltScriptUrls(code: CodeView): readonly CodeNode[] {
  return code.tree
    .ofKind("template_string", "binary_expression")
    .filter(
      (node) =>
        node.parent?.kind !== "binary_expression" &&
        /^\s*javascript:/i.test(code.head(node)) &&
        /^(?:binary|template)$/.test(code.shape(node).kind) &&
        !isConstant(code, node),
    )
}

/** A text with inserted values in the place of a function. */
export function isBuiltText(node: CodeNode, code: CodeView): boolean {
  const shape = code.shape(node)
  if (shape.kind === "template") return !isConstant(code, node)
  return shape.kind === "binary" && shape.operator === "+" && /["'`]/.test(node.text) && !isConstant(code, node)
}

const json = /<script(?![^>]*\btype=\\?["']?application\/)[^>]*>[^<]*?\$\{\s*JSON\.stringify\(\s*[\w.]+[^{}]*\}/

/** `<script>state = ${JSON.stringify(state)}</script>`, without replacing what ends a script. */
export function findJsonInScripts(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("template_string").filter(({ text }) => {
    const [found] = json.exec(text) ?? []
    return found !== undefined && !/\.replace(?:All)?\(|escape|sanit/i.test(found)
  })
}
