import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { FolderWatch, FolderWatcher, WatchedTree } from "../../watch/folder-watcher.ts"
import { openFsWatcher } from "./open-folder-watcher.ts"
import { loadParcelWatcher } from "./parcel-watcher.ts"
import { describeWith, type Need } from "../../../../test/needs.ts"

const patience = { timeout: 10_000, interval: 10 }
const parcel = await loadParcelWatcher(openFsWatcher())

describe.each<[string, FolderWatcher | undefined]>([
  ["fs.watch, directory by directory", openFsWatcher({ recursive: false })],
  ["fs.watch, a tree at once", openFsWatcher({ recursive: true })],
  ["@parcel/watcher", parcel],
])("%s", (_, watcher) => {
  describeWith(needWatcher(watcher), "tells", () => {
    test.each<[string, (at: (...names: string[]) => string) => void, string]>([
      ["of a new file", (at) => fs.writeFileSync(at("new.md"), ""), "new.md"],
      ["of an edit", (at) => fs.appendFileSync(at("old", "SKILL.md"), "x"), "old/SKILL.md"],
      ["of a file replaced as editors do", (at) => replace(at("old", "SKILL.md")), "old/SKILL.md"],
      ["of a removed file", (at) => fs.rmSync(at("old", "SKILL.md")), "old/SKILL.md"],
      ["of a removed directory", (at) => fs.rmSync(at("old"), { recursive: true }), "old"],
      ["of a renamed directory, where it was", (at) => fs.renameSync(at("old"), at("other")), "old"],
      ["of a renamed directory, where it is", (at) => fs.renameSync(at("old"), at("other")), "other"],
      ["of a link", (at) => fs.symlinkSync(at("old"), at("link")), "link"],
    ])("%s", async (__, act, expected) => {
      const told = await listen({ folder: folder(), depth: 6, skip: [] })
      act((...names) => path.join(folder(), ...names))
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), expected))
    })

    test("of edits in directories created after it began, many levels deep", async () => {
      const told = await listen({ folder: folder(), depth: 6, skip: [] })
      fs.mkdirSync(path.join(folder(), "a", "b", "c"), { recursive: true })
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "a"))
      fs.writeFileSync(path.join(folder(), "a", "b", "c", "SKILL.md"), "")
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "a", "b", "c", "SKILL.md"))
    })

    test("of edits in a renamed directory, by their new path", async () => {
      fs.mkdirSync(path.join(folder(), "old", "deep"))
      const told = await listen({ folder: folder(), depth: 6, skip: [] })
      fs.renameSync(path.join(folder(), "old"), path.join(folder(), "moved"))
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "moved"))
      fs.writeFileSync(path.join(folder(), "moved", "deep", "SKILL.md"), "")
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "moved", "deep", "SKILL.md"))
    })

    test("of the directory itself being moved away", async () => {
      const told = await listen({ folder: folder(), depth: 6, skip: [] })
      fs.renameSync(folder(), `${folder()}-moved`)
      await expect.poll(told.soFar, patience).toContain(folder())
    })

    test("only of entries directly in a directory if no depth is requested", async () => {
      const told = await listen({ folder: folder(), depth: 0, skip: [] })
      fs.appendFileSync(path.join(folder(), "old", "SKILL.md"), "x")
      fs.writeFileSync(path.join(folder(), "new.md"), "")
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "new.md"))
      expect(told.paths).not.toContain(path.join(folder(), "old", "SKILL.md"))
    })

    test("nothing of directories to skip", async () => {
      fs.mkdirSync(path.join(folder(), "node_modules", "x"), { recursive: true })
      const told = await listen({ folder: folder(), depth: 6, skip: ["node_modules"] })
      fs.writeFileSync(path.join(folder(), "node_modules", "x", "README.md"), "")
      fs.writeFileSync(path.join(folder(), "new.md"), "")
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "new.md"))
      expect(told.paths).not.toContain(path.join(folder(), "node_modules", "x", "README.md"))
    })

    test("nothing after closing, whatever happened to the directories", async () => {
      fs.mkdirSync(path.join(folder(), "old", "deep"))
      const told = await listen({ folder: folder(), depth: 6, skip: [] })
      fs.renameSync(path.join(folder(), "old"), `${folder()}-out`)
      await expect.poll(told.soFar, patience).toContain(path.join(folder(), "old"))
      fs.rmSync(`${folder()}-out`, { recursive: true })
      await told.close()
      const before = told.paths.length
      fs.writeFileSync(path.join(folder(), "new.md"), "")
      await new Promise((resolve) => void setTimeout(resolve, 150))
      expect(told.paths.length).toBe(before)
      expect(told.failures).toEqual([])
    })

    test("that a directory does not exist by rejecting", async () => {
      const missing = { folder: path.join(folder(), "missing"), depth: 6, skip: [] }
      await expect(listen(missing)).rejects.toBeInstanceOf(Error)
    })
  })

  async function listen(tree: WatchedTree) {
    const paths: string[] = []
    const failures: Error[] = []
    const watch = await (watcher as FolderWatcher).watch(tree, {
      changed: (at) => void paths.push(at),
      failed: (error) => void failures.push(error),
    })
    watches.push(watch)
    return { paths, failures, soFar: () => paths, close: () => watch.close() }
  }
})

let root = ""
let watches: FolderWatch[] = []
const folder = () => path.join(root, "skills")

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-watch-")))
  fs.mkdirSync(path.join(folder(), "old"), { recursive: true })
  fs.writeFileSync(path.join(folder(), "old", "SKILL.md"), "")
})

afterEach(async () => {
  await Promise.all(watches.map((watch) => watch.close()))
  watches = []
  fs.rmSync(root, { recursive: true, force: true })
})

function replace(file: string): void {
  fs.writeFileSync(`${file}.new`, "replaced")
  fs.renameSync(`${file}.new`, file)
}

function needWatcher(watcher: FolderWatcher | undefined): Need {
  return { missing: watcher === undefined ? "the package @parcel/watcher cannot be loaded" : undefined }
}
