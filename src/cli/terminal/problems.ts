import type { Problem, ProblemLevel } from "../../problem/problem.ts"
import { describeHarms } from "../../doctor/harm.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { renderHint } from "../render-hint.ts"
import type { Io } from "../output.ts"
import { shortenPath } from "./shorten-path.ts"
import { applyStyle } from "./style.ts"
import { indentHanging } from "./wrap-text.ts"
import { measureWidth } from "../../text/measure-width.ts"
import { formatCount } from "../../text/format-count.ts"

/**
 * Problems in short lines: where and what, then what to do. Text that is too wide for the screen gets its own lines.
 */
export function renderProblems(problems: readonly Problem[], io: Io, cwd: string): readonly string[] {
  return problems.flatMap((problem) => {
    const place = `${toVisibleLine(shortenPath(problem.path, io, cwd))}${problem.line === undefined ? "" : `:${problem.line}${problem.column === undefined ? "" : `:${problem.column}`}`}`
    const message = toVisibleLine(cwd === "/" ? problem.message : problem.message.replaceAll(`${cwd}/`, ""))
    const code = applyStyle(io, "dim", problem.code)
    const level = mark(io, problem.level)
    const isWide = LEVEL + measureWidth(`${place}  ${message}  ${problem.code}`) > io.width
    const head = isWide
      ? [`${level} ${place}  ${code}`, `${" ".repeat(LEVEL)}${indentHanging(message, LEVEL, io.width)}`]
      : [`${level} ${place}  ${message}  ${code}`]
    return problem.fix === undefined ? head : [...head, ...fixLines(renderFix(problem.fix, io))]
  })
}

/** A command to run is printed as it works here; a field is a line of the file, whatever it says. */
function renderFix(fix: string, io: Io): string {
  const isField = (line: string) => /^\s*(?:- )?[\w-]+:(?: |$)/.test(line)
  return fix
    .split("\n")
    .map((line) => (isField(line) ? line : renderHint(line, io)))
    .join("\n")
}

/** The width of a level and the space after it. */
const LEVEL = 8

/** One line that counts problems by what they do, the worst first. */
export function summariseProblems(problems: readonly Problem[]): string {
  return `${formatCount(problems.length, "problem")}: ${describeHarms(problems)}`
}

/** How often each code occurs, most frequent first. */
export function countCodes(codes: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([code, count]) => `${count} ${code}`)
}

function mark(io: Io, level: ProblemLevel): string {
  const colours = { error: "red", warning: "yellow", note: "cyan" } as const
  return applyStyle(io, colours[level], level.padEnd(LEVEL - 1))
}

function fixLines(fix: string): readonly string[] {
  const [first = "", ...rest] = fix.split("\n").slice(0, 8)
  return [`          → ${toVisibleLine(first)}`, ...rest.map((line) => `            ${toVisibleLine(line)}`)]
}
