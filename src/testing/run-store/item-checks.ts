import { sha256 } from "../../text/sha256.ts"
import { ALL_ITEMS } from "../../run/model.ts"
import type { RunStore } from "../../run/store.ts"
import type { StoreCheck, RunStoreCheck } from "./check.ts"
import { expectRejection, expectSame } from "./expectations.ts"
import {
  makeAnswer,
  makeAnswerChange,
  makeAskChange,
  change,
  commitNewRun,
  makeFirstCommit,
  loadExistingRun,
  makeDigest,
  makeKeepChange,
  makeItemKey,
  makeRunStart,
  makeNextCommit,
  makeQuestion,
  makeItemRef,
  makeRequest,
} from "./samples.ts"

/** What is written is what is read. */
export function listItemChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [...answerChecks(check), ...textChecks(check), ...currentChecks(check), ...listChecks(check)]
}

async function loadItems(store: RunStore, step: string, round = 1) {
  return (await store.load({ run: "r1", items: { step, round } }))?.items ?? []
}

async function loadItem(store: RunStore, step: string, item = "-") {
  return (await store.load({ run: "r1", items: { step, round: 1, item } }))?.items[0]
}

async function loadText(store: RunStore, step: string, item = "-") {
  return (await store.load({ run: "r1", texts: [makeItemRef(step, item)] }))?.texts[0]?.text
}

function answerChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("the first answer of a key stays", async ({ store }) => {
      const usage = { tokensIn: 10, tokensOut: 2, money: 0.25, milliseconds: 1500 }
      const kept = makeAnswer({ usage, reused: "r0", text: "one" })
      await commitNewRun(store, "r1", makeKeepChange(makeItemRef("build"), kept))
      await expectRejection(
        change(store, "r1", makeKeepChange(makeItemRef("build"), { text: "two" })),
        "a second answer",
      )
      const { text: _text, ...row } = kept
      expectSame(await loadItem(store, "build"), { result: { ...makeItemKey("r1", "build"), ...row } })
      expectSame(await loadText(store, "build"), "one")
      expectSame(await loadItems(store, "build", 2), [])
    }),
    check("one item is what was asked and what was answered", async ({ store, again }) => {
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("build"), { tier: "small" }))
      await change(store, "r1", makeAnswerChange(makeItemRef("build"), { text: "done" }))
      const { text: _text, ...row } = makeAnswer({ text: "done" })
      const item = {
        dispatch: {
          ...makeItemKey("r1", "build"),
          root: "r1",
          ...makeRequest("-", { tier: "small" }),
          status: "answered",
          epoch: 0,
          tried: 0,
        },
        result: { ...makeItemKey("r1", "build"), ...row },
      }
      expectSame(await loadItem(store, "build"), item)
      expectSame(await loadItems(await again(), "build"), [item], "the item by another way")
      expectSame(await loadItem(store, "build", "other"), undefined)
      await expectRejection(change(store, "r1", makeAskChange(makeItemRef("build"))), "asked twice")
    }),
    check("the items of a visit come in the order they were made", async ({ store }) => {
      await commitNewRun(
        store,
        "r1",
        makeAskChange(makeItemRef("fan", "z")),
        makeAskChange(makeItemRef("other", "y")),
        makeAskChange(makeItemRef("fan", "a")),
      )
      await change(store, "r1", makeAskChange(makeItemRef("fan", "m")))
      expectSame(
        (await loadItems(store, "fan")).map(({ dispatch }) => dispatch?.item),
        ["z", "a", "m"],
      )
      expectSame(await loadItems(store, "fan", 2), [])
    }),
    check("what is asked and answered in one commit is both", async ({ store }) => {
      await commitNewRun(
        store,
        "r1",
        makeAskChange(makeItemRef("build")),
        makeAnswerChange(makeItemRef("build"), { text: "at once" }),
      )
      const item = await loadItem(store, "build")
      expectSame([item?.dispatch?.status, item?.result?.outcome], ["answered", "ok"])
      expectSame(await store.queued("r1"), [])
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
      const changes = Object.entries(texts).map(([name, text]) => makeKeepChange(makeItemRef("say", name), { text }))
      await commitNewRun(store, "r1", ...changes)
      for (const other of [store, await again()])
        for (const [name, text] of Object.entries(texts))
          expectSame(sha256((await loadText(other, "say", name)) ?? "none"), sha256(text), name)
    }),
    check("half a surrogate pair becomes U+FFFD", async ({ store }) => {
      const said = "a\ud800b"
      const whole = "a\ufffdb"
      await commitNewRun(
        store,
        "r1",
        makeKeepChange(makeItemRef("say"), { text: said, body: { digest: sha256(whole), bytes: 5 } }),
      )
      expectSame(await loadText(store, "say"), whole)
    }),
    check("all texts of a visit are read with one star, those without text too", async ({ store }) => {
      await commitNewRun(
        store,
        "r1",
        makeKeepChange(makeItemRef("fan", "b"), { text: "two" }),
        makeKeepChange(makeItemRef("fan", "a")),
        makeAskChange(makeItemRef("fan", "c")),
      )
      const loaded = await store.load({ run: "r1", texts: [makeItemRef("fan", ALL_ITEMS)] })
      expectSame(loaded?.texts, [
        {
          ...makeItemRef("fan", "b"),
          agent: "writer",
          outcome: "ok",
          body: makeAnswer({ text: "two" }).body,
          text: "two",
        },
        { ...makeItemRef("fan", "a"), agent: "writer", outcome: "ok" },
      ])
    }),
    check("a long prompt is what was asked", async ({ store, again }) => {
      const ask = { kind: "prompt", prompt: large } as const
      await commitNewRun(store, "r1", makeAskChange(makeItemRef("build"), { ask }))
      expectSame((await loadItem(await again(), "build"))?.dispatch?.ask, ask)
    }),
  ]
}

function currentChecks(check: StoreCheck): readonly RunStoreCheck[] {
  return [
    check("what a run is at, and values by name, are read in one call", async ({ store }) => {
      const place = { step: "fan", round: 1 }
      const visit = { ...place, number: 1, entered: 1, inputs: {}, digest: makeDigest("4"), total: 2, ok: 0, failed: 0 }
      const plan = { ...makeItemRef("say"), digest: sha256("the plan") }
      const asked = [
        makeAskChange(makeItemRef("fan", "b")),
        makeAskChange(makeItemRef("fan", "a")),
        makeKeepChange(makeItemRef("say"), { text: "the plan" }),
      ]
      const first = makeFirstCommit(makeRunStart("r1"), asked, { visit, values: { plan, other: plan } })
      expectSame(await store.commit({ runs: [first] }), { kind: "committed" })
      const loaded = await store.load({ run: "r1", current: { values: ["plan", "missing", "toString"] } })
      expectSame(
        loaded?.items.map(({ dispatch }) => dispatch?.item),
        ["b", "a"],
      )
      expectSame(
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
          runs: [
            makeFirstCommit(makeRunStart("r1")),
            makeFirstCommit(makeRunStart("r2", { root: "r1", parent: makeItemKey("r1", "fan", "a") })),
          ],
        })
        const other = makeRunStart("r3", { project: "/elsewhere", workflow: "ship" })
        await store.commit({ runs: [makeFirstCommit(other, [], { questions: [makeQuestion("q")] })] })
        await store.commit({ runs: [makeNextCommit(await loadExistingRun(store, "r1"), [], { status: "done" })] })
        const ids = async (filter?: Parameters<typeof store.runs>[0]) => (await store.runs(filter)).map(({ id }) => id)
        expectSame(await ids(), ["r3", "r2", "r1"])
        expectSame(await ids({ most: 2 }), ["r3", "r2"])
        expectSame(await ids({ project: "/project" }), ["r2", "r1"])
        expectSame(await ids({ status: "running" }), ["r3", "r2"])
        expectSame(await ids({ workflow: "ship" }), ["r3"])
        expectSame(await ids({ root: "r1" }), ["r2", "r1"])
        expectSame(await ids({ root: "r2" }), [])
        expectSame(await ids({ root: "r1", status: "done", project: "/project", most: 5 }), ["r1"])
        expectSame(await ids({ asking: true }), ["r3"])
        const given = { answers: ["yes"], by: "me", at: 5000 }
        const answered = [makeQuestion("q", { answer: given })]
        await store.commit({ runs: [makeNextCommit(await loadExistingRun(store, "r3"), [], { questions: answered })] })
        expectSame(await ids({ asking: true }), [])
        expectSame((await loadExistingRun(store, "r3")).questions, answered)
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
            makeKeepChange(makeItemRef("build", "a"), { usage }),
            makeKeepChange(makeItemRef("build", "b", 2)),
            makeKeepChange(makeItemRef("build", "c", 2), { usage, reused: "r0" }),
            makeKeepChange(makeItemRef("build", "d", 2), { usage, agent: "shell" }),
          ]
          await store.commit({
            runs: [makeFirstCommit(makeRunStart(id), changes, { status, rounds: { build: 2, ask: 1 } })],
          })
        }
        expectSame(await store.usage("review"), [
          { step: "ask", runs: 2, visits: 2, agents: 0, tokensIn: 0, tokensOut: 0, money: 0 },
          { step: "build", runs: 2, visits: 4, agents: 4, tokensIn: 200, tokensOut: 20, money: 1 },
        ])
        expectSame(await store.usage("other"), [])
      },
    ),
    check("a run's definition and params are its own, however alike", async ({ store }) => {
      await commitNewRun(store, "r1")
      await store.commit({
        runs: [makeFirstCommit(makeRunStart("r1.fan.1", { params: "{}", definition: makeDigest("e") }))],
      })
      expectSame(
        [(await loadExistingRun(store, "r1")).params, (await loadExistingRun(store, "r1.fan.1")).params],
        ['{"path":"src"}', "{}"],
      )
    }),
  ]
}
