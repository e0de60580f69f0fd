import { readOutline } from "../skill/body/read-outline.ts"
import { stem } from "../text/stem.ts"

/** The section of a plan that is about a task, or its beginning. */
export function planExcerpt(plan: string, title: string): string {
  const { sections, lines } = readOutline(plan)
  const wanted = stemWords(title)
  const scored = sections.map((section) => ({ section, shared: measureShared(section.heading?.text ?? "", wanted) }))
  const best = scored.reduce(
    (most, one) => (one.shared > most.shared ? one : most),
    scored[0] ?? { section: undefined, shared: 0 },
  )
  if (best.section === undefined) return ""
  const { from, through } = best.shared >= 0.5 ? best.section : { from: 1, through: Math.min(lines.length, 40) }
  return lines
    .slice(from - 1, through)
    .join("\n")
    .trim()
}

/**
 * Markdown whose headings, except those that may stay, are deeper than those of a packet, so that it cannot begin one of
 * its parts.
 */
export function lowerHeadings(text: string, mayStay: (title: string) => boolean = () => false): string {
  const { headings, lines } = readOutline(text)
  const high = headings.filter(({ level, text: title }) => level <= OURS && !mayStay(title))
  const titles = new Map(high.map(({ line, text: title }) => [line, `${"#".repeat(OURS + 1)} ${title}`]))
  const underlines = new Set(high.flatMap(({ line, endLine }) => (endLine > line ? [endLine] : [])))
  return lines.flatMap((line, at) => (underlines.has(at + 1) ? [] : [titles.get(at + 1) ?? line])).join("\n")
}

const OURS = 2

function measureShared(heading: string, wanted: ReadonlySet<string>): number {
  const words = stemWords(heading)
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => words.has(word)).length / wanted.size
}

function stemWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem))
}
