import type { StepUsage } from "../../../ports/run-store.ts"
import { asBytes, text, textOf } from "../database/cells.ts"
import type { Database } from "../database/open-database.ts"

const ENDED = "run IN (SELECT number FROM runs WHERE workflow = ? AND status <> 'running')"
const VISITS = `SELECT ${asBytes("step")}, count(DISTINCT run), count(*) FROM visits WHERE ${ENDED} GROUP BY step ORDER BY step`
const USAGE = `SELECT ${asBytes("step")}, count(*), total(json_extract(usage, '$[0]')), total(json_extract(usage, '$[1]')),
  total(json_extract(usage, '$[2]')) FROM results WHERE ${ENDED} AND reused IS NULL AND agent <> 'shell' GROUP BY step`

/** The database adds up: these are figures to estimate by, and the only ones that are not checked row by row. */
export function readUsage(database: Database, workflow: string): readonly StepUsage[] {
  const spent = new Map(
    database.all(USAGE, [text.write(workflow)]).map(([step, ...sums]) => [textOf(step), sums.map(Number)]),
  )
  return database.all(VISITS, [text.write(workflow)]).map(([name, runs, visits]) => {
    const step = textOf(name)
    const [agents = 0, tokensIn = 0, tokensOut = 0, money = 0] = spent.get(step) ?? []
    return { step, runs: Number(runs), visits: Number(visits), agents, tokensIn, tokensOut, money }
  })
}
