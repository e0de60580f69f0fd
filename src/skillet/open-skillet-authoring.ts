import type { Session } from "../catalog/io/session/open-session.ts"
import type { MigrateOptions, Migration } from "../catalog/io/skills/migrate-commands.ts"
import type { NewSkill, NewSkillOptions } from "../catalog/io/skills/new-skill.ts"
import type { SkillResolution } from "../review/instructions/make-resolution-document.ts"

/** For the authors of skills. A plan changes nothing; the verb after it writes what the plan shows. */
export interface SkilletAuthoring {
  planSkill(options: NewSkillOptions): Promise<NewSkill>
  writeSkill(plan: NewSkill): Promise<void>
  /** How legacy commands become skills. */
  planMigration(options?: MigrateOptions): Promise<Migration>
  migrate(moves: Migration["moves"]): Promise<void>
  /** What a review takes from skills, by a list such as `a,plugin:b`. */
  instruct(list: string): Promise<SkillResolution>
}

export function openSkilletAuthoring(session: Session): SkilletAuthoring {
  const loadMigration = () => import("../catalog/io/skills/migrate-commands.ts")
  return {
    planSkill: async (options) => (await import("../catalog/io/skills/new-skill.ts")).planNewSkill(session, options),
    writeSkill: async (plan) => (await import("../catalog/io/skills/new-skill.ts")).writeNewSkill(plan),
    planMigration: async (options) => (await loadMigration()).planMigration(session, options),
    migrate: async (moves) => (await loadMigration()).runMigration(moves),
    instruct: async (list) => (await import("../review/io/resolve/resolve-skills.ts")).resolveSkills(session, list),
  }
}
