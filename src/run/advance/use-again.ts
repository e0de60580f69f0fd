import type { EditedAnswer } from "../edited-answer.ts"
import { isGateAsk } from "../model.ts"
import { decide } from "./decide/decide.ts"
import type { Decided } from "./decide/decision.ts"
import type { RunEvent } from "./decide/event.ts"
import { isSameItem, NO_ITEM, type Result, listResults } from "../model.ts"
import { loadState } from "./load-state.ts"
import { absorb, type PendingRun, type PendingCommit } from "./pending-commit.ts"

/**
 * A forked run takes over the original's answers to exactly the same questions, one after another, in the commit in
 * which they are asked; one that a person edited for it is taken over with its new text. Returns the decision that leads to
 * another step, if there is one.
 */
export async function useAgain(work: PendingCommit, run: PendingRun, asked: Decided): Promise<Decided | undefined> {
  const { source, renew = [], edited = [] } = run.run
  const { visit } = asked.head
  if (source === undefined || visit === undefined || renew.includes(visit.step)) return undefined
  const questions = listQuestions(asked)
  if (questions.length === 0) return undefined
  const known = await loadAnswers(work, source, visit)
  for (const { item, inputs } of questions) {
    const old = known.find((one) => one.item === item && one.inputs === inputs)
    if (old === undefined) continue
    const edit = edited.find((one) => isSameItem(one, old))
    const event = await takenOver(work, source, { old, edit })
    const decision = decide(run.workflow, await loadState(run, event), event)
    if (decision.kind !== "decided") continue
    if (decision.goto !== undefined) return decision
    absorb(run, decision)
  }
  return undefined
}

/**
 * What is asked of others, as the item and the digest of the question. Yesterday's shell output is not evidence for
 * today.
 */
function listQuestions({
  changes,
  head,
  events,
}: Decided): readonly { readonly item: string; readonly inputs: string }[] {
  const { visit } = head
  const isAsked = events.some(({ kind, data }) => kind === "asked" && data["kind"] === "step")
  if (isAsked && visit !== undefined) return [{ item: NO_ITEM, inputs: visit.digest }]
  return changes.flatMap((change) =>
    change.kind === "ask" && !isGateAsk(change.request.ask)
      ? [{ item: change.item.item, inputs: change.request.inputs }]
      : [],
  )
}

async function loadAnswers(
  { engine }: PendingCommit,
  run: string,
  { step, round }: { readonly step: string; readonly round: number },
): Promise<readonly Result[]> {
  const loaded = await engine.store.load({ run, items: { step, round } })
  return listResults(loaded?.items ?? [])
}

interface TakenAnswer {
  readonly old: Result
  readonly edit: EditedAnswer | undefined
}

/** Who changed an answer is the one who gave it. */
async function takenOver({ engine, at }: PendingCommit, source: string, { old, edit }: TakenAnswer): Promise<RunEvent> {
  const { step, round, item, outcome, by } = old
  const common = { kind: "report", at, item: { step, round, item }, outcome, reused: source } as const
  if (edit !== undefined) return { ...common, by: edit.by, text: edit.text, reason: `the answer of ${by}, edited` }
  const loaded = await engine.store.load({ run: source, texts: [old] })
  return { ...common, by, text: loaded?.texts[0]?.text }
}
