import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"

/** The decorators of Python whose name or first argument matches. */
export function findDecoratedFunctions(code: CodeView, name: RegExp): readonly CodeNode[] {
  return code.tree
    .ofKind("decorator")
    .filter(({ text }) => name.test(text.replace(/^@\s*(?:method_decorator\(\s*)?/, "")))
}

/** `def check_xsrf_cookie(self): pass`: Tornado's check, replaced by nothing. */
export function findEmptyXsrfChecks(code: CodeView): readonly CodeNode[] {
  return code.tree
    .ofKind("function_definition")
    .filter(
      (node) =>
        node.field("name")?.text === "check_xsrf_cookie" &&
        /^(?:(?:"""|''')[^]*?(?:"""|''')\s*)?(?:pass|return(?: None| True)?|\.\.\.)?$/.test(
          node.field("body")?.text.trim() ?? "",
        ),
    )
}
