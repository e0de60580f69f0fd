import { type Check, type RunStoreCheck, rejects, same } from "./check.ts"
import {
  change,
  created,
  creation,
  dispatching,
  entering,
  event,
  hex,
  key,
  newRun,
  progress,
  result,
  value,
} from "./sample-rows.ts"

/** All or nothing, and only on what was read. */
export function commitChecks(check: Check): readonly RunStoreCheck[] {
  return [...creationChecks(check), ...atomicityChecks(check), ...movedChecks(check)]
}

function creationChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("a run is what it was made of, with its progress", async ({ store, again }) => {
      const made = newRun("r1", {
        parent: key("r0", "fan", "a"),
        source: "r9",
        renew: ["build"],
        agent: "writer",
        allow: ["Bash(make *)"],
        skill: { path: "skills/a", trust: "own" },
      })
      const set = progress({ budget: { agents: 3, money: 1.5 }, because: "held", outcome: "fail", chain: hex("a") })
      const commit = {
        run: "r1",
        seq: -1,
        changes: [{ kind: "create", run: made } as const, { kind: "run", set } as const],
      }
      same(await store.commit([commit]), { kind: "committed" })
      same(await store.run("r1"), { ...made, ...set, seq: 0 })
      same(await (await again()).run("r1"), { ...made, ...set, seq: 0 }, "the run by another way")
      same(await store.run("r2"), undefined)
    }),
    check("progress takes the place of all progress before", async ({ store }) => {
      await created(store, "r1")
      await change(store, "r1", { kind: "run", set: progress({ because: "held", outcome: "ok" }) })
      await change(store, "r1", { kind: "run", set: progress({ step: "test" }) })
      same(await store.run("r1"), { ...newRun("r1"), ...progress({ step: "test" }), seq: 2 })
    }),
    check("a commit without progress keeps it and counts all the same", async ({ store }) => {
      await created(store, "r1")
      await change(store, "r1", { kind: "value", value: value("plan") })
      same(await store.run("r1"), { ...newRun("r1"), ...progress(), seq: 1 })
    }),
    check("a definition is as it was put first", async ({ store }) => {
      await created(store, "r1", { kind: "definition", hash: hex("d"), json: '{"name":"é"}' })
      await change(store, "r1", { kind: "definition", hash: hex("d"), json: "{}" })
      same(await store.definition(hex("d")), '{"name":"é"}')
      same(await store.definition(hex("e")), undefined)
    }),
    check("a run that was not made, or made twice, or without progress, is a bug", async ({ store }) => {
      await created(store, "r1")
      await rejects(store.commit([{ run: "r2", seq: -1, changes: [{ kind: "run", set: progress() }] }]), "no creation")
      await rejects(
        store.commit([{ run: "r2", seq: -1, changes: [{ kind: "create", run: newRun("r2") }] }]),
        "no progress",
      )
      await rejects(change(store, "r1", { kind: "create", run: newRun("r1") }), "a second creation")
      await rejects(store.commit([creation(newRun("r3")), creation(newRun("r3"))]), "a run twice in a commit")
      same(
        (await store.runs()).map(({ id, seq }) => [id, seq]),
        [["r1", 0]],
      )
    }),
  ]
}

function atomicityChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("of several runs in a commit, all change or none", async ({ store }) => {
      await created(store, "r1", entering("build", 1), { kind: "result", result: result(key("r1", "build")) })
      const one = { run: "r1", seq: 0, changes: [{ kind: "run", set: progress({ step: "test" }) } as const] }
      same(await store.commit([one, creation(newRun("r2"))]), { kind: "committed" })
      same([(await store.run("r1"))?.step, (await store.run("r2"))?.seq], ["test", 0])
      const second = { kind: "result", result: result(key("r1", "build")) } as const
      const bad = { run: "r1", seq: 1, changes: [{ kind: "value", value: value("plan") } as const, second] }
      await rejects(store.commit([creation(newRun("r3")), bad]), "a second result")
      same([await store.run("r3"), await store.values("r1", ["plan"])], [undefined, []])
    }),
    check("a change that cannot be made takes every kind of change before it back", async ({ store, again }) => {
      await created(store, "r1", entering("build", 1), dispatching(key("r1", "build"), { status: "held" }))
      const before = await everything(store)
      await rejects(
        change(
          store,
          "r1",
          { kind: "definition", hash: hex("d"), json: "{}" },
          { kind: "run", set: progress({ step: "test" }) },
          { kind: "visit", step: "build", round: 1, set: { ok: 1, failed: 0, outcome: "ok" } },
          entering("test", 1, { number: 2 }),
          { kind: "value", value: value("plan") },
          { kind: "result", result: result(key("r1", "build"), { text: "said" }) },
          dispatching(key("r1", "test")),
          { kind: "dispatches", step: "build", round: 1, as: "open" },
          { kind: "settle", key: key("r1", "build"), as: "answered" },
          { kind: "event", event: event(1) },
          { kind: "visit", step: "nowhere", round: 1, set: { ok: 0, failed: 0 } },
        ),
        "a visit that is not there",
      )
      same(await everything(store), before)
      same(await everything(await again()), before, "the rows by another way")
      same(await store.claim({ worker: "w", leaseMilliseconds: 10 }), undefined, "what may be claimed")
    }),
    check("a row is in the commit of its own run", async ({ store }) => {
      await created(store, "r1")
      await created(store, "r2")
      await rejects(change(store, "r1", { kind: "result", result: result(key("r2", "build")) }), "a result")
      await rejects(change(store, "r1", dispatching(key("r2", "build"))), "a dispatch")
    }),
  ]
}

async function everything(store: Parameters<typeof created>[0]) {
  return [
    await store.runs(),
    await store.definition(hex("d")),
    await store.visits("r1"),
    await store.values("r1", ["plan"]),
    await store.results("r1", "build", 1),
    await store.dispatches("r1", "build", 1),
    await store.dispatches("r1", "test", 1),
    await store.events("r1"),
  ]
}

function movedChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("a commit to a run that moved since it was read changes nothing and says so", async ({ store, again }) => {
      await created(store, "r1")
      await created(store, "r2")
      const other = await again()
      const set = { kind: "run", set: progress({ step: "test" }) } as const
      same(await other.commit([{ run: "r2", seq: 0, changes: [set] }]), { kind: "committed" })
      const commits = ["r1", "r2"].map((run) => ({ run, seq: 0, changes: [set] }))
      same(await store.commit(commits), { kind: "moved", run: "r2" })
      same((await store.run("r1"))?.seq, 0)
      same(await store.commit([creation(newRun("r1"))]), { kind: "moved", run: "r1" })
      same(await store.commit([{ run: "r9", seq: 0, changes: [set] }]), { kind: "moved", run: "r9" })
    }),
    check(
      "of many who commit to the same run at once, each is committed or told it moved",
      async ({ store, again }) => {
        await created(store, "r1")
        const others = [store, await again(), await again()]
        const tries = others.map(async (other, at) => {
          for (let done = 0; done < 10; ) {
            const commit = await change(other, "r1", { kind: "value", value: value(`v${at}-${done}`) })
            if (commit.kind === "committed") done++
          }
        })
        await Promise.all(tries)
        same((await store.run("r1"))?.seq, 30)
      },
    ),
  ]
}
