import { expect, test } from "vitest"
import type { Layout } from "../../skill/place.ts"
import {
  mayCountWhenEmpty,
  mayEnterDotFolders,
  mayHoldOthers,
  namesSkill,
  listUnwatched,
  watchDepth,
} from "./layout-watch.ts"

const skills: Layout = { kind: "skills", depth: 2 }
const commands: Layout = { kind: "commands" }
const plugins: Layout = { kind: "plugins", part: "skills" }

test("a file matters by its name: SKILL.md in any case, a flat skill, a command, a part of a plugin", () => {
  const named = (layout: Layout) =>
    ["skill.MD", "a.md", "x/a.md", "plugin.json", ".orphaned_at", "a.txt"].filter((at) =>
      namesSkill(layout, at.split("/")),
    )
  expect(named(skills)).toEqual(["skill.MD"])
  expect(named({ ...skills, flat: true })).toEqual(["skill.MD", "a.md"])
  expect(named(commands)).toEqual(["skill.MD", "a.md", "x/a.md"])
  expect(named(plugins)).toEqual(["skill.MD", "a.md", "x/a.md", "plugin.json", ".orphaned_at"])
})

test("directories are watched as deep as the layout's files may be, without packages and git's own files", () => {
  expect([skills, commands, plugins].map(watchDepth)).toEqual([2, 8, 12])
  expect([listUnwatched(skills), listUnwatched({ ...skills, nodeModules: true })]).toEqual([
    [".git", "node_modules"],
    [".git"],
  ])
  expect([skills, { ...skills, dotFolders: true } as const, commands].map(mayEnterDotFolders)).toEqual([
    false,
    true,
    true,
  ])
})

test("the files inside a skill are its own, unless its layout has skills inside skills", () => {
  expect([skills, { ...skills, insideSkills: true } as const, commands].map(mayHoldOthers)).toEqual([false, true, true])
})

test("a plugin counts as soon as its directory exists, whatever is in it", () => {
  expect([["a"], ["a", "b", "c"], ["a", "b", "c", "d"]].map((parts) => mayCountWhenEmpty(plugins, parts))).toEqual([
    true,
    true,
    false,
  ])
  expect(mayCountWhenEmpty(skills, ["a"])).toBe(false)
})
