import type { RunStore } from "../../run/store.ts"
import type { StoreCheck, RunStoreCheck } from "./check.ts"
import { rejects, same } from "./same.ts"
import {
  answering,
  asking,
  change,
  created,
  creation,
  found,
  head,
  hex,
  keeping,
  key,
  newRun,
  next,
  record,
  ref,
} from "./samples.ts"

/** Atomic, and only on the state that was read. */
export function commitChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [...creationChecks(check), ...recordChecks(check), ...atomicityChecks(check), ...movedChecks(check)]
}

function creationChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("a run is what it was started with, and its head", async ({ store, again }) => {
      const start = newRun("r1", {
        parent: key("r0", "fan", "a"),
        source: "r9",
        renew: ["build"],
        agent: "writer",
        permissions: { rules: ["Bash(make *)"], grants: ["write"] },
        skill: { path: "skills/a", trust: "own" },
        program: "npx skillet",
        directory: "/project",
      })
      const first = head({
        budget: { agents: 3, money: 1.5 },
        because: "held \u0000",
        outcome: "fail",
        chain: hex("a"),
      })
      const commit = { ...creation(start), head: first }
      same(await store.commit({ runs: [commit] }), { kind: "committed" })
      same(await found(store, "r1"), { ...start, ...first, seq: 1 })
      same(await found(await again(), "r1"), { ...start, ...first, seq: 1 }, "the run by another way")
      same(await store.load({ run: "r2" }), undefined)
    }),
    check("a head takes the place of the one before", async ({ store }) => {
      await created(store, "r1")
      await store.commit({ runs: [next(await found(store, "r1"), [], { because: "held", outcome: "ok" })] })
      await store.commit({ runs: [next(await found(store, "r1"), [], { step: "test" })] })
      same(await found(store, "r1"), { ...newRun("r1"), ...head({ step: "test" }), seq: 3 })
    }),
    check("a definition is as it was put first", async ({ store }) => {
      const put = (json: string, id: string) =>
        store.commit({ runs: [creation(newRun(id))], definitions: [{ hash: hex("d"), json }] })
      await put('{"name":"é"}', "r1")
      await put("{}", "r2")
      same(await store.definition(hex("d")), '{"name":"é"}')
      same(await store.definition(hex("e")), undefined)
    }),
    check("a run that was not started, or twice, is a bug", async ({ store }) => {
      await created(store, "r1")
      const { start: _start, ...unstarted } = creation(newRun("r2"))
      await rejects(store.commit({ runs: [unstarted] }), "no start")
      await rejects(
        store.commit({ runs: [{ ...next(await found(store, "r1")), start: newRun("r1") }] }),
        "a second start",
      )
      await rejects(store.commit({ runs: [creation(newRun("r3")), creation(newRun("r3"))] }), "a run twice in a commit")
      await rejects(store.commit({ runs: [{ ...creation(newRun("r4")), run: "r5" }] }), "the start of another run")
      await rejects(store.commit({ runs: [{ ...creation(newRun("r6")), record: record(2) }] }), "a record out of order")
      same(
        (await store.runs()).map(({ id, seq }) => [id, seq]),
        [["r1", 1]],
      )
    }),
  ]
}

function recordChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("each commit leaves one record, in order", async ({ store }) => {
      await created(store, "r1")
      await change(store, "r1")
      const third = record(3, { hash: "none", events: '[{"kind":"a","data":{"b":"\\u0000"}}]' })
      await store.commit({ runs: [{ ...next(await found(store, "r1")), record: third }] })
      same(await store.records("r1"), [record(1), record(2), third])
      same(await store.records("r1", 2), [third])
      same([await store.records("r1", 3), await store.records("r2")], [[], []])
    }),
  ]
}

function atomicityChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("of several runs in a commit, all change or none", async ({ store }) => {
      await created(store, "r1", keeping(ref("build")))
      const one = next(await found(store, "r1"), [], { step: "test" })
      same(await store.commit({ runs: [one, creation(newRun("r2"))] }), { kind: "committed" })
      same([(await found(store, "r1")).step, (await found(store, "r2")).seq], ["test", 1])
      const bad = next(await found(store, "r1"), [keeping(ref("other")), keeping(ref("build"))])
      await rejects(store.commit({ runs: [creation(newRun("r3")), bad] }), "a second answer")
      same(await store.load({ run: "r3" }), undefined)
      same((await store.load({ run: "r1", items: { step: "other", round: 1 } }))?.items, [])
    }),
    check("a change that cannot be made takes every kind of change before it back", async ({ store, again }) => {
      await created(store, "r1", asking(ref("build"), { status: "held" }), asking(ref("build", "b")))
      const before = await everything(store)
      const changes = [
        keeping(ref("sum"), { text: "said" }),
        asking(ref("test")),
        { kind: "all", step: "build", round: 1, as: "open" },
        answering(ref("build"), { text: "done" }),
        { kind: "cancel", item: ref("build", "b") },
        answering(ref("nowhere")),
      ] as const
      const bad = next(await found(store, "r1"), changes, { step: "test" })
      await rejects(
        store.commit({ runs: [bad], definitions: [{ hash: hex("d"), json: "{}" }] }),
        "an answer to what nobody was asked",
      )
      same(await everything(store), before)
      same(await everything(await again()), before, "the rows by another way")
    }),
  ]
}

async function everything(store: RunStore) {
  const items = (step: string) => store.load({ run: "r1", items: { step, round: 1 } })
  return [
    await store.runs(),
    await store.definition(hex("d")),
    await items("build"),
    await items("test"),
    await items("sum"),
    await store.records("r1"),
    await store.queued("r1"),
  ]
}

function movedChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("a commit to a run that moved since it was read changes nothing and says so", async ({ store, again }) => {
      await created(store, "r1")
      await created(store, "r2")
      const other = await again()
      const [one, two] = [await found(store, "r1"), await found(store, "r2")]
      same(await other.commit({ runs: [next(two, [], { step: "test" })] }), { kind: "committed" })
      same(await store.commit({ runs: [next(one), next(two)] }), { kind: "moved", run: "r2" })
      same((await found(store, "r1")).seq, 1)
      same(await store.commit({ runs: [creation(newRun("r1"))] }), { kind: "moved", run: "r1" })
      same(await store.commit({ runs: [next({ ...one, id: "r9" })] }), { kind: "moved", run: "r9" })
    }),
    check(
      "of many who commit to the same run at once, each is committed or told it moved",
      async ({ store, again }) => {
        await created(store, "r1")
        const others = [store, await again(), await again()]
        const tries = others.map(async (other, at) => {
          for (let done = 0; done < 10; ) {
            const result = await change(other, "r1", keeping(ref(`v${at}`, String(done))))
            if (result.kind === "committed") done++
          }
        })
        await Promise.all(tries)
        same((await found(store, "r1")).seq, 31)
        same((await store.records("r1")).length, 31)
      },
    ),
  ]
}
