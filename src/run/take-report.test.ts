import { expect, test } from "vitest"
import { type RunBench, runBench } from "../../test/run-bench.ts"
import { compute, defineWorkflow, dispatch, doStep, gate, wait } from "../workflow/define-workflow.ts"
import { workOnDispatch } from "./drive/work-on-dispatch.ts"
import { type GateCommands, requireOwnProject, settle, type StepReport, takeReport } from "./take-report.ts"

const noGates: GateCommands = async () => {
  throw new Error("no gate is expected here")
}

/** Runs one command of the gate each time it is called; all succeed. */
function openGates({ engine, store }: RunBench): { readonly gates: GateCommands; readonly ran: string[] } {
  const ran: string[] = []
  const gates: GateCommands = async (run) => {
    const claimed = await store.claim({ worker: "w", leaseMilliseconds: 1000, run: run.id, agents: ["shell"] })
    if (claimed === undefined) return false
    const forGate = async () => ({ kind: "ran", exitCode: 0, output: "" }) as const
    ran.push(claimed.dispatch.item)
    await workOnDispatch(engine, claimed, {
      unsettled: new Map(),
      queue: store,
      driver: { name: "nobody", ask: () => Promise.reject(new Error("no agent is asked here")) },
      forGate,
      worker: "w",
      cwd: "/",
      atOnce: 1,
      leaseMilliseconds: 1000,
      signal: new AbortController().signal,
      sleep: async () => {},
      every: () => () => {},
    })
    return true
  }
  return { gates, ran }
}

async function startBench(workflow: Parameters<typeof runBench>[0][0]): Promise<RunBench> {
  const bench = runBench([workflow])
  const started = await bench.start()
  if (started.kind !== "applied") throw new Error(JSON.stringify(started))
  return bench
}

const report = (step: string, more: Partial<StepReport> = {}): StepReport => ({ run: "r", step, by: "ada", ...more })

const gated = defineWorkflow({
  name: "gated",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", next: { ok: "gate" } }),
    gate({
      id: "gate",
      title: "Gate",
      evidence: [
        { kind: "command", command: "npm test" },
        { kind: "command", command: "npm run lint" },
      ],
      next: { ok: "size", fail: "last" },
    }),
    compute({ id: "size", title: "Size", compute: () => ({ outcome: "ok" }), next: { ok: "read" } }),
    doStep({ id: "read", title: "Read", next: { ok: "last" } }),
    doStep({ id: "last", title: "Last", next: { ok: "end" } }),
  ],
})

test("a report runs the commands of the gate it leads to, until none is left, and shows what comes after", async () => {
  const bench = await startBench(gated)
  const { gates, ran } = openGates(bench)
  const { directive, again } = await takeReport(bench.engine, report("write", { outcome: "ok" }), gates)
  expect([directive.step, again, ran.length]).toEqual(["read", false, 2])
})

test("while another process runs the gate's commands, the gate is what is shown", async () => {
  const bench = await startBench(gated)
  let asked = 0
  const { directive } = await takeReport(bench.engine, report("write", { outcome: "ok" }), async () => {
    asked++
    return false
  })
  expect([directive.step, asked]).toEqual(["gate", 1])
})

test("the same report again runs what is left of the gate, and shows what the first one led to", async () => {
  const bench = await startBench(gated)
  await takeReport(bench.engine, report("write", { outcome: "ok" }), async () => false)
  const { gates, ran } = openGates(bench)
  const later = await takeReport(bench.engine, report("write", { outcome: "ok" }), gates)
  expect([later.directive.step, later.again, ran.length]).toEqual(["read", true, 2])
  await takeReport(bench.engine, report("read", { outcome: "ok" }), noGates)
  const latest = await takeReport(bench.engine, report("write", { outcome: "ok" }), noGates)
  expect([latest.directive.step, latest.again]).toEqual(["read", true])
  await takeReport(bench.engine, report("last", { outcome: "ok" }), noGates)
  const end = await takeReport(bench.engine, report("last", { outcome: "ok" }), noGates)
  expect([end.directive.step, end.directive.status, end.again]).toEqual(["end", "done", true])
})

test("a run that is over or waits for a person has nothing to settle", async () => {
  const bench = await startBench(gated)
  await settle(bench.engine, "r", noGates)
  await bench.happen({ kind: "report", item: { step: "write", round: 1, item: "-" }, by: "ada", outcome: "ok" })
  await bench.happen({ kind: "cancel", by: "ada", reason: "enough" })
  await settle(bench.engine, "r", noGates)
  expect(await bench.place()).toBe("cancelled: enough (ada)")
})

const waits = defineWorkflow({
  name: "waits",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", next: { ok: "pause" } }),
    wait({ id: "pause", title: "Pause", until: { seconds: 0 }, next: { ok: "long" } }),
    wait({ id: "long", title: "Long", until: { seconds: 60 }, next: { ok: "read" } }),
    doStep({ id: "read", title: "Read", next: { ok: "end" } }),
  ],
})

test("a wait that is over is left, and one that is not is shown", async () => {
  const bench = await startBench(waits)
  const first = await takeReport(bench.engine, report("write", { outcome: "ok" }), noGates)
  expect(first.directive.step).toBe("long")
  bench.clock.now += 59_000
  await settle(bench.engine, "r", noGates)
  expect(await bench.place()).toBe("long/1")
  bench.clock.now += 1000
  const later = await takeReport(bench.engine, report("write", { outcome: "ok" }), noGates)
  expect([later.again, await bench.place()]).toEqual([true, "read/1"])
})

const loops = defineWorkflow({
  name: "loops",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", next: { ok: "look", iterate: "write" }, maxRounds: 3 }),
    dispatch({
      id: "look",
      title: "Look",
      agent: "explore",
      prompt: "Look.",
      next: { ok: "end", skip: "end", fail: "instead" },
    }),
    doStep({ id: "instead", title: "Instead", next: { ok: "end" } }),
  ],
})

test.each([
  ["its number", report("1", { outcome: "ok" }), "look/1"],
  ["its id", report("write", { outcome: "ok" }), "look/1"],
  ["its id and round", report("write", { round: 1, outcome: "ok" }), "look/1"],
  ["its number and round", report("1", { round: 1, outcome: "ok" }), "look/1"],
])("a step is reported by %s", async (_, given, place) => {
  const bench = await startBench(loops)
  await takeReport(bench.engine, given, noGates)
  expect(await bench.place()).toBe(place)
})

test.each([
  ["a number after the last step", report("9", { outcome: "ok" }), 'has no step "9"'],
  ["a number in other text", report("1a", { outcome: "ok" }), 'has no step "1a"'],
  ["text before a number", report("a1", { outcome: "ok" }), 'has no step "a1"'],
])("%s is not taken for the number of a step", async (_, given, message) => {
  const bench = await startBench(loops)
  await expect(takeReport(bench.engine, given, noGates)).rejects.toThrow(message)
  expect(await bench.place()).toBe("write/1")
})

test("without a round the latest one is meant, and an earlier one stays what it was", async () => {
  const bench = await startBench(loops)
  await takeReport(bench.engine, report("write", { outcome: "iterate", text: "more" }), noGates)
  expect(await bench.place()).toBe("write/2")
  await takeReport(bench.engine, report("write", { outcome: "ok" }), noGates)
  const earlier = await takeReport(
    bench.engine,
    report("write", { round: 1, outcome: "iterate", text: "more" }),
    noGates,
  )
  expect([earlier.again, earlier.directive.step, earlier.directive.round]).toEqual([true, "write", 2])
})

test("an agent may succeed, fail, or do what its step has a transition for", async () => {
  const bench = await startBench(loops)
  await takeReport(bench.engine, report("write", { outcome: "ok" }), noGates)
  await expect(takeReport(bench.engine, report("look", { outcome: "iterate" }), noGates)).rejects.toMatchObject({
    code: "run.outcome-not-offered",
    message: "look cannot be reported as iterate: it offers ok, fail, skip",
    retry: "no",
    next: "report one of these; skillet run current r shows the commands",
  })
  const { directive } = await takeReport(bench.engine, report("look", { outcome: "skip", text: "no" }), noGates)
  expect(directive.status).toBe("done")
})

test("only the outcome of the current visit is compared with what it offers; other reports are refused for what they are", async () => {
  const bench = await startBench(loops)
  const refuse = async (step: string, more: Partial<StepReport>) => {
    const error: unknown = await takeReport(bench.engine, report(step, more), noGates).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ name: "SkilletError" })
    return (error as { readonly code: string }).code
  }
  expect(await refuse("write", { outcome: "skip" })).toBe("run.outcome-not-offered")
  expect(await refuse("look", { round: 1, outcome: "iterate" })).not.toBe("run.outcome-not-offered")
  await takeReport(bench.engine, report("write", { outcome: "iterate", text: "more" }), noGates)
  expect(await refuse("write", { round: 1, outcome: "skip" })).not.toBe("run.outcome-not-offered")
  expect(await refuse("write", { round: 2, outcome: "skip" })).toBe("run.outcome-not-offered")
  await bench.happen({ kind: "cancel", by: "ada", reason: "enough" })
  expect(await refuse("write", { round: 2, outcome: "skip" })).not.toBe("run.outcome-not-offered")
})

test("a number may have several digits", async () => {
  const ids = Array.from({ length: 10 }, (_, at) => `s${at + 1}`)
  const steps = ids.map((id, at) =>
    doStep({ id, title: id, next: { ok: at === 8 ? "end" : (ids[(at + 1) % 10] ?? "") } }),
  )
  const bench = await startBench(defineWorkflow({ name: "ten", start: "s10", steps }))
  const { directive, again } = await takeReport(bench.engine, report("10", { outcome: "ok" }), noGates)
  expect([directive.step, again]).toEqual(["s1", false])
})

test("commands of a gate that another process has claimed are asked for too: it may be gone", async () => {
  const bench = await startBench(gated)
  await takeReport(bench.engine, report("write", { outcome: "ok" }), async () => false)
  for (let nth = 0; nth < 2; nth++) await bench.store.claim({ worker: "w", leaseMilliseconds: 1000, agents: ["shell"] })
  let asked = 0
  await settle(bench.engine, "r", async () => {
    asked++
    return false
  })
  expect(asked).toBe(1)
})

const place = (more: object = {}) => ({ id: "r-1", project: "/p/.git", directory: "/p", ...more })
const here = { project: "/p/.git", isDirectory: (path: string) => path === "/p" }

test("gate commands run only in the project of their run, while its directory exists", () => {
  expect(() => requireOwnProject(place(), here)).not.toThrow()
  expect(() => requireOwnProject(place({ directory: undefined }), here)).not.toThrow()
  expect(() => requireOwnProject(place(), { ...here, project: "/q" })).toThrow(
    expect.objectContaining({
      code: "run.other-project",
      retry: "no",
      message: "run r-1 belongs to /p/.git; its gate commands cannot run from another project",
      next: "everything that was reported is kept; continue with: skillet run current r-1 --cwd /p",
    }),
  )
  expect(() => requireOwnProject(place({ program: "npx skillet" }), { ...here, project: "/q" })).toThrow(
    expect.objectContaining({ next: expect.stringContaining("npx skillet run current r-1 --cwd /p") }),
  )
  expect(() => requireOwnProject(place({ directory: undefined }), { ...here, project: "/q" })).toThrow(
    expect.objectContaining({
      next: "everything that was reported is kept; continue with: skillet run current r-1 in that project",
    }),
  )
  expect(() => requireOwnProject(place({ directory: "/gone" }), here)).toThrow(
    expect.objectContaining({
      code: "run.directory-missing",
      retry: "no",
      message: "run r-1 was started in /gone, which does not exist",
      next: "restore the directory, or continue here with a copy of the run: skillet run fork r-1",
    }),
  )
})
