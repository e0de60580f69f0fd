import { sha256 } from "../../../../text/sha256.ts"
import type { FanoutItem, Step, Workflow } from "../../../../workflow/workflow.ts"
import { type Ask, type Change, NO_ITEM, type Request, type Visit } from "../../../model.ts"
import { addQuestions, type Draft } from "../draft.ts"
import { findBrokenCeiling, makeBudgetQuestion } from "./ceilings.ts"
import type { ChildStart, Decided } from "../decision.ts"
import type { EnterEvent, DecidedState } from "../event.ts"
import { addShape } from "../output-shape.ts"

/** A step that is being entered. */
export interface Entering {
  readonly workflow: Workflow
  readonly step: Step
  readonly state: DecidedState
  readonly event: EnterEvent & { readonly at: number }
  readonly draft: Draft
}

export const DEFAULT_TRIES = 3

type Issue = Pick<Request, "agent" | "ask" | "tier"> & { readonly item: string; readonly tries?: number }

/** Agents are asked, each with a prompt or its own run. */
export function issueAsked(entering: Entering, items: readonly FanoutItem[], retries: number | undefined): Decided {
  const { state, draft } = entering
  const children: ChildStart[] = []
  const issues = items.map((item): Issue => {
    const how = { item: item.item, agent: item.agent, tier: item.tier, tries: (retries ?? DEFAULT_TRIES - 1) + 1 }
    const prompt = addShape(entering.step, item.prompt ?? "")
    if (item.workflow === undefined) return { ...how, ask: { kind: "prompt", prompt } }
    const id = childId(state.run.id, draft.visit, item.item)
    children.push({ id, item: item.item, workflow: item.workflow, agent: item.agent, params: item.with ?? {} })
    return {
      ...how,
      ask: { kind: "run", run: id, prompt: item.prompt ?? "", workflow: item.workflow, with: item.with ?? {} },
    }
  })
  const why = findBrokenCeiling(entering.event.entry.ceilings, { agents: items.length }, entering.event.at)
  return issue(entering, issues, why === undefined ? { children } : { held: why })
}

/** A child's id says where it belongs, and stays the same if the step is entered again after a crash. */
function childId(run: string, visit: Visit, item: string): string {
  return [run, visit.step, String(visit.round), ...(item === NO_ITEM ? [] : [nameInId(item)])].join(".")
}

/** A name with characters that ids cannot have gets a digest, so that similar names stay distinct. */
function nameInId(item: string): string {
  const plain = item.replace(/[^\w-]/g, "_")
  return plain === item ? item : `${plain}-${sha256(item).slice(0, 8)}`
}

export function issue(
  entering: Entering,
  issues: readonly Issue[],
  how: { readonly children?: readonly ChildStart[]; readonly held?: string } = {},
): Decided {
  const { step, event, draft } = entering
  const { head } = draft
  const isHeld = how.held !== undefined
  const agents = (step.kind === "dispatch" || step.kind === "fanout") && !isHeld ? issues.length : 0
  const visit = { ...draft.visit, total: issues.length }
  const asked: Draft = {
    ...draft,
    visit,
    head: { ...head, visit, spent: { ...head.spent, agents: head.spent.agents + agents } },
    changes: [...draft.changes, ...requests(entering, issues, isHeld)],
    events: draft.events.map((told) =>
      told.kind === "entered" ? { ...told, data: { ...told.data, asks: issues.length } } : told,
    ),
  }
  const question = makeBudgetQuestion(step.id, visit.round, { why: how.held ?? "", at: event.at })
  const { head: decided, changes, events } = isHeld ? addQuestions(asked, [question]) : asked
  return { kind: "decided", head: decided, changes, events, children: how.children ?? [] }
}

function requests(
  { workflow, step, draft: { visit } }: Entering,
  issues: readonly Issue[],
  isHeld: boolean,
): readonly Change[] {
  return issues.map(({ item, agent, ask, tier, tries = 1 }) => ({
    kind: "ask",
    item: { step: step.id, round: visit.round, item },
    status: isHeld ? "held" : "open",
    request: {
      agent,
      tier,
      ask,
      tries,
      inputs: sha256(`${visit.digest}\n${item}\n${askedText(ask, workflow)}`),
    },
  }))
}

/**
 * What identifies a question. A child's id is not part of it, because it names the run, which a fork does not share.
 */
function askedText(ask: Ask, { children }: Workflow): string {
  switch (ask.kind) {
    case "run":
      return `run\n${ask.workflow} ${children?.[ask.workflow] ?? ""}\n${JSON.stringify(ask.with)}\n${ask.prompt}`
    case "prompt":
      return `prompt\n${ask.prompt}`
    case "command":
      return `command\n${ask.command}`
    case "inspect":
      return `${ask.what}\n${ask.path}`
    case "step":
      return "step"
  }
}
