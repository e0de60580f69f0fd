import { type CatalogSkill } from "../../catalog/catalog.ts"
import { isForModel } from "../../catalog/listing.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"

export interface SkillBlock {
  readonly text: string
  /** The names of skills that did not fit. */
  readonly leftOut: readonly string[]
}

/** The skills a model may use, as `<available_skills>`: name, description and file. Empty if there are none. */
export function renderAvailableSkills(skills: readonly CatalogSkill[], tokens: number): SkillBlock {
  const leftOut: string[] = []
  const shown: string[] = []
  let left = tokens - 12
  for (const skill of skills.filter(isForModel)) {
    const entry = renderEntry(skill)
    const cost = estimateTokens(entry) + 1
    if (cost > left) leftOut.push(skill.name)
    else {
      shown.push(entry)
      left -= cost
    }
  }
  if (shown.length === 0) return { text: "", leftOut }
  return { text: ["<available_skills>", ...shown, "</available_skills>"].join("\n"), leftOut }
}

function renderEntry({ name, description, path, whenToUse, status }: CatalogSkill): string {
  const text = status === "name-only" ? "" : [description, whenToUse].filter((part) => part !== undefined).join(" ")
  return [
    "<skill>",
    `<name>${escaped(name)}</name>`,
    ...(text === "" ? [] : [`<description>${escaped(text)}</description>`]),
    `<location>${escaped(path)}</location>`,
    "</skill>",
  ].join("\n")
}

function escaped(text: string): string {
  return toVisibleLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
