import type { RunStore } from "../../run/store.ts"
import type { StoreCheck, RunStoreCheck } from "./check.ts"
import { expectRejection, expectSame } from "./expectations.ts"
import {
  makeAnswerChange,
  makeAskChange,
  change,
  commitNewRun,
  makeFirstCommit,
  loadExistingRun,
  makeHead,
  makeDigest,
  makeKeepChange,
  makeItemKey,
  makeRunStart,
  makeNextCommit,
  makeRecord,
  makeItemRef,
} from "./samples.ts"

/** Atomic, and only on the state that was read. */
export function commitChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [...creationChecks(check), ...recordChecks(check), ...atomicityChecks(check), ...movedChecks(check)]
}

function creationChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("a run is what it was started with, and its head", async ({ store, again }) => {
      const start = makeRunStart("r1", {
        parent: makeItemKey("r0", "fan", "a"),
        source: "r9",
        renew: ["build"],
        agent: "writer",
        permissions: { rules: ["Bash(make *)"], grants: ["write"] },
        skill: { path: "skills/a", trust: "own" },
        program: "npx skillet",
        directory: "/project",
      })
      const first = makeHead({
        budget: { agents: 3, money: 1.5 },
        because: "held \u0000",
        outcome: "fail",
        chain: makeDigest("a"),
      })
      const commit = { ...makeFirstCommit(start), head: first }
      expectSame(await store.commit({ runs: [commit] }), { kind: "committed" })
      expectSame(await loadExistingRun(store, "r1"), { ...start, ...first, seq: 1 })
      expectSame(await loadExistingRun(await again(), "r1"), { ...start, ...first, seq: 1 }, "the run by another way")
      expectSame(await store.load({ run: "r2" }), undefined)
    }),
    check("a head takes the place of the one before", async ({ store }) => {
      await commitNewRun(store, "r1")
      await store.commit({
        runs: [makeNextCommit(await loadExistingRun(store, "r1"), [], { because: "held", outcome: "ok" })],
      })
      await store.commit({ runs: [makeNextCommit(await loadExistingRun(store, "r1"), [], { step: "test" })] })
      expectSame(await loadExistingRun(store, "r1"), { ...makeRunStart("r1"), ...makeHead({ step: "test" }), seq: 3 })
    }),
    check("a definition is as it was put first", async ({ store }) => {
      const put = (json: string, id: string) =>
        store.commit({ runs: [makeFirstCommit(makeRunStart(id))], definitions: [{ hash: makeDigest("d"), json }] })
      await put('{"name":"é"}', "r1")
      await put("{}", "r2")
      expectSame(await store.definition(makeDigest("d")), '{"name":"é"}')
      expectSame(await store.definition(makeDigest("e")), undefined)
    }),
    check("a run that was not started, or twice, is a bug", async ({ store }) => {
      await commitNewRun(store, "r1")
      const { start: _start, ...unstarted } = makeFirstCommit(makeRunStart("r2"))
      await expectRejection(store.commit({ runs: [unstarted] }), "no start")
      await expectRejection(
        store.commit({ runs: [{ ...makeNextCommit(await loadExistingRun(store, "r1")), start: makeRunStart("r1") }] }),
        "a second start",
      )
      await expectRejection(
        store.commit({ runs: [makeFirstCommit(makeRunStart("r3")), makeFirstCommit(makeRunStart("r3"))] }),
        "a run twice in a commit",
      )
      await expectRejection(
        store.commit({ runs: [{ ...makeFirstCommit(makeRunStart("r4")), run: "r5" }] }),
        "the start of another run",
      )
      await expectRejection(
        store.commit({ runs: [{ ...makeFirstCommit(makeRunStart("r6")), record: makeRecord(2) }] }),
        "a record out of order",
      )
      expectSame(
        (await store.runs()).map(({ id, seq }) => [id, seq]),
        [["r1", 1]],
      )
    }),
  ]
}

function recordChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("each commit leaves one record, in order", async ({ store }) => {
      await commitNewRun(store, "r1")
      await change(store, "r1")
      const third = makeRecord(3, { hash: "none", events: '[{"kind":"a","data":{"b":"\\u0000"}}]' })
      await store.commit({ runs: [{ ...makeNextCommit(await loadExistingRun(store, "r1")), record: third }] })
      expectSame(await store.records("r1"), [makeRecord(1), makeRecord(2), third])
      expectSame(await store.records("r1", 2), [third])
      expectSame([await store.records("r1", 3), await store.records("r2")], [[], []])
    }),
  ]
}

function atomicityChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("of several runs in a commit, all change or none", async ({ store }) => {
      await commitNewRun(store, "r1", makeKeepChange(makeItemRef("build")))
      const one = makeNextCommit(await loadExistingRun(store, "r1"), [], { step: "test" })
      expectSame(await store.commit({ runs: [one, makeFirstCommit(makeRunStart("r2"))] }), { kind: "committed" })
      expectSame([(await loadExistingRun(store, "r1")).step, (await loadExistingRun(store, "r2")).seq], ["test", 1])
      const bad = makeNextCommit(await loadExistingRun(store, "r1"), [
        makeKeepChange(makeItemRef("other")),
        makeKeepChange(makeItemRef("build")),
      ])
      await expectRejection(store.commit({ runs: [makeFirstCommit(makeRunStart("r3")), bad] }), "a second answer")
      expectSame(await store.load({ run: "r3" }), undefined)
      expectSame((await store.load({ run: "r1", items: { step: "other", round: 1 } }))?.items, [])
    }),
    check("a change that cannot be made takes every kind of change before it back", async ({ store, again }) => {
      await commitNewRun(
        store,
        "r1",
        makeAskChange(makeItemRef("build"), { status: "held" }),
        makeAskChange(makeItemRef("build", "b")),
      )
      const before = await everything(store)
      const changes = [
        makeKeepChange(makeItemRef("sum"), { text: "said" }),
        makeAskChange(makeItemRef("test")),
        { kind: "all", step: "build", round: 1, as: "open" },
        makeAnswerChange(makeItemRef("build"), { text: "done" }),
        { kind: "cancel", item: makeItemRef("build", "b") },
        makeAnswerChange(makeItemRef("nowhere")),
      ] as const
      const bad = makeNextCommit(await loadExistingRun(store, "r1"), changes, { step: "test" })
      await expectRejection(
        store.commit({ runs: [bad], definitions: [{ hash: makeDigest("d"), json: "{}" }] }),
        "an answer to what nobody was asked",
      )
      expectSame(await everything(store), before)
      expectSame(await everything(await again()), before, "the rows by another way")
    }),
  ]
}

async function everything(store: RunStore) {
  const items = (step: string) => store.load({ run: "r1", items: { step, round: 1 } })
  return [
    await store.runs(),
    await store.definition(makeDigest("d")),
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
      await commitNewRun(store, "r1")
      await commitNewRun(store, "r2")
      const other = await again()
      const [one, two] = [await loadExistingRun(store, "r1"), await loadExistingRun(store, "r2")]
      expectSame(await other.commit({ runs: [makeNextCommit(two, [], { step: "test" })] }), { kind: "committed" })
      expectSame(await store.commit({ runs: [makeNextCommit(one), makeNextCommit(two)] }), { kind: "moved", run: "r2" })
      expectSame((await loadExistingRun(store, "r1")).seq, 1)
      expectSame(await store.commit({ runs: [makeFirstCommit(makeRunStart("r1"))] }), { kind: "moved", run: "r1" })
      expectSame(await store.commit({ runs: [makeNextCommit({ ...one, id: "r9" })] }), { kind: "moved", run: "r9" })
    }),
    check(
      "of many who commit to the same run at once, each is committed or told it moved",
      async ({ store, again }) => {
        await commitNewRun(store, "r1")
        const others = [store, await again(), await again()]
        const tries = others.map(async (other, at) => {
          for (let done = 0; done < 10; ) {
            const result = await change(other, "r1", makeKeepChange(makeItemRef(`v${at}`, String(done))))
            if (result.kind === "committed") done++
          }
        })
        await Promise.all(tries)
        expectSame((await loadExistingRun(store, "r1")).seq, 31)
        expectSame((await store.records("r1")).length, 31)
      },
    ),
  ]
}
