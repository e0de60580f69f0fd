import type { CodeReader } from "../ports/code-tree.ts"
import { codeIn } from "./patterns/code-in.ts"
import { treeLanguageOf } from "./patterns/code-language.ts"
import { textIn } from "./scan/scan-file.ts"
import type { ScanFile } from "./scan-job.ts"
import { moduleOf } from "./taint/lower/module-of.ts"
import type { Project } from "./taint/project.ts"
import { openProject } from "./taint/project/open-project.ts"

/** The files that are scanned, as each of them sees the others. */
export function scannedProject(files: ReadonlyMap<string, ScanFile>, reader: CodeReader): Project {
  return openProject({
    names: [...files.keys()],
    read: (file) => textIn(files.get(file)?.bytes ?? new Uint8Array()),
    lower(file, text) {
      const language = treeLanguageOf(files.get(file)?.readAs ?? file)
      return language === undefined ? undefined : moduleOf(reader.parse(codeIn(text, file), language), file)
    },
  })
}
