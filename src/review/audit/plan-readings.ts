import { openOwners } from "../../audit/audit-report.ts"
import type { Finding } from "../../finding/finding.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { ANSWER_TOKENS, defaultPrices, type Prices } from "../../workflow/quote/prices.ts"
import type { FanoutItem, Inputs } from "../../workflow/workflow.ts"
import { REVIEWER } from "../reviewers.ts"
import type { AuditMaterial, ReadSkill } from "./audit-material.ts"
import { type ReadingPart, splitIntoParts } from "./split-into-parts.ts"
import { writeAuditPrompt } from "./write-audit-prompt.ts"

/** One prompt: a skill, or a part of a long one. */
export interface Reading {
  /** Its name in the run. */
  readonly item: string
  readonly skill: ReadSkill
  readonly part: ReadingPart
}

const TIER = "mid"

export function planReadings({ skills }: AuditMaterial): readonly Reading[] {
  return skills.flatMap((skill, at) =>
    splitIntoParts(skill.files)
      .filter(({ pieces }) => pieces.length > 0)
      .map((part) => ({ item: nameItem(skill.name, at + 1, part), skill, part })),
  )
}

/** By number, because skills of different places may have the same name. */
function nameItem(skill: string, number: number, { number: part, of }: ReadingPart): string {
  const name = skill
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
  return `${number}-${name}${of < 2 ? "" : `-part-${part}`}`
}

/** The agents of the run, each with the findings of the rules about its part. */
export function planReadItems({ values }: Inputs): readonly FanoutItem[] {
  return planItems(readMaterial(values))
}

function planItems(material: AuditMaterial): readonly FanoutItem[] {
  const known = groupKnown(material)
  return planReadings(material).map(({ item, skill, part }) => ({
    item,
    agent: REVIEWER,
    tier: TIER,
    prompt: writeAuditPrompt(skill.name, part, selectKnown(known.get(skill.path) ?? [], { skill, part })),
  }))
}

export function readMaterial(values: Inputs["values"]): AuditMaterial {
  return values["material"] as AuditMaterial
}

function groupKnown({ report }: AuditMaterial): ReadonlyMap<string, readonly Finding[]> {
  const owner = openOwners(report.capabilities)
  const groups = new Map<string, Finding[]>()
  for (const finding of report.findings) {
    const skill = owner(finding.file)
    groups.set(skill, [...(groups.get(skill) ?? []), finding])
  }
  return groups
}

/** With names within the skill, as the agent sees them. */
function selectKnown(known: readonly Finding[], { skill, part }: Omit<Reading, "item">) {
  const names = new Map(part.pieces.map(({ file }) => [file.shown, file.path]))
  return known.flatMap(({ file, line, title }) => {
    const name = names.get(file) ?? (file === skill.path ? "SKILL.md" : undefined)
    return name === undefined ? [] : [{ file: name, line, title }]
  })
}

/** The agents that would be asked, and what they would cost. */
export interface PlannedAudit {
  readonly skills: number
  readonly agents: readonly { readonly item: string; readonly tokens: number; readonly prompt: string }[]
  readonly tokens: number
  /** An estimate in dollars. */
  readonly money: number
}

export function planAudit(material: AuditMaterial, prices: Prices = defaultPrices): PlannedAudit {
  const agents = planItems(material).map(({ item, prompt = "" }) => ({
    item,
    tokens: estimateTokens(prompt),
    prompt,
  }))
  const { input, output } = prices[TIER]
  const tokens = agents.reduce((sum, agent) => sum + agent.tokens, 0)
  const money = (tokens * input + agents.length * ANSWER_TOKENS[TIER] * output) / 1_000_000
  return { skills: material.skills.length, agents, tokens, money }
}
