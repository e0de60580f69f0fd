import { expect, test } from "vitest"
import { ask, dispatch, doStep, fanout, gate, wait } from "../define-workflow.ts"
import type { FanoutItems, Step, Workflow } from "../workflow.ts"
import { checkWorkflow } from "./check-workflow.ts"

const next = { ok: "end", fail: "end" } as const
const asked = { agent: "explore", prompt: "Look." } as const

test.each<[string, Step, readonly string[]]>([
  [
    "a gate without evidence",
    gate({ id: "only", title: "Only", evidence: [], next }),
    ['workflow.no-evidence evidence: gate "only" asks for no evidence, so everything passes'],
  ],
  [
    "a gate that is to write",
    gate({ id: "only", title: "Only", evidence: [{ kind: "command", command: "make" }], writes: ["x"], next }),
    ['workflow.bad-writes writes: step "only" writes x, but a gate step has no report'],
  ],
  [
    "a wait for a time that is to write",
    wait({ id: "only", title: "Only", until: { seconds: 5 }, writes: ["x"], next: { ok: "end" } }),
    ['workflow.bad-writes writes: step "only" writes x, but a wait step has no report'],
  ],
  [
    "a wait for a report may write",
    wait({ id: "only", title: "Only", until: { reported: true }, writes: ["x"], next: { ok: "end" } }),
    [],
  ],
  [
    "parameters for no workflow",
    dispatch({ id: "only", title: "Only", ...asked, with: { topic: "x" }, next }),
    ['workflow.bad-with with: step "only" has "with" but no workflow to give it to'],
  ],
  [
    "an item where there is one agent",
    dispatch({ id: "only", title: "Only", agent: "explore", prompt: "Look at {{item.text}}.", next }),
    ['workflow.unknown-place prompt: step "only" has {{item.text}} in prompt, where there is no item'],
  ],
  [
    "a gate whose command another step chose",
    gate({
      id: "only",
      title: "Only",
      reads: ["x?"],
      evidence: [{ kind: "command", command: "{{values.x}}" }],
      next,
    }),
    [
      'workflow.claimed-command evidence.0.command: gate "only" runs a command that another step chose: {{values.x}}',
      'workflow.unwritten reads: step "only" reads "x", but no step writes it',
    ],
  ],
  [
    "inspections that can find nothing",
    gate({
      id: "only",
      title: "Only",
      evidence: [
        { kind: "lint", path: " " },
        { kind: "audit", path: "/etc", failOn: "warning" },
        { kind: "lint", path: "skills/../../x", failOn: "note" },
        { kind: "audit", path: "skills/a", failOn: "minor" },
      ],
      next,
    }),
    [
      'workflow.bad-value evidence.0.path: gate "only" names no path for lint',
      'workflow.bad-value evidence.1.path: gate "only" runs audit outside the project: /etc',
      'workflow.bad-value evidence.1.failOn: gate "only" lets audit fail on "warning"',
      'workflow.bad-value evidence.2.path: gate "only" runs lint outside the project: skills/../../x',
    ],
  ],
  [
    "an inspection of a value that the gate does not read",
    gate({ id: "only", title: "Only", evidence: [{ kind: "lint", path: "{{values.x}}" }], next }),
    [
      'workflow.undeclared-read evidence.0.path: step "only" uses the value "x" in evidence.0.path but does not read it',
    ],
  ],
  [
    "two questions of one name",
    ask({
      id: "only",
      title: "Only",
      questions: [
        { id: "q", text: "Sure?", options: [] },
        { id: "q", text: "Really?", options: [] },
      ],
      next: { ok: "end" },
    }),
    ['workflow.bad-question questions.1.id: step "only" has two questions "q"'],
  ],
  [
    "questions from a value it does not read",
    ask({ id: "only", title: "Only", questions: { from: "open" }, next: { ok: "end", skip: "end" } }),
    [
      'workflow.undeclared-read questions.from: step "only" uses the value "open" in questions.from but does not read it',
    ],
  ],
  [
    "a list of nobody",
    over({ kind: "list", items: [] }),
    ['workflow.bad-items items.items: fan-out "only" asks no agent'],
  ],
  [
    "items with names that mean something else",
    over({ kind: "list", items: ["*", "-", "a\nb"].map((item) => ({ item, ...asked })) }),
    [
      'workflow.bad-items items.items.0.item: fan-out "only" has an item "*"',
      'workflow.bad-items items.items.1.item: fan-out "only" has an item "-"',
      'workflow.bad-items items.items.2.item: fan-out "only" has an item "a\\nb"',
    ],
  ],
  [
    "at most none",
    over({ kind: "each", of: "x", most: 0, ask: asked }),
    [
      'workflow.bad-items items.most: fan-out "only" asks at most 0 agents',
      'workflow.undeclared-read items.of: step "only" uses the value "x" in items.of but does not read it',
    ],
  ],
  [
    "as many agents as an undeclared parameter",
    over({ kind: "count", param: "many", ask: asked }),
    [
      'workflow.bad-items items.param: fan-out "only" starts as many agents as the parameter "many", which is not declared',
    ],
  ],
  [
    "a step that reads before anything is written",
    doStep({
      id: "only",
      title: "Only",
      reads: ["x"],
      writes: ["x"],
      maxRounds: 2,
      next: { ok: "end", iterate: "only" },
    }),
    ['workflow.unwritten reads: step "only" reads "x", but the run starts with it, before anything is written'],
  ],
  [
    "a review by the step that did the work",
    gate({
      id: "only",
      title: "Only",
      evidence: [{ kind: "command", command: "make" }],
      loop: { work: "only", review: "only", limit: 2, reverify: "fresh", fixTarget: "developr" as "developer" },
      next: { ok: "end", fail: "only" },
    }),
    [
      'workflow.review-banner loop.review: gate "only" needs a review, but "only" is a gate step',
      'workflow.review-ignored evidence: gate "only" does not check what "only" found',
      'workflow.unknown-role loop.fixTarget: step "only" asks for "developr", which is not a role',
    ],
  ],
])("%s", (_, step, expected) => {
  const workflow: Workflow = { name: "one", description: "", params: [], start: "only", steps: [step] }
  expect(checkWorkflow(workflow).map(({ code, field, message }) => `${code} ${field}: ${message}`)).toEqual(expected)
})

function over(items: FanoutItems): Step {
  return fanout({ id: "only", title: "Only", items, join: "all", next })
}
