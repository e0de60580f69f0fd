import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { runGit } from "../../adapters/git/run-git.ts"
import type { Scope } from "./find-scope.ts"

/** Where the files under review are read: the project itself, or a copy of what was asked for where that differs. */
export interface Contents {
  readonly root: string
  readonly isCopy: boolean
  close(): void
}

/** What is staged, or the end of a range, may differ from the working folder; it is what counts, so it is written out. */
export async function openContents(scope: Scope, env: Readonly<Record<string, string | undefined>>): Promise<Contents> {
  const { root, revision, unlike = [] } = scope
  if (revision === undefined || unlike.length === 0) return { root, isCopy: false, close: () => undefined }
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-review-"))
  const close = () => fs.rmSync(copy, { recursive: true, force: true })
  try {
    for (const { path: name } of scope.files) {
      const text = await runGit(root, ["cat-file", "blob", `${revision}:${name}`], { env })
      const file = path.join(copy, name)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, text)
    }
  } catch (error) {
    close()
    throw error
  }
  return { root: copy, isCopy: true, close }
}
