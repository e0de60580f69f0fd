import type { CodeNode } from "../../../code-tree.ts"
import type { CodeView } from "../../../rules/code-view.ts"

const settings: Readonly<Record<string, RegExp>> = {
  allowDangerousHtml: /^(?:\{true\})?$/,
  escapeHtml: /^\{false\}$/,
  transformLinkUri: /^\{(?:null|false|\(?(\w+)(?::\s*string)?\)?\s*=>\s*\1)\}$/,
  urlTransform: /^\{(?:null|\(?(\w+)(?::\s*string)?\)?\s*=>\s*\1)\}$/,
}

/** `<ReactMarkdown>` with a setting that lets tags or `javascript:` links of the text through. */
export function findMarkdownWithHtml(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("jsx_attribute").flatMap((node) => {
    const element = node.parent
    if (element === undefined || !/^(?:\w*[mM]arkdown\w*)$/.test(element.field("name")?.text ?? "")) return []
    const [name, value] = node.named
    const isOn = settings[name?.text ?? ""]?.test(value?.text ?? "") === true
    return isOn || isRaw(name?.text, value?.text ?? "") ? [element] : []
  })
}

/** HTML is parsed, and nothing after that cleans it. */
function isRaw(name: string | undefined, value: string): boolean {
  return name === "rehypePlugins" && /\brehypeRaw\b/.test(value) && !/[sS]anitize/.test(value)
}
