import { expect, test } from "vitest"
import { findOwnDirectory, identifySkill } from "./skill-form.ts"

test("only a skill in its own directory on disk has a directory", () => {
  const at = "/home/ada/.claude/skills/deploy/SKILL.md"
  expect(findOwnDirectory({ form: "folder", path: at })).toBe("/home/ada/.claude/skills/deploy")
  expect(findOwnDirectory({ form: "flat", path: "/home/ada/.agents/skills/deploy.md" })).toBeUndefined()
  expect(findOwnDirectory({ form: "command", path: "/home/ada/.claude/commands/deploy.md" })).toBeUndefined()
  expect(findOwnDirectory({ form: "folder", path: "skill://team/deploy/SKILL.md" })).toBeUndefined()
})

test.each([
  ["/p/skills/deploy/SKILL.md", { name: "deploy", form: "folder" }],
  ["/p/skills/deploy/skill.md", { name: "deploy", form: "folder" }],
  ["/p/.claude/commands/deploy.md", { name: "deploy", form: "command" }],
  ["/p/.claude/commands/team/deploy.md", { name: "deploy", form: "command" }],
  ["/p/skills/deploy.md", { name: "deploy", form: "flat" }],
] as const)("%s is known by its name and its directory", (file, expected) => {
  expect(identifySkill(file)).toEqual(expected)
})
