import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { skillet } from "./run-cli.ts"

function desk(flags = "") {
  const { options, at, project } = garden({
    "project/.agents/skills/own/SKILL.md": skillText("own", "Use it for tests of approvals."),
  })
  const env = { ...options.env, SKILLET_DB: at("s.db"), SKILLET_BY: "ada", SKILLET_FLAGS: flags }
  const run = (words: readonly string[], input?: string) =>
    skillet(words, { cwd: project, env, ...(input === undefined ? {} : { input }) })
  return { run, project, json: (words: readonly string[]) => JSON.parse(run([...words, "--json"]).out) }
}

test("an agent that could not be started is not counted among those that ran", () => {
  const { run, json } = desk()
  const first = run(["run", "start", "simplify", "--format", "text"]).out
  expect(first).toContain("Run `git diff HEAD`.")
  const [{ id }] = json(["run", "list"]).runs ?? json(["run", "list"])
  const report = (words: readonly string[], input?: string) => run(["run", "report", id, ...words], input)
  report(
    ["--step", "gather", "--outcome", "ok", "--output", "-"],
    "Compared with: HEAD\nFile: a.js\n\nDiff:\n\n```\n+x\n```\n",
  )
  for (const item of ["quality", "efficiency"])
    report(["--step", "review", "--item", item, "--outcome", "ok", "--output", "-"], "none\n")
  report(["--step", "review", "--item", "reuse", "--outcome", "fail", "--reason", "no agent is left"])
  const shown = run(["run", "show", id]).out
  expect(shown).toContain("review  2 of 3, 1 not started")
  expect(shown).toMatch(/^ {2}2 agents, /m)
  run(["run", "cancel", id])
  expect(run(["run", "show", id]).out.split("\n")[0]).toBe(`${id}  simplify  cancelled: no reason was given (ada)`)
})

test("a workflow behind a flag is said to be switched off, with the way to switch it on", () => {
  const off = desk().run(["run", "start", "hunter", "--param", "run=r-1"])
  expect([off.code, off.err]).toEqual([
    1,
    expect.stringMatching(
      /workflow "hunter" is switched off: the flag "hunter" is not set\n.*\n.*add hunter to flags in your settings, or set SKILLET_FLAGS=hunter/,
    ),
  ])
  expect(desk().run(["run", "start", "huntr"]).err).toContain('there is no workflow "huntr"')
})

test("the list of one source does not end with the tokens of all", () => {
  const { run } = desk()
  expect(run(["list", "--source", "project"]).out.trimEnd().split("\n").at(-1)).toBe("1 skill (project)")
  expect(run(["list"]).out).toMatch(/tokens listed for the model/)
})

test("an approval that is there already is not said to be missing", () => {
  const { run, json } = desk()
  const { digest } = json(["trust", "add", "own"])
  expect(run(["trust", "add", "own", "--hash", digest]).out).toContain("own is approved as")
  const again = run(["trust", "add", "own"])
  expect([again.code, again.out.trim()]).toEqual([0, `own is already approved as ${digest}; nothing was changed`])
  const more = run(["trust", "add", "own", "--network"])
  expect([more.code, more.err]).toEqual([
    1,
    expect.stringContaining("own is approved as before, without the new grants"),
  ])
  expect(run(["trust", "add", "own", "--network", "--hash", digest]).code).toBe(0)
  expect(run(["trust", "add", "own", "--hash", digest]).out).toContain("own is approved as")
  expect(json(["trust", "list"]).approvals).toMatchObject([{ grants: { network: false } }])
})

test("a job names the phases that it is later shown with, and its export makes no directories elsewhere", () => {
  const { run, json, project } = desk()
  const { out } = run(["orchestrate", "build me a small web shop"])
  const named = /in these phases: (.*)\.$/m.exec(out)?.[1]?.split(", ")
  const [{ task_id: id }] = json(["orchestrate", "list"]).jobs
  expect(json(["orchestrate", "show", id]).phases.map((phase: { readonly id: string }) => phase.id)).toEqual(named)
  const top = path.join(path.parse(project).root, `none-${process.pid}`)
  const refused = run(["orchestrate", "export", id, "--to", path.join(top, "x", "y")])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("does not exist")])
  expect(fs.existsSync(top)).toBe(false)
  expect(run(["orchestrate", "export", id, "--to", "made/here/job.json"]).code).toBe(0)
})

test("hunter checks a run that exists, and refuses counts without sense", () => {
  const { run, json } = desk("hunter")
  const none = run(["run", "start", "hunter", "--param", "run=r-none"])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('there is no run "r-none"')])
  const { run: checked } = json(["run", "start", "debug", "--param", "problem=tea"])
  const { run: id, actions } = json(["run", "start", "hunter", "--param", `run=${checked}`])
  expect(JSON.stringify(actions)).not.toContain("`skillet run")
  const report = (words: readonly string[], input: string) =>
    run(["run", "report", id, ...words, "--outcome", "ok", "--output", "-"], input)
  const claims = [{ claim: "all tests pass", by: "fix", source: "its report" }]
  report(["--step", "collect"], JSON.stringify(claims))
  const [{ item }] = json(["run", "current", id]).dispatches
  report(["--step", "hunt", "--item", item], "CLAIM: FALSE\nProof: npm test prints 1 failed\n")
  const say = (count: string) =>
    report(["--step", "report"], `FALSE | all tests pass | npm test\nChecked: ${count} claims\nNot checked: nothing\n`)
  expect(say("99 of 12").err).toContain("(`Checked: 99 of 12 claims` does not fit)")
  expect(say("1 of 1").code).toBe(0)
})
