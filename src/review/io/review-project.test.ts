import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { builtWorker } from "../../../packages/scan/test/build-scan-worker.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import type { HostId } from "../../hosts/profile.ts"
import { driveRun } from "../../run/io/drive-run.ts"
import { forkRun } from "../../run/io/fork-run.ts"
import { openRuns } from "../../run/io/open-runs.ts"
import { addComposites, makeRunParts } from "../../skillet/open-resources.ts"
import { reportStep } from "../../run/io/report-step.ts"
import { memoryRunStore } from "../../testing/memory-run-store.ts"
import { scriptedAgents } from "../../testing/scripted-agents.ts"
import { loadReviewReport } from "./run-review.ts"
import { decideFindings } from "./review-baseline.ts"
import { planProjectReview, type ReviewHooks, type ReviewOptions, reviewProject } from "./review-project.ts"

const EVAL = "export function run(req) {\n  return eval(req.query.code)\n}\n"
const scope = { paths: ["a.js"], scanWorker: builtWorker }
const BASELINE = ".skillet/review-baseline.json"

/** A project with one finding, and runs in memory. `dies` is the commit that never happens. */
async function openProject({ dies = Number.POSITIVE_INFINITY }: { readonly dies?: number } = {}) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-review-")))
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
  const cwd = path.join(home, "project")
  const put = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true })
    fs.writeFileSync(path.join(cwd, name), text)
  }
  put("a.js", EVAL)
  const env = { PATH: process.env["PATH"], HOME: home }
  const session = addComposites(openSession({ cwd, env, cache: false }))
  const memory = memoryRunStore()
  let commits = 0
  const store: typeof memory = {
    ...memory,
    commit: async (commit) => {
      commits++
      if (commits === dies) throw new Error("killed")
      return memory.commit(commit)
    },
  }
  const runs = await openRuns(
    { cwd, env },
    { store, parts: makeRunParts(async () => ({ workflows: [], problems: [] })) },
  )
  const review = (options: ReviewOptions = {}) => reviewProject(session, runs, { ...scope, ...options })
  const listRuns = async () => (await store.runs({})).map(({ step }) => step)
  return { cwd, put, session, runs, review, listRuns }
}

type Project = Awaited<ReturnType<typeof openProject>>

/** An agent that finds nothing, and leaves `asked` behind. */
function putAgent({ put, cwd }: Project, also = ""): Pick<ReviewOptions, "agent" | "program" | "depth"> {
  const asked = JSON.stringify(path.join(cwd, "asked"))
  put("agent.cjs", `const fs = require("fs")\nfs.writeFileSync(${asked}, "")\n${also}\nconsole.log('{"text":"[]"}')\n`)
  return { agent: "command", program: `${process.execPath} ${path.join(cwd, "agent.cjs")}`, depth: "quick" }
}

const isAsked = ({ cwd }: Project) => fs.existsSync(path.join(cwd, "asked"))

/** Records the decision about the only finding, and returns the text of the baseline. */
async function decide({ cwd, runs, review }: Project): Promise<string> {
  const { run } = await review()
  const file = path.join(cwd, BASELINE)
  await decideFindings(runs, { run, file }, { ids: ["F1"], status: "wont-fix", reason: "known" })
  return fs.readFileSync(file, "utf8")
}

test("unless an agent is named nobody is asked, whatever the budget", async () => {
  const project = await openProject()
  const reviewed = await project.review({ budget: { money: 0 } })
  expect(reviewed).toMatchObject({ kind: "reported", report: { usage: [], findings: [{ id: "F1" }] } })
  expect(await project.listRuns()).toEqual(["end"])
})

test("a decision from before the review is listed separately", async () => {
  const project = await openProject()
  await decide(project)
  const reviewed = await project.review(putAgent(project))
  expect(reviewed).toMatchObject({ kind: "reported", report: { findings: [], decided: [{ reason: "known" }] } })
  expect(isAsked(project)).toBe(true)
})

test("a decision that an agent writes while it reviews does not count", async () => {
  const project = await openProject()
  const text = await decide(project)
  const file = path.join(project.cwd, BASELINE)
  fs.rmSync(file)
  const agent = putAgent(project, `fs.writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(text)})`)
  const reviewed = await project.review(agent)
  expect(fs.readFileSync(file, "utf8")).toBe(text)
  expect(reviewed).toMatchObject({ kind: "reported", report: { findings: [{ id: "F1" }] } })
  expect(reviewed).not.toHaveProperty("report.decided")
})

test.each<[string, Pick<ReviewHooks, "confirm">]>([
  ["nobody can confirm", {}],
  ["nobody confirms", { confirm: () => false }],
])("a review above the limit that %s asks no agent and leaves no run", async (_, hooks) => {
  const project = await openProject()
  const options = { ...putAgent(project), budget: { money: 0.0001 }, hooks }
  await expect(project.review(options)).rejects.toMatchObject({ code: "review.too-expensive" })
  expect([isAsked(project), await project.listRuns()]).toEqual([false, []])
})

test("a confirmed price is no ceiling of the run, and is asked for after reading and before anything is stored", async () => {
  const project = await openProject()
  const told: string[] = []
  const note = (what: string) => () => void told.push(what)
  const confirm: ReviewHooks["confirm"] = async ({ plan, limit }) => {
    told.push(`${plan.agents.length > 0 && plan.money > limit ? "confirm" : "nothing to confirm"} above ${limit}`)
    expect(await project.listRuns()).toEqual([])
    return true
  }
  const hooks = { gathered: note("gathered"), planned: note("planned"), confirm, started: note("started") }
  const reviewed = await project.review({ ...putAgent(project), budget: { money: 0.0001, agents: 99 }, hooks })
  expect(told).toEqual(["gathered", "planned", "confirm above 0.0001", "started"])
  expect((await project.runs.engine.store.load({ run: reviewed.run }))?.run.budget).toEqual({ agents: 99 })
})

test.each<[string, string, ReviewOptions]>([
  ["a missing program", "review.no-program", { agent: "command" }],
  ["a broken baseline", "review.bad-baseline", { baseline: "a.js" }],
  ["two scopes", "review.two-scopes", { staged: true, diff: "main" }],
])("%s is refused before any code is read", async (_, code, options) => {
  const project = await openProject()
  const read: string[] = []
  const hooks = { scanning: () => void read.push("file"), gathered: () => void read.push("all") }
  await expect(project.review({ ...options, hooks })).rejects.toMatchObject({ code })
  expect([read, await project.listRuns()]).toEqual([[], []])
})

test("a driver that cannot be used leaves no run", async () => {
  const project = await openProject()
  const agents = "agents:\n  off: [claude]\n"
  fs.mkdirSync(path.join(project.cwd, "../.config/skillet"), { recursive: true })
  fs.writeFileSync(path.join(project.cwd, "../.config/skillet/config.yaml"), agents)
  await expect(project.review({ agent: "claude" })).rejects.toMatchObject({ code: "agent.limit" })
  expect(await project.listRuns()).toEqual([])
})

test("a baseline that is named and missing is told, and leaves nothing out", async () => {
  const project = await openProject()
  const missing: string[] = []
  const hooks = { baselineMissing: (named: string) => void missing.push(named) }
  const reviewed = await project.review({ baseline: "none.json", hooks })
  expect([missing, reviewed]).toMatchObject([["none.json"], { report: { findings: [{ id: "F1" }] } }])
})

test("a plan stores nothing and asks nobody", async () => {
  const project = await openProject()
  const plan = await planProjectReview(project.session, { ...scope, ...putAgent(project) })
  expect(plan.agents.length).toBeGreaterThan(0)
  expect([isAsked(project), await project.listRuns()]).toEqual([false, []])
})

test("under a real host agents get the same skills as under open, and a review without any says so", async () => {
  const project = await openProject()
  const planUnder = async (host: HostId) => {
    const session = addComposites(openSession({ ...project.session.options, host }))
    const told: string[] = []
    const hooks = { gathered: (warnings: readonly string[]) => void told.push(...warnings) }
    const { tokens } = await planProjectReview(session, { ...scope, agent: "host", hooks })
    return { tokens, told }
  }
  const open = await planUnder("open")
  expect(open).toMatchObject({ tokens: expect.any(Number), told: [] })
  expect(await planUnder("claude")).toEqual(open)

  const names = ["architecture-principles", "bugs", "compliance", "performance", "security", "technical-debt"]
  const off = `skills:\n${names.map((name) => `  reviewing-${name}: off\n`).join("")}`
  fs.mkdirSync(path.join(project.cwd, "../.config/skillet"), { recursive: true })
  fs.writeFileSync(path.join(project.cwd, "../.config/skillet/config.yaml"), off)
  const { tokens, told } = await planUnder("claude")
  expect(tokens).toBeLessThan(open.tokens / 2)
  expect(told.filter((one) => one.includes("is not used: it is off: "))).toHaveLength(6)
  expect(told.at(-1)).toBe("agents get no instructions from skills: none of the skills for this review could be used")
})

test("agents are told that a project uses React, and get the checks for it", async () => {
  const project = await openProject()
  const plan = async () => {
    const { agents } = await planProjectReview(project.session, { ...scope, agent: "host" })
    return agents.map(({ prompt }) => prompt).join("\n")
  }
  expect(await plan()).toContain("[Node")
  expect(await plan()).not.toContain("[React")
  project.put("package.json", '{"dependencies":{"react":"18"}}')
  const told = await plan()
  expect(told).toContain(", javascript and react. Scope: a.js.")
  expect(told).toContain("[React")
})

test("an approved skill adds a reviewer of its own; one without approval is named and not used", async () => {
  const project = await openProject()
  const reviewer = (topic: string) =>
    `---\nname: reviewing-${topic}\ndescription: What breaks ${topic}.\nmetadata:\n  skillet-type: reviewer\n---\n\n**Labels (Major):**\n\n- Every input has a label\n`
  project.put("../user/.claude/skills/reviewing-keyboards/SKILL.md", reviewer("keyboards"))
  project.put(".claude/skills/reviewing-mice/SKILL.md", reviewer("mice"))
  project.put("../user/.claude/skills/reviewing-clarity/SKILL.md", reviewer("clarity"))
  const names = ["keyboards", "mice", "clarity"].map((topic) => `reviewing-${topic}`).join(", ")
  project.put(".claude/code-review.local.md", `---\nreviewers: [${names}]\n---\n`)
  const env = { ...project.session.options.env, HOME: path.join(project.cwd, "../user") }
  const session = addComposites(openSession({ ...project.session.options, env }))
  const told: string[] = []
  const hooks = { gathered: (warnings: readonly string[]) => void told.push(...warnings) }
  const { agents } = await planProjectReview(session, { ...scope, agent: "host", depth: "quick", hooks })
  expect(agents.map(({ agent }) => agent).slice(4)).toEqual(["keyboards-agent"])
  expect(agents.at(-1)?.prompt).toMatch(/Every input has a label[^]*Look only for Keyboards\. What breaks keyboards\./)
  expect(told).toEqual([
    "the reviewer mice-agent of skill reviewing-mice is not approved, so it was not used; skillet trust add reviewing-mice approves it",
    "there is already a reviewer clarity-agent, so the one of skill reviewing-clarity was not used",
  ])

  const said = [{ title: "No label", file: "a.js", line: 2, severity: "major", description: "d" }]
  const answers = { "thorough/keyboards-agent": JSON.stringify(said), "*": "[]" }
  const { run } = await reviewProject(session, project.runs, { ...scope, agent: "host", depth: "quick" })
  await driveRun(session, project.runs, { run, driver: scriptedAgents(answers) })
  const report = await loadReviewReport(project.runs, run)
  expect(report.categories.at(-1)).toBe("Keyboards")
  expect(report.findings.map(({ category }) => category)).toContain("Keyboards")
  expect(await reviewProject(session, project.runs, scope)).toMatchObject({
    report: { categories: expect.not.arrayContaining(["Keyboards"]) },
  })
})

test("the calling agent gets a run with the code in it, which any driver can continue", async () => {
  const project = await openProject()
  const { session, runs } = project
  const { kind, run } = await project.review({ agent: "host", depth: "quick" })
  expect([kind, await project.listRuns()]).toEqual(["handed-over", ["thorough"]])
  const driven = await driveRun(session, runs, { run, driver: scriptedAgents({ "*": "[]" }) })
  expect(driven).toMatchObject({ kind: "ended", run: { status: "done" } })
})

test.each([
  [2, "resolve"],
  [3, "gather"],
])("a review that was killed at commit %i has not read the code: nobody reports %s instead", async (dies, step) => {
  const project = await openProject({ dies })
  await expect(project.review({ agent: "host" })).rejects.toThrow("killed")
  const { session, runs } = project
  const [{ id: run } = { id: "" }] = await runs.engine.store.runs({})
  const agents = scriptedAgents({ "*": "{}" })
  const code = "run.start-interrupted"
  await expect(driveRun(session, runs, { run, driver: agents })).rejects.toMatchObject({ code })
  const report = { run, step, outcome: "ok", text: "{}", by: "ada" } as const
  await expect(reportStep(runs, report, session.options)).rejects.toMatchObject({ code })
  expect([agents.asked, await project.listRuns()]).toEqual([[], [step]])
})

test("a fork takes over the code that was read, and never reads it anew without the command", async () => {
  const project = await openProject()
  const { session, runs } = project
  const { run } = await project.review({ agent: "host", depth: "quick" })
  const fork = async (from: string) => (await forkRun(session, runs, { run, from })).start()
  for (const from of ["resolve", "gather"])
    await expect(fork(from)).rejects.toMatchObject({
      code: "run.checked",
      message: "only skillet review reports resolve and gather of review",
    })
  await fork("thorough")
  expect(await project.listRuns()).toEqual(["thorough", "thorough"])
})
