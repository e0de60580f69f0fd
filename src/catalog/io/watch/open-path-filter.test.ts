import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { FoundSkill } from "../../skill-source.ts"
import type { Layout } from "../../../skill/place.ts"
import { openPathFilter } from "./open-path-filter.ts"

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-interest-")))

beforeAll(() => {
  for (const file of [
    "known/SKILL.md",
    "known/dist/out.js",
    "known/dist/deep/SKILL.md",
    "group/inner/SKILL.md",
    "fresh/SKILL.md",
    "build/a/b.js",
    "docs/guide.md",
    "node_modules/x/SKILL.md",
    ".hidden/x/SKILL.md",
    "plain.txt",
    "flat.md",
  ]) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), "")
  }
  fs.symlinkSync(path.join(root, "docs"), path.join(root, "linked"))
})

afterAll(() => fs.rmSync(root, { recursive: true }))

const skills: Layout = { kind: "skills", depth: 3 }

describe.each<[string, Layout, Readonly<Record<string, boolean>>]>([
  [
    "skills",
    skills,
    {
      "": true,
      known: true,
      "known/SKILL.md": true,
      "known/notes.md": false,
      "known/dist": false,
      "known/dist/deep/SKILL.md": false,
      fresh: true,
      "fresh/SKILL.md": true,
      "fresh/skill.md": true,
      "gone/SKILL.md": true,
      gone: false,
      group: true,
      build: false,
      docs: false,
      "docs/guide.md": false,
      "flat.md": false,
      "plain.txt": false,
      linked: true,
      ".hidden": false,
      ".hidden/x/SKILL.md": false,
      node_modules: false,
      "node_modules/x/SKILL.md": false,
      "a/b/c/SKILL.md": true,
      "a/b/c/d/SKILL.md": false,
      "../elsewhere/SKILL.md": false,
    },
  ],
  ["flat skills", { ...skills, flat: true }, { "flat.md": true, "gone.md": true, "docs/guide.md": false, docs: false }],
  [
    "hidden directories",
    { ...skills, dotFolders: true },
    { ".hidden": true, ".hidden/x/SKILL.md": true, ".git": false },
  ],
  [
    "skills inside skills",
    { ...skills, insideSkills: true },
    { "known/dist": true, "known/dist/deep/SKILL.md": true, "known/dist/out.js": false, "known/notes.md": false },
  ],
  [
    "commands",
    { kind: "commands" },
    { "docs/guide.md": true, docs: true, build: false, "docs/gone.md": true, "plain.txt": false },
  ],
  [
    "plugins",
    { kind: "plugins", part: "skills" },
    { "known/.claude-plugin/plugin.json": true, "a/b/1.0.0/.orphaned_at": true, build: true, "build/a/b.js": false },
  ],
])("in a directory of %s", (_, layout, expected) => {
  test.each(Object.entries(expected))("%s: %s", (at, answer) => {
    const ground = { folder: root, layout, depth: 3, skip: [".git", "node_modules"] }
    const isOfInterest = openPathFilter({ grounds: [ground], gates: new Set(), found: [found("known")] })
    expect(isOfInterest(path.join(root, at))).toBe(answer)
  })
})

test("a file that a gate names counts, and nothing else around it", () => {
  const gates = new Set(["/project/.claude"])
  const isOfInterest = openPathFilter({ grounds: [], gates, found: [] })
  expect(["/project/.claude", "/project/main.ts", "/project"].map(isOfInterest)).toEqual([true, false, false])
})

function found(name: string): FoundSkill {
  const file = path.join(root, name, "SKILL.md")
  return {
    name,
    form: "folder",
    path: file,
    realPath: file,
    size: 0,
    changed: 0,
    summary: { header: {}, fence: "none" } as unknown as FoundSkill["summary"],
    tokens: 0,
  }
}
