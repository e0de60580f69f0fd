import type { CodeNode } from "../../../../../../ports/code-tree.ts"
import type { CodeView } from "../../../../code-view.ts"

/** The decorators of Python whose name or first argument matches. */
export function decoratedWith(code: CodeView, name: RegExp): readonly CodeNode[] {
  return code.tree
    .ofKind("decorator")
    .filter(({ text }) => name.test(text.replace(/^@\s*(?:method_decorator\(\s*)?/, "")))
}
