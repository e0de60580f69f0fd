import fs from "node:fs"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { garden, skillText } from "../plant.ts"
import { small } from "./driven/small.ts"
import { called, skillet } from "./run-cli.ts"

/** A home directory, a project and a database, and the command in it. */
function desk(files: Readonly<Record<string, string>> = {}) {
  const { options, at, plant, project } = garden({ ...small, ...files })
  const database = at("state/skillet.db")
  const env = { ...options.env, SKILLET_DB: database, SKILLET_BY: "ada" }
  const run = (words: readonly string[], input?: string) =>
    skillet(words, { cwd: project, env, ...(input === undefined ? {} : { input }) })
  const json = (words: readonly string[], input?: string) => JSON.parse(run([...words, "--json"], input).out)
  return { run, json, at, plant, database, project }
}

type Desk = ReturnType<typeof desk>

function started({ json }: Desk, ...more: readonly string[]): string {
  return json(["run", "start", "small", "--param", "request=tea", ...more]).run as string
}

/** Up to the step `work`. */
function agreed(at: Desk, ...more: readonly string[]): string {
  const run = started(at, ...more)
  at.run(["run", "answer", run, "--answer", "yes"])
  return run
}

test("a run is started, prints the same step twice, and is answered, reported, verified and done", () => {
  const at = desk()
  const first = at.json(["run", "start", "small", "--param", "request=tea", "--allow", "Bash(grep:*)"])
  const { run } = first
  expect(first).toEqual({
    run: expect.stringMatching(/^r-[a-z0-9]{8}$/),
    workflow: "small",
    step: "agree",
    round: 1,
    kind: "ask",
    title: "Agree on it",
    actions: [],
    outcomes: [],
    dispatches: [],
    questions: [
      {
        id: "scope",
        text: "Is this all: tea?",
        multiple: false,
        options: [{ label: "yes" }, { label: "no" }],
        command: `${called} run answer ${run} --question scope --answer ANSWER`,
      },
    ],
    done: false,
    ended: false,
    text: expect.stringContaining("QUESTION scope: Is this all: tea?"),
    reports: [],
    status: "running",
    number: 1,
    total: 4,
  })
  const [one, two] = [at.run(["run", "current", run]), at.run(["run", "current", run])]
  expect(one).toEqual(two)
  expect(one).toEqual({
    code: 0,
    err: "",
    out: expect.stringMatching(/^<step_header script="small" step="1" total="4">/),
  })
  expect(at.json(["run", "current", run])).toEqual(first)

  const work = at.json(["run", "answer", run, "--answer", "yes"])
  const file = at.at(`project/.skillet/out/${run}/work.1.md`)
  const command = (outcome: string) =>
    `${called} run report ${run} --step work --round 1 --outcome ${outcome} --output ${file}`
  expect(work).toMatchObject({ step: "work", kind: "do", actions: ["Change it: tea"], outcomes: ["ok", "iterate"] })
  expect(work.reports).toEqual(["ok", "iterate"].map((outcome) => ({ outcome, command: command(outcome), file })))

  fs.writeFileSync(at.at("project/done.txt"), "yes\n")
  fs.writeFileSync(file, "It is done.\n")
  const tell = at.run([
    ...command("ok")
      .slice(called.length + 1)
      .split(" "),
    "--format",
    "text",
  ])
  expect(tell).toEqual({
    code: 0,
    err: "",
    out: expect.stringMatching(
      /^STEP 4\/4: Tell them\n {2}GATE Is it proven\?: PASS\. `grep -q yes done\.txt` ended with 0\n/,
    ),
  })
  const end = at.json(["run", "report", run, "--step", "tell"])
  expect(end).toMatchObject({ step: "end", kind: "end", done: true, status: "done", outcomes: [], dispatches: [] })
  expect(at.json(["run", "current", run])).toEqual(end)
  expect(at.run(["run", "show", run, "--step", "work"])).toEqual({ code: 0, err: "", out: "It is done.\n\n" })
})

test("a directive lists the agents to ask with item, agent and prompt", () => {
  const at = desk({
    "home/.agents/skills/two/SKILL.md": skillText("Two look"),
    "home/.agents/skills/two/workflow.yaml": `
name: two
description: Two agents look.
params: {}
steps:
  - id: look
    title: Look
    kind: fanout
    items: [{ item: left, agent: explore, prompt: Look left. }, { item: right, agent: architect, prompt: Look right. }]
    next: { ok: end, fail: end }
`,
  })
  const { run, dispatches } = at.json(["run", "start", "two"])
  const told = ({ item, agent, prompt, answered }: Record<string, unknown>) => ({ item, agent, prompt, answered })
  expect(dispatches.map(told)).toEqual([
    { item: "left", agent: "explore", prompt: expect.stringContaining("\n\nLook left.\n\n"), answered: false },
    { item: "right", agent: "architect", prompt: expect.stringContaining("\n\nLook right.\n\n"), answered: false },
  ])
  const report = ["run", "report", run, "--step", "look", "--output", "-"]
  expect(at.run([...report, "--item", "up"], "x")).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("code run.unknown-item"),
  })
  const half = at.json([...report, "--item", "right"], "seen")
  expect(half.dispatches.map(({ answered }: { answered: boolean }) => answered)).toEqual([false, true])
  expect(at.json([...report, "--item", "left"], "seen")).toMatchObject({ done: true, status: "done" })
})

test("a report that does not fit the state of the run is refused with a code, a next step, and nothing on stdout", () => {
  const at = desk()
  const run = agreed(at)
  const refused = (words: readonly string[], input?: string) => {
    const { code, out, err } = at.run(["run", "report", run, ...words], input)
    return [code, out, /code (\S+)/.exec(err)?.[1] ?? err.split("\n")[0]]
  }
  expect(refused(["--step", "tell", "--outcome", "ok"])).toEqual([1, "", "run.out-of-order"])
  expect(refused(["--step", "wrok", "--outcome", "ok"])).toEqual([1, "", "run.unknown-step"])
  expect(refused(["--step", "proof", "--outcome", "ok"])).toEqual([1, "", "run.not-reportable"])
  expect(refused(["--step", "work", "--outcome", "ok"])).toEqual([1, "", "run.output-missing"])
  expect(refused(["--step", "work", "--round", "2", "--outcome", "ok", "--output", "-"], "x")).toEqual([
    1,
    "",
    "run.out-of-order",
  ])
  expect(refused(["--step", "work", "--outcome", "great"])).toEqual([2, "", expect.stringContaining("great")])
  expect(refused(["--outcome", "ok"])).toEqual([2, "", "skillet: --step is missing"])
  expect(refused(["--step", "work", "--output", "missing.md"])).toEqual([
    2,
    "",
    "skillet: --output: missing.md is not a file",
  ])
  const again = at.run(["run", "report", run, "--step", "work", "--outcome", "iterate", "--output", "-"], "half")
  expect(again.code).toBe(0)
  expect(refused(["--step", "work", "--round", "1", "--outcome", "ok", "--output", "-"], "whole")).toEqual([
    1,
    "",
    "run.answered",
  ])
  expect(at.run(["run", "report", "r-none", "--step", "work"])).toMatchObject({ code: 1, out: "" })
  expect(at.run(["run", "current"])).toMatchObject({ code: 2, out: "" })
  expect(at.run(["run", "start", "smal"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("did you mean small?"),
  })
  expect(at.run(["run", "start", "small"])).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("code run.bad-params"),
  })
  expect(at.run(["run", "start", "small", "--param", "request"])).toMatchObject({ code: 2, out: "" })
})

test("repeating a report prints the same text and changes nothing", () => {
  const at = desk()
  const run = agreed(at, "--allow", "Bash(grep:*)")
  const report = ["run", "report", run, "--step", "work", "--round", "1", "--outcome", "ok", "--output", "-"]
  const first = at.run(report, "It is done.")
  const events = at.run(["run", "events", run]).out
  const second = at.run(report, "It is done.")
  expect(first).toMatchObject({ code: 0, err: "", out: expect.stringContaining("ended with 2") })
  expect(second).toEqual({ code: 0, out: first.out, err: "already reported; nothing changed\n" })
  expect(at.run(["run", "events", run]).out).toBe(events)
})

test("questions wait in the inbox, are answered by label or number, and only with what they offer", () => {
  const at = desk()
  const run = started(at)
  const [head, ...lines] = at.run(["run", "inbox"]).out.split("\n")
  expect(head).toMatch(new RegExp(`^${run} {2}agree/scope {2}since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC$`))
  const command = `  ${called} run answer ${run} --question scope --answer ANSWER`
  expect(lines).toEqual(["Is this all: tea?", "  1. yes", "  2. no", command, ""])
  expect(at.json(["run", "inbox"]).questions).toMatchObject([
    { run, step: "agree", round: 1, id: "scope", kind: "step" },
  ])
  expect(at.run(["run", "answer", run, "--answer", "perhaps"])).toEqual({
    code: 1,
    out: "",
    err: 'skillet: "perhaps" is not one of the options\n  code run.bad-answer\n  answer with one of yes, no\n',
  })
  expect(at.run(["run", "answer", run])).toMatchObject({ code: 2, out: "" })
  expect(at.json(["run", "answer", run, "--answer", "1", "--by", "bob"])).toMatchObject({ step: "work" })
  expect(at.run(["run", "answer", run, "--answer", "1"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("run.no-question"),
  })
  expect(at.run(["run", "inbox"])).toEqual({ code: 0, err: "", out: "No questions are waiting in this project.\n" })
  expect(at.json(["run", "events", run]).events.at(-2)).toMatchObject({ kind: "answered", data: { by: "bob" } })
})

test("list, show and events show where runs are; a cancelled run is over", () => {
  const at = desk()
  const run = agreed(at)
  const other = started(at)
  expect(
    at.json(["run", "list"]).runs.map(({ id, status, step }: Record<string, string>) => [id, status, step]),
  ).toEqual([
    [other, "running", "agree"],
    [run, "running", "work"],
  ])
  expect(at.run(["run", "cancel", other, "--reason", "wrong branch"])).toEqual({
    code: 0,
    err: "",
    out: `cancelled ${other}\n`,
  })
  expect(at.run(["run", "cancel", other])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("code run.ended"),
  })
  expect(at.run(["run", "answer", other, "--question", "scope", "--answer", "yes"]).code).toBe(1)
  expect(at.json(["run", "current", other])).toMatchObject({
    done: false,
    ended: true,
    status: "cancelled",
    because: "wrong branch (ada)",
  })
  expect(at.json(["run", "list", "--status", "running"]).runs).toHaveLength(1)
  const shown = at.json(["run", "show", run])
  expect(shown.visits.map(({ step, outcome }: Record<string, string>) => [step, outcome])).toEqual([
    ["agree", "ok"],
    ["work", undefined],
  ])
  const { events } = at.json(["run", "events", run])
  expect(events.map(({ seq, kind }: Record<string, unknown>) => [seq, kind])).toEqual([
    [1, "started"],
    [2, "entered"],
    [3, "asked"],
    [4, "answered"],
    [5, "entered"],
  ])
  expect(at.json(["run", "events", run, "--after", "3"]).events).toEqual(events.slice(3))
  expect(at.run(["run", "show", "r-none"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("code run.not-found"),
  })
})

test("a gate's command runs only if a rule covers it", () => {
  const at = desk()
  fs.writeFileSync(at.at("project/done.txt"), "yes\n")
  const report = (run: string) =>
    at.json(["run", "report", run, "--step", "work", "--outcome", "ok", "--output", "-"], "done")
  expect(report(agreed(at)).gate).toEqual({
    gate: "Is it proven?",
    status: "fail",
    message: expect.stringContaining("`grep -q yes done.txt` may not run: no rule covers grep"),
  })
  const allowed = report(agreed(at, "--allow", "Bash(grep -q yes done.txt)"))
  expect(allowed).toMatchObject({ step: "tell", gate: { status: "pass" } })
  expect(report(agreed(at, "--allow", "Bash(ls:*)"))).toMatchObject({
    step: "work",
    round: 2,
    gate: { status: "fail" },
  })
})

test("a fork first shows what it would reuse, then starts with exactly that", () => {
  const at = desk()
  fs.writeFileSync(at.at("project/done.txt"), "yes\n")
  const run = agreed(at, "--allow", "Bash(grep:*)")
  at.run(["run", "report", run, "--step", "work", "--outcome", "ok", "--output", "-"], "done")
  at.run(["run", "report", run, "--step", "tell"])
  const names = (answers: readonly { readonly step: string }[]) => answers.map(({ step }) => step)
  const plan = at.json(["run", "fork", run, "--from", "tell", "--dry-run"])
  expect([names(plan.reused), names(plan.renewed)]).toEqual([["agree", "work"], ["tell"]])
  expect(at.json(["run", "list"]).runs).toHaveLength(1)
  expect(at.run(["run", "fork", run, "--from", "nope"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("code run.unknown-step"),
  })
  const forked = at.json(["run", "fork", run, "--from", "tell"])
  expect(forked).toMatchObject({ step: "tell", actions: ["Tell them: done"], gate: { status: "pass" } })
  expect(at.json(["run", "show", run]).run).toMatchObject({ status: "done" })
})

test("a run that ended without success is failed wherever it is shown, and drive exits with 1", () => {
  const at = desk()
  const run = started(at)
  const because = "The run ended because agree did not succeed."
  const ended = at.json(["run", "answer", run, "--answer", "no"])
  expect(ended).toMatchObject({ done: false, ended: true, status: "failed", because })
  expect(at.json(["run", "list", "--status", "done"]).runs).toEqual([])
  expect(at.json(["run", "list", "--status", "failed"]).runs).toMatchObject([{ id: run, status: "failed", because }])
  expect(at.run(["run", "show", run]).out).toContain(`failed: ${because}`)
  expect(at.run(["run", "current", run, "--format", "xml"]).out).toContain("RUN ENDED WITHOUT SUCCESS")
  expect(at.run(["run", "drive", run]).code).toBe(1)
})

test("verify finds a history that was tampered with, and evidence that is no longer valid", () => {
  const at = desk()
  fs.writeFileSync(at.at("project/done.txt"), "yes\n")
  const run = agreed(at, "--allow", "Bash(grep:*)")
  at.run(["run", "report", run, "--step", "work", "--outcome", "ok", "--output", "-"], "done")
  expect(at.json(["run", "verify", run])).toMatchObject({
    holds: true,
    history: { holds: true },
    replay: { holds: true },
  })
  const lastLine = (words: readonly string[]) =>
    at
      .run(["run", "verify", run, ...words])
      .out.trim()
      .split("\n")
      .at(-1)
  expect(lastLine([])).toBe(`${run}: 1 recorded gate is consistent; nothing was run again; --again runs their commands`)
  expect(lastLine(["--again"])).toBe(`${run}: 1 recorded gate is consistent; 1 check run again with the same result`)
  fs.writeFileSync(at.at("project/done.txt"), "no\n")
  expect(at.run(["run", "verify", run]).code).toBe(0)
  expect(at.run(["run", "verify", run, "--again"])).toMatchObject({
    code: 1,
    out: expect.stringContaining("✗ proof: `grep -q yes done.txt` ended with 1"),
  })
  const Database = createRequire(import.meta.url)("libsql")
  const database = new Database(at.database)
  database.exec(`UPDATE records SET events = replace(events, '"outcome":"ok"', '"outcome":"no"') WHERE seq = 3`)
  database.close()
  const verified = at.run(["run", "verify", run])
  expect(verified).toMatchObject({ code: 1 })
  expect(`${verified.out}${verified.err}`).toMatch(/record 3 was changed after it was written/)
})

test("a list that is cut says how many runs there are", () => {
  const at = desk()
  started(at)
  started(at)
  expect(at.run(["run", "list"]).err).toBe("")
  expect(at.run(["run", "list", "--most", "1"]).err).toBe("1 of 2 runs are shown; --most N shows more\n")
  expect(at.json(["run", "list", "--most", "1"])).toMatchObject({ runs: [{ status: "running" }], total: 2 })
})
