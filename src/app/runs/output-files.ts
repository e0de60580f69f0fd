import fs from "node:fs"
import path from "node:path"
import { OUTPUT_FOLDER, outputFile } from "../../run/directive/commands.ts"
import type { Directive } from "../../run/directive/directive.ts"
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
  fs.mkdirSync(path.join(folder, run), { recursive: true })
  const ignore = path.join(folder, ".gitignore")
  if (!fs.existsSync(ignore)) fs.writeFileSync(ignore, "*\n")
  const report = review?.report === undefined ? undefined : path.join(runs.cwd, review.report)
  if (report === undefined || fs.existsSync(report)) return
  const text = await reportText(runs, directive, review?.report ?? "")
  if (text !== undefined) fs.writeFileSync(report, text)
}

async function reportText(
  { engine }: Runs,
  { run, step, round }: Directive,
  file: string,
): Promise<string | undefined> {
  const visit = await engine.store.visit(run, step, round)
  const source = Object.values(visit?.inputs ?? {}).find((one) => outputFile(run, { ...one, item: "-" }) === file)
  return source === undefined
    ? undefined
    : engine.store.text({ run, step: source.step, round: source.round, item: source.item })
}
