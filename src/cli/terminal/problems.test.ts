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

test("kinds of problems are counted, the most frequent first", () => {
  const codes = ["a.b", "c.d", "c.d", "e.f", "g.h", "i.j", "k.l"]
  expect(summariseProblems(codes.map((code) => ({ ...problem, code }) as Problem))).toBe(
    "7 problems: 2 c.d, 1 a.b, 1 e.f, 1 g.h, 1 i.j and 1 other kind",
  )
})

function linesAt(width: number): readonly string[] {
  return renderProblems([problem], { width, colour: false, env: {} } as unknown as Io, "/p")
}
