import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"

const kept = /noopener|noreferrer/i

/** Links to other sites that open a window without rel. */
export function findBlankTargets(code: CodeView): readonly CodeNode[] {
  return [...elements(code), ...texts(code)]
}

function elements(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("jsx_opening_element", "jsx_self_closing_element").filter((node) => {
    if (node.field("name")?.text !== "a") return false
    const attributes = new Map(
      node.named.filter(({ kind }) => kind === "jsx_attribute").map(({ named: [name, value] }) => [name?.text, value]),
    )
    if (!/_blank/.test(attributes.get("target")?.text ?? "")) return false
    const rel = attributes.get("rel")
    if (rel !== undefined && (rel.kind !== "string" || kept.test(rel.text))) return false
    const href = attributes.get("href")
    return href !== undefined && (href.kind !== "string" || /^["'](?:https?:)?\/\//.test(href.text))
  })
}

const link = /<a\s[^>]*target\s*=\s*\\?["']_blank\\?["'][^>]*>?/i

function texts(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("string", "template_string").filter(({ text, parent }) => {
    const found = link.exec(text)
    if (found === null || kept.test(text)) return false
    const whole = parent?.text ?? text
    return !kept.test(whole) && !/href\s*=\s*\\?["'](?:\/[^/]|#)/.test(found[0])
  })
}
