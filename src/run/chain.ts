import { SkilletError } from "../problem/failure.ts"
import { sha256 } from "../text/sha256.ts"
import type { CommitRecord, Run } from "./model.ts"

/** Each record's hash covers the one before it, so that none can be changed or taken out unnoticed. */
export function recordHash(before: string, { seq, at, events }: Omit<CommitRecord, "hash">): string {
  return sha256(`${before}\n${seq}\n${at}\n${events}`)
}

/** What is wrong with the records of a run; undefined when they are the ones that were written, all of them. */
export function brokenChain(run: Pick<Run, "chain" | "seq">, records: readonly CommitRecord[]): string | undefined {
  let chain = ""
  for (const [at, record] of records.entries()) {
    chain = recordHash(chain, record)
    if (record.seq !== at + 1 || record.hash !== chain) return `record ${at + 1} is not the one that was written`
  }
  return chain === run.chain && records.length === run.seq ? undefined : `${run.seq} commits were made`
}

/** The records of a run, for those who believe them. */
export function checkedRecords(run: Run, records: readonly CommitRecord[]): readonly CommitRecord[] {
  const wrong = brokenChain(run, records)
  if (wrong === undefined) return records
  throw new SkilletError("run.history-changed", `the history of run ${run.id} does not hold: ${wrong}`, {
    retry: "no",
    next: `skillet run verify ${run.id} says what still holds`,
  })
}
