import { expect, test } from "vitest"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { skillProblem } from "../skill/problems.ts"
import { findSkippedSkills, sortByHarm } from "./rank-problems.ts"

test("what cannot be used comes before what is read differently, and that before style", () => {
  const problem = (code: Parameters<typeof skillProblem>[0]): Problem =>
    placeProblem("/a", skillProblem(code, {}, { message: "m" }))
  const sorted = sortByHarm(
    (
      [
        "header.none",
        "header.old-spelling",
        "header.unquoted",
        "skill.no-description",
        "source.skipped",
        "file.too-large",
      ] as const
    ).map(problem),
  )
  expect(sorted.map(({ code }) => code)).toEqual([
    "file.too-large",
    "source.skipped",
    "skill.no-description",
    "header.unquoted",
    "header.none",
    "header.old-spelling",
  ])
})

test("a skill that hosts skip is reported once, with the hosts and the reason", () => {
  const skipped = { path: "/my skills/a/SKILL.md", status: "skipped", reason: "there is no description" } as const
  const found = findSkippedSkills([
    { host: "codex", skills: [skipped] },
    { host: "gemini", skills: [skipped, { path: "/b", status: "active" }] },
  ])
  expect(found).toMatchObject([
    {
      code: "source.skipped",
      path: "/my skills/a/SKILL.md",
      message: "Codex, Gemini CLI skip this skill: there is no description",
      fix: "skillet lint '/my skills/a/SKILL.md' says how to write it",
    },
  ])
})
