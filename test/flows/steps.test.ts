import fs from "node:fs"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { mill } from "./driven/mill.ts"
import { small } from "./driven/small.ts"
import { called, skillet } from "./run-cli.ts"

function desk(files: Readonly<Record<string, string>> = {}) {
  const { options, at } = garden({ ...small, ...mill, ...files })
  const run = (words: readonly string[]) =>
    skillet(words, { cwd: options.cwd, env: { ...options.env, SKILLET_DB: at("s.db") } })
  return { run, at, json: (words: readonly string[]) => JSON.parse(run([...words, "--json"]).out) }
}

test("a step is printed without a run, and its commands repeat the counters of its review", () => {
  const { run, json } = desk()
  const after = (words: readonly string[]) =>
    json(["step", "planner", "--param", "task=tea", ...words]).reports.map(
      ({ command }: { command: string }) => command,
    )
  expect(after(["--step", "5", "--total-steps", "13"])).toEqual([`${called} step planner --step 6 --param task=tea`])
  expect(after(["--step", "5", "--qr-fail", "--qr-iteration", "2"])).toEqual([
    `${called} step planner --step 6 --qr-iteration 2 --param task=tea`,
  ])
  expect(after(["--step", "6", "--qr-iteration", "2"])).toEqual([
    `${called} step planner --step 7 --qr-iteration 2 --qr-status pass --param task=tea`,
    `${called} step planner --step 7 --qr-iteration 2 --qr-status fail --param task=tea`,
  ])
  expect(after(["--step", "7", "--qr-iteration", "2", "--qr-status", "fail"])).toEqual([
    `${called} step planner --step 5 --qr-iteration 3 --qr-fail --param task=tea`,
  ])
  expect(after(["--step", "7", "--qr-iteration", "2", "--qr-status", "pass"])).toEqual([
    `${called} step planner --step 8 --param task=tea`,
  ])
  expect(
    run([
      "step",
      "planner",
      "--param",
      "task=tea",
      "--step",
      "5",
      "--qr-fail=true",
      "--qr-iteration",
      "4",
      "--format",
      "text",
    ]).out,
  ).toContain("In iteration 4 MUST and SHOULD issues block")
  const shown = (step: string) => json(["step", "planner", "--param", "task=tea", "--step", step])
  expect(shown("approach_selection")).toEqual(shown("5"))
  expect(run(["step", "planner", "--step", "5", "--qr-fail=perhaps"])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--qr-fail does not take the value "perhaps"'),
  })
})

test("the next command repeats the parameters and options it was called with, including for agents with their own workflow", () => {
  const { json, at } = desk()
  const words = ["step", "mill", "--param", "hands=2", "--skills-dir", "my skills", "--format", "json"]
  fs.mkdirSync(at("project/my skills"))
  const repeated = `--skills-dir '${at("project/my skills")}' --format json`
  const first = json([...words, "--step", "1"])
  expect(first.reports.map(({ command }: { command: string }) => command)).toEqual([
    `${called} step mill --step 2 --param hands=2 ${repeated}`,
  ])
  expect(json([...words, "--step", "3"]).dispatches).toMatchObject([
    { command: `${called} step mill-turn --step 1 --param which=1 ${repeated}` },
    { command: `${called} step mill-turn --step 1 --param which=2 ${repeated}` },
  ])
})

test("a gate without a status and an unknown step are usage errors", () => {
  const { run } = desk()
  const wrong = (words: readonly string[]) => {
    const { code, out, err } = run(["step", ...words])
    return [code, out, err.split("\n")[0]]
  }
  expect(wrong(["planner", "--step", "7"])).toEqual([2, "", expect.stringContaining("qr_completeness_gate is a gate")])
  expect(wrong(["small", "--step", "proof"])).toEqual([2, "", expect.stringContaining("proof is a gate")])
  expect(wrong(["planner", "--step", "99"])).toEqual([2, "", 'skillet: planner has no step "99"'])
  expect(wrong(["planner", "--step", "0"])).toEqual([2, "", 'skillet: planner has no step "0"'])
  expect(wrong(["planner"])).toEqual([2, "", "skillet: --step is missing"])
  expect(wrong(["planner", "--step", "5"])).toEqual([2, "", 'skillet: the parameter "task" is missing'])
  expect(run(["step", "planner", "--step", "5"]).err).toContain("add --param task='…' (what is wanted)")
  expect(wrong(["planner", "--step", "7", "--qr-status", "perhaps"])).toEqual([
    2,
    "",
    expect.stringContaining("perhaps"),
  ])
})

test("only the last step ends the procedure", () => {
  const { run, json } = desk()
  const ends = [1, 2, 3, 4, 5, 6, 7].map((step) => {
    const { done, text } = json(["step", "decision-critic", "--param", "decision=tea", "--step", String(step)])
    return [done, text.includes("WORKFLOW COMPLETE")]
  })
  expect(ends).toEqual([...Array(6).fill([false, false]), [true, true]])
  expect(
    run(["step", "decision-critic", "--param", "decision=tea", "--step", "7", "--format", "text"]).out,
  ).not.toContain("FAILED")
})

test("workflows are listed, shown, drawn, compared and quoted", () => {
  const { run, json } = desk()
  const names = (words: readonly string[]) =>
    json(["workflow", "list", ...words]).workflows.map(({ name }: { name: string }) => name)
  expect(names([]).slice(0, 2)).toEqual(["mill", "small"])
  expect(names([])).not.toContain("mill-turn")
  expect(names(["--all"])).toContain("mill-turn")
  expect(json(["workflow", "show", "mill"])).toMatchObject({
    workflow: { name: "mill" },
    children: ["mill-turn"],
    problems: [],
  })
  expect(run(["workflow", "graph", "small"]).out).toContain("◆ proof  gate  Is it proven?")
  expect(run(["workflow", "graph", "small", "--format", "mermaid"]).out).toMatch(/^(flowchart|graph) /)
  expect(run(["workflow", "graph", "small", "--format", "dot"]).out).toMatch(/^digraph /)
  expect(json(["workflow", "graph", "small"]).edges).toContainEqual({
    from: "proof",
    to: "work",
    by: ["fail"],
    label: "fail",
  })
  expect(run(["workflow", "diff", "small", "small"])).toEqual({ code: 0, err: "", out: "There are no differences.\n" })
  const quote = json(["workflow", "quote", "mill", "--param", "hands=3"])
  expect([quote.min.agents, quote.max.agents]).toEqual([expect.any(Number), expect.any(Number)])
  expect(quote.min.agents).toBeLessThanOrEqual(quote.likely.agents)
  expect(quote.likely.agents).toBeLessThanOrEqual(quote.max.agents)
  expect(run(["workflow", "show", "nothing"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("code workflow.not-found"),
  })
})

test("a broken workflow of a project reports every error with file and line, and cannot be started", () => {
  const { run, at } = desk({
    "project/.agents/skills/bent/SKILL.md": skillText("Bent"),
    "project/.agents/skills/bent/workflow.yaml": `
name: bent
description: Everything is wrong.
params: {}
steps:
  - { id: one, title: One, next: two }
  - { id: two, title: Two, kind: gate, evidence: [{ review: nothing }], next: { ok: three } }
  - { id: lonely, title: Lonely, colour: red, next: end }
`,
    "project/.agents/skills/bent/steps/one.md": "Do it with {{values.missing}}.\n",
  })
  const folder = at("project/.agents/skills/bent")
  const checked = run(["workflow", "check", "bent", "--json"])
  expect(checked.code).toBe(1)
  const { problems } = JSON.parse(checked.out)
  const placed = ({ code, path, line }: Record<string, string>) => `${code} ${path?.replace(`${folder}/`, "")}:${line}`
  expect(problems.map(placed)).toEqual([
    "workflow.unknown-key workflow.yaml:8",
    "workflow.missing-file workflow.yaml:8",
    "workflow.undeclared-read steps/one.md:1",
    "workflow.unknown-step workflow.yaml:7",
    "workflow.missing-edge workflow.yaml:7",
    "workflow.undeclared-read workflow.yaml:7",
    "workflow.unreachable workflow.yaml:8",
  ])
  expect(run(["workflow", "check", "bent"]).out).toContain("bent/workflow.yaml:7")
  expect(run(["workflow", "show", "bent"]).err).toContain("7 problems")
  const start = run(["run", "start", "bent"])
  expect(start).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining(`${folder}/workflow.yaml:8) and 6 more`),
  })
})
