import { mustBeKnown } from "./decide-settings.ts"
import type { LimitOwner, LimitsReading } from "./limits.ts"
import { sourceProblem } from "./problems.ts"
import type { SettingsFile } from "./settings-file.ts"
import { placeProblem } from "../problem/problem.ts"
import type { SettingsLayer } from "./settings.ts"

/** The text of a settings file, or what counts if there is none to read. */
export function takeSettingsText(
  file: string,
  found: SettingsFile,
  owner: LimitOwner,
): { readonly text: string } | { readonly layer: LimitsReading<SettingsLayer> } {
  switch (found.kind) {
    case "none":
      return { layer: { value: {}, problems: [], unknown: [] } }
    case "unreadable":
      return { layer: toUnreadableLayer(file, { message: found.why, fix: found.fix, line: undefined }, owner) }
    case "text":
      return { text: found.text }
  }
}

/** A settings file about which nothing can be known. */
export function toUnreadableLayer(
  file: string,
  why: { readonly message: string; readonly fix: string; readonly line: number | undefined },
  owner: LimitOwner,
): LimitsReading<SettingsLayer> {
  const spot = why.line === undefined ? {} : { line: why.line }
  const wording = { message: `${why.message}; none of it is used`, fix: why.fix }
  const found = placeProblem(file, sourceProblem("settings.unreadable", spot, wording))
  return { value: {}, problems: [found], unknown: mustBeKnown(owner) ? [{ limit: "all", problem: found }] : [] }
}
