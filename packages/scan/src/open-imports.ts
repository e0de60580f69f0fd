import type { ScanFile } from "./scan-job.ts"
import { openProject } from "./taint/project/open-project.ts"
import { textIn } from "./text/text-in.ts"

/** Which of these files each of them imports, read on first use. */
export function openImports(files: Iterable<ScanFile>): (name: string) => readonly string[] {
  const all = new Map([...files].map((file) => [file.name, file]))
  const { findImports } = openProject({
    names: [...all.keys()],
    read: (name) => textIn(all.get(name)?.bytes ?? new Uint8Array()),
    lower: () => undefined,
  })
  return findImports
}
