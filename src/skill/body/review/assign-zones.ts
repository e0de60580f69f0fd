import type { SkillPart } from "./split-parts.ts"
import { readTitle } from "./severity.ts"

/**
 * ignored: about choosing a skill or working with a person. area: categories of checks. patterns: what needs no judge.
 * rules: what not to report. priority: which files come first. plain: anything else.
 */
export type Zone = "ignored" | "area" | "patterns" | "rules" | "priority" | "plain"

export type ZonedPart = SkillPart & {
  readonly zone: Zone
  /** It is the title of its zone. */
  readonly opens: boolean
}

/** The kind of section that every part is in; a section includes those below it. */
export function assignZones(parts: readonly SkillPart[]): readonly ZonedPart[] {
  const above: { readonly level: number; readonly zone: Zone }[] = []
  let label: Zone | undefined
  const outer = () => above.at(-1)?.zone ?? "plain"
  return parts.map((part) => {
    if (part.kind === "heading") {
      while ((above.at(-1)?.level ?? 0) >= part.level) above.pop()
      label = undefined
      const own = outer() === "ignored" ? undefined : ownZone(part.text, outer())
      above.push({ level: part.level, zone: own ?? outer() })
      return { ...part, zone: outer(), opens: own !== undefined }
    }
    if (part.kind === "rule") label = undefined
    if (part.kind === "label" && outer() !== "ignored") {
      const own = ownZone(part.text, outer())
      label = own === "area" ? undefined : own
      return { ...part, zone: label ?? outer(), opens: label !== undefined }
    }
    return { ...part, zone: label ?? outer(), opens: false }
  })
}

function ownZone(title: string, outer: Zone): Zone | undefined {
  if (/when to use|process overview/i.test(title)) return "ignored"
  if (readTitle(title).rating.kind !== "none") return undefined
  if (/auto[- ]validated/i.test(title)) return "patterns"
  if (/false[- ]positive/i.test(title)) return "rules"
  if (/scope prioriti[sz]ation/i.test(title)) return "priority"
  return outer === "plain" && /\bchecked\b|\bfocus areas?\b/i.test(title) ? "area" : undefined
}
