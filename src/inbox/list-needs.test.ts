import { expect, test } from "vitest"
import { listNeeds, type NeedFacts } from "./list-needs.ts"

const question = {
  run: "r-1",
  root: "r-1",
  step: "decide",
  round: 1,
  id: "go",
  kind: "step",
  text: "Go?",
  options: [{ label: "yes" }],
  multiple: false,
  urgency: 0,
  asked: 50,
  workflow: "release",
  command: "skillet run answer r-1 --answer ANSWER",
} as const
const facts: NeedFacts = {
  questions: [question, { ...question, run: "r-2", kind: "limit", asked: 10 }, { ...question, run: "r-3", urgency: 5 }],
  approvals: [
    { name: "deploy", path: "/p/it's/SKILL.md", approvedAt: "2026-01-01T00:00:00Z", state: "changed" },
    { name: "lint", path: "/p/lint/SKILL.md", approvedAt: "2026-01-01T00:00:00Z", state: "valid" },
  ],
  unapproved: [],
  schedules: [
    { id: "s-1", what: "check", isQuiet: true, created: 5 },
    { id: "s-2", what: "check", isQuiet: false, created: 5 },
  ],
  changedRuns: [{ run: "r-1", workflow: "release", path: "/p/release/SKILL.md", updated: 7 }],
  messages: [{ id: 4, from: "backend", text: "which?", at: 9 }],
  now: 100,
}

test("runs that wait come first, the most urgent of them first and then the oldest; what is in order needs nobody", () => {
  expect(listNeeds(facts).map(({ id, kind }) => `${kind} ${id}`)).toEqual([
    "question question:r-3:decide:1:go",
    "gate question:r-2:decide:1:go",
    "question question:r-1:decide:1:go",
    "approval approval:/p/it's/SKILL.md",
    "schedule schedule:s-1",
    "changed-skill changed:r-1",
    "message message:4",
  ])
})

test("every need has the command that deals with it, with the names of others quoted", () => {
  expect(listNeeds(facts).map(({ command }) => command)).toEqual([
    question.command,
    question.command,
    question.command,
    `skillet trust add '/p/it'\\''s/SKILL.md'`,
    "skillet schedule show s-1",
    "skillet run fork r-1 --dry-run",
    "skillet messages --to human",
  ])
})

test("skills that ask for something and were never approved are one entry for each directory, after all else", () => {
  const skill = { source: "/p/.claude/skills", commands: 1, grants: 0, hooks: 0, changed: 5 }
  const many = Array.from({ length: 7 }, (_, at) => ({ ...skill, name: `s${at}`, path: `/p/s${at}/SKILL.md` }))
  const other = { ...skill, name: "one", path: "/q/one/SKILL.md", source: "/q", grants: 2, hooks: 1, changed: 9 }
  const needs = listNeeds({ ...facts, unapproved: [...many, other] })
  expect(needs.slice(-2)).toMatchObject([
    {
      id: "unapproved:/p/.claude/skills",
      title: "7 skills in /p/.claude/skills ask for an approval",
      text: "s0, s1, s2, s3, s4 and 2 others: 7 commands, off until a person approves them.",
      skills: many.map(({ name, path }) => ({ name, path })),
    },
    {
      title: "1 skill in /q asks for an approval",
      text: "one: 1 command, 2 grants, 1 hook, off until a person approves them.",
      command: "skillet trust add /q/one/SKILL.md",
    },
  ])
})
