import type { Problem, ProblemLevel } from "../../../problem/problem.ts"
import { visibleLine } from "../../../text/visible-text.ts"
import type { Io } from "../io.ts"
import { shortPath } from "./short-path.ts"
import { styled } from "./style.ts"

/** Problems in short lines: where and what, then what to do. */
export function problemLines(problems: readonly Problem[], io: Io, cwd: string): readonly string[] {
  return problems.flatMap((problem) => {
    const place = `${visibleLine(shortPath(problem.path, io, cwd))}${problem.line === undefined ? "" : `:${problem.line}${problem.column === undefined ? "" : `:${problem.column}`}`}`
    const head = `${mark(io, problem.level)} ${place}  ${visibleLine(cwd === "/" ? problem.message : problem.message.replaceAll(`${cwd}/`, ""))}  ${styled(io, "dim", problem.code)}`
    return problem.fix === undefined ? [head] : [head, ...fixLines(problem.fix)]
  })
}

/** One line that counts problems by code, most frequent first. */
export function problemSummary(problems: readonly Problem[]): string {
  const counts = new Map<string, number>()
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1)
  const parts = [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([code, count]) => `${count} ${code}`)
  const shown = parts.slice(0, 5)
  const rest = parts.length > 5 ? ` and ${parts.length - 5} other kinds` : ""
  return `${problems.length} problem${problems.length === 1 ? "" : "s"}: ${shown.join(", ")}${rest}`
}

function mark(io: Io, level: ProblemLevel): string {
  const colours = { error: "red", warning: "yellow", note: "cyan" } as const
  return styled(io, colours[level], level.padEnd(7))
}

function fixLines(fix: string): readonly string[] {
  const [first = "", ...rest] = fix.split("\n").slice(0, 8)
  return [`          → ${visibleLine(first)}`, ...rest.map((line) => `            ${visibleLine(line)}`)]
}
