import fs from "node:fs"
import path from "node:path"
import { makeFoldersBelow } from "../../system/files/make-folders-below.ts"
import { writeNew } from "../../system/files/write-new.ts"
import { listAgentPrompts } from "../directive/agent-prompts.ts"
import { OUTPUT_FOLDER, locateOutputFile } from "../directive/commands.ts"
import type { Directive } from "../directive/directive.ts"
import { openHistory } from "../history.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Runs } from "./open-runs.ts"

/**
 * Prepares the files that a directive names: their directory exists in the project's top directory and is ignored by
 * git, and it contains the prompts and reports to pass on, regardless of who wrote them.
 */
export async function prepareFiles(runs: Runs, directive: Directive): Promise<void> {
  const { run, review } = directive
  const prompts = listAgentPrompts(directive).flatMap(({ file, text }) => (file === undefined ? [] : [{ file, text }]))
  const names = [
    ...directive.dispatches.map(({ file }) => file),
    ...directive.outcomes.map(({ file }) => file),
    ...prompts.map(({ file }) => file),
    review?.report,
  ]
  if (names.every((name) => name === undefined)) return
  const top = directive.directory ?? runs.cwd
  const folder = `${OUTPUT_FOLDER}/${run}`
  writing(path.join(top, folder), () => {
    const wrong = makeFoldersBelow(top, folder.split("/"))
    if (wrong !== undefined) throw unusable(wrong.at, wrong.why)
  })
  writeOnce(path.join(top, OUTPUT_FOLDER, ".gitignore"), "*\n")
  for (const { file, text } of prompts) writeExactly(file, text)
  if (review?.report !== undefined) await writeReport(runs, directive, path.resolve(top, review.report))
}

/** Writes a report that arrived another way to the file that the directive names. */
async function writeReport(runs: Runs, directive: Directive, file: string): Promise<void> {
  if (fs.existsSync(file)) return
  const text = await reportText(runs, directive, directive.review?.report ?? "")
  if (text !== undefined) writeOnce(file, text)
}

/** An existing file stays as it is, even a link. */
function writeOnce(file: string, text: string): void {
  writing(file, () => void writeNew(file, text))
}

/** An existing file is replaced, even a link: an agent will do what this file says. */
function writeExactly(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`
  writing(file, () => {
    fs.rmSync(beside, { force: true })
    if (writeNew(beside, text)) fs.renameSync(beside, file)
  })
}

function writing(at: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error instanceof SkilletError) throw error
    throw unusable(at, `cannot be written (${String(error.code)})`, error)
  }
}

function unusable(at: string, why: string, cause?: unknown): SkilletError {
  return new SkilletError("run.output-folder", `${at} ${why}; the run keeps its files there`, {
    retry: "no",
    next: "make it a directory you can write to, then run skillet run current: everything that was reported is kept",
    cause,
  })
}

async function reportText(
  { engine }: Runs,
  { run, directory, step, round }: Directive,
  file: string,
): Promise<string | undefined> {
  const history = openHistory(engine.store)
  const visit = await history.visit(run, step, round)
  const source = Object.values(visit?.inputs ?? {}).find(
    (one) => locateOutputFile({ id: run, directory }, { ...one, item: "-" }) === file,
  )
  return source === undefined
    ? undefined
    : history.text({ run, step: source.step, round: source.round, item: source.item })
}
