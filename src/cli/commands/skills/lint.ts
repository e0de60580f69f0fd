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
  more: "Every problem comes with its line and a corrected version.",
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
    "skills-dir": catalogOptions["skills-dir"],
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
    return report.problems.some(({ level }) => failing.includes(level)) ? 1 : 0
  },
})

function print(report: LintReport, io: Io, cwd: string): void {
  for (const { path, codes } of report.fixed)
    io.out(`fixed ${shortenPath(path, io, cwd)}: ${countCodes(codes).join(", ")}`)
  if (report.problems.length > 0) io.out(renderProblems(report.problems, io, cwd).join("\n"))
  const files = formatCount(report.files, "file")
  io.out(report.problems.length === 0 ? `${files}, no problems` : `\n${files}, ${summariseProblems(report.problems)}`)
}
