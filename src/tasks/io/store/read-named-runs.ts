import { decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"

const OPEN_TASKS =
  "SELECT CAST(doc AS BLOB) FROM tasks WHERE deleted IS NULL AND status IN ('pending', 'active', 'blocked', 'in_review')"

/** The runs that open tasks of any project follow. */
export function readNamedRuns(database: Database): ReadonlySet<string> {
  const docs = database.all(OPEN_TASKS).map(([doc]) => JSON.parse(decodeText(doc ?? null)) as { readonly run?: string })
  return new Set(docs.flatMap(({ run }) => run ?? []))
}
