import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../../../../test/plant.ts"
import type { ShownFolder } from "./bubblewrap.ts"
import { keepFolders } from "./keep-folders.ts"

const write = (folder: string): ShownFolder => ({ from: folder, at: folder, access: "write" })
const read = (folder: string): ShownFolder => ({ from: folder, at: folder, access: "read" })

test("the four directories are kept, made where they are missing, and taken away again", () => {
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

test("what was granted by name is written to, and what may only be read needs nothing", () => {
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
