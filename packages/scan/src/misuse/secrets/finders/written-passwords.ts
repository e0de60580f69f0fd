import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"

const passwordName =
  /(?:^|[._"'])(?:pw|pwd|passw(?:or)?d|passphrase|secret_?key|api_?key|admin_?pass(?:word)?)(?:\.get\(\)|["'\])]*)$/i

/** A text that somebody chose as a password, not a word that describes one. */
const chosen =
  /^(?=.*[A-Za-z])(?:(?=.*\d)|(?=.*[!@#$%^&*?+]))[^\s]{5,}$|^(?:admin|letmein|secret|hunter2|qwerty|changeme|iloveyou)$/i

/** `if password == "letmein1"`. */
export function findWrittenPasswords(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("comparison_operator").filter((node) => {
    const [left, right, ...more] = node.named
    if (left === undefined || right === undefined || more.length > 0) return false
    if (!node.children.some(({ kind }) => kind === "==" || kind === "!=")) return false
    return [
      [left, right],
      [right, left],
    ].some(([name, value]) => {
      const shape = value === undefined ? undefined : code.shape(value)
      return (
        shape?.kind === "constant" &&
        shape.value !== undefined &&
        passwordName.test(name?.text ?? "") &&
        chosen.test(shape.value)
      )
    })
  })
}
