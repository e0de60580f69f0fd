import fs from "node:fs"
import path from "node:path"
import { OUTPUT_FOLDER, outputFile } from "../../run/directive/commands.ts"
import type { Directive } from "../../run/directive/directive.ts"
import { historyOf } from "../../run/history.ts"
import { SkilletError } from "../../skill/failure.ts"
import type { Runs } from "./open-runs.ts"

/**
 * The files that a directive names can be used as they are: their folder is there, ignored by git, and a report that is to
 * be passed on lies where the directive says, whoever handed it in.
 */
export async function prepareFiles(runs: Runs, directive: Directive): Promise<void> {
  const { run, review } = directive
  const names = [
    ...directive.dispatches.map(({ file }) => file),
    review?.report,
    ...directive.outcomes.map(({ command }) => (command.includes(OUTPUT_FOLDER) ? OUTPUT_FOLDER : undefined)),
  ]
  if (names.every((name) => name === undefined)) return
  const folder = path.join(runs.cwd, OUTPUT_FOLDER)
  makeFolders(runs.cwd, `${OUTPUT_FOLDER}/${run}`.split("/"))
  writeNew(path.join(folder, ".gitignore"), "*\n")
  const report = review?.report === undefined ? undefined : path.join(runs.cwd, review.report)
  if (report === undefined || fs.existsSync(report)) return
  const text = await reportText(runs, directive, review?.report ?? "")
  if (text !== undefined) writeNew(report, text)
}

/** Each folder is made within the one before. A link among them could lead out of the project: it is not followed. */
function makeFolders(root: string, names: readonly string[]): void {
  let folder = root
  for (const name of names) {
    folder = path.join(folder, name)
    const stat = fs.lstatSync(folder, { throwIfNoEntry: false })
    if (stat?.isDirectory() === true) continue
    if (stat !== undefined) throw unusable(folder, `is ${stat.isSymbolicLink() ? "a link" : "no folder"}`)
    writing(folder, () => fs.mkdirSync(folder))
  }
}

/** What is there already stays as it is, also a link. */
function writeNew(file: string, text: string): void {
  writing(file, () => fs.writeFileSync(file, text, { flag: "wx" }))
}

function writing(at: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    if (error.code !== "EEXIST") throw unusable(at, `cannot be written (${String(error.code)})`, error)
  }
}

function unusable(at: string, why: string, cause?: unknown): SkilletError {
  return new SkilletError("run.output-folder", `${at} ${why}; what is handed in would lie there`, {
    retry: "no",
    next: "make it a folder you may write to, then ask with skillet run current: what was reported is kept",
    cause,
  })
}

async function reportText(
  { engine }: Runs,
  { run, step, round }: Directive,
  file: string,
): Promise<string | undefined> {
  const history = historyOf(engine.store)
  const visit = await history.visit(run, step, round)
  const source = Object.values(visit?.inputs ?? {}).find((one) => outputFile(run, { ...one, item: "-" }) === file)
  return source === undefined
    ? undefined
    : history.text({ run, step: source.step, round: source.round, item: source.item })
}
