import path from "node:path"
import { profiles } from "../../../hosts/profiles.ts"
import type { InstallFate } from "../../../catalog/install/plan-install.ts"
import type { SkillFate, SkillInstall } from "../../../catalog/io/install/install-skills.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { groupDigits } from "../../../text/format-count.ts"
import type { InitChange, InitWanted } from "./init-change.ts"

/** Skills that come with Skillet, put where a host lists them, as a change that init makes. */
export async function describeInstall({ authoring }: Skillet, wanted: InitWanted): Promise<InitChange> {
  const { host, isUser, isUndo, isForced, skills = [] } = wanted
  const plan = await authoring.planInstall({ host, isUser, isUndo, isForced, skills })
  return {
    isChange: plan.isChange,
    isRefused: plan.isRefused,
    preview: renderInstall(plan, false),
    done: renderInstall(plan, true),
    none: renderNoInstall(plan),
    json: toJson(plan),
    apply: () => authoring.install(plan),
  }
}

/** How the plan for one skill reads, before and after it was carried out. */
const sentences: Readonly<Record<InstallFate, (skill: SkillFate) => readonly [before: string, after: string]>> = {
  added: ({ name }) => [`adds ${name}`, `added ${name}`],
  updated: ({ name }) => [`updates ${name}`, `updated ${name}`],
  removed: ({ name }) => [`removes ${name}`, `removed ${name}`],
  current: ({ name, path: at }) => repeat(`${name} is up to date: ${at}`),
  edited: ({ name, path: at }) => repeat(`${name} ${EDITED}: ${at}`),
  taken: ({ name, path: at }) => repeat(`${name} is not installed because another skill has its name: ${at}`),
}

const EDITED = "is left alone because it was edited (--force overrides this)"

function repeat(text: string): readonly [string, string] {
  return [text, text]
}

/** The plan as people read it: what changes, what it costs, and what else to know. */
function renderInstall(plan: SkillInstall, isDone: boolean): readonly string[] {
  const { directory, skills, files, notes } = plan
  const isOfSkill = (file: string) => skills.some(({ path: at }) => path.join(directory, file).startsWith(`${at}/`))
  const [writes, removes] = isDone ? (["wrote", "removed"] as const) : (["writes", "removes"] as const)
  return [
    `${isDone ? "Changed" : "This changes"} ${directory}:`,
    ...skills.map((skill) => `  ${sentences[skill.fate](skill)[isDone ? 1 : 0]}`),
    ...files
      .filter(({ file }) => !isOfSkill(file))
      .map(({ file, text }) => `  ${text === undefined ? removes : writes} ${file}`),
    ...renderParts(plan).map((line) => `  ${line}`),
    ...renderCost(plan),
    ...notes,
  ]
}

function renderNoInstall(plan: SkillInstall): readonly string[] {
  if (plan.skills.length === 0 && plan.editedParts.length === 0)
    return [`No skills of Skillet are installed in ${plan.directory}.`]
  return [...plan.skills.map((skill) => sentences[skill.fate](skill)[0]), ...renderParts(plan), ...renderCost(plan)]
}

function renderParts({ editedParts }: SkillInstall): readonly string[] {
  return editedParts.map((at) => `${path.basename(at)} ${EDITED}: ${at}`)
}

function renderCost({ host, cost }: SkillInstall): readonly string[] {
  if (cost.skills.length === 0) return []
  const each = cost.skills.map(({ name, tokens }) => `${name} ${groupDigits(tokens)}`).join(", ")
  return [`In the listing of ${profiles[host].title}: about ${groupDigits(cost.tokens)} tokens (${each}).`]
}

/** Without the texts of files. */
function toJson({ directory, skills, files, cost, notes }: SkillInstall) {
  const tokens = new Map(cost.skills.map((skill) => [skill.name, skill.tokens]))
  return {
    directory,
    skills: skills.map((skill) => ({ ...skill, tokens: tokens.get(skill.name) })),
    files: files.map(({ file, text }) => ({
      file: path.join(directory, file),
      changes: [text === undefined ? "removed" : "written"],
    })),
    tokens: cost.tokens,
    notes,
  }
}
