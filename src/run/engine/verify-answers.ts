import { sha256 } from "../../text/sha256.ts"
import { eventsOf } from "../history.ts"
import type { CommitRecord, ItemRef } from "../model.ts"
import { isSameItem, readText, type RunWork } from "./work.ts"

/** What the history keeps of an answer. */
interface Reported extends ItemRef {
  readonly outcome: string
  readonly digest: string | null
}

/** Whether every answer that was reported is kept as it was: its outcome, and its text by digest. */
export async function verifyAnswers(
  reading: RunWork,
  records: readonly CommitRecord[],
): Promise<{ readonly holds: boolean; readonly because?: string }> {
  const reported = eventsOf(records).flatMap(({ kind, data }) =>
    kind === "reported" ? [data as unknown as Reported] : [],
  )
  for (const told of reported) {
    const item = await reading.items.one(told)
    const name = `the answer to ${told.step}, round ${told.round}${told.item === "-" ? "" : `, ${told.item}`},`
    if (item?.result === undefined) return { holds: false, because: `${name} is missing` }
    if (!isSameItem(item.result, told) || item.result.outcome !== told.outcome || !(await isSameText(reading, told)))
      return { holds: false, because: `${name} is not what was reported` }
  }
  return { holds: true }
}

async function isSameText(reading: RunWork, { digest, ...ref }: Reported): Promise<boolean> {
  const text = await readText(reading, ref)
  return digest === null ? text === undefined : text !== undefined && sha256(text) === digest
}
