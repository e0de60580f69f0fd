import { type Check, type RunStoreCheck, rejects, same } from "./check.ts"
import {
  change,
  created,
  creation,
  dispatch,
  dispatching,
  entering,
  event,
  hex,
  key,
  newRun,
  progress,
  question,
  result,
  value,
  visit,
} from "./sample-rows.ts"

/** What was put is what is read. */
export function rowChecks(check: Check): readonly RunStoreCheck[] {
  return [
    ...visitChecks(check),
    ...valueAndEventChecks(check),
    ...resultChecks(check),
    ...textChecks(check),
    ...questionChecks(check),
    ...listChecks(check),
  ]
}

function visitChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("visits come in the order they were entered, and one by its round or as the latest", async ({ store }) => {
      const first = visit("test", 1, { number: 1, via: { step: "start", round: 1, outcome: "ok" } })
      const second = visit("build", 1, {
        number: 2,
        inputs: { plan: { step: "test", round: 1, item: "*", digest: hex("5") } },
        loop: { gate: "test", iteration: 2, failed: true, status: "fail", granted: 1, mustOnly: true },
      })
      const third = visit("test", 2, { number: 3 })
      await created(store, "r1", ...[first, second, third].map((row) => ({ kind: "enter", visit: row }) as const))
      same(await store.visits("r1"), [first, second, third])
      same(await store.visit("r1", "test"), third)
      same(await store.visit("r1", "test", 1), first)
      for (const none of [store.visit("r1", "test", 3), store.visit("r1", "x"), store.visit("r2", "test")])
        same(await none, undefined)
      same(await store.visits("r2"), [])
      await rejects(change(store, "r1", entering("test", 2)), "a second visit of a round")
    }),
    check("a visit's progress takes the place of all progress before", async ({ store }) => {
      await created(store, "r1", entering("build", 1, { via: { step: "a", round: 1, outcome: "ok" } }))
      const set = {
        ok: 1,
        failed: 2,
        outcome: "fail",
        left: 3000,
        onward: { step: "end", round: 1 },
        because: "no",
        evidence: "{}",
      } as const
      await change(store, "r1", { kind: "visit", step: "build", round: 1, set })
      same(await store.visit("r1", "build"), {
        ...visit("build", 1, { via: { step: "a", round: 1, outcome: "ok" } }),
        ...set,
      })
      await change(store, "r1", { kind: "visit", step: "build", round: 1, set: { ok: 3, failed: 0 } })
      same(await store.visit("r1", "build"), visit("build", 1, { via: { step: "a", round: 1, outcome: "ok" }, ok: 3 }))
    }),
  ]
}

function valueAndEventChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("a value is the last one put under its name, and names without one are left out", async ({ store }) => {
      await created(store, "r1", { kind: "value", value: value("plan") }, { kind: "value", value: value("a") })
      const latest = value("plan", { step: "test", round: 2, item: "*", digest: "r1/test/2" })
      await change(store, "r1", { kind: "value", value: latest })
      same(await store.values("r1", ["plan", "nothing", "a"]), [latest, value("a")])
      same(await store.values("r1", []), [])
      same(await store.values("r2", ["plan"]), [])
    }),
    check("events come in order, from behind one and at most so many", async ({ store }) => {
      await created(store, "r1", ...[1, 2, 3].map((seq) => ({ kind: "event", event: event(seq) }) as const))
      await change(store, "r1", { kind: "event", event: event(4, { hash: "none", data: '"\\u0000"' }) })
      same(
        (await store.events("r1")).map(({ seq }) => seq),
        [1, 2, 3, 4],
      )
      same(await store.events("r1", 3), [event(4, { hash: "none", data: '"\\u0000"' })])
      same(await store.events("r1", 1, 2), [event(2), event(3)])
      same([await store.events("r1", 4), await store.events("r2")], [[], []])
      await rejects(change(store, "r1", { kind: "event", event: event(4) }), "an event's place twice")
    }),
  ]
}

function resultChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("the first answer of a key stays", async ({ store }) => {
      const body = { digest: hex("6"), bytes: 3 }
      const usage = { tokensIn: 10, tokensOut: 2, money: 0.25, milliseconds: 1500 }
      const row = result(key("r1", "build"), { body, usage, reused: "r0", report: "a report" })
      await created(store, "r1", entering("build", 1), { kind: "result", result: { ...row, text: "one" } })
      await rejects(change(store, "r1", { kind: "result", result: { ...row, text: "two" } }), "a second answer")
      same(await store.result(key("r1", "build")), row)
      same(await store.text(key("r1", "build")), "one")
      same(await store.result({ ...key("r1", "build", "-"), round: 2 }), undefined)
    }),
    check("the answers of a visit come by item", async ({ store }) => {
      const items = ["b", "a", "c"]
      await created(
        store,
        "r1",
        entering("fan", 1),
        ...items.map((item) => ({ kind: "result", result: result(key("r1", "fan", item)) }) as const),
      )
      await change(store, "r1", { kind: "result", result: result({ ...key("r1", "fan", "d"), round: 2 }) })
      same(
        (await store.results("r1", "fan", 1)).map(({ item }) => item),
        ["a", "b", "c"],
      )
      same(await store.results("r1", "other", 1), [])
      same(await store.text(key("r1", "fan", "a")), undefined)
    }),
  ]
}

function textChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check(
      "a text is kept to the byte, small or large, and half a surrogate pair becomes U+FFFD",
      async ({ store, again }) => {
        const texts: Readonly<Record<string, string>> = {
          empty: "",
          plain: "said\r\n",
          unicode: "\uFEFFgrüß 👩‍👩‍👧 \u202E 漢",
          nul: "a\0b\0",
          half: "x\ud83dy",
          large: "line é\n".repeat(100_000),
          largeNul: `${"x".repeat(300_000)}\0`,
        }
        const changes = Object.entries(texts).map(
          ([item, text]) => ({ kind: "result", result: result(key("r1", "fan", item), { text }) }) as const,
        )
        await created(store, "r1", entering("fan", 1), ...changes)
        for (const reader of [store, await again()])
          for (const [item, text] of Object.entries(texts))
            same(
              (await reader.text(key("r1", "fan", item))) ===
                text.replace("\ud83d", item === "half" ? "\uFFFD" : "\ud83d"),
              true,
              item,
            )
      },
    ),
    check("a large prompt and a large definition are whole", async ({ store }) => {
      const large = "p\0\n".repeat(200_000)
      await created(
        store,
        "r1",
        entering("fan", 1),
        { kind: "definition", hash: "h", json: JSON.stringify(large) },
        dispatching(key("r1", "fan"), { ask: { kind: "prompt", prompt: large } }),
      )
      same((await store.definition("h")) === JSON.stringify(large), true, "the definition")
      same(await store.dispatch(key("r1", "fan")), {
        ...dispatch(key("r1", "fan"), { ask: { kind: "prompt", prompt: large } }),
        epoch: 0,
        tried: 0,
      })
    }),
  ]
}

function questionChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("questions come most urgent first, then oldest", async ({ store }) => {
      const rows = [
        question("r1", "late", { asked: 3000 }),
        question("r1", "soon", { asked: 2000 }),
        question("r1", "urgent", { urgency: 5, asked: 4000 }),
      ]
      await created(store, "r1", ...rows.map((row) => ({ kind: "question", question: row }) as const))
      same(
        (await store.questions({})).map(({ id }) => id),
        ["urgent", "soon", "late"],
      )
      same(await store.questions({ run: "r1", step: "ask", round: 1 }), [rows[2], rows[1], rows[0]])
      await rejects(change(store, "r1", { kind: "question", question: question("r1", "late") }), "a question twice")
    }),
    check("questions are found by run, step, round, project and whether they wait", async ({ store }) => {
      await created(
        store,
        "r1",
        { kind: "question", question: question("r1", "a") },
        { kind: "question", question: question("r1", "b", { step: "other", round: 2 }) },
      )
      await store.commit([
        creation(newRun("r2", { project: "/elsewhere" }), { kind: "question", question: question("r2", "c") }),
      ])
      const answer = { answers: ["yes"], by: "me", at: 5000, reason: "so" }
      await change(store, "r1", { kind: "answer", step: "ask", round: 1, id: "a", answer })
      const found = async (filter: Parameters<typeof store.questions>[0]) =>
        (await store.questions(filter)).map(({ id }) => id)
      same(await found({ run: "r1" }), ["a", "b"])
      same(await found({ run: "r1", step: "other" }), ["b"])
      same(await found({ round: 2 }), ["b"])
      same(await found({ open: true }), ["b", "c"])
      same(await found({ project: "/elsewhere" }), ["c"])
      same(await found({ project: "/elsewhere", run: "r1" }), [])
      same((await store.questions({ run: "r1", step: "ask" }))[0], { ...question("r1", "a"), answer })
    }),
    check("what is withdrawn or answered waits no more and is answered no more", async ({ store }) => {
      const answer = { answers: ["yes"], by: "me", at: 5000 }
      await created(
        store,
        "r1",
        { kind: "question", question: question("r1", "a") },
        { kind: "question", question: question("r1", "b") },
      )
      await change(store, "r1", { kind: "answer", step: "ask", round: 1, id: "a", answer })
      await change(store, "r1", { kind: "withdraw-questions" })
      same(await store.questions({ run: "r1" }), [
        { ...question("r1", "a"), answer },
        { ...question("r1", "b"), withdrawn: true },
      ])
      same(await store.questions({ open: true }), [])
      for (const id of ["a", "b", "c"])
        await rejects(change(store, "r1", { kind: "answer", step: "ask", round: 1, id, answer }), `answering ${id}`)
    }),
  ]
}

function listChecks(check: Check): readonly RunStoreCheck[] {
  return [
    check("runs come newest first and are found by project, status, workflow and root", async ({ store }) => {
      await store.commit([
        creation(newRun("r1")),
        creation(newRun("r2", { root: "r1", parent: key("r1", "fan", "a") })),
      ])
      await store.commit([creation(newRun("r3", { project: "/elsewhere", workflow: "ship" }))])
      await change(store, "r1", { kind: "run", set: progress({ status: "done" }) })
      const found = async (filter?: Parameters<typeof store.runs>[0]) => (await store.runs(filter)).map(({ id }) => id)
      same(await found(), ["r3", "r2", "r1"])
      same(await found({ most: 2 }), ["r3", "r2"])
      same(await found({ project: "/project" }), ["r2", "r1"])
      same(await found({ status: "running" }), ["r3", "r2"])
      same(await found({ workflow: "ship" }), ["r3"])
      same(await found({ root: "r1" }), ["r2", "r1"])
      same(await found({ root: "r2" }), [])
      same(await found({ root: "r1", status: "done", project: "/project", most: 5 }), ["r1"])
    }),
    check(
      "what steps cost is added up over runs that ended, without the shell and what was taken over",
      async ({ store }) => {
        const usage = { tokensIn: 100, tokensOut: 10, money: 0.5, milliseconds: 1 }
        for (const id of ["r1", "r2", "r3"])
          await created(
            store,
            id,
            entering("build", 1),
            entering("build", 2, { number: 2 }),
            entering("ask", 1, { number: 3 }),
            { kind: "result", result: result(key(id, "build", "a"), { usage }) },
            { kind: "result", result: result({ ...key(id, "build", "b"), round: 2 }, {}) },
            { kind: "result", result: result({ ...key(id, "build", "c"), round: 2 }, { usage, reused: "r0" }) },
            { kind: "result", result: result({ ...key(id, "build", "d"), round: 2 }, { usage, agent: "shell" }) },
          )
        await change(store, "r1", { kind: "run", set: progress({ status: "done" }) })
        await change(store, "r2", { kind: "run", set: progress({ status: "failed" }) })
        same(await store.usage("review"), [
          { step: "ask", runs: 2, visits: 2, agents: 0, tokensIn: 0, tokensOut: 0, money: 0 },
          { step: "build", runs: 2, visits: 4, agents: 4, tokensIn: 200, tokensOut: 20, money: 1 },
        ])
        same(await store.usage("other"), [])
      },
    ),
  ]
}
