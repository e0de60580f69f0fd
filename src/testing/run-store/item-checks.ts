import { sha256 } from "../../text/sha256.ts"
import { ALL_ITEMS } from "../../run/model.ts"
import type { RunStore } from "../../run/store.ts"
import type { StoreCheck, RunStoreCheck } from "./check.ts"
import { rejects, same } from "./same.ts"
import {
  answer,
  answering,
  asking,
  change,
  created,
  creation,
  found,
  hex,
  keeping,
  key,
  newRun,
  next,
  question,
  ref,
  request,
} from "./samples.ts"

/** What is written is what is read. */
export function itemChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [...answerChecks(check), ...textChecks(check), ...currentChecks(check), ...listChecks(check)]
}

async function itemsOf(store: RunStore, step: string, round = 1) {
  return (await store.load({ run: "r1", items: { step, round } }))?.items ?? []
}

async function itemOf(store: RunStore, step: string, item = "-") {
  return (await store.load({ run: "r1", items: { step, round: 1, item } }))?.items[0]
}

async function textOf(store: RunStore, step: string, item = "-") {
  return (await store.load({ run: "r1", texts: [ref(step, item)] }))?.texts[0]?.text
}

function answerChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("the first answer of a key stays", async ({ store }) => {
      const usage = { tokensIn: 10, tokensOut: 2, money: 0.25, milliseconds: 1500 }
      const kept = answer({ usage, reused: "r0", text: "one" })
      await created(store, "r1", keeping(ref("build"), kept))
      await rejects(change(store, "r1", keeping(ref("build"), { text: "two" })), "a second answer")
      const { text: _text, ...row } = kept
      same(await itemOf(store, "build"), { result: { ...key("r1", "build"), ...row } })
      same(await textOf(store, "build"), "one")
      same(await itemsOf(store, "build", 2), [])
    }),
    check("one item is what was asked and what was answered", async ({ store, again }) => {
      await created(store, "r1", asking(ref("build"), { tier: "small" }))
      await change(store, "r1", answering(ref("build"), { text: "done" }))
      const { text: _text, ...row } = answer({ text: "done" })
      const item = {
        dispatch: {
          ...key("r1", "build"),
          root: "r1",
          ...request("-", { tier: "small" }),
          status: "answered",
          epoch: 0,
          tried: 0,
        },
        result: { ...key("r1", "build"), ...row },
      }
      same(await itemOf(store, "build"), item)
      same(await itemsOf(await again(), "build"), [item], "the item by another way")
      same(await itemOf(store, "build", "other"), undefined)
      await rejects(change(store, "r1", asking(ref("build"))), "asked twice")
    }),
    check("the items of a visit come in the order they were made", async ({ store }) => {
      await created(store, "r1", asking(ref("fan", "z")), asking(ref("other", "y")), asking(ref("fan", "a")))
      await change(store, "r1", asking(ref("fan", "m")))
      same(
        (await itemsOf(store, "fan")).map(({ dispatch }) => dispatch?.item),
        ["z", "a", "m"],
      )
      same(await itemsOf(store, "fan", 2), [])
    }),
    check("what is asked and answered in one commit is both", async ({ store }) => {
      await created(store, "r1", asking(ref("build")), answering(ref("build"), { text: "at once" }))
      const item = await itemOf(store, "build")
      same([item?.dispatch?.status, item?.result?.outcome], ["answered", "ok"])
      same(await store.queued("r1"), [])
    }),
  ]
}

function textChecks(check: StoreCheck): readonly RunStoreCheck[] {
  const large = "é".repeat(200_000)
  const texts: Readonly<Record<string, string>> = {
    empty: "",
    nul: "a\0b",
    leading: "\u0000first",
    one: "\u0001first",
    emoji: "👩‍👩‍👧",
    bom: "\ufeffmark",
    large,
  }
  return [
    check("texts are to the byte, whatever they hold and however long", async ({ store, again }) => {
      const changes = Object.entries(texts).map(([name, text]) => keeping(ref("say", name), { text }))
      await created(store, "r1", ...changes)
      for (const other of [store, await again()])
        for (const [name, text] of Object.entries(texts))
          same(sha256((await textOf(other, "say", name)) ?? "none"), sha256(text), name)
    }),
    check("half a surrogate pair becomes U+FFFD", async ({ store }) => {
      const said = "a\ud800b"
      const whole = "a\ufffdb"
      await created(store, "r1", keeping(ref("say"), { text: said, body: { digest: sha256(whole), bytes: 5 } }))
      same(await textOf(store, "say"), whole)
    }),
    check("all texts of a visit are read with one star, those without text too", async ({ store }) => {
      await created(
        store,
        "r1",
        keeping(ref("fan", "b"), { text: "two" }),
        keeping(ref("fan", "a")),
        asking(ref("fan", "c")),
      )
      const loaded = await store.load({ run: "r1", texts: [ref("fan", ALL_ITEMS)] })
      same(loaded?.texts, [
        { ...ref("fan", "b"), agent: "writer", outcome: "ok", body: answer({ text: "two" }).body, text: "two" },
        { ...ref("fan", "a"), agent: "writer", outcome: "ok" },
      ])
    }),
    check("a long prompt is what was asked", async ({ store, again }) => {
      const ask = { kind: "prompt", prompt: large } as const
      await created(store, "r1", asking(ref("build"), { ask }))
      same((await itemOf(await again(), "build"))?.dispatch?.ask, ask)
    }),
  ]
}

function currentChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("what a run is at, and values by name, are read in one call", async ({ store }) => {
      const place = { step: "fan", round: 1 }
      const visit = { ...place, number: 1, entered: 1, inputs: {}, digest: hex("4"), total: 2, ok: 0, failed: 0 }
      const plan = { ...ref("say"), digest: sha256("the plan") }
      const asked = [asking(ref("fan", "b")), asking(ref("fan", "a")), keeping(ref("say"), { text: "the plan" })]
      const first = creation(newRun("r1"), asked, { visit, values: { plan, other: plan } })
      same(await store.commit({ runs: [first] }), { kind: "committed" })
      const loaded = await store.load({ run: "r1", current: { values: ["plan", "missing", "toString"] } })
      same(
        loaded?.items.map(({ dispatch }) => dispatch?.item),
        ["b", "a"],
      )
      same(
        loaded?.texts.map(({ step, item, text }) => [step, item, text]),
        [["say", "-", "the plan"]],
      )
    }),
  ]
}

function listChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check(
      "runs come newest first and are found by project, status, workflow, root and open questions",
      async ({ store }) => {
        await store.commit({
          runs: [creation(newRun("r1")), creation(newRun("r2", { root: "r1", parent: key("r1", "fan", "a") }))],
        })
        const other = newRun("r3", { project: "/elsewhere", workflow: "ship" })
        await store.commit({ runs: [creation(other, [], { questions: [question("q")] })] })
        await store.commit({ runs: [next(await found(store, "r1"), [], { status: "done" })] })
        const ids = async (filter?: Parameters<typeof store.runs>[0]) => (await store.runs(filter)).map(({ id }) => id)
        same(await ids(), ["r3", "r2", "r1"])
        same(await ids({ most: 2 }), ["r3", "r2"])
        same(await ids({ project: "/project" }), ["r2", "r1"])
        same(await ids({ status: "running" }), ["r3", "r2"])
        same(await ids({ workflow: "ship" }), ["r3"])
        same(await ids({ root: "r1" }), ["r2", "r1"])
        same(await ids({ root: "r2" }), [])
        same(await ids({ root: "r1", status: "done", project: "/project", most: 5 }), ["r1"])
        same(await ids({ asking: true }), ["r3"])
        const given = { answers: ["yes"], by: "me", at: 5000 }
        const answered = [question("q", { answer: given })]
        await store.commit({ runs: [next(await found(store, "r3"), [], { questions: answered })] })
        same(await ids({ asking: true }), [])
        same((await found(store, "r3")).questions, answered)
      },
    ),
    check(
      "what steps cost is added up over runs that ended, without the shell and what was taken over",
      async ({ store }) => {
        const usage = { tokensIn: 100, tokensOut: 10, money: 0.5, milliseconds: 1 }
        for (const [id, status] of [
          ["r1", "done"],
          ["r2", "failed"],
          ["r3", "running"],
        ] as const) {
          const changes = [
            keeping(ref("build", "a"), { usage }),
            keeping(ref("build", "b", 2)),
            keeping(ref("build", "c", 2), { usage, reused: "r0" }),
            keeping(ref("build", "d", 2), { usage, agent: "shell" }),
          ]
          await store.commit({ runs: [creation(newRun(id), changes, { status, rounds: { build: 2, ask: 1 } })] })
        }
        same(await store.usage("review"), [
          { step: "ask", runs: 2, visits: 2, agents: 0, tokensIn: 0, tokensOut: 0, money: 0 },
          { step: "build", runs: 2, visits: 4, agents: 4, tokensIn: 200, tokensOut: 20, money: 1 },
        ])
        same(await store.usage("other"), [])
      },
    ),
    check("a run's definition and params are its own, however alike", async ({ store }) => {
      await created(store, "r1")
      await store.commit({ runs: [creation(newRun("r1.fan.1", { params: "{}", definition: hex("e") }))] })
      same([(await found(store, "r1")).params, (await found(store, "r1.fan.1")).params], ['{"path":"src"}', "{}"])
    }),
  ]
}
