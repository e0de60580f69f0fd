import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { parseReviewSettings, SETTINGS_FILE } from "../review-settings.ts"
import { openProjectFiles } from "./project-files.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-settings-"))
  fs.mkdirSync(path.join(root, ".claude"))
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test("reports go to a directory of the project", async () => {
  expect(await read("docs/reviews")).toEqual({ outputDir: path.join(root, "docs", "reviews"), problems: [] })
})

test.each(["/tmp", "..", "../beside", "docs/../../up", "linked", "linked/deeper"])(
  "a project cannot send a report to %s, outside of it",
  async (folder) => {
    fs.symlinkSync(os.tmpdir(), path.join(root, "linked"))
    expect(await read(folder)).toEqual({ problems: ["output_dir must be a directory within the project"] })
  },
)

test("nothing is below a file, whatever an import says", async () => {
  fs.writeFileSync(path.join(root, "a.js"), "")
  const { isThere } = await openProjectFiles({ root }, process.env)
  expect(["a.js", "a.js/index.js", "a.js/b/c.js", "none/a.js"].map(isThere)).toEqual([true, false, false, false])
})

test("a change does not bring its settings in a submodule", async () => {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root, stdio: "pipe" })
  const claude = path.join(root, ".claude")
  fs.writeFileSync(path.join(claude, "code-review.local.md"), "---\nenabled: false\n---\n")
  for (const at of [root, claude]) git("init", "-q", "-b", "main", at)
  git("commit", "-q", "--allow-empty", "-m", "base")
  git("-C", claude, "add", "-A")
  git("-C", claude, "commit", "-q", "-m", "settings")
  git("add", ".claude")
  git("commit", "-q", "-m", "change")
  const commit = (name: string) => String(git("rev-parse", name)).trim()
  const settingsFor = async (base: string) => {
    const change = { kind: "commits", base: commit(base), end: commit("HEAD") } as const
    const project = await openProjectFiles({ root, change }, process.env)
    const { text } = await project.settings(SETTINGS_FILE)
    return { isUsed: text !== undefined, isThere: project.isThere(SETTINGS_FILE), leftOut: project.leftOut() }
  }
  expect(await settingsFor("HEAD~1")).toEqual({ isUsed: false, isThere: false, leftOut: [SETTINGS_FILE] })
  git("commit", "-q", "--allow-empty", "-m", "another change")
  expect(await settingsFor("HEAD~1")).toEqual({ isUsed: true, isThere: true, leftOut: [] })
})

async function read(folder: string) {
  fs.writeFileSync(path.join(root, ".claude", "code-review.local.md"), `---\noutput_dir: ${folder}\n---\n`)
  const { outputDir, problems } = parseReviewSettings(
    await (await openProjectFiles({ root }, process.env)).settings(SETTINGS_FILE),
  )
  return { outputDir, problems: problems.map(({ message }) => message) }
}
