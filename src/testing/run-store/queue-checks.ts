import type { Claimed } from "../../ports/dispatch-queue.ts"
import { type Check, type RunStoreCheck, type RunStoreWithQueue, rejects, same } from "./check.ts"
import { change, created, creation, dispatch, dispatching, entering, key, newRun, result } from "./sample-rows.ts"

/** Who works on what, and whose answer counts. */
export function queueChecks(check: Check): readonly RunStoreCheck[] {
  return [
    ...claimChecks(check),
    ...unclaimableChecks(check),
    ...leaseChecks(check),
    ...settleChecks(check),
    ...visitWideChecks(check),
  ]
}

const wanted = { worker: "w1", leaseMilliseconds: 1000 }

function claimChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("the oldest dispatch nobody works on is claimed", async ({ store }) => {
      await created(
        store,
        "r1",
        entering("fan", 1),
        dispatching(key("r1", "fan", "b")),
        dispatching(key("r1", "fan", "a")),
      )
      const claimed = await store.claim(wanted)
      const row = { ...dispatch(key("r1", "fan", "b")), status: "leased", epoch: 1, tried: 0 }
      same(claimed, { lease: { key: key("r1", "fan", "b"), worker: "w1", epoch: 1 }, dispatch: row })
      same(await store.dispatch(key("r1", "fan", "b")), row)
      same((await store.claim(wanted))?.lease.key.item, "a")
      same(await store.claim(wanted), undefined)
      same((await store.run("r1"))?.seq, 0, "the run's seq")
    }),
    check("only what is wanted is claimed: by run, by tree, by agent", async ({ store }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      await store.commit([
        creation(
          newRun("r2", { root: "r1" }),
          entering("fan", 1),
          dispatching(key("r2", "fan"), { root: "r1", agent: "shell", ask: { kind: "command", command: "make" } }),
        ),
      ])
      await created(store, "r3", entering("fan", 1), dispatching(key("r3", "fan"), { tier: "small" }))
      same(await store.claim({ ...wanted, run: "r9" }), undefined)
      same(await store.claim({ ...wanted, agents: [] }), undefined)
      same((await store.claim({ ...wanted, run: "r3" }))?.dispatch.tier, "small")
      same((await store.claim({ ...wanted, root: "r1", agents: ["reader", "shell"] }))?.lease.key.run, "r2")
      same((await store.claim({ ...wanted, root: "r1" }))?.lease.key.run, "r1")
    }),
  ]
}

function unclaimableChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("what is held, or what a child run answers, is not claimed", async ({ store }) => {
      const ask = { kind: "run", run: "r2", prompt: "go", workflow: "ship", with: { a: "b" } } as const
      await created(
        store,
        "r1",
        entering("fan", 1),
        dispatching(key("r1", "fan", "a"), { status: "held" }),
        dispatching(key("r1", "fan", "b"), { ask }),
        dispatching(key("r1", "fan", "c"), { ask, status: "held" }),
      )
      same(await store.claim(wanted), undefined)
      await change(store, "r1", { kind: "dispatches", step: "fan", round: 1, as: "open" })
      same((await store.claim(wanted))?.lease.key.item, "a")
      same(await store.claim(wanted), undefined)
      same((await store.dispatch(key("r1", "fan", "c")))?.ask, ask)
    }),
    check("a child run that ends takes nobody else out of the queue", async ({ store }) => {
      const child = (item: string) =>
        dispatching(key("r1", "fan", item), {
          ask: { kind: "run", run: `r1.${item}`, prompt: "go", workflow: "ship", with: {} },
        })
      await created(store, "r1", entering("fan", 1), child("a"), child("b"), child("c"))
      await created(store, "r2", entering("build", 1), dispatching(key("r2", "build")))
      const claimed = await store.claim(wanted)
      if (claimed === undefined) throw new Error("nothing was claimed")
      for (const item of ["a", "b", "c"])
        await change(
          store,
          "r1",
          { kind: "result", result: result(key("r1", "fan", item)) },
          { kind: "settle", key: key("r1", "fan", item), as: "answered" },
        )
      same(await store.renew(claimed.lease), true, "the lease of somebody else")
      await store.release(claimed.lease, { after: 0 })
      same((await store.claim(wanted))?.lease.key, key("r2", "build"))
    }),
    check("many who claim at once get each something else", async ({ store, again }) => {
      const items = Array.from({ length: 24 }, (_, at) => `i${at}`)
      await created(store, "r1", entering("fan", 1), ...items.map((item) => dispatching(key("r1", "fan", item))))
      const stores = [store, await again(), await again(), await again()]
      const claims = await Promise.all(stores.map((one, at) => claimAll(one, `w${at}`)))
      same(
        claims
          .flat()
          .map(({ lease }) => lease.key.item)
          .sort(),
        [...items].sort(),
      )
    }),
  ]
}

async function claimAll(store: RunStoreWithQueue, worker: string): Promise<readonly Claimed[]> {
  const claimed = await store.claim({ worker, leaseMilliseconds: 1000 })
  return claimed === undefined ? [] : [claimed, ...(await claimAll(store, worker))]
}

function leaseChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("a lease that ran out can be claimed by another, under a new epoch", async ({ store, pass }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const first = await claimed(store, "w1")
      pass(999)
      same(await store.claim(wanted), undefined)
      pass(1)
      const second = await claimed(store, "w2")
      same([second.lease.epoch, second.dispatch.tried, second.lease.worker], [2, 0, "w2"])
      same([await store.renew(first.lease), await store.renew(second.lease)], [false, true])
    }),
    check("a lease that is renewed holds on", async ({ store, pass }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const { lease } = await claimed(store, "w1")
      pass(900)
      same(await store.renew(lease), true)
      pass(900)
      same(await store.claim(wanted), undefined)
      same(await store.renew({ ...lease, worker: "w2" }), false, "renewing another's lease")
      same(await store.renew({ ...lease, key: key("r1", "fan", "nothing") }), false, "renewing nothing")
    }),
    check("a lease that ran out and that nobody claimed still holds", async ({ store, pass }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const { lease } = await claimed(store, "w1")
      pass(5000)
      same(await store.renew(lease), true)
      pass(5000)
      same(await change(store, "r1", ...answering(lease.epoch)), { kind: "committed" })
    }),
    check("what is released can be claimed again, after a while", async ({ store, pass }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const first = await claimed(store, "w1")
      await store.release(first.lease, { after: 500 })
      same(await store.dispatch(key("r1", "fan")), { ...dispatch(key("r1", "fan")), epoch: 1, tried: 1 })
      pass(499)
      same(await store.claim(wanted), undefined)
      pass(1)
      const second = await claimed(store, "w1")
      same([second.lease.epoch, second.dispatch.tried], [2, 1])
      await store.release(first.lease, { after: 0 })
      same(await store.claim(wanted), undefined, "a release by who lost the lease")
      await store.release(second.lease, { after: 0, untried: true })
      same((await claimed(store, "w1")).dispatch.tried, 1, "how often it was tried")
    }),
    check("what was tried as often as it may is claimed all the same, and tells how often", async ({ store }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan"), { tries: 1 }))
      await store.release((await claimed(store, "w1")).lease, { after: 0 })
      const { tries, tried } = (await claimed(store, "w1")).dispatch
      same([tries, tried], [1, 1])
    }),
  ]
}

async function claimed(store: RunStoreWithQueue, worker: string): Promise<Claimed> {
  const found = await store.claim({ worker, leaseMilliseconds: 1000 })
  if (found === undefined) throw new Error("nothing could be claimed")
  return found
}

/** What a worker commits with its answer. */
function answering(epoch?: number) {
  return [
    { kind: "result", result: result(key("r1", "fan"), { text: "done" }) },
    { kind: "settle", key: key("r1", "fan"), as: "answered", ...(epoch === undefined ? {} : { epoch }) },
  ] as const
}

function settleChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("an answer under a lease that was lost changes nothing", async ({ store, pass }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const first = await claimed(store, "w1")
      pass(1000)
      const second = await claimed(store, "w2")
      const lost = { kind: "lease-lost", key: key("r1", "fan") }
      same(await change(store, "r1", ...answering(first.lease.epoch)), lost)
      same([await store.result(key("r1", "fan")), (await store.run("r1"))?.seq], [null, 0])
      same(await change(store, "r1", ...answering(second.lease.epoch)), { kind: "committed" })
      same((await store.dispatch(key("r1", "fan")))?.status, "answered")
    }),
    check("an answer under a lease that was given back changes nothing", async ({ store }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const { lease } = await claimed(store, "w1")
      await store.release(lease, { after: 0 })
      same(await change(store, "r1", ...answering(lease.epoch)), { kind: "lease-lost", key: key("r1", "fan") })
    }),
    check("what is settled is not claimed, not renewed and not settled again", async ({ store, pass }) => {
      await created(store, "r1", entering("fan", 1), dispatching(key("r1", "fan")))
      const { lease } = await claimed(store, "w1")
      same(await change(store, "r1", ...answering(lease.epoch)), { kind: "committed" })
      const settle = { kind: "settle", key: key("r1", "fan"), as: "cancelled" } as const
      same(await change(store, "r1", settle), { kind: "lease-lost", key: key("r1", "fan") })
      same(await change(store, "r1", { ...settle, epoch: lease.epoch }), { kind: "lease-lost", key: key("r1", "fan") })
      pass(2000)
      same([await store.renew(lease), await store.claim(wanted)], [false, null])
    }),
    check("without an epoch whoever answers first is taken, claimed or held or not", async ({ store }) => {
      await created(
        store,
        "r1",
        entering("fan", 1),
        dispatching(key("r1", "fan")),
        dispatching(key("r1", "fan", "a"), { status: "held" }),
      )
      await claimed(store, "w1")
      same(await change(store, "r1", ...answering()), { kind: "committed" })
      same(await change(store, "r1", { kind: "settle", key: key("r1", "fan", "a"), as: "cancelled" }), {
        kind: "committed",
      })
      same(
        (await store.dispatches("r1", "fan", 1)).map(({ status }) => status),
        ["answered", "cancelled"],
      )
      await rejects(
        change(store, "r1", { kind: "settle", key: key("r1", "fan", "b"), as: "answered" }),
        "settling nothing",
      )
    }),
  ]
}

function visitWideChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("the dispatches of a visit come in the order they were made", async ({ store }) => {
      await created(
        store,
        "r1",
        entering("fan", 1),
        dispatching(key("r1", "fan", "z")),
        dispatching(key("r1", "other", "y")),
        dispatching(key("r1", "fan", "a")),
      )
      await change(store, "r1", dispatching(key("r1", "fan", "m")))
      same(
        (await store.dispatches("r1", "fan", 1)).map(({ item }) => item),
        ["z", "a", "m"],
      )
      same([await store.dispatches("r1", "fan", 2), await store.dispatch(key("r1", "fan", "q"))], [[], null])
      await rejects(change(store, "r1", dispatching(key("r1", "fan", "m"))), "a dispatch twice")
    }),
    check("open ones can be held, held ones opened, and all that are not answered cancelled", async ({ store }) => {
      await created(
        store,
        "r1",
        entering("fan", 1),
        ...["-", "a", "b"].map((item) => dispatching(key("r1", "fan", item))),
      )
      const { lease } = await claimed(store, "w1")
      const all = (as: "open" | "held" | "cancelled") =>
        change(store, "r1", { kind: "dispatches", step: "fan", round: 1, as })
      const statuses = async () => (await store.dispatches("r1", "fan", 1)).map(({ status }) => status)
      await all("held")
      same(await statuses(), ["leased", "held", "held"])
      same(await store.claim(wanted), undefined)
      await all("open")
      same(await statuses(), ["leased", "open", "open"])
      const second = await claimed(store, "w2")
      same(await change(store, "r1", ...answering(lease.epoch)), { kind: "committed" })
      await all("cancelled")
      same(await statuses(), ["answered", "cancelled", "cancelled"])
      same([await store.renew(second.lease), await store.claim(wanted)], [false, null])
      await all("open")
      same(await statuses(), ["answered", "cancelled", "cancelled"])
    }),
  ]
}
