import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import type { ShownFolder } from "./bubblewrap.ts"
import { keepFolders } from "./keep-folders.ts"

const write = (folder: string): ShownFolder => ({ from: folder, at: folder, access: "write" })
const read = (folder: string): ShownFolder => ({ from: folder, at: folder, access: "read" })

test("the four directories are protected, created if missing, and removed again", () => {
  const { project } = garden()
  const { folders, undo } = keepFolders([read(project), write(project)])
  expect(folders.map(({ at, access }) => `${access} ${at.slice(project.length)}`)).toEqual([
    "kept /.git",
    "kept /.claude",
    "kept /.agents",
    "kept /.skillet",
  ])
  expect(fs.readdirSync(project).sort()).toEqual([".agents", ".claude", ".git", ".skillet"])
  undo()
  expect(fs.readdirSync(project)).toEqual([".git"])
})

test("a directory granted by name is writable, and a read-only one needs no protection", () => {
  const { project } = garden()
  expect(keepFolders([read(project)]).folders).toEqual([])
  const kept = keepFolders([write(project), write(`${project}/.git`)])
  expect(kept.folders.map(({ at }) => at)).not.toContain(`${project}/.git`)
  kept.undo()
})

test("a link in their place is refused: a command could replace it", () => {
  const { project } = garden({ "project/.claude": { link: "elsewhere" } })
  expect(() => keepFolders([write(project)])).toThrow(expect.objectContaining({ code: "sandbox.kept-link" }))
  expect(fs.readdirSync(project).sort()).toEqual([".claude", ".git"])
})
