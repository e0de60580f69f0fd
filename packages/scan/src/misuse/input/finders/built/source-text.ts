import type { CodeNode } from "../../../../code-tree.ts"
import type { CodeView } from "../../../../rules/code-view.ts"
import { isConstant } from "../../../render-code-value.ts"

/** Source code that is not entirely literal. */
export function runsSource(code: CodeView, node: CodeNode): boolean {
  return !isConstant(code, node) && code.shape(node).kind !== "function"
}
