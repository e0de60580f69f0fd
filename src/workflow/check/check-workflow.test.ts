import { expect, test } from "vitest"
import { ask, compute, defineWorkflow, dispatch, doStep, fanout, gate, wait } from "../define-workflow.ts"
import type { Step, Workflow } from "../workflow.ts"
import { checkWorkflow } from "./check-workflow.ts"

const sound = defineWorkflow({
  name: "sound",
  params: [
    { name: "task", type: "text", about: "What to do.", required: true },
    { name: "count", type: "integer", about: "How many look.", default: 3, min: 1, max: 5 },
  ],
  start: "look",
  result: "plan",
  resources: { rules: "Be brief." },
  steps: [
    fanout({
      id: "look",
      title: "Look around",
      items: {
        kind: "count",
        param: "count",
        ask: { agent: "explore", prompt: "Look at {{params.task}}, {{item.number}}." },
      },
      join: { atLeast: 2 },
      writes: ["seen"],
      next: { ok: "plan", fail: "end" },
    }),
    doStep({
      id: "plan",
      title: "Plan",
      actions: [
        "Use {{values.seen}} and {{values.report}}.",
        { kind: "resource", name: "rules", purpose: "How to write" },
      ],
      reads: ["seen", "report?"],
      writes: ["plan"],
      next: { ok: "review" },
    }),
    dispatch({
      id: "review",
      title: "Review the plan",
      agent: "quality-reviewer",
      prompt: "Review {{values.plan}}.",
      reads: ["plan"],
      writes: ["report"],
      review: "Plan Review",
      next: { default: "gate" },
    }),
    gate({
      id: "gate",
      title: "Is the plan good?",
      reads: ["report"],
      evidence: [{ kind: "review", of: "report" }],
      loop: { work: "plan", review: "review", limit: 5, reverify: "fresh" },
      next: { ok: "end", fail: "plan" },
    }),
  ],
})

test("a valid workflow has no problems", () => {
  expect(checkWorkflow(sound, { workflows: new Set() })).toEqual([])
})

test("a fan-out over nothing may be skipped, and then writes an empty list of answers", () => {
  const workflow = flow([
    doStep({ id: "first", title: "First", writes: ["list"], next: { ok: "each" } }),
    fanout({
      id: "each",
      title: "Each",
      reads: ["list"],
      items: { kind: "each", of: "list", most: 3, ask: { agent: "explore", prompt: "Look at {{item.text}}." } },
      join: "settled",
      writes: ["seen"],
      next: { ok: "last", fail: "end", skip: "last" },
    }),
    doStep({ id: "last", title: "Last", reads: ["seen"], next: { ok: "end" } }),
  ])
  expect(told(workflow)).toEqual([])
})

const last = doStep({ id: "last", title: "Last", next: { ok: "end" } })

test("an outcome that nothing follows is found, whether or not another is the end", () => {
  expect(
    told(
      flow([
        dispatch({ id: "first", title: "First", agent: "developer", prompt: "Go.", next: { ok: "end" } }),
        gate({ id: "second", title: "Second", evidence: [{ kind: "command", command: "make" }], next: { ok: "end" } }),
      ]),
    ),
  ).toMatchInlineSnapshot(`
    [
      "error workflow.missing-edge first next.fail: step "first" can end with fail, but has no transition for it | add next.fail, or next.default for every outcome that is not named",
      "error workflow.missing-edge second next.fail: step "second" can end with fail, but has no transition for it | add next.fail: the step that fixes what the gate found",
      "error workflow.unreachable second: no run can reach step "second": no path from "first" leads to it | name second in the next of a step before it, or remove it",
    ]
  `)
})

test("ok to the end next to a default is valid: ok ends the run, other outcomes continue", () => {
  expect(
    told(
      flow([
        dispatch({
          id: "first",
          title: "First",
          agent: "developer",
          prompt: "Go.",
          next: { ok: "end", default: "last" },
        }),
        last,
      ]),
    ),
  ).toEqual([])
})

test("steps that lead to each other and never to the end are found", () => {
  expect(
    told(
      flow([
        doStep({ id: "first", title: "First", next: { ok: "end", fail: "there" } }),
        doStep({ id: "there", title: "There", maxRounds: 3, next: { ok: "back" } }),
        doStep({ id: "back", title: "Back", next: { ok: "there" } }),
      ]),
    ),
  ).toMatchInlineSnapshot(`
    [
      "error workflow.dead-end there next: no run can end after step "there": it leads only to back | make one of these steps lead to end, or to a step that leads there",
      "error workflow.dead-end back next: no run can end after step "back": it leads only to there | make one of these steps lead to end, or to a step that leads there",
    ]
  `)
})

test("an unknown step for errors and a workflow without steps are problems, not crashes", () => {
  expect(
    told(loose({ steps: [{ ...doStep({ id: "first", title: "First", next: { ok: "end" } }), onError: "frist" }] })),
  ).toMatchInlineSnapshot(`
    [
      "error workflow.unknown-step first onError: step "first" names "frist" in onError, but no step has that id | did you mean first?",
    ]
  `)
  expect(told(loose({ steps: [] }))).toMatchInlineSnapshot(`
    [
      "error workflow.no-steps steps: workflow "loose" has no steps | give it at least one step that leads to end",
    ]
  `)
})

test("a misspelled target is reported once, and the intended step is not reported as unreachable", () => {
  expect(
    told(
      loose({
        start: "frist",
        steps: [
          doStep({ id: "first", title: "First", next: { ok: "lst" }, cheaper: "nowhere" }),
          { ...last, title: " " },
          gate({
            id: "gate",
            title: "Gate",
            evidence: [],
            loop: { work: "wrok", review: "end", limit: 1, reverify: "fresh" },
            next: { ok: "end", fail: "end", done: "last" } as Step["next"],
          }),
        ],
      }),
    ),
  ).toMatchInlineSnapshot(`
    [
      "error workflow.unknown-start start: workflow "loose" starts with "frist", but no step has that id | did you mean first?",
      "error workflow.unknown-step first next.ok: step "first" names "lst" in next.ok, but no step has that id | did you mean last?",
      "error workflow.unknown-step first cheaper: step "first" names "nowhere" in cheaper, but no step has that id | write first, last or gate",
      "warning workflow.no-title last title: step "last" has no title | say in a few words what it does",
      "error workflow.unknown-step gate loop.work: step "gate" names "wrok" in loop.work, but no step has that id | write first, last or gate",
      "error workflow.unknown-step gate loop.review: step "gate" names "end" in loop.review, but the end is not a step | write first, last or gate",
      "error workflow.unknown-outcome gate next.done: step "gate" has a transition for "done", which is not an outcome | an outcome is ok, fail, skip or iterate",
    ]
  `)
})

test("no step, value or parameter may have the name of a built-in object property", () => {
  const workflow = loose({
    start: "constructor",
    params: [{ name: "toString", type: "text", about: "x" }],
    steps: [doStep({ id: "constructor", title: "A", writes: ["valueOf"], next: { ok: "end" } })],
  })
  expect(checkWorkflow(workflow).map(({ code }) => code)).toEqual([
    "workflow.bad-param",
    "workflow.bad-id",
    "workflow.bad-writes",
  ])
})

test("a step whose name was misspelled in a transition is not also reported as unreachable", () => {
  const workflow = loose({ steps: [doStep({ id: "first", title: "First", next: { ok: "lst" } }), last] })
  expect(checkWorkflow(workflow).map(({ code }) => code)).toEqual(["workflow.unknown-step"])
})

test.each<[string, Workflow, readonly string[]]>([
  [
    "ids",
    loose({
      start: "a b",
      steps: [
        doStep({ id: "a b", title: "A", next: { ok: "end" }, maxRounds: 0 }),
        doStep({ id: "a b", title: "B", next: { ok: "end" } }),
        doStep({ id: "end", title: "C", next: { ok: "a b" } }),
      ],
    }),
    [
      'error workflow.bad-id a b id: "a b" is not a valid id for a step | begin with a letter and use letters, digits, hyphens and underscores, at most 64',
      'error workflow.bad-rounds a b maxRounds: step "a b" may be entered 0 times | make maxRounds a whole number of at least 1',
      'error workflow.bad-id a b id: "a b" is not a valid id for a step | begin with a letter and use letters, digits, hyphens and underscores, at most 64',
      'error workflow.duplicate-step a b id: two steps have the id "a b" | rename one of them, and the transitions to it',
      'error workflow.reserved-id end id: a step has the id "end", which stands for the end of the run | give the step another id, such as "finish"',
    ],
  ],
  [
    "no way to the end",
    loose({ steps: [doStep({ id: "first", title: "First", maxRounds: 2, next: { iterate: "first" } })] }),
    [
      'error workflow.no-end steps: workflow "loose" never ends: no step leads to end | write end in the next of the last step, as in "ok: end"',
    ],
  ],
  [
    "no cap",
    flow([
      doStep({ id: "first", title: "First", next: { ok: "second" } }),
      doStep({ id: "second", title: "Second", next: { ok: "last", fail: "first", iterate: "second" } }),
      last,
    ]),
    [
      "error workflow.endless-loop first maxRounds: a run can loop forever: first → second → first | add maxRounds to one of these steps, or a loop with a limit to its gate",
      'error workflow.uncapped-iterate second maxRounds: step "second" may iterate, but nothing limits how often | add maxRounds to "second", such as 5',
    ],
  ],
  [
    "edges that are never taken",
    flow([
      wait({ id: "first", title: "First", until: { seconds: 1 }, next: { ok: "second", default: "end" } }),
      gate({
        id: "second",
        title: "Second",
        evidence: [{ kind: "command", command: "make" }],
        next: { ok: "third", fail: "end", iterate: "second" },
      }),
      ask({
        id: "third",
        title: "Third",
        questions: [{ id: "q", text: "Sure?", options: [{ label: "no", outcome: "fail" }] }],
        next: { ok: "end", fail: "end" },
      }),
    ]),
    [
      'warning workflow.idle-edge first next.default: next.default of step "first" is never taken: a wait ends with ok, and each is named | remove next.default',
      'warning workflow.idle-edge second next.iterate: next.iterate of step "second" is never taken: a gate ends with ok or fail | remove next.iterate',
      'warning workflow.idle-edge third next.ok: next.ok of step "third" is never taken: it ends with fail | remove next.ok',
    ],
  ],
  [
    "tables",
    flow([
      compute({
        id: "first",
        title: "First",
        compute: { rows: [{ when: [{ of: "params.mode", is: "quick" }], outcome: "skip", set: { size: "1" } }] },
        next: { ok: "second" },
      }),
      compute({
        id: "second",
        title: "Second",
        writes: ["sise"],
        compute: {
          rows: [{ outcome: "ok" }, { when: [{ of: "values.x", atLeast: 1 }], outcome: "fail", set: { size: "1" } }],
        },
        next: { ok: "end" },
      }),
    ]),
    [
      'error workflow.missing-edge first next.skip: step "first" can end with skip, but has no transition for it | add next.skip, or next.default for every outcome that is not named',
      'warning workflow.idle-edge first next.ok: next.ok of step "first" is never taken: it ends with skip | remove next.ok',
      'error workflow.open-table first compute.rows: the table of step "first" has no row for when no other row applies | add a last row without conditions',
      'error workflow.unknown-place first compute.rows.0.when.0.of: step "first" uses params.mode in compute.rows.0.when.0.of, but the workflow has no parameter "mode" | declare mode in the workflow\'s params',
      'error workflow.bad-writes first writes: the table of step "first" sets "size", which the step does not write | add size to its writes',
      'warning workflow.unused-row second compute.rows.1: row 2 of the table of step "second" is never reached: row 1 always applies | move the row without conditions to the end',
      'error workflow.unreachable second: no run can reach step "second": no path from "first" leads to it | name second in the next of a step before it, or remove it',
      'error workflow.undeclared-read second compute.rows.1.when.0.of: step "second" uses the value "x" in compute.rows.1.when.0.of but does not read it | add x to the reads of "second"',
      'error workflow.bad-writes second writes: the table of step "second" sets "size", which the step does not write | add size to its writes',
      'error workflow.bad-writes second writes: step "second" writes "sise", which no row of its table sets | did you mean size?',
    ],
  ],
  [
    "who is asked",
    loose({
      steps: [
        fanout({
          id: "first",
          title: "First",
          items: {
            kind: "list",
            items: [
              { item: "one", agent: "develper" as "developer", prompt: "Go." },
              { item: "one", agent: "developer", tier: "huge" as "large" },
            ],
          },
          join: { atLeast: 3 },
          next: { ok: "second", fail: "second" },
        }),
        fanout({
          id: "second",
          title: "Second",
          items: {
            kind: "count",
            param: "many",
            ask: { agent: "explore", workflow: "explroe", with: { topic: "x" } },
          },
          join: "all",
          next: { ok: "third", fail: "third" },
        }),
        dispatch({
          id: "third",
          title: "Third",
          agent: "explore",
          workflow: "explore",
          with: { topc: "{{params.many}}" },
          actions: [{ kind: "resource", name: "rules", purpose: "x" }],
          next: { default: "fourth" },
        }),
        ask({ id: "fourth", title: "Fourth", questions: [], writes: ["a", "b"], next: { ok: "end" } }),
      ],
      params: [{ name: "many", type: "number", about: "How many." }],
    }),
    [
      'error workflow.unknown-role first items.items.0.agent: step "first" asks for "develper", which is not a role | did you mean developer?',
      'error workflow.unknown-tier first items.items.1.tier: step "first" asks for a "huge" model | write large, mid or small',
      'error workflow.no-task first items.items.1.prompt: step "first" asks an agent but does not say for what | add a prompt, or a workflow to follow',
      'error workflow.bad-items first items.items.1.item: fan-out "first" has two items "one" | give each item a different name',
      'error workflow.bad-join first join.atLeast: fan-out "first" needs 3 answers but asks at most 2 agents | write a whole number from 1 to 2, or join: all',
      'error workflow.unknown-workflow second items.ask.workflow: step "second" follows the workflow "explroe", which does not exist | did you mean explore?',
      'error workflow.bad-items second items.param: fan-out "second" starts as many agents as the parameter "many", which is a number | declare many as an integer with min and max',
      'error workflow.bad-with third with.topc: step "third" gives "topc" to the workflow "explore", which has no such parameter | did you mean topic?',
      'error workflow.bad-with third with: step "third" does not give "topic" to the workflow "explore" | add topic: What to look at.',
      'error workflow.unknown-resource third actions.0: step "third" shows the resource "rules", which the workflow does not have | add "rules" to the workflow\'s resources',
      'error workflow.bad-question fourth questions: step "fourth" has no question for a person | add a question, or take the questions from a value',
      'error workflow.bad-writes fourth writes: step "fourth" writes a and b, but one report is one value | keep one name; later steps can read parts of it, as in {{values.name.part}}',
    ],
  ],
  [
    "places and values",
    loose({
      steps: [
        doStep({
          id: "first",
          title: "First",
          actions: ["{{params.taks}} {{values.plan}} {{item.text}} {{value.plan}} {{name}}"],
          next: { ok: "second" },
          writes: ["plan"],
        }),
        gate({
          id: "second",
          title: "Second",
          reads: ["pln?"],
          evidence: [{ kind: "sections", of: "plan", sections: ["Goal"] }],
          next: { ok: "end", fail: "end" },
        }),
      ],
      params: [{ name: "task", type: "text", about: "What to do." }],
    }),
    [
      'error workflow.unknown-place first actions.0: step "first" uses params.taks in actions.0, but the workflow has no parameter "taks" | did you mean task?',
      'error workflow.undeclared-read first actions.0: step "first" uses the value "plan" in actions.0 but does not read it | add plan to the reads of "first"',
      'error workflow.unknown-place first actions.0: step "first" has {{item.text}} in actions.0, where there is no item | only the prompts of a fan-out have an item',
      'note workflow.misspelt-place first actions.0: step "first" has {{value.plan}} in actions.0, which is left unchanged | did you mean {{values.plan}}?',
      'error workflow.undeclared-read second evidence.0.of: step "second" uses the value "plan" in evidence.0.of but does not read it | did you mean pln?',
      'error workflow.unwritten second reads: step "second" reads "pln", but no step writes it | did you mean plan?',
    ],
  ],
  [
    "parameters",
    loose({
      steps: [last],
      start: "last",
      result: "plan",
      params: [
        { name: "a", type: "integer", about: "A.", default: 9, min: 1, max: 5 },
        { name: "a", type: "text", about: "A.", min: 2 },
        { name: "b", type: "text", about: "B.", required: true, default: "x" },
        { name: "c", type: "text", about: "C.", choices: ["x", "y"], default: "z" },
        { name: "d", type: "number", about: "D.", min: 3, max: 2 },
      ],
    }),
    [
      'error workflow.bad-param params.a.default: the default of parameter "a" does not fit: a is 9, more than 5 | give a default that fits',
      'error workflow.bad-param params.a: two parameters have the name "a" | rename one of them',
      'error workflow.bad-param params.a: parameter "a" has bounds but is a text: only numbers have bounds | correct min, max and choices so that a value fits',
      'note workflow.idle-default params.b.default: parameter "b" is required but has a default | remove one of the two',
      'error workflow.bad-param params.c.default: the default of parameter "c" does not fit: c is "z", not one of x, y | give a default that fits',
      'error workflow.bad-param params.d: parameter "d" must be at least 3 and at most 2, which is impossible | correct min, max and choices so that a value fits',
      'error workflow.unknown-result result: the result is "plan", but no step writes it | add "plan" to the writes of the step that makes it',
    ],
  ],
])("every error is reported with its place and a fix: %s", (_, workflow, expected) => {
  const known = {
    workflows: new Set(["explore"]),
    findParams: () => [{ name: "topic", type: "text", about: "What to look at.", required: true }] as const,
  }
  expect(told(workflow, known)).toEqual(expected)
})

test("a value must be written on every path to the step that reads it", () => {
  const workflow = flow([
    ask({
      id: "first",
      title: "First",
      questions: [{ id: "q", text: "Deep?", options: [{ label: "yes" }, { label: "no", outcome: "skip" }] }],
      next: { ok: "deep", skip: "join" },
    }),
    doStep({ id: "deep", title: "Deep", writes: ["notes"], next: { ok: "join" }, onError: "repair" }),
    doStep({ id: "repair", title: "Repair", reads: ["_error", "notes?"], writes: ["notes"], next: { ok: "join" } }),
    doStep({ id: "join", title: "Join", reads: ["notes", "_error?"], next: { ok: "again" } }),
    doStep({ id: "again", title: "Again", reads: ["_error"], next: { ok: "end" } }),
  ])
  expect(told(workflow)).toMatchInlineSnapshot(`
    [
      "error workflow.unwritten join reads: step "join" reads "notes", which is not written on the path first (skip) → join | write notes on that path too, or read "notes?" if it may be missing",
      "error workflow.unwritten again reads: step "again" reads "_error", which is not written on the path first (skip) → join → again | write _error on that path too, or read "_error?" if it may be missing",
    ]
  `)
})

test("a step left by its error, or replaced by a cheaper one, has written nothing", () => {
  const workflow = flow([
    doStep({ id: "first", title: "First", writes: ["a"], next: { ok: "second" }, onError: "second" }),
    doStep({ id: "second", title: "Second", writes: ["b"], next: { ok: "third" }, cheaper: "third" }),
    doStep({ id: "third", title: "Third", reads: ["a", "b"], next: { ok: "end" } }),
  ])
  expect(told(workflow)).toMatchInlineSnapshot(`
    [
      "error workflow.unwritten third reads: step "third" reads "a", which is not written on the path first (error) → second → third | write a on that path too, or read "a?" if it may be missing",
      "error workflow.unwritten third reads: step "third" reads "b", which is not written on the path first → second (cheaper) → third | write b on that path too, or read "b?" if it may be missing",
    ]
  `)
})

test("a table has written only what every row with that outcome sets", () => {
  const workflow = flow([
    compute({
      id: "first",
      title: "First",
      writes: ["a", "b"],
      compute: {
        rows: [
          { when: [{ of: "run.round", is: 1 }], outcome: "ok", set: { a: "1", b: "1" } },
          { outcome: "ok", set: { a: "2" } },
        ],
      },
      next: { ok: "second" },
    }),
    doStep({ id: "second", title: "Second", reads: ["a", "b"], next: { ok: "end" } }),
  ])
  expect(told(workflow)).toMatchInlineSnapshot(`
    [
      "error workflow.unwritten second reads: step "second" reads "b", which is not written on the path first → second | write b on that path too, or read "b?" if it may be missing",
    ]
  `)
})

test("a review loop without its banner, limit, reverify or review is refused", () => {
  const work = doStep({ id: "first", title: "Work", next: { ok: "review", skip: "gate" } })
  const review = dispatch({
    id: "review",
    title: "Review",
    agent: "quality-reviewer",
    prompt: "Review.",
    next: { default: "gate" },
  })
  const bad = gate({
    id: "gate",
    title: "Gate",
    evidence: [{ kind: "command", command: "make" }],
    loop: { work: "first", review: "review", limit: 0, reverify: "" as "fresh" },
    next: { ok: "end", fail: "review" },
  })
  expect(told(flow([work, review, bad]))).toMatchInlineSnapshot(`
    [
      "error workflow.review-banner review review: step "review" is the review of gate "gate" but has no banner | add review to "review": the name on its banner, such as "Plan Review"",
      "error workflow.review-stop gate loop.limit: the loop of gate "gate" has the limit 0, so it never stops | give the number of reviews after which a person is asked, such as 5",
      "error workflow.review-stop gate next.fail: gate "gate" sends failed work to "review", but its loop says the work is done in "first" | write "fail: first", or name review in loop.work",
      "error workflow.review-reverify gate loop.reverify: the loop of gate "gate" does not say how corrected work is reviewed again | add reverify: "fresh" (as if for the first time) or "previous" (knowing what was found)",
      "warning workflow.review-ignored gate evidence: gate "gate" does not check what "review" found | let "review" write a value, and add review evidence of it to the gate",
      "error workflow.review-bypassed gate loop.review: work can come from "first" to gate "gate" without passing "review" | make every path from "first" pass through "review"",
    ]
  `)
})

test("a cheaper step that replaces a review bypasses it", () => {
  const steps = sound.steps.map((step) => (step.id === "review" ? { ...step, cheaper: "gate" } : step))
  expect(checkWorkflow({ ...sound, steps }).map(({ code, step }) => `${code} ${step}`)).toEqual([
    "workflow.review-bypassed gate",
    "workflow.unwritten gate",
  ])
})

test("a gate that judges a repeated review needs a loop, one that judges it once does not", () => {
  const review = dispatch({
    id: "first",
    title: "Review",
    agent: "quality-reviewer",
    prompt: "Review.",
    writes: ["report"],
    maxRounds: 2,
    next: { default: "gate" },
  })
  const once = gate({
    id: "gate",
    title: "Gate",
    reads: ["report"],
    evidence: [{ kind: "review", of: "report" }],
    next: { ok: "end", fail: "end" },
  })
  expect(told(flow([review, once]))).toEqual([])
  expect(told(flow([review, { ...once, next: { ok: "end", fail: "first" } }]))).toMatchInlineSnapshot(`
    [
      "error workflow.review-unlooped gate loop: gate "gate" judges a review that is repeated, but has no loop that counts and ends it | add loop with work, review, limit and reverify",
    ]
  `)
})

test("a gate's limit caps the path back to work, not a loop through its ok transition", () => {
  const [look, plan, review, loop] = sound.steps as [Step, Step, Step, Step]
  const round = { ...sound, steps: [look, plan, review, { ...loop, next: { ok: "look", fail: "plan" } }] }
  expect(told(round)).toMatchInlineSnapshot(`
    [
      "error workflow.endless-loop look maxRounds: a run can loop forever: look → plan → review → gate → look | add maxRounds to one of these steps, or a loop with a limit to its gate",
    ]
  `)
})

test("a cheaper step does not bypass a cap", () => {
  const workflow = flow([
    doStep({ id: "first", title: "First", next: { ok: "second", skip: "end" } }),
    doStep({ id: "second", title: "Second", maxRounds: 2, next: { ok: "end" }, cheaper: "third" }),
    doStep({ id: "third", title: "Third", next: { ok: "first" } }),
  ])
  expect(told(workflow)).toMatchInlineSnapshot(`
    [
      "error workflow.endless-loop first maxRounds: a run can loop forever: first → third → first | add maxRounds to one of these steps, or a loop with a limit to its gate",
    ]
  `)
  const circle = flow([
    doStep({ id: "first", title: "First", next: { ok: "end" }, cheaper: "second" }),
    doStep({ id: "second", title: "Second", next: { ok: "end" }, cheaper: "first" }),
  ])
  expect(told(circle)).toMatchInlineSnapshot(`
    [
      "warning workflow.cheaper-circle first cheaper: each of these is declared cheaper than the one before: first → second → first | remove cheaper from the cheapest of them",
    ]
  `)
})

function flow(written: readonly Step[]): Workflow {
  return loose({ steps: written })
}

function loose(written: Partial<Workflow>): Workflow {
  return { name: "loose", description: "", params: [], start: "first", steps: [], ...written }
}

function told(workflow: Workflow, known?: Parameters<typeof checkWorkflow>[1]): readonly string[] {
  return checkWorkflow(workflow, known).map(
    ({ level, code, step, field, message, fix }) =>
      `${[level, code, step, field].filter((part) => part !== undefined).join(" ")}: ${message} | ${fix}`,
  )
}
