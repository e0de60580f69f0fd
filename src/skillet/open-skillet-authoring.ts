import type { EntriesCost, EstimateWanted } from "../catalog/io/install/estimate-entries.ts"
import type { InstallWanted, SkillInstall } from "../catalog/io/install/install-skills.ts"
import type { SkillEditor } from "../catalog/io/lint/open-editor.ts"
import type { Session } from "../catalog/io/session/open-session.ts"
import type { MigrateOptions, CommandMigration } from "../catalog/io/skills/migrate-commands.ts"
import type { NewSkill, NewSkillOptions } from "../catalog/io/skills/new-skill.ts"
import { installPlaces } from "../hosts/skill-folders.ts"
import type { SkillResolution } from "../review/instructions/make-resolution-document.ts"
import type { Resources } from "./open-resources.ts"

/** For the authors of skills. A plan changes nothing; the verb after it writes what the plan shows. */
export interface SkilletAuthoring {
  planSkill(options: NewSkillOptions): Promise<NewSkill>
  writeSkill(plan: NewSkill): Promise<void>
  /** How legacy commands become skills. */
  planMigration(options?: MigrateOptions): Promise<CommandMigration>
  migrate(moves: CommandMigration["moves"]): Promise<void>
  /** What an editor may ask about the text of a skill while somebody writes it. */
  openEditor(): Promise<SkillEditor>
  /** What a review takes from skills, by a list such as `a,plugin:b`. */
  instruct(list: string): Promise<SkillResolution>
  /** How skills that come with Skillet get into the listing of a host, are updated there, or removed. */
  planInstall(wanted: InstallAsked): Promise<SkillInstall>
  install(plan: SkillInstall): Promise<void>
  /** What skills that come with Skillet would cost in the listing of a host. */
  estimate(wanted: EstimateWanted): Promise<EntriesCost>
}

export type InstallAsked = Omit<InstallWanted, "parts">

export function openSkilletAuthoring(
  session: Session,
  resources: Pick<Resources, "env" | "options">,
): SkilletAuthoring {
  const loadMigration = () => import("../catalog/io/skills/migrate-commands.ts")
  return {
    planSkill: async (options) => (await import("../catalog/io/skills/new-skill.ts")).planNewSkill(session, options),
    writeSkill: async (plan) => (await import("../catalog/io/skills/new-skill.ts")).writeNewSkill(plan),
    planMigration: async (options) => (await loadMigration()).planMigration(session, options),
    migrate: async (moves) => (await loadMigration()).runMigration(moves),
    openEditor: async () => (await import("../catalog/io/lint/open-editor.ts")).openEditor(session),
    planInstall: (wanted) => planInstall(session, resources, wanted),
    install: async (plan) => (await import("../catalog/io/install/apply-install.ts")).applyInstall(plan),
    estimate: async (wanted) =>
      (await import("../catalog/io/install/estimate-entries.ts")).estimateEntries(session, wanted),
    instruct: async (list) => (await import("../review/io/resolve/resolve-skills.ts")).resolveSkills(session, list),
  }
}

/** A plugin has more parts than its skills; a directory of skills has not. */
async function planInstall(
  session: Session,
  { env, options }: Pick<Resources, "env" | "options">,
  wanted: InstallAsked,
): Promise<SkillInstall> {
  const { planSkillInstall } = await import("../catalog/io/install/install-skills.ts")
  if (installPlaces[wanted.host].plugin === undefined || wanted.isUndo === true)
    return planSkillInstall(session, wanted)
  const { gatherPluginParts } = await import("../tasks/io/gather-plugin-parts.ts")
  const directory = session.around.root
  const program = options.program?.(directory) ?? "skillet"
  const { parts, notes } = gatherPluginParts({ env, directory, isUser: wanted.isUser === true, program })
  const plan = await planSkillInstall(session, { ...wanted, parts })
  return { ...plan, notes: [...plan.notes, ...notes] }
}
