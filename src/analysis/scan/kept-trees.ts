import type { CodeReader, CodeTree, TreeLanguage } from "../../ports/code-tree.ts"

/** How many characters of text have their trees cached. */
const MOST_KEPT = 600_000

/** A reader that parses a text once, while it is among the latest ones: neighbouring files import each other. */
export function keptTrees(reader: CodeReader): CodeReader {
  const kept = new Map<string, { readonly tree: CodeTree; readonly language: TreeLanguage }>()
  let size = 0
  return {
    parse(text, language) {
      const before = kept.get(text)
      if (before !== undefined && before.language === language) return before.tree
      const tree = reader.parse(text, language)
      size += text.length
      if (size > MOST_KEPT) {
        kept.clear()
        size = text.length
      }
      kept.set(text, { tree, language })
      return tree
    },
  }
}
