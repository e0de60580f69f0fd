import type { ChangedTable, WakeSettings } from "../../settings/wake-settings.ts"
import { type ChainLink, crossCutting, findLink, skillChain } from "./skill-chain.ts"
import { skillRules, type SkillWordRule } from "./skill-rules.ts"

/** Which skill a task gets by its words, and which skills belong together, as settings say. */
export interface SkillTables {
  readonly rules: readonly SkillWordRule[]
  readonly chain: readonly ChainLink[]
  /** Apply in addition to every skill of the chain. */
  readonly checklists: readonly string[]
}

export function applyWakeSettings({ rules, chain, checklists }: WakeSettings): SkillTables {
  return {
    rules: changeTable(skillRules, rules, { nameRow: ({ name }) => name, makeRow: (name, row) => ({ name, ...row }) }),
    chain: changeTable(skillChain, chain, {
      nameRow: ({ skill }) => skill,
      makeRow: (skill, row) => ({ skill, ...row }),
    }),
    checklists: checklists ?? crossCutting,
  }
}

interface RowNames<Row, Setting> {
  readonly nameRow: (row: Row) => string
  readonly makeRow: (name: string, setting: Setting) => Row
}

function changeTable<Row, Setting extends object>(
  builtIn: readonly Row[],
  { builtIn: isKept, rows }: ChangedTable<Setting>,
  { nameRow, makeRow }: RowNames<Row, Setting>,
): readonly Row[] {
  const kept = builtIn.filter((row) => isKept && !Object.hasOwn(rows, nameRow(row)))
  const own = Object.entries(rows).flatMap(([name, row]) => (row === "off" ? [] : [makeRow(name, row as Setting)]))
  return [...own, ...kept]
}

/** The checklists that go with a skill: those of the chain, for a skill of the chain. */
export function listChecklists(skill: string, { chain, checklists }: SkillTables): readonly string[] {
  return findLink(skill, chain) === undefined ? [] : checklists.filter((other) => other !== skill)
}

/** The skills that may come after one. */
export function listNextSkills(skill: string, { chain }: SkillTables): readonly string[] {
  return findLink(skill, chain)?.next ?? []
}
