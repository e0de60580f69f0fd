import { hashRecord } from "../../../run/history.ts"
import type { SeenRun, SeenVisit } from "../committed-rows.ts"

/** Statements that are true after every commit, each with what is wrong if one is not. */
export interface Invariants {
  check(runs: readonly SeenRun[], changed: ReadonlySet<string>): readonly string[]
}

export function openInvariants(): Invariants {
  const chains = new Map<string, string>()
  return {
    check(runs, changed) {
      const byId = new Map(runs.map((run) => [run.row.id, run]))
      return runs.flatMap((run) => [
        ...(changed.has(run.row.id) ? [...ofRun(run), ...checkChain(run, chains)] : []),
        ...ofTree(run, byId),
      ])
    },
  }
}

function ofRun(run: SeenRun): readonly string[] {
  const { row, visits } = run
  const of = ` (run ${row.id})`
  const wrong = [...visits.flatMap((visit) => ofVisit(visit, row.status)), ...checkSpent(run)]
  if (visits.some((visit, at) => visit.row.number !== at + 1) || row.visited !== visits.length)
    wrong.push(`visits are numbered ${visits.map((visit) => visit.row.number).join(", ")} of ${row.visited}`)
  return wrong.map((text) => text + of)
}

/** Every answer is counted once, and nothing is left open after the run. */
function ofVisit({ row, dispatches, results }: SeenVisit, status: string): readonly string[] {
  const name = `${row.step}/${row.round}`
  const wrong: string[] = []
  const answered = dispatches.filter((one) => one.status === "answered")
  const outcomes = answered.map(({ item }) => results.find((one) => one.item === item)?.outcome)
  const failed = outcomes.filter((one) => one === "fail").length
  if (outcomes.includes(undefined)) wrong.push(`an answered item of ${name} has no answer`)
  if (dispatches.length > 0 && (row.ok !== answered.length - failed || row.failed !== failed))
    wrong.push(`${name} counts ${row.ok} ok and ${row.failed} failed of ${answered.length} answered, ${failed} failed`)
  if (dispatches.length === 0 && row.ok + row.failed > results.length)
    wrong.push(`${name} counts ${row.ok + row.failed} of ${results.length} answers`)
  if (row.total !== dispatches.length) wrong.push(`${name} has ${dispatches.length} of ${row.total} items`)
  const unanswered = dispatches.filter((one) => one.status !== "answered" && one.status !== "cancelled")
  const reported = unanswered.filter(({ item }) => results.some((one) => one.item === item))
  if (reported.length > 0) wrong.push(`${name} has an answer to what is ${reported[0]?.status}`)
  const isOver = row.left !== undefined || status !== "running"
  if (isOver && unanswered.length > 0)
    wrong.push(`${name} is over, and ${unanswered[0]?.item} is ${unanswered[0]?.status}`)
  return wrong
}

/** The amount spent is the sum of the usage, and of the agents that were asked. */
function checkSpent({ row, visits }: SeenRun): readonly string[] {
  const usages = visits.flatMap(({ results }) => results.flatMap(({ usage }) => usage ?? []))
  const tokens = usages.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0)
  const money = usages.reduce((sum, usage) => sum + usage.money, 0)
  const agents = visits.reduce((sum, visit) => sum + countAgents(visit), 0)
  const isSame = row.spent.tokens === tokens && row.spent.money === money && row.spent.agents === agents
  return isSame
    ? []
    : [`${JSON.stringify(row.spent)} is spent, but ${JSON.stringify({ agents, tokens, money })} was used`]
}

/** Dispatches that a ceiling held from the beginning count once a person raises it. */
function countAgents({ dispatches, questions }: SeenVisit): number {
  const first = questions.find(({ id, kind }) => kind === "budget" && id === "budget")
  if (first !== undefined && first.answer?.answers[0] !== "raise") return 0
  return dispatches.filter(({ ask }) => ask.kind === "prompt" || ask.kind === "run").length
}

function checkChain({ row, records }: SeenRun, chains: Map<string, string>): readonly string[] {
  let chain = records[0]?.seq === 1 ? "" : (chains.get(row.id) ?? "")
  for (const record of records) {
    chain = hashRecord(chain, record)
    if (record.hash !== chain) return [`record ${record.seq} of run ${row.id} does not follow from the one before`]
  }
  chains.set(row.id, chain)
  return chain === row.chain ? [] : [`run ${row.id} says its last record is another one`]
}

/** A running run waits for something that can still happen; an ended one leaves nothing behind. */
function ofTree(run: SeenRun, byId: ReadonlyMap<string, SeenRun>): readonly string[] {
  const { row, visits } = run
  const { parent, id } = row
  const above = parent === undefined ? undefined : byId.get(parent.run)
  if (row.status === "running" && parent !== undefined && above?.row.status !== "running")
    return [`run ${id} is running, and run ${parent.run} above it is not`]
  if (row.status !== "running") return []
  const visit = visits.at(-1)
  if (
    visit === undefined ||
    visit.row.step !== row.step ||
    visit.row.round !== row.round ||
    visit.row.left !== undefined
  )
    return [`run ${id} is at ${row.step}/${row.round}, which is not its last visit`]
  return waitsInVain(visit, byId) ? [`run ${id} waits at ${row.step}/${row.round} for nothing`] : []
}

function waitsInVain({ dispatches, questions }: SeenVisit, byId: ReadonlyMap<string, SeenRun>): boolean {
  if (questions.some(({ answer }) => answer === undefined)) return false
  if (dispatches.length === 0) return questions.length > 0
  const open = dispatches.filter(({ status }) => status === "open" || status === "leased")
  const untold = open.filter(({ ask }) => ask.kind === "run" && byId.get(ask.run)?.row.status !== "running")
  return open.length === 0 || untold.length > 0
}
