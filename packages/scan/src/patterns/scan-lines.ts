import type { Span } from "../pattern-engine.ts"
import type { CompiledPattern } from "./compile-patterns.ts"
import type { Sketch } from "./sketch-bytes.ts"
import { type ZoneSyntax, type Zones, findZones } from "./find-zones.ts"

/** Where a pattern matches: offsets in the text. */
export interface LineMatch {
  readonly pattern: CompiledPattern
  readonly start: number
  readonly end: number
}

export interface ScannedText {
  readonly text: string
  /** Missing if comments and strings of the language are not known: everything counts as code. */
  readonly syntax?: ZoneSyntax | undefined
}

/** The patterns that could match in a text, each with those of its literals that could occur, by its sketch alone. */
export function selectLikelyPatterns(patterns: readonly CompiledPattern[], sketch: Sketch): readonly CompiledPattern[] {
  return patterns.flatMap((compiled) => {
    const { places, literals } = compiled
    if (places.length === 0) return [compiled]
    const there = literals.filter((_, at) => sketch.mayHave(places[at] ?? []))
    if (there.length === 0) return []
    return [there.length === literals.length ? compiled : { ...compiled, literals: there }]
  })
}

/** Every line on which a pattern matches, once per pattern and line. `beforeEach` gets the next pattern. */
export function scanLines(
  scanned: ScannedText,
  patterns: readonly CompiledPattern[],
  beforeEach: (pattern: CompiledPattern) => void = () => undefined,
): readonly LineMatch[] {
  const view: View = { ...scanned, lower: undefined, zones: undefined }
  return patterns.flatMap((compiled) => {
    beforeEach(compiled)
    return scanFor(compiled, view)
  })
}

interface View extends ScannedText {
  lower: string | undefined
  zones: Zones | undefined
}

function scanFor(compiled: CompiledPattern, view: View): readonly LineMatch[] {
  const { text } = view
  const matches: LineMatch[] = []
  const hay = compiled.pattern.ignoreCase ? lowered(view) : text
  const next = nextLine(hay, compiled.literals)
  for (let from = 0, at = next(0); at !== -1 && from <= text.length; at = next(from)) {
    const start = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1
    const newline = text.indexOf("\n", at)
    const end = newline === -1 ? text.length : newline
    const trimmed = text[end - 1] === "\r" && end > start ? end - 1 : end
    const span = firstInPlace(compiled, { line: text.slice(start, trimmed), start }, view)
    if (span !== undefined)
      matches.push({ pattern: compiled, start: start + span.index, end: start + span.index + span.length })
    from = end + 1
  }
  return matches
}

/** The start of the next line that is worth a try, or a position in it. */
function nextLine(hay: string, literals: readonly string[]): (from: number) => number {
  if (literals.length === 0) return (from) => (from <= hay.length ? from : -1)
  const ahead = literals.map(() => -2)
  return (from) => {
    let nearest = -1
    for (const [which, literal] of literals.entries()) {
      let at = ahead[which] ?? -1
      if (at !== -1 && at < from) {
        at = hay.indexOf(literal, from)
        ahead[which] = at
      }
      if (at !== -1 && (nearest === -1 || at < nearest)) nearest = at
    }
    return nearest
  }
}

interface Line {
  readonly line: string
  readonly start: number
}

function firstInPlace({ pattern, matcher }: CompiledPattern, { line, start }: Line, view: View): Span | undefined {
  for (let from = 0; from <= line.length; ) {
    const span = matcher.find(line, from)
    if (span === undefined) return undefined
    if (pattern.where === "anywhere" || view.syntax === undefined) return span
    view.zones ??= findZones(view.text, view.syntax)
    if (view.zones.at(start + span.index) === pattern.where) return span
    from = span.index + Math.max(span.length, 1)
  }
  return undefined
}

/** Lower-case letters, each at its old position. */
function lowered(view: View): string {
  if (view.lower === undefined) {
    const lower = view.text.toLowerCase()
    view.lower =
      lower.length === view.text.length ? lower : view.text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  }
  return view.lower
}
