import fc from "fast-check"
import { expect, test } from "vitest"
import { runBench, type RunBench } from "../../test/run-bench.ts"
import { ask, compute, defineWorkflow, dispatch, doStep, fanout, gate, wait } from "../workflow/define-workflow.ts"
import { END, type Outcome, outcomes } from "../workflow/outcome.ts"
import type { Join, Step, Workflow } from "../workflow/workflow.ts"
import { currentDirective } from "./build-directive.ts"
import { verifyRun } from "./verify-run.ts"

/** A part of a workflow; parts follow each other. Steps are named after their kind and the number of their part. */
type Part =
  | { readonly kind: "do"; readonly cap: number; readonly mapsFail: boolean }
  | { readonly kind: "loop"; readonly limit: number; readonly passable: boolean }
  | { readonly kind: "ask"; readonly questions: number }
  | { readonly kind: "fan"; readonly items: number; readonly join: Join }
  | { readonly kind: "calc"; readonly skips: boolean }
  | { readonly kind: "wait"; readonly seconds: number }

type Command =
  | {
      readonly kind: "report"
      /** The run's current step, or any step. */
      readonly at: "here" | number
      readonly back: number
      readonly outcome: Outcome
      readonly text: string
      readonly item: string
    }
  | { readonly kind: "answer"; readonly question: string; readonly answer: string }
  /** The gate that blocks the run, or any step. */
  | { readonly kind: "override"; readonly at: "here" | number; readonly reason: string }
  | { readonly kind: "tick"; readonly seconds: number }
  | { readonly kind: "cancel" }

/** `on`: a report that moves the run forward from its current step. */
type Drawn = Command | { readonly kind: "on"; readonly said: string; readonly outcome: Outcome }

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ kind: fc.constant("do" as const), cap: fc.integer({ min: 1, max: 3 }), mapsFail: fc.boolean() }),
  fc.record({ kind: fc.constant("loop" as const), limit: fc.integer({ min: 1, max: 2 }), passable: fc.boolean() }),
  fc.record({ kind: fc.constant("ask" as const), questions: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    kind: fc.constant("fan" as const),
    items: fc.integer({ min: 0, max: 3 }),
    join: fc.constantFrom<Join>("all", "settled", { atLeast: 1 }, { atLeast: 2 }),
  }),
  fc.record({ kind: fc.constant("calc" as const), skips: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 3 }) }),
)

const PASS = "RESULT: PASS"
const FAIL = "- [decision-unrecorded] why\nRESULT: FAIL"

const drawn: fc.Arbitrary<Drawn> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant("on" as const),
      said: fc.constantFrom(PASS, FAIL),
      outcome: fc.constantFrom<Outcome>("ok", "ok", "ok", "iterate", "fail"),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("report" as const),
      at: fc.oneof({ weight: 5, arbitrary: fc.constant("here" as const) }, fc.nat(7)),
      back: fc.constantFrom(0, 0, 0, 0, 1),
      outcome: fc.constantFrom("ok", "ok", "ok", ...outcomes),
      text: fc.constantFrom(PASS, FAIL, PASS),
      item: fc.constantFrom("a", "b", "c", "d"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("answer" as const),
      question: fc.constantFrom("q1", "q2", "limit", "limit"),
      answer: fc.constantFrom("yes", "no", "1", "continue", "skip-check", "abort", "perhaps"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("override" as const),
      at: fc.oneof({ weight: 3, arbitrary: fc.constant("here" as const) }, fc.nat(7)),
      reason: fc.constantFrom("known", "known", " "),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("tick" as const), seconds: fc.integer({ min: 0, max: 3 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "cancel" as const }) },
)

const runs = Number(process.env["SKILLET_MODEL_RUNS"] ?? 1000)

test("whatever is reported, answered and cancelled, a run does what a simple model of it does", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 5, size: "max" }),
      fc.array(drawn, { minLength: 4, maxLength: 20, size: "max" }),
      async (parts, commands) => {
        const workflow = workflowOf(parts)
        const bench = runBench([workflow])
        expect((await bench.start()).kind).toBe("applied")
        const model = modelOf(parts, workflow, bench.clock)
        await expectSame(bench, model)
        for (const each of commands) {
          if (model.isOver()) break
          const one = each.kind === "on" ? model.onward(each) : each
          const expected = model.predict(one)
          expect([one, await apply(bench, model, one)]).toEqual([one, expected])
          await expectSame(bench, model)
        }
      },
    ),
    { numRuns: runs },
  )
})

/** Its position, what it stores and what it reports. */
async function expectSame(bench: RunBench, model: Model): Promise<void> {
  const { status, step, round, seq } = await bench.run()
  const at = model.now()
  expect({ status, ...(status === "running" ? { step, round } : {}) }).toEqual(at)
  expect(await currentDirective(bench.engine, "r")).toEqual(await currentDirective(bench.engine, "r"))
  expect((await bench.run()).seq).toBe(seq)
  const visits = await bench.history.visits("r")
  const results = await Promise.all(visits.map((visit) => bench.history.results("r", visit.step, visit.round)))
  const keys = results.flat().map((one) => `${one.step}/${one.round}/${one.item}`)
  expect(keys.sort()).toEqual([...model.results.keys()].sort())
  const verified = await verifyRun(bench.engine, "r")
  expect(verified).toMatchObject({ holds: true, history: { holds: true }, replay: { holds: true } })
  expect((await bench.history.questions()).map(({ id }) => id).sort()).toEqual(model.open())
}

async function apply(bench: RunBench, model: Model, one: Command): Promise<string> {
  const applied = await happening(bench, model, one)
  return applied.kind === "refused" ? applied.refusal.code : applied.kind
}

async function happening(bench: RunBench, { steps, gateMeant }: Model, one: Command) {
  switch (one.kind) {
    case "report": {
      const { step, round } = await bench.run()
      const { id, round: of, item } = keyOf(one, steps, { step, round })
      return bench.report(id, { outcome: one.outcome, text: one.text, round: of, item })
    }
    case "answer":
      return bench.answer(one.question, one.answer)
    case "override":
      return bench.happen({ kind: "override", gate: gateMeant(), by: "ann", reason: one.reason })
    case "tick":
      bench.clock.now += one.seconds * 1000
      return bench.happen({ kind: "tick" })
    case "cancel":
      return bench.happen({ kind: "cancel", by: "ann", reason: "enough" })
  }
}

/** What a report is about. A number beyond the steps is a step that does not exist. */
function keyOf(
  one: Extract<Command, { kind: "report" }>,
  steps: readonly string[],
  here: { readonly step: string; readonly round: number },
) {
  const id = one.at === "here" ? here.step : (steps[one.at] ?? "nowhere")
  const round = Math.max(1, (id === here.step ? here.round : 1) - one.back)
  return { id, round, item: id.startsWith("fan") ? one.item : "-" }
}

function workflowOf(parts: readonly Part[]): Workflow {
  const first = (at: number): string => {
    const found = parts[at]
    if (found === undefined) return END
    return found.kind === "loop" ? `work${at}` : `${found.kind}${at}`
  }
  const steps = parts.flatMap((one, at) => stepsOf(one, at, { next: first(at + 1), over: first(at + 2) }))
  return defineWorkflow({ name: "random", start: first(0), steps: steps as never })
}

function stepsOf(one: Part, at: number, { next, over }: { next: string; over: string }): readonly Step[] {
  const title = `Part ${at}`
  switch (one.kind) {
    case "do": {
      const id = `do${at}`
      const fail = one.mapsFail ? { fail: END } : {}
      return [doStep({ id, title, writes: [id], next: { ok: next, iterate: id, ...fail }, maxRounds: one.cap })]
    }
    case "loop": {
      const [work, review, id] = [`work${at}`, `review${at}`, `gate${at}`]
      return [
        doStep({ id: work, title, writes: [work], next: { ok: review } }),
        dispatch({
          id: review,
          title,
          agent: "quality-reviewer",
          prompt: "Look",
          reads: [work],
          writes: [review],
          review: "Review",
          next: { ok: id, fail: id },
        }),
        gate({
          id,
          title,
          reads: [review],
          evidence: [{ kind: "review", of: review }],
          loop: { work, review, limit: one.limit, reverify: "fresh" },
          ...(one.passable ? { override: "person" } : {}),
          next: { ok: next, fail: work },
        }),
      ]
    }
    case "ask": {
      const options = [{ label: "yes" }, { label: "no", outcome: "fail" as const }]
      const questions = ["q1", "q2"].slice(0, one.questions).map((id) => ({ id, text: `${id}?`, options }))
      return [ask({ id: `ask${at}`, title, questions, next: { ok: next, fail: END } })]
    }
    case "fan": {
      const items = ["a", "b", "c"]
        .slice(0, one.items)
        .map((item) => ({ item, agent: "explore" as const, prompt: "Look" }))
      const id = `fan${at}`
      return [
        fanout({
          id,
          title,
          items: { kind: "computed", compute: () => items },
          join: one.join,
          writes: [id],
          next: { ok: next, fail: END },
        }),
      ]
    }
    case "calc": {
      const outcome = one.skips ? ("skip" as const) : ("ok" as const)
      return [compute({ id: `calc${at}`, title, compute: () => ({ outcome }), next: { ok: next, skip: over } })]
    }
    case "wait":
      return [wait({ id: `wait${at}`, title, until: { seconds: one.seconds }, next: { ok: next } })]
  }
}

type Model = ReturnType<typeof modelOf>

/** Everything there is to know about a run, written as plainly as possible. */
function modelOf(parts: readonly Part[], workflow: Workflow, clock: { readonly now: number }) {
  const steps = workflow.steps.map(({ id }) => id)
  const results = new Map<string, string>()
  const rounds = new Map<string, number>()
  const reviews = new Map<string, { failed: number; granted: number }>()
  let status: "running" | "done" | "failed" | "cancelled" = "running"
  let here = ""
  let since = 0
  let behind = ""
  let items: Outcome[] = []
  let answers = new Map<string, string>()
  let isAtLimit = false
  let meant = ""
  let afterEnd = 0

  const partOf = (id: string) => parts[Number(/\d+$/.exec(id)?.[0])] as Part
  const nextOf = (id: string) => workflow.steps.find((step) => step.id === id)?.next ?? {}
  const roundOf = (id: string) => rounds.get(id) ?? 0
  const keep = (item: string, outcome: Outcome, text: string) =>
    results.set(`${here}/${roundOf(here)}/${item}`, `${outcome} ${text}`)

  function enter(id: string): void {
    if (id === END) {
      status = "done"
      return
    }
    const one = partOf(id)
    if (one.kind === "do" && roundOf(id) >= one.cap) return void (status = "failed")
    rounds.set(id, roundOf(id) + 1)
    here = id
    since = clock.now
    items = []
    answers = new Map()
    isAtLimit = false
    if (one.kind === "calc") leave(one.skips ? "skip" : "ok")
    else if (one.kind === "fan" && one.items === 0) leave("ok")
    else if (id.startsWith("gate") && one.kind === "loop") judge(id, one.limit)
  }

  function leave(outcome: Outcome): void {
    const to = nextOf(here)[outcome]
    behind = here.startsWith("gate") && outcome === "fail" ? here : ""
    if (to === undefined) status = "failed"
    else enter(to)
  }

  function judge(id: string, limit: number): void {
    const review = `review${id.slice(4)}`
    const said = results.get(`${review}/${roundOf(review)}/-`) ?? ""
    const loop = reviews.get(id) ?? { failed: 0, granted: 0 }
    if (said.endsWith(PASS)) return leave("ok")
    loop.failed++
    reviews.set(id, loop)
    if (loop.failed < limit + loop.granted) leave("fail")
    else isAtLimit = true
  }

  function report(one: Extract<Command, { kind: "report" }>): string {
    const { id, round, item } = keyOf(one, steps, { step: status === "done" ? END : here, round: roundOf(here) })
    if (!steps.includes(id)) return "run.unknown-step"
    const before = results.get(`${id}/${round}/${item}`)
    if (before !== undefined && !id.startsWith("ask"))
      return before === `${one.outcome} ${one.text}` ? "again" : "run.answered"
    if (before !== undefined) return "run.answered"
    if (status !== "running") return "run.ended"
    if (id.startsWith("gate") || id.startsWith("calc")) return "run.not-reportable"
    if (id !== here || round !== roundOf(here)) return round <= roundOf(id) ? "run.stale" : "run.out-of-order"
    const where = partOf(id)
    if (where.kind === "ask" || where.kind === "wait") return "run.not-reportable"
    if (where.kind === "fan" && !["a", "b", "c"].slice(0, where.items).includes(item)) return "run.unknown-item"
    if (where.kind === "do" && one.outcome === "iterate" && round >= where.cap) return "run.cap-reached"
    keep(item, one.outcome, one.text)
    if (where.kind !== "fan") leave(one.outcome)
    else join(where, one.outcome)
    return "applied"
  }

  function join({ join: how, items: total }: Extract<Part, { kind: "fan" }>, outcome: Outcome): void {
    items.push(outcome)
    const failed = items.filter((one) => one === "fail").length
    const ok = items.length - failed
    const isAll = items.length === total
    if (how === "all") return failed > 0 ? leave("fail") : isAll ? leave("ok") : undefined
    if (how === "settled") return isAll ? leave(ok > 0 ? "ok" : "fail") : undefined
    if (ok >= how.atLeast) return leave("ok")
    if (total - failed < how.atLeast) leave("fail")
  }

  function answer({ question, answer: said }: Extract<Command, { kind: "answer" }>): string {
    if (status !== "running") return "run.ended"
    if (isAtLimit && question === "limit") return decideLimit(said)
    const one = partOf(here)
    if (one.kind !== "ask" || !["q1", "q2"].slice(0, one.questions).includes(question)) return "run.no-question"
    const label = said === "1" ? "yes" : said
    if (answers.has(question)) return answers.get(question) === label ? "applied" : "run.bad-answer"
    if (label !== "yes" && label !== "no") return "run.bad-answer"
    answers.set(question, label)
    if (answers.size < one.questions) return "applied"
    const outcome = [...answers.values()].includes("no") ? "fail" : "ok"
    keep("-", outcome, "")
    leave(outcome)
    return "applied"
  }

  function decideLimit(said: string): string {
    const choice = said === "1" ? "continue" : said
    if (!["continue", "skip-check", "abort"].includes(choice)) return "run.bad-answer"
    const loop = reviews.get(here)
    if (choice === "abort") status = "cancelled"
    else if (choice === "skip-check") leave("ok")
    else {
      if (loop !== undefined) loop.granted++
      leave("fail")
    }
    return "applied"
  }

  function override({ at, reason }: Extract<Command, { kind: "override" }>): string {
    meant = at === "here" ? (behind === "" ? here : behind) : (steps[at % steps.length] ?? "")
    if (status !== "running") return "run.ended"
    const id = meant
    const one = partOf(id)
    const isPassable = id.startsWith("gate") && one.kind === "loop" && one.passable
    if (!isPassable || reason.trim() === "" || (here !== id && behind !== id)) return "run.no-override"
    here = id
    leave("ok")
    return "applied"
  }

  function predict(one: Command): string {
    switch (one.kind) {
      case "report":
        return report(one)
      case "answer":
        return answer(one)
      case "override":
        return override(one)
      case "tick": {
        if (status !== "running") return "run.ended"
        const where = partOf(here)
        const then = clock.now + one.seconds * 1000
        if (where.kind === "wait" && then >= since + where.seconds * 1000) leaveAt(then)
        return "applied"
      }
      case "cancel":
        if (status !== "running") return "run.ended"
        status = "cancelled"
        return "applied"
    }
  }

  function leaveAt(time: number): void {
    leave("ok")
    since = time
  }

  function onward({ said, outcome }: Extract<Drawn, { kind: "on" }>): Command {
    const [question] = open()
    if (question !== undefined) {
      const answer =
        question === "limit" ? (said === PASS ? "continue" : "skip-check") : outcome === "fail" ? "no" : "yes"
      return { kind: "answer", question, answer }
    }
    if (status === "running" && partOf(here).kind === "wait") return { kind: "tick", seconds: 3 }
    const item = ["a", "b", "c"][items.length] ?? "a"
    const isPlain = !here.startsWith("do") && !here.startsWith("fan")
    return { kind: "report", at: "here", back: 0, outcome: isPlain ? "ok" : outcome, text: said, item }
  }

  function open(): readonly string[] {
    if (status !== "running") return []
    if (isAtLimit) return ["limit"]
    const one = partOf(here)
    return one.kind === "ask" ? ["q1", "q2"].slice(0, one.questions).filter((id) => !answers.has(id)) : []
  }

  enter(workflow.start)
  return {
    steps,
    results,
    predict,
    onward,
    open,
    /** The gate of the last override. */
    gateMeant: () => meant,
    /** A few things may still happen after the end. */
    isOver: () => status !== "running" && ++afterEnd > 3,
    now: () => (status === "running" ? { status, step: here, round: roundOf(here) } : { status }),
  }
}
