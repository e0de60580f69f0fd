import fs from "node:fs"
import path from "node:path"
import type { LintReport } from "../../../catalog/io/lint/lint-skills.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { lintFormats, printLint } from "./print-lint.ts"

const levels = ["error", "warning", "note"] as const

export const lint = defineCommand({
  more: "It reads how a skill is written, not what it does. --fix changes only files of the project or at a path that is named.",
  usage: "[PATH|REF…] [--fix | --watch] [--format F]",
  examples: [
    { line: "skillet lint", about: "the skills of this project" },
    { line: "skillet lint skills/deploy --fix", about: "apply the safe fixes" },
    { line: "skillet lint --watch", about: "again after every change" },
    { line: "skillet lint --format github", about: "as annotations of a pull request" },
    { line: "skillet lint --portable --fail-on note", about: "strict, for every agent" },
  ],
  options: {
    fix: { kind: "flag", about: "apply the fixes that do not change what the skill says, spellings included" },
    watch: { kind: "flag", about: "check again after every change of a skill, until it is interrupted" },
    format: { kind: "choice", values: lintFormats, about: "how to print it (default text)" },
    portable: { kind: "flag", about: "accept only names and fields of the Agent Skills specification" },
    "fail-on": {
      kind: "choice",
      values: levels,
      about: "exit 1 if a problem is at or above this level (default warning)",
    },
    ...catalogOptions,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "files, directories or names", completes: "file" },
  async run({ options, arguments: paths }, io) {
    if (options.watch === true && options.fix === true)
      throw new UsageError("--watch and --fix exclude each other", "fix once with --fix, then watch")
    const skillet = openWithOptions(options, io)
    const format = options.format ?? (options.json === true ? "json" : "text")
    const lintNow = async (session: Skillet) => {
      const progress = io.progress("reading file")
      const { fix = false, portable = false } = options
      const report = await session.lint({ paths, fix, portable, onProgress: progress.step })
      progress.end()
      return report
    }
    // A session remembers what it read, so every look is a new one.
    if (options.watch === true)
      return watchLint(
        openWithOptions(
          { ...options, "skills-dir": [...(options["skills-dir"] ?? []), ...listWatched(paths, skillet)] },
          io,
        ),
        (isFirst) => lintNow(isFirst ? skillet : openWithOptions(options, io)),
        (report) => printLint(report, { format, io, cwd: skillet.around.cwd }),
      )
    const report = await lintNow(skillet)
    printLint(report, { format, io, cwd: skillet.around.cwd })
    const failing = levels.slice(0, levels.indexOf(options["fail-on"] ?? "warning") + 1)
    const isChecked = report.files + report.problems.length > 0
    return isChecked && !report.problems.some(({ level }) => failing.includes(level)) ? 0 : 1
  },
})

/** The directories of the paths that were named: no agent may look there. */
function listWatched(paths: readonly string[], { around: { cwd } }: Skillet): readonly string[] {
  const found = paths.map((one) => path.resolve(cwd, one)).filter((at) => fs.existsSync(at))
  return found.map((at) => (fs.statSync(at).isDirectory() ? at : path.dirname(at)))
}

type Lint = (isFirst: boolean) => Promise<LintReport>

/** Lints again after every change of a skill, until it is interrupted. */
async function watchLint(skillet: Skillet, lintNow: Lint, print: (report: LintReport) => void): Promise<never> {
  let running: Promise<void> = Promise.resolve()
  const look = (isFirst: boolean) => {
    running = running.then(async () => print(await lintNow(isFirst)))
    return running
  }
  await skillet.watch(() => void look(false), { onFailure: () => void look(false) })
  await look(true)
  return new Promise<never>(() => {})
}
