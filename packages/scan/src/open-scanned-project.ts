import type { CodeReader, CodeTree, TreeLanguage } from "./code-tree.ts"
import { extractCode } from "./patterns/extract-code.ts"
import { detectTreeLanguage } from "./patterns/detect-code-language.ts"
import type { ScanFile } from "./scan-job.ts"
import { lowerModule } from "./taint/lower/lower-module.ts"
import type { Project } from "./taint/project.ts"
import { openProject } from "./taint/project/open-project.ts"
import { textIn } from "./text/text-in.ts"

/** The files that are scanned, as each of them sees the others. */
export function openScannedProject(files: ReadonlyMap<string, ScanFile>, reader: CodeReader): Project {
  return openProject({
    names: [...files.keys()],
    read: (file) => textIn(files.get(file)?.bytes ?? new Uint8Array()),
    lower(file, text) {
      const language = detectTreeLanguage(files.get(file)?.readAs ?? file)
      return language === undefined ? undefined : lowerModule(reader.parse(extractCode(text, file), language), file)
    },
  })
}

/** How many characters of text have their trees cached. */
const MOST_KEPT = 600_000

/** A reader that parses a text once, while it is among the latest ones: neighbouring files import each other. */
export function cacheTrees(reader: CodeReader): CodeReader {
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
