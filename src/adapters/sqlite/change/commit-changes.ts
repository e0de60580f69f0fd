import type { CommitResult, RunChange, RunCommit } from "../../../ports/run-store.ts"
import { applyChange } from "./apply-change.ts"
import type { Artifacts } from "../beside/artifacts.ts"
import type { ChangedRun, ChangeTools } from "./changed-run.ts"
import { text } from "../database/cells.ts"
import type { FailMoment } from "../database/failpoint.ts"
import type { Database } from "../database/open-database.ts"
import { storedHead } from "../stored-rows.ts"
import { tables } from "../tables.ts"

export interface CommitTools {
  readonly database: Database
  readonly artifacts: Artifacts
  readonly fail: ((moment: FailMoment, act: string) => void) | undefined
  /** Told of the last run of a commit that is on the disk. */
  readonly committed: (run: number, seq: number) => void
}

const { head, start } = tables
const LAST_NUMBER = "SELECT coalesce(max(number), 0) FROM runs"
const INSERT_RUN = `INSERT INTO runs (number, id, workflow, project, root, ${head.columns}) VALUES (?, ?, ?, ?, ?, ${head.places})`
const UPDATE_RUN = `UPDATE runs SET (${head.columns}) = (${head.places}) WHERE number = ?`
const INSERT_START = `INSERT INTO starts (run, ${start.columns}) VALUES (?, ${start.places})`

/** Large texts are put on the disk before the transaction, which is short, and awaits nothing. */
export function commitChanges(tools: CommitTools, commits: readonly RunCommit[]): CommitResult {
  if (new Set(commits.map(({ run }) => run)).size < commits.length) throw new Error("a run is in a commit only once")
  const keep = keepLarge(tools.artifacts, commits)
  tools.fail?.("before", "commit")
  const { result, last } = tools.database.transaction(() => {
    const found = findRuns(tools.database, commits)
    const done = "moved" in found ? { result: found.moved } : carryOut(tools, found, keep)
    return { result: { last: undefined, ...done }, keep: done.result.kind === "committed" }
  })
  if (last !== undefined) tools.committed(last.number, last.seq)
  tools.fail?.("after", "commit")
  return result
}

interface FoundRun {
  readonly commit: RunCommit
  readonly run: ChangedRun
}

function findRuns(
  database: Database,
  commits: readonly RunCommit[],
): readonly FoundRun[] | { readonly moved: CommitResult } {
  const found: FoundRun[] = []
  let number: number | undefined
  for (const commit of commits) {
    const id = commit.run
    const stored = storedHead(database, id)
    if ((stored?.head.seq ?? -1) !== commit.seq) return { moved: { kind: "moved", run: id } }
    if (stored === undefined) number = (number ?? Number(database.first(LAST_NUMBER)?.[0])) + 1
    const run =
      stored === undefined
        ? { id, number: number ?? 0, counts: noRows(), made: undefined, progress: undefined }
        : { id, number: stored.number, counts: { ...stored.head.counts }, made: undefined, progress: stored.head }
    found.push({ commit, run })
  }
  return found
}

function carryOut(
  { database, fail }: CommitTools,
  found: readonly FoundRun[],
  keep: ChangeTools["keep"],
): { readonly result: CommitResult; readonly last?: { readonly number: number; readonly seq: number } } {
  const half = found.reduce((total, { commit }) => total + commit.changes.length, 0) / 2
  let applied = 0
  for (const { commit, run } of found) {
    for (const change of commit.changes) {
      const lost = applyChange({ database, keep }, run, change)
      if (lost !== undefined) return { result: { kind: "lease-lost", key: lost } }
      applied++
      if (applied >= half && applied < half + 1) fail?.("during", "commit")
    }
    putRun({ database, keep }, run, commit.seq + 1)
  }
  const last = found.at(-1)
  return {
    result: { kind: "committed" },
    ...(last === undefined ? {} : { last: { number: last.run.number, seq: last.commit.seq + 1 } }),
  }
}

function putRun({ database, keep }: ChangeTools, run: ChangedRun, seq: number): void {
  const { number, made, progress, counts } = run
  if (progress === undefined || (made === undefined) !== seq > 0)
    throw new Error(`run ${run.id} was not created, or without progress, or twice`)
  const cells = head.cells([number], { ...progress, seq, counts })
  if (made === undefined) {
    database.write(UPDATE_RUN, [...cells, number])
    return
  }
  const names = [run.id, made.workflow, made.project, made.root].map(text.write)
  database.write(INSERT_RUN, [number, ...names, ...cells])
  database.write(INSERT_START, [number, ...start.cells([number], { made: keep(JSON.stringify(made)) })])
}

function noRows(): ChangedRun["counts"] {
  return { visits: 0, values: 0, results: 0, dispatches: 0, questions: 0, events: 0 }
}

function keepLarge(artifacts: Artifacts, commits: readonly RunCommit[]): ChangeTools["keep"] {
  const texts = commits.flatMap(({ changes }) => changes.flatMap(textsOf)).filter(artifacts.isLarge)
  const bodies = new Map(texts.map((said) => [said, artifacts.keep(said)]))
  return (said) => bodies.get(said) ?? { kind: "text", text: said }
}

/** What may be large, as it is kept. */
function textsOf(change: RunChange): readonly string[] {
  if (change.kind === "definition") return [change.json]
  if (change.kind === "create") return [JSON.stringify(change.run)]
  if (change.kind === "dispatch") return [JSON.stringify(change.dispatch.ask)]
  return change.kind === "result" && change.result.text !== undefined ? [change.result.text] : []
}
