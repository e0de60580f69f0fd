import type { ResultRow, RunChange } from "../../ports/run-store.ts"
import { decide } from "../decide/decide.ts"
import type { Decided, Decision } from "../decide/decision.ts"
import { NO_ITEM, type RunEvent } from "../decide/event.ts"
import { stateFor } from "./state-for.ts"
import { absorb, type RunWork, type Work } from "./work.ts"

/**
 * A run that was forked from another takes over its answers to the very same questions, one after another, in the commit in
 * which they are asked. Gives the decision that leads on, where one does.
 */
export async function useAgain(work: Work, run: RunWork, asked: Decided): Promise<Decided | undefined> {
  const { source, renew = [] } = run.row
  const { visit } = asked
  if (source === undefined || visit === undefined || renew.includes(visit.step)) return undefined
  const known = await work.engine.store.results(source, visit.step, visit.round)
  for (const { item, inputs } of questionsIn(asked)) {
    const old = known.find((one) => one.item === item && one.inputs === inputs)
    const again = old === undefined ? undefined : await takeOver(work, run, { old, source })
    if (again?.kind !== "decided") continue
    const whole = { ...again, changes: [...again.changes, ...(await personsWords(work, asked, source))] }
    if (again.goto !== undefined) return whole
    absorb(work, run, whole)
  }
  return undefined
}

/** What is asked of others, as the item and the digest of what is asked. What a shell said yesterday is no evidence today. */
function questionsIn({ changes, visit }: Decided): readonly { readonly item: string; readonly inputs: string }[] {
  const isAsked = changes.some((change) => change.kind === "question" && change.question.kind === "step")
  if (isAsked && visit !== undefined) return [{ item: NO_ITEM, inputs: visit.digest }]
  return changes.flatMap((change) =>
    change.kind === "dispatch" && change.dispatch.ask.kind !== "command" ? [change.dispatch] : [],
  )
}

async function takeOver(
  work: Work,
  run: RunWork,
  { old, source }: { readonly old: ResultRow; readonly source: string },
): Promise<Decision> {
  const { step, round, item, outcome, by } = old
  const text = await work.engine.store.text({ run: source, step, round, item })
  const event: RunEvent = {
    kind: "report",
    at: work.at,
    item: { step, round, item },
    outcome,
    by,
    reused: source,
    ...(text === undefined ? {} : { text }),
  }
  return decide(run.workflow, await stateFor(work, run, event), event)
}

/** The answers of a person, beside the one text that was made of them. */
async function personsWords(work: Work, { changes }: Decided, source: string): Promise<readonly RunChange[]> {
  const asked = changes.flatMap((change) => (change.kind === "question" ? [change.question] : []))
  const [first] = asked
  if (first === undefined) return []
  const { step, round } = first
  const known = await work.engine.store.questions({ run: source, step, round })
  return asked.flatMap(({ id }): readonly RunChange[] => {
    const answer = known.find((one) => one.id === id)?.answer
    return answer === undefined ? [] : [{ kind: "answer", step, round, id, answer }]
  })
}
