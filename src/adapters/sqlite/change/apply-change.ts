import type { ItemKey, NewResult, QuestionRow, RunChange, ValueRow } from "../../../ports/run-store.ts"
import { asBytes, type Cell, hash, text } from "../database/cells.ts"
import { type ChangedRun, type ChangeTools, ofRun } from "./changed-run.ts"
import { insertDispatch, settleDispatch, settleVisit } from "./dispatch-changes.ts"
import { checkedQuestion, itemCells, visitCells } from "../stored-rows.ts"
import { tables } from "../tables.ts"

const { definition, visit, visitProgress, value, result, resultText, question, event } = tables
const QUESTION_KEY = ["step", "round", "id"].map(asBytes).join(", ")
const sql = {
  definition: `INSERT OR IGNORE INTO definitions (hash, ${definition.columns}) VALUES (?, ${definition.places})`,
  enter: `INSERT INTO visits (run, ${visit.columns}, ${visitProgress.columns}) VALUES (?, ${visit.places}, ${visitProgress.places})`,
  visit: `UPDATE visits SET (${visitProgress.columns}) = (${visitProgress.places}) WHERE run = ? AND step = ? AND round = ?`,
  hasValue: "SELECT 1 FROM vals WHERE run = ? AND name = ?",
  value: `INSERT OR REPLACE INTO vals (run, ${value.columns}) VALUES (?, ${value.places})`,
  result: `INSERT INTO results (run, ${result.columns}, ${resultText.columns}) VALUES (?, ${result.places}, ${resultText.places})`,
  question: `INSERT INTO questions (run, step, round, id, waiting, ${question.columns}) VALUES (?, ?, ?, ?, 1, ${question.places})`,
  findQuestion: `SELECT ${QUESTION_KEY}, ${question.selected} FROM questions WHERE run = ? AND step = ? AND round = ? AND id = ?`,
  waiting: `SELECT ${QUESTION_KEY}, ${question.selected} FROM questions WHERE run = ? AND waiting = 1`,
  settleQuestion: `UPDATE questions SET waiting = 0, (${question.columns}) = (${question.places}) WHERE run = ? AND step = ? AND round = ? AND id = ?`,
  event: `INSERT INTO events (run, ${event.columns}) VALUES (?, ${event.places})`,
} as const

/** The key of a lease that does not hold, where that is what hinders. */
export function applyChange(tools: ChangeTools, run: ChangedRun, change: RunChange): ItemKey | undefined {
  const { database } = tools
  switch (change.kind) {
    case "definition": {
      const key = hash.write(change.hash)
      database.write(sql.definition, [key, ...definition.cells([key], { json: tools.keep(change.json) })])
      return
    }
    case "create":
      if (change.run.id !== run.id || run.progress !== undefined)
        throw new Error(`run ${run.id} cannot be created here`)
      run.made = change.run
      return
    case "run":
      run.progress = change.set
      return
    case "enter": {
      const key = visitCells(run.number, change.visit)
      const cells = [...visit.cells([run.number], change.visit), ...visitProgress.cells(key, change.visit)]
      database.write(sql.enter, [run.number, ...cells])
      run.counts.visits++
      return
    }
    case "visit": {
      const key = visitCells(run.number, change)
      changed(database.write(sql.visit, [...visitProgress.cells(key, change.set), ...key]), "visit")
      return
    }
    case "value":
      return putValue(tools, run, change.value)
    case "result":
      return insertResult(tools, run, change.result)
    case "dispatch":
      return insertDispatch(tools, run, change.dispatch)
    case "settle":
      return settleDispatch(tools, run, change)
    case "dispatches":
      return settleVisit(tools, run, change)
    case "question":
      return insertQuestion(tools, run, change.question)
    case "answer": {
      const found = database.first(sql.findQuestion, [...visitCells(run.number, change), text.write(change.id)])
      const asked = found && checkedQuestion(run.number, found)
      if (asked === undefined || asked.answer !== undefined || asked.withdrawn === true)
        throw new Error(`question ${change.id} waits for no answer`)
      return settleQuestion(tools, run, { ...asked, answer: change.answer })
    }
    case "withdraw-questions":
      for (const found of database.all(sql.waiting, [run.number]))
        settleQuestion(tools, run, { ...checkedQuestion(run.number, found), withdrawn: true })
      return
    case "event":
      database.write(sql.event, [run.number, ...event.cells([run.number], change.event)])
      run.counts.events++
      return
  }
}

function putValue({ database }: ChangeTools, run: ChangedRun, row: ValueRow): undefined {
  if (database.first(sql.hasValue, [run.number, text.write(row.name)]) === undefined) run.counts.values++
  database.write(sql.value, [run.number, ...value.cells([run.number], row)])
}

function insertResult({ database, keep }: ChangeTools, run: ChangedRun, made: NewResult): undefined {
  const { text: said, body, ...row } = ofRun(run, made)
  const flat = { ...row, ...body }
  const cells = result.cells([run.number], flat)
  const saying = resultText.cells(itemCells(run.number, row), said === undefined ? {} : { text: keep(said) })
  database.write(sql.result, [run.number, ...cells, ...saying])
  run.counts.results++
}

function insertQuestion({ database }: ChangeTools, run: ChangedRun, row: QuestionRow): undefined {
  const key = questionCells(run, ofRun(run, row))
  database.write(sql.question, [...key, ...question.cells(key, { row })])
  run.counts.questions++
}

function settleQuestion({ database }: ChangeTools, run: ChangedRun, row: QuestionRow): undefined {
  const key = questionCells(run, row)
  changed(database.write(sql.settleQuestion, [...question.cells(key, { row }), ...key]), "question")
}

function questionCells(run: ChangedRun, row: QuestionRow): readonly Cell[] {
  return [...visitCells(run.number, row), text.write(row.id)]
}

function changed(rows: number, what: string): void {
  if (rows !== 1) throw new Error(`there is no such ${what}`)
}
