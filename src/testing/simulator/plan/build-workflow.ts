import { hashWorkflow } from "../../../workflow/hash-workflow.ts"
import { END, type Next } from "../../../workflow/outcome.ts"
import type { FanoutItem, Step, Workflow } from "../../../workflow/workflow.ts"
import type { Part } from "../parts.ts"

/** A workflow and those it starts. */
export interface Built {
  readonly workflow: Workflow
  readonly children: readonly Workflow[]
  readonly params: Readonly<Record<string, unknown>>
}

/** Parts as a workflow of one step after another; any outcome without a next part ends it. */
export function buildWorkflow(parts: readonly Part[], name = "top"): Built {
  const below = parts.flatMap((part) => (part.kind === "runs" ? [buildWorkflow(part.parts, `${part.id}-child`)] : []))
  const steps = parts.flatMap((part, at) => buildSteps(part, findFirstStep(parts[at + 1])))
  const pinned = Object.fromEntries(below.map(({ workflow }) => [workflow.name, hashWorkflow(workflow)]))
  const workflow: Workflow = {
    name,
    description: "",
    params: [],
    start: findFirstStep(parts[0]),
    steps,
    ...(below.length === 0 ? {} : { children: pinned }),
  }
  return { workflow, children: below.flatMap((one) => [one.workflow, ...one.children]), params: {} }
}

function findFirstStep(part: Part | undefined): string {
  if (part === undefined) return END
  return part.kind === "loop" || part.kind === "each" ? `${part.id}-work` : part.id
}

function buildSteps(part: Part, next: string): readonly Step[] {
  const { id } = part
  const step = { id, title: id, actions: [] }
  const leads: Next = { ok: next, fail: END }
  // Most failures lead to the next part: a workflow that ends at the first one shows little.
  const leadsOn: Next = { ok: next, fail: next }
  switch (part.kind) {
    case "do":
      return [{ ...step, kind: "do", writes: [id], next: { ...leads, iterate: id }, maxRounds: part.cap }]
    case "prompt":
      return [
        { ...step, kind: "dispatch", agent: "developer", prompt: `Do ${id}`, writes: [id], retries: 2, next: leads },
      ].map((one) => (part.onError ? { ...one, onError: next } : one)) as readonly Step[]
    case "fan":
      return [
        {
          ...step,
          kind: "fanout",
          items: listed(part.items),
          join: part.join,
          writes: [id],
          retries: 2,
          next: leadsOn,
        },
      ]
    case "runs": {
      const runs = named(part.items).map((item) => ofRun(item, `${id}-child`))
      const beside = listed(part.beside).items.map((one) => ({ ...one, item: `beside-${one.item}` }))
      const items = { kind: "list", items: [...runs, ...beside] } as const
      return [{ ...step, kind: "fanout", items, join: part.join, writes: [id], next: leadsOn }]
    }
    case "each":
      return eachSteps(part, next)
    case "gate":
      return [{ ...step, kind: "gate", evidence: writeCommands(part), next: leads }]
    case "loop":
      return loopSteps(part, next)
    case "ask":
      return [{ ...step, kind: "ask", questions: writeQuestions(part), writes: [id], next: leadsOn }]
    case "wait":
      return [{ ...step, kind: "wait", until: { seconds: part.seconds }, next: { ok: next } }]
    case "told":
      return [{ ...step, kind: "wait", until: { reported: true }, next: { ok: next } }]
    case "calc":
      return [
        {
          ...step,
          kind: "compute",
          compute: { rows: [{ outcome: "ok", set: { [id]: "1" } }] },
          writes: [id],
          next: leads,
        },
      ]
  }
}

function eachSteps({ id, items }: Extract<Part, { kind: "each" }>, next: string): readonly Step[] {
  const work = `${id}-work`
  return [
    { id: work, title: work, actions: [], kind: "do", writes: [work], next: { ok: id } },
    {
      id,
      title: id,
      actions: [],
      kind: "fanout",
      reads: [work],
      items: { kind: "each", of: work, most: items, ask: { agent: "explore", prompt: "Look at {{item.text}}" } },
      join: "settled",
      next: { ok: next, fail: next, skip: next },
    },
  ]
}

function loopSteps({ id, limit, reviewers }: Extract<Part, { kind: "loop" }>, next: string): readonly Step[] {
  const [work, review] = [`${id}-work`, `${id}-review`]
  const reviewing = { id: review, title: review, actions: [], reads: [work], writes: [review], review: id, retries: 2 }
  const next3 = { ok: id, fail: id }
  return [
    { id: work, title: work, actions: [], kind: "do", writes: [work], next: { ok: review } },
    reviewers === 0
      ? { ...reviewing, kind: "dispatch", agent: "quality-reviewer", prompt: "Review", next: next3 }
      : { ...reviewing, kind: "fanout", items: listed(reviewers), join: "settled", next: next3 },
    {
      id,
      title: id,
      actions: [],
      kind: "gate",
      reads: [review],
      evidence: [{ kind: "review", of: review }],
      loop: { work, review, limit, reverify: "fresh" },
      next: { ok: next, fail: work },
    },
  ]
}

function named(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => String.fromCharCode(97 + at))
}

function listed(count: number) {
  const items = named(count).map((item): FanoutItem => ({ item, agent: "explore", prompt: `Look at ${item}` }))
  return { kind: "list", items } as const
}

function ofRun(item: string, workflow: string): FanoutItem {
  return { item, agent: "developer", prompt: "Follow it", workflow }
}

function writeCommands({ id, commands }: Extract<Part, { kind: "gate" }>) {
  return named(commands).map((name) => ({ kind: "command", command: `check-${id} ${name}` }) as const)
}

function writeQuestions({ questions }: Extract<Part, { kind: "ask" }>) {
  const options = [{ label: "yes" }, { label: "no", outcome: "fail" as const }]
  return named(questions).map((id) => ({ id, text: `${id}?`, options }))
}
