import path from "node:path"
import type { CatalogSkill, ShadowedSkill } from "../catalog/catalog.ts"
import { type Extractor, openExtractor } from "../adapters/extract/extract-files.ts"
import { allowsSkill, type CatalogSettings } from "../catalog/settings.ts"
import { profiles } from "../hosts/profiles.ts"
import { allows } from "../policy/trust/allows.ts"
import { judgeFor } from "../policy/use/judge-for-skill.ts"
import { needsApproval } from "../policy/use/needs-approval.ts"
import { isShellOff, sandboxFor } from "../policy/use/shell-switch.ts"
import { toolGrants } from "../policy/use/tool-grants.ts"
import { useFault } from "../policy/use/use-fault.ts"
import type { FoundSkill, SkillSource } from "../ports/skill-source.ts"
import { finishRendering, refusedCommand } from "../render/finish-rendering.ts"
import { planRendering } from "../render/plan-rendering.ts"
import type { Rendering, RenderPlan } from "../render/rendering.ts"
import { splitArguments } from "../render/split-arguments.ts"
import { SkilletError } from "../problem/failure.ts"
import { readSkill } from "../skill/read-skill.ts"
import type { Skillet } from "./open-skillet.ts"
import { ownPlaces } from "./places.ts"
import { requireLimits } from "./require-limits.ts"
import { runCommands } from "./run-commands.ts"
import { findSkill } from "./show-skill.ts"
import { skillPaths } from "./skill-variables.ts"
import { copyAt, type TrustState, trustOf } from "./trust-skills.ts"

export interface RenderOptions {
  /** What was typed behind the name. */
  readonly args?: string
  readonly by?: "user" | "model" | undefined
  readonly session?: string | undefined
  readonly effort?: string | undefined
  /** Show what would run, and run nothing. */
  readonly dryRun?: boolean
  readonly sandbox?: "required" | "preferred" | undefined
  /** The person at the agent waived its questions. */
  readonly unasked?: boolean
}

/** A rendered skill, or the word that the model has this very text already. */
export interface RenderedSkill extends Rendering {
  readonly trust: TrustState["trust"]
  readonly approval: TrustState["approval"]
  readonly already?: true
}

/** Renders skills of one session, and remembers what the model was given. */
export interface Renderer {
  render(ref: string, options?: RenderOptions): Promise<RenderedSkill>
  /** Removes the files that were extracted for skills without a folder. */
  close(): Promise<void>
}

export function openRenderer(skillet: Skillet): Renderer {
  const given = new Map<string, string>()
  const extractor = openExtractor({
    folder: path.join(ownPlaces(skillet.options.env ?? process.env).cache, "extracted"),
  })
  return {
    close: () => extractor.close(),
    async render(ref, options = {}) {
      const rendered = await renderOnce(skillet, ref, { ...options, extractor })
      const isSame = given.get(rendered.name) === rendered.text
      if (options.dryRun !== true) given.set(rendered.name, rendered.text)
      if (!isSame || options.by !== "model") return rendered
      const text = `The skill ${rendered.name} is loaded already, with the same text.`
      return { ...rendered, text, blocks: [{ type: "text", text }], already: true }
    },
  }
}

async function renderOnce(
  skillet: Skillet,
  ref: string,
  options: RenderOptions & { readonly extractor: Extractor },
): Promise<RenderedSkill> {
  const skill = await findSkill(skillet, ref)
  const copy = await copyAt(skillet, skill.path)
  refuseClosed(skillet, skill, options)
  const words = copy.skill.isPrompt === true ? splitArguments(options.args ?? "", false) : undefined
  const file = await skillet.read(skill.path, words)
  const state = trustOf(skillet, copy, file)
  const settings = await skillet.settings()
  refuseUnasked(skillet, { skill, copy, settings }, options)
  const folder = await folderFor(copy, state, options.extractor)
  const plan = planFor(skillet, { skill, copy, settings, file, state, folder }, options)
  const about = { trust: state.trust, approval: state.approval }
  if (options.dryRun === true) return { ...finishRendering(plan, []), ...about }
  if (couldRun(plan)) await requireLimits(skillet)
  refusePlan(plan, skill.ref)
  const outputs = await runCommands(skillet, plan, {
    refuseChanged: () => refuseChanged(skillet, { copy, file, state }, skill.ref),
    folder,
    grants: state.grants,
    sandbox: sandboxFor(settings.sandbox, options.sandbox),
  })
  return { ...finishRendering(plan, outputs), ...about }
}

/** Whether the prompt would run commands, register hooks or grant tools. */
function couldRun({ commands, result }: RenderPlan): boolean {
  const isJudged = commands.some(({ decision }) => decision !== "request")
  return isJudged || result.hooks !== undefined || result.allowedTools.length > 0
}

interface Copy {
  readonly settings: CatalogSettings
  readonly skill: CatalogSkill | ShadowedSkill
  readonly copy: {
    readonly source: Pick<SkillSource, "trust" | "kind" | "label" | "files">
    readonly skill: FoundSkill
  }
}

function planFor(
  skillet: Skillet,
  given: Copy & { readonly file: string; readonly state: TrustState; readonly folder: string | undefined },
  options: RenderOptions,
): RenderPlan {
  const { skill, copy, file, state, folder } = given
  const reading = readSkill(file)
  if (reading.kind === "refused") {
    throw new SkilletError("render.refused", `${skill.path} is refused`, {
      retry: "no",
      next: "skillet lint says what is wrong with it",
    })
  }
  const profile = profiles[skillet.host]
  const { settings } = given
  const tools = toolGrants(reading.skill.header, {
    isGranted: true,
    variables: { ...skillPaths(skillet, copy.skill), ...(folder === undefined ? {} : { SKILL_DIR: folder }) },
  })
  return planRendering({
    name: skill.name,
    skill: reading.skill,
    file,
    form: copy.skill.form,
    folder,
    ...(copy.source.kind === "mcp" ? { server: copy.source.label } : {}),
    isFilled: copy.skill.isPrompt === true,
    trust: state.trust,
    profile,
    args: options.args ?? "",
    variables: variablesFor(skillet, copy.skill, options),
    shellOff: isShellOff(settings.shellOff, copy.source.kind),
    judge: judgeFor(
      profile,
      { ...settings.permissions, deny: [...settings.permissions.deny, ...tools.disallowed] },
      { grants: tools.allowed, trust: state.trust },
    ),
  })
}

/** Where the skill's files lie: its own folder, or one made for it, if it may know. */
async function folderFor(
  { source, skill }: Copy["copy"],
  state: TrustState,
  extractor: Extractor,
): Promise<string | undefined> {
  if (skill.form !== "folder") return undefined
  if (path.isAbsolute(skill.path)) return path.dirname(skill.path)
  if (source.files === undefined || !allows(state.trust, "paths-of-ours")) return undefined
  const { files } = source
  const all = await files.call(source, skill)
  return Object.keys(all).length === 0 ? undefined : extractor.extract(skill.path, () => all)
}

function variablesFor(skillet: Skillet, found: FoundSkill, options: RenderOptions): Readonly<Record<string, string>> {
  const { SKILL_DIR: _own, ...paths } = skillPaths(skillet, found)
  return {
    ...paths,
    ...(options.session === undefined ? {} : { SESSION_ID: options.session }),
    ...(options.effort === undefined ? {} : { EFFORT: options.effort }),
  }
}

/** An approval holds for what was approved: where that changed since, not even the next command runs. */
function refuseChanged(
  skillet: Skillet,
  now: { readonly copy: Copy["copy"]; readonly file: string; readonly state: TrustState },
  ref: string,
): void {
  if (trustOf(skillet, now.copy, now.file).trust === now.state.trust) return
  throw refused(
    "render.changed",
    `${ref} or a file it runs changed while its commands ran, so the rest of them did not`,
    "look at what changed, then approve it again",
  )
}

/** Whether the person or model that asks may use the skill at all. */
function refuseClosed(skillet: Skillet, skill: CatalogSkill | ShadowedSkill, options: RenderOptions): void {
  const { hidesConditional } = profiles[skillet.host].rendering
  const fault = useFault(skill, { by: options.by ?? "user", hidesConditional })
  if (fault !== undefined) throw refused(fault.code, fault.message, fault.next)
}

/** Where a skill brings grants or hooks, some hosts want a rule before the model may use it. */
function refuseUnasked(skillet: Skillet, { skill, copy, settings }: Copy, options: RenderOptions): void {
  const isUnapproved = needsApproval(copy.skill.summary.header, {
    by: options.by ?? "user",
    asksForGrants: profiles[skillet.host].rendering.asksForGrants,
    isAllowed: allowsSkill(settings.permissions, skill.name),
    unasked: options.unasked === true,
  })
  if (!isUnapproved) return
  throw refused(
    "render.needs-approval",
    `${skill.ref} brings tool grants or hooks, and no rule lets the model use it`,
    `the user can allow it with the rule Skill(${skill.name})`,
  )
}

function refusePlan(plan: RenderPlan, ref: string): void {
  const command = refusedCommand(plan)
  if (command === undefined) return
  throw refused(
    "render.command-refused",
    `Shell command permission check failed for pattern "${command.source}": ${command.reason}`,
    `skillet render ${ref} --dry-run shows every command of the skill and what is decided on each`,
  )
}

function refused(code: string, message: string, next: string): SkilletError {
  return new SkilletError(code, message, { retry: "no", next })
}
