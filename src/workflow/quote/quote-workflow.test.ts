import fc from "fast-check"
import { expect, test } from "vitest"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { compute, defineWorkflow, dispatch, doStep, fanout, gate } from "../define-workflow.ts"
import { roles } from "../roles.ts"
import type { Step, Workflow } from "../workflow.ts"
import { findExtremes } from "./extremes.ts"
import { ANSWER_TOKENS, defaultPrices, VALUE_TOKENS } from "./prices.ts"
import { type QuoteOptions, quoteWorkflow } from "./quote-workflow.ts"

const options: QuoteOptions = { prices: defaultPrices, children: () => undefined }

const reviewed = defineWorkflow({
  name: "reviewed",
  params: [{ name: "count", type: "integer", about: "How many look.", default: 3, min: 2, max: 8 }],
  start: "look",
  steps: [
    fanout({
      id: "look",
      title: "Look",
      items: { kind: "count", param: "count", ask: { agent: "explore", prompt: "Look.", tier: "small" } },
      join: "all",
      writes: ["seen"],
      next: { ok: "plan", fail: "end" },
    }),
    dispatch({
      id: "plan",
      title: "Plan",
      agent: "architect",
      prompt: "Plan.",
      reads: ["seen"],
      writes: ["plan"],
      next: { ok: "review", fail: "end" },
    }),
    dispatch({
      id: "review",
      title: "Review",
      agent: "quality-reviewer",
      prompt: "Review.",
      review: "Review",
      reads: ["plan"],
      writes: ["report"],
      next: { default: "gate" },
    }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["report"],
      evidence: [{ kind: "review", of: "report" }],
      loop: { work: "plan", review: "review", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "plan" },
    }),
  ],
})

test("agents are counted over the shortest path, the usual one, and the longest within the caps", () => {
  const quote = quoteWorkflow(reviewed, options)
  expect([quote.min.agents, quote.likely.agents, quote.max.agents, quote.bound]).toEqual([
    2,
    3 + 2 * 2,
    8 + 5 * 2,
    false,
  ])
  expect(quote.steps.map(({ step, visits, each }) => [step, visits, each.likely.agents])).toEqual([
    ["look", { min: 1, likely: 1, max: 1 }, 3],
    ["plan", { min: 0, likely: 2, max: 5 }, 1],
    ["review", { min: 0, likely: 2, max: 5 }, 1],
    ["gate", { min: 0, likely: 2, max: 5 }, 0],
  ])
})

test("a given parameter settles how many agents are asked", () => {
  const quote = quoteWorkflow(reviewed, { ...options, params: { count: 4 } })
  expect([quote.min.agents, quote.likely.agents, quote.max.agents]).toEqual([4, 8, 14])
})

test("tokens are the prompt, the role and the values read, at the price of the tier", () => {
  const quote = quoteWorkflow(
    defineWorkflow({
      name: "one",
      start: "ask",
      steps: [
        dispatch({
          id: "ask",
          title: "Ask",
          agent: "explore",
          tier: "large",
          prompt: "Look around.",
          reads: ["a?", "b?"],
          actions: [{ kind: "resource", name: "rules", purpose: "" }],
          next: { default: "end" },
        }),
      ],
      resources: { rules: "Be brief and exact." },
    }),
    options,
  )
  const tokensIn =
    estimateTokens(`${roles.explore}\nLook around.`) + estimateTokens("Be brief and exact.") + 2 * VALUE_TOKENS
  const tokensOut = ANSWER_TOKENS.large
  const usage = { agents: 1, tokensIn, tokensOut, cost: Math.round(tokensIn * 5 + tokensOut * 25) / 1e6 }
  expect([quote.min, quote.likely, quote.max]).toEqual([usage, usage, usage])
})

test("earlier runs give the likely cost, and leave the minimum and maximum unchanged", () => {
  const before = quoteWorkflow(reviewed, options)
  const after = quoteWorkflow(reviewed, {
    ...options,
    past: { review: { runs: 4, visits: 6, agents: 6, tokensIn: 40_000, tokensOut: 8000, cost: 2 } },
  })
  const review = after.steps.find(({ step }) => step === "review")
  expect([review?.isFromPast, review?.visits.likely, review?.likely]).toEqual([
    true,
    1.5,
    { agents: 2, tokensIn: 10_000, tokensOut: 2000, cost: 0.5 },
  ])
  expect([after.min, after.max]).toEqual([before.min, before.max])
})

test("if tokens were not counted, or belong to a child run, only the number of visits comes from earlier runs", () => {
  const uncounted = { runs: 4, visits: 8, agents: 8, tokensIn: 0, tokensOut: 0, cost: 0 }
  const stepOfQuote = (workflow: Workflow, past?: Record<string, typeof uncounted>) =>
    quoteWorkflow(workflow, { ...options, ...(past === undefined ? {} : { past }) }).steps[0]
  const asking = (more: { prompt?: string; workflow?: string }) =>
    defineWorkflow({
      name: "asking",
      start: "go",
      steps: [dispatch({ id: "go", title: "Go", agent: "explore", ...more, next: { default: "end" } })],
    })
  const forms = [
    { workflow: asking({ prompt: "Look." }), past: uncounted },
    { workflow: asking({ workflow: "reviewed" }), past: { ...uncounted, tokensIn: 10, tokensOut: 1 } },
  ]
  for (const { workflow, past } of forms) {
    const each = stepOfQuote(workflow)?.each.likely
    const quoted = stepOfQuote(workflow, { go: past })
    expect([quoted?.isFromPast, quoted?.visits.likely]).toEqual([false, 2])
    expect(quoted?.likely.tokensIn).toBe((each?.tokensIn ?? 0) * 2)
    expect(quoted?.likely.agents).toBe((each?.agents ?? 0) * 2)
  }
})

test("a child workflow counts with everything it asks, and gets the parameters in the definition", () => {
  const parent = defineWorkflow({
    name: "parent",
    params: [{ name: "many", type: "integer", about: "How many.", default: 2, min: 2, max: 3 }],
    start: "go",
    steps: [
      dispatch({
        id: "go",
        title: "Go",
        agent: "developer",
        workflow: "reviewed",
        with: { count: "6" },
        next: { default: "pass" },
      }),
      dispatch({
        id: "pass",
        title: "Pass",
        agent: "developer",
        workflow: "reviewed",
        with: { count: "{{params.many}}" },
        next: { default: "lost" },
      }),
      dispatch({ id: "lost", title: "Lost", agent: "developer", workflow: "parent", next: { default: "end" } }),
    ],
  })
  const children = (name: string) => [parent, reviewed].find((one) => one.name === name)
  const quote = quoteWorkflow(parent, { ...options, children })
  expect([quote.min.agents, quote.max.agents, quote.assumptions]).toEqual([
    1 + 6 + (1 + 2) + 1,
    1 + 6 + 10 + (1 + 3 + 10) + 1,
    ['"parent" calls itself and is counted once'],
  ])
  expect(quoteWorkflow(parent, options).assumptions).toEqual([
    'the workflow "reviewed" is unknown and is not counted',
    'the workflow "parent" is unknown and is not counted',
  ])
})

test("lists, values and functions say how many agents are asked, or the assumption is reported", () => {
  const ask = { agent: "explore", prompt: "Look." } as const
  const item = (name: string) => ({ item: name, ...ask })
  const workflow = defineWorkflow({
    name: "wide",
    start: "list",
    steps: [
      fanout({
        id: "list",
        title: "List",
        items: { kind: "list", items: [item("a"), item("b")] },
        join: "all",
        next: { default: "each" },
      }),
      fanout({
        id: "each",
        title: "Each",
        items: { kind: "each", of: "x", most: 7, ask },
        join: "all",
        next: { default: "made" },
      }),
      fanout({
        id: "made",
        title: "Made",
        items: { kind: "computed", compute: () => [] },
        join: "all",
        next: { default: "end" },
      }),
    ],
  })
  const quote = quoteWorkflow(workflow, options)
  expect([quote.min.agents, quote.likely.agents, quote.max.agents, quote.assumptions]).toEqual([
    2,
    2 + 4 + 5,
    2 + 7 + 10,
    ['the number of agents of "made" is computed: at most 10 are assumed'],
  ])
})

test("if there are too many paths to try, the most is an upper bound", () => {
  const exact = findExtremes(reviewed)
  const bound = findExtremes(reviewed, 3)
  expect([exact.bound, bound.bound]).toEqual([false, true])
  for (const step of ["look", "plan", "review", "gate"]) {
    const weight = (id: string) => (id === step ? 1 : 0)
    expect(bound.most(weight)).toBeGreaterThanOrEqual(exact.most(weight))
  }
})

test("a nested loop restarts its count in every round of the outer one", () => {
  const loop = (limit: number) => ({ work: "work", review: "in", limit, reverify: "fresh" }) as const
  const nested = defineWorkflow({
    name: "nested",
    start: "work",
    steps: [
      doStep({ id: "work", title: "Work", next: { ok: "in" } }),
      gate({ id: "in", title: "In", evidence: [], loop: loop(3), next: { ok: "out", fail: "work" } }),
      gate({ id: "out", title: "Out", evidence: [], loop: loop(2), next: { ok: "end", fail: "work" } }),
    ],
  })
  const quote = quoteWorkflow(nested, options)
  expect(quote.steps.map(({ step, visits }) => [step, visits.max])).toEqual([
    ["work", 6],
    ["in", 6],
    ["out", 2],
  ])
})

test("errors count towards the most a run can use, not the least", () => {
  const workflow = defineWorkflow({
    name: "errors",
    start: "try",
    steps: [
      dispatch({
        id: "try",
        title: "Try",
        agent: "developer",
        prompt: "Go.",
        next: { default: "next" },
        onError: "repair",
      }),
      dispatch({
        id: "next",
        title: "Next",
        agent: "developer",
        prompt: "Go.",
        next: { default: "end" },
        onError: "end",
      }),
      dispatch({ id: "repair", title: "Repair", agent: "developer", prompt: "Go.", next: { default: "next" } }),
    ],
  })
  const { min, likely, max } = quoteWorkflow(workflow, options)
  expect([min.agents, likely.agents, max.agents]).toEqual([2, 2, 3])
  const direct = {
    ...workflow,
    steps: workflow.steps.map((step) => (step.id === "try" ? { ...step, onError: "end" } : step)),
  }
  expect(quoteWorkflow(direct, options).min.agents).toBe(2)
})

test("a loop without a cap is quoted with an assumption", () => {
  const workflow = defineWorkflow({
    name: "endless",
    start: "a",
    steps: [doStep({ id: "a", title: "A", next: { ok: "end", fail: "a" } })],
  })
  const quote = quoteWorkflow(workflow, options)
  expect([quote.steps[0]?.visits, quote.assumptions]).toEqual([
    { min: 1, likely: 1, max: 10 },
    ['nothing limits a loop in "endless": 10 rounds are assumed'],
  ])
})

test("the least and the most agree with trying every path", () => {
  const ids = ["a", "b", "c", "d"]
  const target = fc.constantFrom(...ids, "end")
  const step = (id: string) =>
    fc.oneof(
      fc
        .record({ ok: target, fail: target, maxRounds: fc.integer({ min: 1, max: 2 }) })
        .map(({ maxRounds, ...next }): Step => doStep({ id, title: id, maxRounds, next })),
      fc.record({ ok: target, fail: target, limit: fc.integer({ min: 1, max: 3 }) }).map(
        ({ limit, ...next }): Step =>
          gate({
            id,
            title: id,
            evidence: [],
            loop: { work: next.fail, review: id, limit, reverify: "fresh" },
            next,
          }),
      ),
      fc
        .record({ ok: target, skip: target })
        .map((next): Step => compute({ id, title: id, compute: () => ({ outcome: "ok" }), next })),
    )
  let tried = 0
  fc.assert(
    fc.property(
      fc.tuple(...ids.map(step)),
      fc.tuple(...ids.map(() => fc.integer({ min: 0, max: 9 }))),
      (steps, weights) => {
        const workflow: Workflow = { name: "drawn", description: "", params: [], start: "a", steps }
        const extremes = findExtremes(workflow)
        if (extremes.isAssumed || extremes.bound) return
        tried++
        const weight = (id: string) => weights[ids.indexOf(id)] ?? 0
        const [least, most] = tryAll(workflow, weight)
        expect([extremes.least(weight), extremes.most(weight)]).toEqual([least ?? 0, most])
        expect(findExtremes(workflow, 1).most(weight)).toBeGreaterThanOrEqual(most)
      },
    ),
  )
  expect(tried).toBeGreaterThan(10)
})

/** The least and the most over all runs, one after the other. */
function tryAll(workflow: Workflow, weight: (id: string) => number): readonly [number | undefined, number] {
  let least: number | undefined
  let most = 0
  const go = (id: string, sum: number, used: Readonly<Record<string, number>>): void => {
    if (id === "end") {
      least = Math.min(least ?? sum, sum)
      most = Math.max(most, sum)
      return
    }
    const step = workflow.steps.find((one) => one.id === id)
    if (step === undefined) return
    const times = used[id] ?? 0
    if (step.maxRounds !== undefined && times >= step.maxRounds) {
      most = Math.max(most, sum)
      return
    }
    const after = sum + weight(id)
    most = Math.max(most, after)
    for (const [outcome, to] of Object.entries(step.next)) {
      if (step.kind !== "gate") go(to, after, { ...used, [id]: times + 1 })
      else if (outcome === "ok") go(to, after, { ...used, [id]: 0 })
      else if (times + 1 < (step.loop?.limit ?? 0)) go(to, after, { ...used, [id]: times + 1 })
    }
  }
  go(workflow.start, 0, {})
  return [least, most]
}
