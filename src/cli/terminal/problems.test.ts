import { expect, test } from "vitest"
import type { Problem } from "../../problem/problem.ts"
import type { Io } from "../output.ts"
import { renderProblems, summariseProblems } from "./problems.ts"

const problem: Problem = {
  code: "header.unquoted",
  level: "warning",
  path: "/p/.agents/skills/a/SKILL.md",
  line: 3,
  column: 14,
  message: "description holds a colon and is not quoted",
  fix: 'description: "a: b"',
}

test("a problem that fits is one line, and one that does not has its message on lines of its own", () => {
  expect(linesAt(Number.POSITIVE_INFINITY)).toEqual([
    "warning .agents/skills/a/SKILL.md:3:14  description holds a colon and is not quoted  header.unquoted",
    '          → description: "a: b"',
  ])
  expect(linesAt(40)).toEqual([
    "warning .agents/skills/a/SKILL.md:3:14  header.unquoted",
    "        description holds a colon and is\n        not quoted",
    '          → description: "a: b"',
  ])
})

test("problems are counted by what they do, the worst first", () => {
  const levels = ["note", "error", "warning", "note"] as const
  expect(summariseProblems(levels.map((level) => ({ ...problem, level })))).toBe(
    "4 problems: 1 leaves something out, 1 may be misread, 2 concern style",
  )
})

function linesAt(width: number): readonly string[] {
  return renderProblems([problem], { width, colour: false, env: {} } as unknown as Io, "/p")
}
