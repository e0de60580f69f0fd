import fs from "node:fs"
import { checkHistory, toMismatchProblem } from "../../run/history.ts"
import type { RunStore } from "../../run/store.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { runProblem } from "../../run/problems.ts"
import { locateDatabase } from "../../system/database/locate-database.ts"
import { isPostgresAddress, readPostgresAddress } from "../../system/database/postgres-address.ts"
import { findLoss } from "./show-state.ts"
import { openRuns, type Runs } from "../../run/io/open-runs.ts"
import { findRun } from "../../run/engine.ts"
import { type Verification, verifyRun } from "../../run/verify-run.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { openGateWork } from "../../run/io/gates/gate-work.ts"
import { refuseElsewhere } from "../../run/io/report-step.ts"

/** What is wrong with the stored runs: a head, a record or a file that differs from what was written. */
export async function examineRuns(env: Readonly<Record<string, string | undefined>>): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  let file = env["SKILLET_DB"] ?? ""
  try {
    file = locateDatabase(env)
    const isFile = !isPostgresAddress(file)
    if (!isFile) file = readPostgresAddress(file).shown
    const lost = isFile ? findLoss(file) : undefined
    if (lost !== undefined) problems.push(placeProblem(file, toLossProblem(lost)))
    if (isFile && !fs.existsSync(file)) return problems
    const runs = await openRuns({ env }, { onProblem: (one) => problems.push(one) })
    try {
      return [...problems, ...(await changedHistories(runs.engine.store, file))]
    } finally {
      await runs.close()
    }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return [
      ...problems,
      placeProblem(file, runProblem("store.unusable", {}, { message: error.message, fix: writeStoreFix(error) })),
    ]
  }
}

function toLossProblem(message: string) {
  const fix = `restore a copy of the file if you have one; if not, remove ${KNOWN} to confirm the new one`
  return runProblem("store.lost", {}, { message, fix })
}

const KNOWN = "the file beside it that ends in .known"

/** Elsewhere damage leads here, so here it must not. */
function writeStoreFix({ code, next }: SkilletError): string {
  if (code !== "store.damaged" || !next.includes("doctor")) return next
  return "keep a copy of the file and the files next to it; restore an older copy, or move it away and Skillet starts anew"
}

async function changedHistories(store: RunStore, file: string): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const run of await store.runs()) {
    const wrong = checkHistory(run, await store.records(run.id))
    if (wrong !== undefined) problems.push(placeProblem(file, wrong))
    const mismatch = await store.mismatch(run.id)
    if (mismatch !== undefined) problems.push(placeProblem(file, toMismatchProblem(run.id, mismatch)))
  }
  return problems
}

/** Verifies a run; with a session, the commands of its gates are run again. */
export async function verifyAgain(runs: Runs, id: string, skillet?: Session): Promise<Verification> {
  const { engine } = runs
  if (skillet === undefined) return verifyRun(engine, id)
  const run = await findRun(engine, id)
  refuseElsewhere(runs, run)
  const work = openGateWork(skillet, engine)
  return verifyRun(engine, id, { again: (ask) => work(ask, run, new AbortController().signal) })
}
