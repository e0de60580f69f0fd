import type { SettingsLayer } from "../settings.ts"
import { type LimitOwner, type LimitsReading, mustBeKnown } from "../../policy/limits.ts"
import { problemAt } from "../../problem/problem.ts"
import { problem } from "../../ports/problems.ts"

/** A settings file of which nothing can be known. */
export function unreadableFile(
  file: string,
  why: { readonly message: string; readonly fix: string; readonly line: number | undefined },
  owner: LimitOwner,
): LimitsReading<SettingsLayer> {
  const spot = why.line === undefined ? {} : { line: why.line }
  const wording = { message: `${why.message}; nothing of it counts`, fix: why.fix }
  const found = problemAt(file, problem("settings.unreadable", spot, wording))
  return { value: {}, problems: [found], unknown: mustBeKnown(owner) ? [{ limit: "all", problem: found }] : [] }
}
