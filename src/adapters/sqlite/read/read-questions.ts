import type { QuestionFilter, QuestionRow } from "../../../ports/run-store.ts"
import { asBytes, type ReadCell, text } from "../database/cells.ts"
import type { Database } from "../database/open-database.ts"
import { damaged } from "../database/store-failure.ts"
import { checkAll, checkedQuestion, RUN } from "../stored-rows.ts"
import { tables } from "../tables.ts"

const QUESTIONS = `SELECT run, waiting = 1, ${["step", "round", "id"].map(asBytes).join(", ")}, ${tables.question.selected} FROM questions`

export function readQuestions(database: Database, filter: QuestionFilter): readonly QuestionRow[] {
  const { run, step, round, project } = filter
  const parts = [
    ...(run === undefined ? [] : [{ sql: `run = ${RUN}`, values: [text.write(run)] }]),
    ...(step === undefined ? [] : [{ sql: "step = ?", values: [text.write(step)] }]),
    ...(round === undefined ? [] : [{ sql: "round = ?", values: [round] }]),
    ...(filter.open === true ? [{ sql: "waiting = 1", values: [] }] : []),
    ...(project === undefined
      ? []
      : [{ sql: "run IN (SELECT number FROM runs WHERE project = ?)", values: [text.write(project)] }]),
  ]
  const where = parts.length === 0 ? "" : ` WHERE ${parts.map((part) => part.sql).join(" AND ")}`
  const rows = database.all(
    `${QUESTIONS}${where} ORDER BY questions.number`,
    parts.flatMap(({ values }) => values),
  )
  if (run !== undefined) checkAll(database, run, "questions")
  return rows.map((cells) => waitingAsSaid(database, cells)).sort((a, b) => b.urgency - a.urgency || a.asked - b.asked)
}

function waitingAsSaid(database: Database, [run, waiting, ...cells]: readonly ReadCell[]): QuestionRow {
  const row = checkedQuestion(Number(run), cells)
  const isWaiting = row.answer === undefined && row.withdrawn !== true
  if (isWaiting !== (waiting === 1)) throw damaged(database.file, "a question is found by what it is not")
  return row
}
