import type { Claimed, RunStore } from "../../run/store.ts"
import type { StoreCheck, RunStoreCheck } from "./check.ts"
import { expectRejection, expectSame } from "./expectations.ts"
import {
  makeAnswerChange as answer,
  makeAskChange,
  change,
  commitNewRun,
  makeFirstCommit,
  loadExistingRun,
  makeItemKey,
  makeRunStart,
  makeItemRef,
  makeRequest,
} from "./samples.ts"

/** Who works on what, and whose answer counts. */
export function listQueueChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    ...claimChecks(check),
    ...unclaimableChecks(check),
    ...leaseChecks(check),
    ...settleChecks(check),
    ...visitWideChecks(check),
  ]
}

/** The dispatch of an item, as it is stored. */
async function loadDispatch(store: RunStore, step: string, item = "-") {
  return (await store.load({ run: "r1", items: { step, round: 1, item } }))?.items[0]?.dispatch
}

async function loadStatuses(store: RunStore) {
  const loaded = await store.load({ run: "r1", items: { step: "fan", round: 1 } })
  return (loaded?.items ?? []).map(({ dispatch }) => dispatch?.status)
}

function dispatch(item: string) {
  return { ...makeItemKey("r1", "fan", item), root: "r1", ...makeRequest(item), status: "open", epoch: 0, tried: 0 }
}

const wanted = { worker: "w1", leaseMilliseconds: 1000 }

function claimChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("the oldest dispatch nobody works on is claimed", async ({ store }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan", "b")), makeAskChange(makeItemRef("fan", "a")))
      const { loaded, ...claimed } = (await store.claim(wanted))!
      const row = { ...dispatch("b"), status: "leased", epoch: 1 }
      if (loaded !== undefined) expectSame(loaded, await store.load({ run: "r1", items: claimed.lease.key }))
      expectSame(claimed, { lease: { key: makeItemKey("r1", "fan", "b"), worker: "w1", epoch: 1 }, dispatch: row })
      expectSame(await loadDispatch(store, "fan", "b"), row)
      expectSame((await store.claim(wanted))?.lease.key.item, "a")
      expectSame(await store.claim(wanted), undefined)
      expectSame((await loadExistingRun(store, "r1")).seq, 1, "the run's seq")
    }),
    check("a dispatch is claimed by its key, and only by one worker at a time", async ({ store, again }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan", "a")), makeAskChange(makeItemRef("fan", "b")))
      const key = makeItemKey("r1", "fan", "b")
      expectSame((await store.claim({ ...wanted, key }))?.lease.key, key)
      expectSame(await (await again()).claim({ ...wanted, worker: "w2", key }), undefined)
      expectSame(await store.claim({ ...wanted, key: makeItemKey("r1", "fan", "c") }), undefined)
      expectSame((await store.claim(wanted))?.lease.key.item, "a")
    }),
    check("only what is wanted is claimed: by run, by tree, by agent", async ({ store }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const command = makeAskChange(makeItemRef("fan"), { agent: "shell", ask: { kind: "command", command: "make" } })
      await store.commit({ runs: [makeFirstCommit(makeRunStart("r2", { root: "r1" }), [command])] })
      await commitNewRun(store, "r3", makeAskChange(makeItemRef("fan"), { tier: "small" }))
      expectSame(await store.claim({ ...wanted, run: "r9" }), undefined)
      expectSame(await store.claim({ ...wanted, agents: [] }), undefined)
      expectSame((await store.claim({ ...wanted, run: "r3" }))?.dispatch.tier, "small")
      expectSame((await store.claim({ ...wanted, root: "r1", agents: ["reader", "shell"] }))?.lease.key.run, "r2")
      expectSame((await store.claim({ ...wanted, root: "r1" }))?.lease.key.run, "r1")
    }),
  ]
}

function unclaimableChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("what is held, or what a child run answers, is not claimed", async ({ store }) => {
      const ask = { kind: "run", run: "r2", prompt: "go", workflow: "ship", with: { a: "b" } } as const
      await commitNewRun(
        store,
        "r1",
        makeAskChange(makeItemRef("fan", "a"), { status: "held" }),
        makeAskChange(makeItemRef("fan", "b"), { ask }),
        makeAskChange(makeItemRef("fan", "c"), { ask, status: "held" }),
      )
      expectSame(await store.claim(wanted), undefined)
      await change(store, "r1", { kind: "all", step: "fan", round: 1, as: "open" })
      expectSame((await store.claim(wanted))?.lease.key.item, "a")
      expectSame(await store.claim(wanted), undefined)
      expectSame((await loadDispatch(store, "fan", "c"))?.ask, ask)
    }),
    check("a child run that ends takes nobody else out of the queue", async ({ store }) => {
      const child = (item: string) =>
        makeAskChange(makeItemRef("fan", item), {
          ask: { kind: "run", run: `r1.${item}`, prompt: "go", workflow: "ship", with: {} },
        })
      await commitNewRun(store, "r1", child("a"), child("b"), child("c"))
      await commitNewRun(store, "r2", makeAskChange(makeItemRef("build")))
      const claimed = await store.claim(wanted)
      if (claimed === undefined) throw new Error("nothing was claimed")
      for (const item of ["a", "b", "c"]) await change(store, "r1", answer(makeItemRef("fan", item)))
      expectSame(await store.renew(claimed.lease), true, "the lease of somebody else")
      await store.release(claimed.lease, { after: 0 })
      expectSame((await store.claim(wanted))?.lease.key, makeItemKey("r2", "build"))
    }),
    check("many who claim at once get each something else", async ({ store, again }) => {
      const items = Array.from({ length: 24 }, (_, at) => `i${at}`)
      await commitNewRun(store, "r1", ...items.map((item) => makeAskChange(makeItemRef("fan", item))))
      const stores = [store, await again(), await again(), await again()]
      const claims = await Promise.all(stores.map((one, at) => claimAll(one, `w${at}`)))
      expectSame(
        claims
          .flat()
          .map(({ lease }) => lease.key.item)
          .sort(),
        [...items].sort(),
      )
    }),
  ]
}

async function claimAll(store: RunStore, worker: string): Promise<readonly Claimed[]> {
  const claimed = await store.claim({ worker, leaseMilliseconds: 1000 })
  return claimed === undefined ? [] : [claimed, ...(await claimAll(store, worker))]
}

function leaseChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("a lease that ran out can be claimed by another, under a new epoch", async ({ store, pass }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const first = await claimed(store, "w1")
      pass(999)
      expectSame(await store.claim(wanted), undefined)
      pass(1)
      const second = await claimed(store, "w2")
      expectSame([second.lease.epoch, second.dispatch.tried, second.lease.worker], [2, 0, "w2"])
      expectSame([await store.renew(first.lease), await store.renew(second.lease)], [false, true])
    }),
    check("a lease that is renewed holds on", async ({ store, pass }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const { lease } = await claimed(store, "w1")
      pass(900)
      expectSame(await store.renew(lease), true)
      pass(900)
      expectSame(await store.claim(wanted), undefined)
      expectSame(await store.renew({ ...lease, worker: "w2" }), false, "renewing another's lease")
      expectSame(await store.renew({ ...lease, key: makeItemKey("r1", "fan", "nothing") }), false, "renewing nothing")
    }),
    check("a lease that ran out and that nobody claimed still holds", async ({ store, pass }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const { lease } = await claimed(store, "w1")
      pass(5000)
      expectSame(await store.renew(lease), true)
      pass(5000)
      expectSame(await change(store, "r1", answering(lease.epoch)), { kind: "committed" })
    }),
    check("what is released can be claimed again, after a while", async ({ store, pass }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const first = await claimed(store, "w1")
      await store.release(first.lease, { after: 500 })
      expectSame(await loadDispatch(store, "fan"), { ...dispatch("-"), epoch: 1, tried: 1 })
      pass(499)
      expectSame(await store.claim(wanted), undefined)
      pass(1)
      const second = await claimed(store, "w1")
      expectSame([second.lease.epoch, second.dispatch.tried], [2, 1])
      await store.release(first.lease, { after: 0 })
      expectSame(await store.claim(wanted), undefined, "a release by who lost the lease")
      await store.release(second.lease, { after: 0, untried: true })
      expectSame((await claimed(store, "w1")).dispatch.tried, 1, "how often it was tried")
    }),
    check("what was tried as often as it may is claimed all the same, and tells how often", async ({ store }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan"), { tries: 1 }))
      await store.release((await claimed(store, "w1")).lease, { after: 0 })
      const { tries, tried } = (await claimed(store, "w1")).dispatch
      expectSame([tries, tried], [1, 1])
    }),
  ]
}

async function claimed(store: RunStore, worker: string): Promise<Claimed> {
  const found = await store.claim({ worker, leaseMilliseconds: 1000 })
  if (found === undefined) throw new Error("nothing could be claimed")
  return found
}

/** What a worker commits with its answer. */
function answering(epoch?: number) {
  return answer(makeItemRef("fan"), { text: "done", epoch })
}

function settleChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("an answer under a lease that was lost changes nothing", async ({ store, pass }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const first = await claimed(store, "w1")
      pass(1000)
      const second = await claimed(store, "w2")
      const lost = { kind: "lease-lost", key: makeItemKey("r1", "fan") }
      expectSame(await change(store, "r1", answering(first.lease.epoch)), lost)
      expectSame((await loadExistingRun(store, "r1")).seq, 1)
      expectSame(await change(store, "r1", answering(second.lease.epoch)), { kind: "committed" })
      expectSame((await loadDispatch(store, "fan"))?.status, "answered")
    }),
    check("an answer under a lease that was given back changes nothing", async ({ store }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const { lease } = await claimed(store, "w1")
      await store.release(lease, { after: 0 })
      expectSame(await change(store, "r1", answering(lease.epoch)), {
        kind: "lease-lost",
        key: makeItemKey("r1", "fan"),
      })
    }),
    check("what is settled is not claimed, not renewed and not settled again", async ({ store, pass }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("fan")))
      const { lease } = await claimed(store, "w1")
      expectSame(await change(store, "r1", answering(lease.epoch)), { kind: "committed" })
      const settle = { kind: "cancel", item: makeItemRef("fan") } as const
      expectSame(await change(store, "r1", settle), { kind: "lease-lost", key: makeItemKey("r1", "fan") })
      expectSame(await change(store, "r1", { ...settle, epoch: lease.epoch }), {
        kind: "lease-lost",
        key: makeItemKey("r1", "fan"),
      })
      pass(2000)
      expectSame([await store.renew(lease), await store.claim(wanted)], [false, null])
    }),
    check("without an epoch the first answer is taken, claimed or held or not", async ({ store }) => {
      await commitNewRun(
        store,
        "r1",
        makeAskChange(makeItemRef("fan")),
        makeAskChange(makeItemRef("fan", "a"), { status: "held" }),
      )
      await claimed(store, "w1")
      expectSame(await change(store, "r1", answering()), { kind: "committed" })
      expectSame(await change(store, "r1", { kind: "cancel", item: makeItemRef("fan", "a") }), { kind: "committed" })
      expectSame(await loadStatuses(store), ["answered", "cancelled"])
      await expectRejection(change(store, "r1", answer(makeItemRef("fan", "b"))), "settling nothing")
    }),
  ]
}

function visitWideChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("open ones can be held, held ones opened, and all that are not answered cancelled", async ({ store }) => {
      await commitNewRun(store, "r1", ...["-", "a", "b"].map((item) => makeAskChange(makeItemRef("fan", item))))
      const { lease } = await claimed(store, "w1")
      const all = (as: "open" | "held" | "cancelled") => change(store, "r1", { kind: "all", step: "fan", round: 1, as })
      const statuses = () => loadStatuses(store)
      await all("held")
      expectSame(await statuses(), ["leased", "held", "held"])
      expectSame(await store.claim(wanted), undefined)
      await all("open")
      expectSame(await statuses(), ["leased", "open", "open"])
      const second = await claimed(store, "w2")
      expectSame(await change(store, "r1", answering(lease.epoch)), { kind: "committed" })
      await all("cancelled")
      expectSame(await statuses(), ["answered", "cancelled", "cancelled"])
      expectSame([await store.renew(second.lease), await store.claim(wanted)], [false, null])
      await all("open")
      expectSame(await statuses(), ["answered", "cancelled", "cancelled"])
    }),
  ]
}
