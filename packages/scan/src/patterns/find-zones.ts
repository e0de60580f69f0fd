import { countAtMost } from "../text/lines.ts"
import { findPythonZones } from "./zones/find-python-zones.ts"
import { findScriptZones } from "./zones/find-script-zones.ts"
import type { ZoneRange } from "./zones/zone-range.ts"

/** Where a text is comment or string; everything else is code. */
export interface Zones {
  readonly at: (offset: number) => "code" | "comment" | "string"
  /** What is not code, in order and without overlap. */
  readonly ranges: readonly ZoneRange[]
}

export type ZoneSyntax = "script" | "python"

/**
 * Splits a text into code, comments and strings. Templates, formatted strings and regular expressions count as strings,
 * and inserted expressions as code. The quote that opens a string is code too: text that begins with it is code that
 * contains a string.
 */
export function findZones(text: string, syntax: ZoneSyntax): Zones {
  const ranges = syntax === "python" ? findPythonZones(text) : findScriptZones(text)
  return {
    ranges,
    at(offset) {
      const range = ranges[countAtMost(ranges, offset, ({ start }) => start) - 1]
      return range === undefined || offset >= range.end ? "code" : range.kind
    },
  }
}
