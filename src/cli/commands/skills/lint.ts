import { formatCount } from "../../../text/format-count.ts"
import type { LintReport } from "../../../catalog/io/lint/lint-skills.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { countCodes, renderProblems, summariseProblems } from "../../terminal/problems.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"

const levels = ["error", "warning", "note"] as const

export const lint = defineCommand({
  more: "It reads how a skill is written, not what it does. --fix changes only files of the project or at a path that is named.",
  usage: "[PATH|REF…] [--fix]",
  examples: [
    { line: "skillet lint", about: "the skills of this project" },
    { line: "skillet lint skills/deploy --fix", about: "apply the safe fixes" },
    { line: "skillet lint --portable --fail-on note", about: "strict, for every agent" },
  ],
  options: {
    fix: { kind: "flag", about: "apply the fixes that do not change what the skill says, spellings included" },
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
    const skillet = openWithOptions(options, io)
    const progress = io.progress("reading file")
    const report = await skillet.lint({
      paths,
      fix: options.fix === true,
      portable: options.portable === true,
      onProgress: progress.step,
    })
    progress.end()
    if (options.json === true) io.json(report)
    else print(report, io, skillet.around.cwd)
    const failing = levels.slice(0, levels.indexOf(options["fail-on"] ?? "warning") + 1)
    const isChecked = report.files + report.problems.length > 0
    return isChecked && !report.problems.some(({ level }) => failing.includes(level)) ? 0 : 1
  },
})

function print(report: LintReport, io: Io, cwd: string): void {
  for (const { path, codes } of report.fixed)
    io.out(`fixed ${shortenPath(path, io, cwd)}: ${countCodes(codes).join(", ")}`)
  if (report.problems.length > 0) io.out(renderProblems(report.problems, io, cwd).join("\n"))
  for (const path of report.notFixed)
    io.err(`not fixed, because it is not in this project: ${shortenPath(path, io, cwd)}\n  name its path to fix it`)
  io.out(`${report.problems.length === 0 ? "" : "\n"}${summarise(report)}`)
}

/** What was checked: how skills are written, and not what they do. */
function summarise({ files, problems }: LintReport): string {
  if (files + problems.length === 0)
    return "No skill was found in this project, so nothing was checked; name a directory to check the skills in it."
  const read = `${formatCount(files, "skill")} read`
  return problems.length === 0
    ? `${read}, no problems in how ${files === 1 ? "it is" : "they are"} written`
    : `${read}, ${summariseProblems(problems)}`
}
