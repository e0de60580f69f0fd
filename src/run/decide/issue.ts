import type { NewDispatch, RunChange, VisitRow } from "../../ports/run-store.ts"
import { sha256 } from "../../skill/sha256.ts"
import type { FanoutItem, Step, Workflow } from "../../workflow/workflow.ts"
import { brokenCeiling, budgetQuestion } from "./ceilings.ts"
import type { ChildStart, Decided } from "./decision.ts"
import { shapedPrompt } from "./output-words.ts"
import { type EnterEvent, NO_ITEM, type RunState } from "./event.ts"
import type { Draft } from "./leave.ts"

/** A step that is being entered. */
export interface Entering {
  readonly workflow: Workflow
  readonly step: Step
  readonly state: RunState
  readonly event: EnterEvent & { readonly at: number }
  readonly draft: Draft
}

export const DEFAULT_TRIES = 3

type Issue = Pick<NewDispatch, "item" | "agent" | "ask"> & { readonly tier?: string; readonly tries?: number }

/** Agents are asked, each with a prompt or a run of its own. */
export function issueAsked(entering: Entering, items: readonly FanoutItem[], retries: number | undefined): Decided {
  const { state, draft } = entering
  const children: ChildStart[] = []
  const issues = items.map((item): Issue => {
    const how = { item: item.item, agent: item.agent, ...(item.tier === undefined ? {} : { tier: item.tier }) }
    const tries = (retries ?? DEFAULT_TRIES - 1) + 1
    const prompt = shapedPrompt(entering.step, item.prompt ?? "")
    if (item.workflow === undefined) return { ...how, tries, ask: { kind: "prompt", prompt } }
    const id = childId(state.run.id, draft.visit, item.item)
    children.push({ id, item: item.item, workflow: item.workflow, agent: item.agent, params: item.with ?? {} })
    return {
      ...how,
      tries,
      ask: { kind: "run", run: id, prompt: item.prompt ?? "", workflow: item.workflow, with: item.with ?? {} },
    }
  })
  const why = brokenCeiling(entering.event.entry.ceilings, items.length, entering.event.at)
  return issue(entering, issues, why === undefined ? { children } : { held: why })
}

/** A child's id tells where it belongs, and is the same however often the step is entered anew after a crash. */
function childId(run: string, visit: VisitRow, item: string): string {
  return [run, visit.step, String(visit.round), ...(item === NO_ITEM ? [] : [nameInId(item)])].join(".")
}

/** A name with signs that ids do not have is told from others like it by its digest. */
function nameInId(item: string): string {
  const plain = item.replace(/[^\w-]/g, "_")
  return plain === item ? item : `${plain}-${sha256(item).slice(0, 8)}`
}

export function issue(
  entering: Entering,
  issues: readonly Issue[],
  how: { readonly children?: readonly ChildStart[]; readonly held?: string } = {},
): Decided {
  const { step, event, draft, state } = entering
  const { visit, run } = draft
  const isHeld = how.held !== undefined
  const agents = (step.kind === "dispatch" || step.kind === "fanout") && !isHeld ? issues.length : 0
  const dispatches = issues.map(
    ({ item, agent, ask, tier, tries = 1 }): RunChange => ({
      kind: "dispatch",
      dispatch: {
        run: state.run.id,
        root: state.run.root,
        step: step.id,
        round: visit.round,
        item,
        agent,
        ask,
        inputs: sha256(`${visit.digest}\n${item}\n${askedText(ask, entering.workflow)}`),
        status: isHeld ? "held" : "open",
        tries,
        ...(tier === undefined ? {} : { tier }),
      },
    }),
  )
  const question: readonly RunChange[] = isHeld
    ? [{ kind: "question", question: budgetQuestion(step.id, visit.round, { why: how.held ?? "", at: event.at }) }]
    : []
  const entered = { ...visit, total: issues.length }
  return {
    kind: "decided",
    run: { ...run, spent: { ...run.spent, agents: run.spent.agents + agents } },
    visit: entered,
    changes: [...withVisit(draft.changes, entered), ...dispatches, ...question],
    events: draft.events,
    children: how.children ?? [],
  }
}

/** What tells one question from another; a child's id names the run, which a fork does not share. */
function askedText(ask: NewDispatch["ask"], { children }: Workflow): string {
  switch (ask.kind) {
    case "run":
      return `run\n${ask.workflow} ${children?.[ask.workflow] ?? ""}\n${JSON.stringify(ask.with)}\n${ask.prompt}`
    case "prompt":
      return `prompt\n${ask.prompt}`
    case "command":
      return `command\n${ask.command}`
    case "step":
      return "step"
  }
}

function withVisit(changes: readonly RunChange[], visit: VisitRow): readonly RunChange[] {
  return changes.map((change) => (change.kind === "enter" ? { kind: "enter", visit } : change))
}
