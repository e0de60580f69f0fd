import { expect, test } from "vitest"
import type { Commit, RunStore } from "./store.ts"
import { memoryRunStore } from "../testing/memory-run-store.ts"
import { runBench } from "../../test/run-bench.ts"
import { scriptedAgents } from "../testing/scripted-agents.ts"
import { sha256 } from "../text/sha256.ts"
import { ask, compute, defineWorkflow, dispatch, doStep, fanout, gate } from "../workflow/define-workflow.ts"
import { hashWorkflow } from "../workflow/hash-workflow.ts"
import type { FanoutItem, Inputs } from "../workflow/workflow.ts"
import { renderText } from "./directive/text/render-text.ts"
import { currentDirective, loadDirective, buildDirective } from "./build-directive.ts"
import { applyEvent, applyEvents, findCommitted } from "./apply-event.ts"
import { openDefinitions } from "./engine.ts"
import { verifyRun } from "./verify-run.ts"
import type { PendingCommit } from "./advance/pending-commit.ts"

const review = defineWorkflow({
  name: "review",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", reads: ["reports?"], writes: ["text"], next: { ok: "look" }, maxRounds: 5 }),
    fanout({
      id: "look",
      title: "Look",
      reads: ["text"],
      writes: ["reports"],
      review: "Text Review",
      items: {
        kind: "list",
        items: (["a", "b"] as const).map((item) => ({
          item,
          agent: "quality-reviewer",
          prompt: `${item}: {{values.text}}`,
        })),
      },
      join: "settled",
      next: { ok: "gate", fail: "gate" },
    }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["reports"],
      evidence: [
        { kind: "review", of: "reports" },
        { kind: "command", command: "npm test" },
      ],
      loop: { work: "write", review: "look", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "write" },
    }),
  ],
})

const script = { write: "a text", look: "RESULT: PASS" }

test("a transition, its event and its requests are one commit: after a kill at any point no agent is asked again", async () => {
  const whole = scriptedAgents(script)
  const undisturbed = runBench([review])
  await undisturbed.start()
  await undisturbed.drive(whole, { atOnce: 1 })
  const commits = (await undisturbed.run()).seq
  for (const when of ["before", "after"] as const)
    for (let killed = 1; killed < commits; killed++) {
      let count = 0
      const dying = (made: ReturnType<typeof memoryRunStore>) => ({
        ...made,
        commit: async (all: Parameters<RunStore["commit"]>[0]) => {
          const isNow = count++ === killed
          if (isNow && when === "before") throw new Error("killed")
          const result = await made.commit(all)
          if (isNow) throw new Error("killed")
          return result
        },
      })
      const bench = runBench([review], { store: dying })
      await bench.start()
      const agents = scriptedAgents(script)
      await expect(bench.drive(agents, { atOnce: 1 })).rejects.toThrow("killed")
      bench.clock.now += 60_000
      expect((await bench.drive(agents, { atOnce: 1 })).run.status).toBe("done")
      expect((await verifyRun(bench.engine, "r")).holds).toBe(true)
      const twice = agents.asked.filter((name, at) => agents.asked.indexOf(name) !== at)
      expect(twice.length).toBeLessThanOrEqual(when === "before" ? 1 : 0)
      expect(new Set(agents.asked)).toEqual(new Set(whole.asked))
    }
})

test("nothing of a failed commit is visible", async () => {
  let isDead = false
  const bench = runBench([review], {
    store: (made) => ({
      ...made,
      commit: async (all) => {
        if (isDead) throw new Error("disk full")
        return made.commit(all)
      },
    }),
  })
  await bench.start()
  const before = await bench.text()
  isDead = true
  await expect(bench.report("write", { outcome: "ok", text: "a text" })).rejects.toThrow("disk full")
  expect(await bench.text()).toBe(before)
  expect(await bench.history.results("r", "write", 1)).toEqual([])
})

test("asking again gives the same text, byte for byte, and a repeated report gives its first result", async () => {
  const bench = runBench([review])
  await bench.start()
  const first = await bench.text()
  bench.clock.now += 1000
  expect(await bench.text()).toBe(first)
  await bench.report("write", { outcome: "ok", text: "a text" })
  const onward = await bench.text()
  await bench.report("look", { item: "a", text: "RESULT: PASS" })
  expect(await bench.text()).not.toBe(onward)
  await bench.report("look", { item: "b", text: "RESULT: PASS" })
  await bench.drive(scriptedAgents(script))
  expect((await bench.report("write", { outcome: "ok", text: "a text" })).kind).toBe("again")
  const visit = await bench.history.visit("r", "write", 1)
  expect(renderText(await loadDirective(bench.engine, "r", visit!.onward!))).toBe(onward)
})

test("a repeated report that led to questions shows them, even after they are answered", async () => {
  const workflow = defineWorkflow({
    name: "asking",
    start: "write",
    steps: [
      doStep({ id: "write", title: "Write", next: { ok: "agree" } }),
      ask({ id: "agree", title: "Agree", questions: [{ id: "q", text: "Go on?", options: [] }], next: { ok: "end" } }),
    ],
  })
  const bench = runBench([workflow])
  await bench.start()
  await bench.report("write", { outcome: "ok" })
  const onward = await bench.text()
  await bench.answer("q", "yes")
  expect(await bench.place()).toBe("done")
  expect(renderText(await loadDirective(bench.engine, "r", { step: "agree", round: 1 }))).toBe(onward)
})

test("the late answer of a lost worker is refused", async () => {
  const bench = runBench([review])
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a text" })
  const claim = (worker: string) => bench.store.claim({ worker, leaseMilliseconds: 1000 })
  const lost = await claim("one")
  bench.clock.now += 1001
  const taken = await claim("two")
  expect([lost, taken].map((one) => [one?.lease.key.item, one?.lease.epoch])).toEqual([
    ["a", 1],
    ["a", 2],
  ])
  const late = { item: "a", text: "RESULT: FAIL", epoch: 1 }
  expect(await bench.report("look", late)).toEqual({
    kind: "refused",
    refusal: {
      code: "run.lease-lost",
      message: "the answer to look came too late: another worker has taken it over",
      next: "skillet run current shows what to do now",
    },
  })
  await bench.report("look", { item: "a", text: "RESULT: PASS", epoch: 2 })
  expect(await bench.report("look", late)).toMatchObject({ kind: "refused", refusal: { code: "run.answered" } })
})

test("an answer is stored unchanged, however it is read later", async () => {
  const bench = runBench([review])
  await bench.start()
  const said = "  \ufeffwords\r\n\n```json\n{ not json\n```\nOUTCOME: ok \n"
  await bench.report("write", { text: said })
  const key = { run: "r", step: "write", round: 1, item: "-" }
  expect(await bench.history.text(key)).toBe(said)
  expect((await bench.history.result(key))?.body?.digest).toBe(sha256(said))
})

test("an answer of more than 256 KiB is stored completely, and identified by its digest", async () => {
  const bench = runBench([review])
  await bench.start()
  const said = "ä".repeat(300_000)
  await bench.report("write", { text: said })
  const key = { run: "r", step: "write", round: 1, item: "-" }
  expect((await bench.history.result(key))?.body).toEqual({ digest: sha256(said), bytes: 600_000 })
  expect(await bench.history.text(key)).toBe(said)
  expect((await bench.report("write", { text: said })).kind).toBe("again")
})

test("a step costs the same in a long run as in a short one", async () => {
  const counts: Record<string, number> = {}
  const counted = (made: ReturnType<typeof memoryRunStore>) =>
    Object.fromEntries(
      Object.entries(made).map(([name, call]) => [
        name,
        async (...args: readonly unknown[]) => {
          const rows = await (call as (...args: readonly unknown[]) => Promise<unknown>)(...args)
          const size = name === "commit" ? (args[0] as Commit).runs.flatMap((one) => one.changes).length : 0
          counts[name] = (counts[name] ?? 0) + (Array.isArray(rows) ? 1 + rows.length : 1) + size
          return rows
        },
      ]),
    ) as unknown as typeof made
  const endless = defineWorkflow({
    name: "endless",
    start: "a",
    steps: [
      doStep({
        id: "a",
        title: "A",
        writes: ["note"],
        reads: ["note?"],
        next: { iterate: "a", ok: "end" },
        maxRounds: 9999,
      }),
    ],
  })
  const bench = runBench([endless], { store: counted })
  await bench.start()
  const once = async () => {
    for (const name of Object.keys(counts)) counts[name] = 0
    await bench.report("a", { outcome: "iterate", text: "note" })
    await bench.text()
    return { ...counts }
  }
  await once()
  const early = await once()
  for (let times = 0; times < 1000; times++) await bench.report("a", { outcome: "iterate", text: "note" })
  expect(await once()).toEqual(early)
})

test("several processes may drive one run, and each dispatch is handled by one", async () => {
  const bench = runBench([review])
  await bench.start()
  const agents = scriptedAgents(script)
  await Promise.all(["one", "two", "three"].map((worker) => bench.drive(agents, { worker })))
  expect([await bench.place(), [...agents.asked].sort()]).toEqual(["done", ["look/a", "look/b", "write"]])
})

test("two reports at the same moment both count, each once", async () => {
  const bench = runBench([review])
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a text" })
  const both = await Promise.all(
    ["a", "b", "a"].map((item) => bench.report("look", { item, text: "RESULT: PASS", round: 1 })),
  )
  expect(both.map(({ kind }) => kind).sort()).toEqual(["again", "applied", "applied"])
  expect(await bench.place()).toBe("gate/1")
})

test("the items of a fan-out are fixed when it is entered, and are not computed again", async () => {
  let times = 0
  const items = (): readonly FanoutItem[] => {
    times++
    return [{ item: "a", agent: "explore", prompt: `asked ${times}` }]
  }
  const workflow = defineWorkflow({
    name: "fixed",
    start: "look",
    steps: [
      fanout({
        id: "look",
        title: "Look",
        items: { kind: "computed", compute: items },
        join: "all",
        next: { ok: "end", fail: "end" },
      }),
    ],
  })
  const bench = runBench([workflow])
  await bench.start()
  for (let asked = 0; asked < 3; asked++)
    expect((await currentDirective(bench.engine, "r")).dispatches[0]?.prompt).toBe("asked 1")
  await bench.report("look", { item: "a", text: "seen" })
  expect(times).toBe(1)
})

test("a gate that needs a command asks for it as a dispatch of the shell", async () => {
  const bench = runBench([review])
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a text" })
  for (const item of ["a", "b"]) await bench.report("look", { item, text: "RESULT: PASS" })
  const dispatches = await bench.history.dispatches("r", "gate", 1)
  expect(dispatches.map(({ agent, ask, tries }) => ({ agent, ask, tries }))).toEqual([
    { agent: "shell", ask: { kind: "command", command: "npm test" }, tries: 1 },
  ])
})

test("a run is pinned to its definition: changed data makes another definition, a changed function is refused", async () => {
  const coded = (count: (inputs: Inputs) => { readonly outcome: "ok" }) =>
    defineWorkflow({
      name: "coded",
      start: "a",
      steps: [
        doStep({ id: "a", title: "A", next: { ok: "count" } }),
        compute({ id: "count", title: "Count", compute: count, next: { ok: "end" } }),
      ],
    })
  const countWords = () => ({ outcome: "ok" }) as const
  const countLines = () => ({ outcome: "ok" }) as const
  const bench = runBench([coded(countWords)])
  await bench.start()
  const other = { ...bench.engine, definitions: openDefinitions(bench.store, [coded(countLines)]) }
  await expect(currentDirective(other, "r")).rejects.toMatchObject({ code: "run.definition-changed", retry: "no" })
  const data = dispatch({ id: "a", title: "A", agent: "explore", prompt: "Look", next: { ok: "end", fail: "end" } })
  const plain = defineWorkflow({ name: "plain", start: "a", steps: [data] })
  expect(hashWorkflow(plain)).not.toBe(hashWorkflow({ ...plain, steps: [{ ...data, prompt: "Look!" }] }))
})

test("the keys of a run follow from its definition", async () => {
  const bench = runBench([review])
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a text" })
  for (const item of ["a", "b"]) await bench.report("look", { item, text: "- [code-unused] x\nRESULT: FAIL" })
  await bench.drive(scriptedAgents(script), { atOnce: 1 })
  const visits = await bench.history.visits("r")
  const keys = await Promise.all(visits.map(({ step, round }) => bench.history.results("r", step, round)))
  expect(keys.flat().map(({ step, round, item }) => `${step}/${round}/${item}`)).toEqual([
    "write/1/-",
    "look/1/a",
    "look/1/b",
    "gate/1/command-1",
    "write/2/-",
    "look/2/a",
    "look/2/b",
    "gate/2/command-1",
  ])
})

test("a definition stored with another order of keys still matches its hash", async () => {
  const { name, ...rest } = review
  const json = JSON.stringify({ ...rest, name })
  const store = { ...memoryRunStore(), definition: async () => json }
  expect((await openDefinitions(store).find(hashWorkflow(review))).name).toBe("review")
  await expect(openDefinitions(store).find("0".repeat(64))).rejects.toMatchObject({ code: "run.definition-changed" })
})

test("agents are listed in the order in which they were asked, whichever answers first", async () => {
  const bench = runBench([review])
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a text" })
  const { round } = await bench.run()
  const { work } = (await bench.report("look", { item: "b", round, text: "RESULT: PASS" })) as { work: PendingCommit }
  const directive = await buildDirective(bench.engine, work.runs.get("r")!)
  expect(directive.dispatches.map(({ item, answered }) => [item, answered])).toEqual([
    ["a", false],
    ["b", true],
  ])
})

test("a decision uses one snapshot: a run that moved between two reads is read again", async () => {
  let isRace = false
  const answer = { item: "b", round: 1, text: "RESULT: PASS" }
  const bench = runBench([review], {
    store: (made) => ({
      ...made,
      load: async (wanted) => {
        if (isRace && wanted.texts?.some(({ step, item }) => step === "look" && item === "*") === true) {
          isRace = false
          await bench.report("look", answer)
        }
        return made.load(wanted)
      },
    }),
  })
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a text" })
  await bench.report("look", { ...answer, item: "a" })
  isRace = true
  expect([(await bench.report("look", answer)).kind, isRace]).toEqual(["again", false])
  expect((await verifyRun(bench.engine, "r")).holds).toBe(true)
})

/** What each call of a store was given, in order. */
function watched(made: RunStore, calls: string[]): RunStore {
  return {
    ...made,
    load: async (wanted) => (calls.push("load"), made.load(wanted)),
    commit: async (commit) => (calls.push("commit"), made.commit(commit)),
  }
}

const say = (step: string, item: string, text: string) =>
  ({ kind: "report", at: 1, item: { step, round: 1, item }, outcome: "ok", text, by: "test" }) as const

test("a commit leaves the run for the next event and for the directive: nothing is read again", async () => {
  const calls: string[] = []
  const bench = runBench([review], { store: (made) => watched(made, calls) })
  await bench.start()
  calls.length = 0
  const first = await applyEvent(bench.engine, "r", say("write", "-", "a text"))
  const known = findCommitted(first)
  const told = known?.runs.get("r")
  expect(told && (await buildDirective(bench.engine, told)).dispatches.map(({ prompt }) => prompt)).toEqual([
    "a: a text",
    "b: a text",
  ])
  const events = [say("look", "a", "RESULT: PASS"), say("look", "b", "RESULT: PASS")] as const
  const second = findCommitted(await applyEvents(bench.engine, "r", { events, known }))
  expect(calls).toEqual(["load", "commit", "commit"])
  expect(second?.runs.get("r")?.run).toEqual(await bench.run())
  expect((await verifyRun(bench.engine, "r")).holds).toBe(true)
})

test("a run that moved since it was committed is read again, and what another process did counts", async () => {
  const bench = runBench([review])
  await bench.start()
  const known = findCommitted(await applyEvent(bench.engine, "r", say("write", "-", "a text")))
  await applyEvent(bench.engine, "r", say("look", "a", "RESULT: PASS"))
  const events = [say("look", "a", "RESULT: FAIL"), say("look", "b", "RESULT: PASS")] as const
  expect((await applyEvents(bench.engine, "r", { events, known })).kind).toBe("applied")
  const texts = (await bench.history.results("r", "look", 1)).map(({ item }) =>
    bench.history.text({ run: "r", step: "look", round: 1, item }),
  )
  expect(await Promise.all(texts)).toEqual(["RESULT: PASS", "RESULT: PASS"])
  expect((await verifyRun(bench.engine, "r")).holds).toBe(true)
})
