import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../rules/tree-shapes.ts"

const right =
  /\bis_(?:staff|admin|superuser|authenticated|authorized|authorised|owner|logged_in|active_user)\b|\bhas_(?:perm|permission|permissions|access|role)\w*\b|\b(?:can_access|authenticate|authorize|check_(?:password|permission|auth|token|signature)\w*|verify_(?:password|signature|token|jwt|mac|hmac)\w*|compare_digest)\(|\brole["'\]]*\s*==|\bpermissions?\b.*\bin\b/i

/** Asserts that decide about permissions. */
export function findSecurityAsserts(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("assert_statement").filter((node) => {
    const condition = node.named[0]?.text ?? ""
    const fn = findEnclosingFunction(node)
    if (fn === undefined || /^test|^_?check_types/.test(fn.field("name")?.text ?? "")) return false
    return right.test(condition) && !/isinstance|is not None$|callable\(/.test(condition)
  })
}
