import path from "node:path"
import { type Extractor, openExtractor } from "./extract-files.ts"
import { buildCommandEnvironment } from "../../shell/io/command-environment.ts"
import { allowsSkill } from "../../settings/settings.ts"
import { redact } from "../../finding/redact.ts"
import { profiles } from "../../hosts/profiles.ts"
import {
  type RenderAsked,
  type RenderedSkill,
  type RenderOutside,
  renderSkill,
  replaceRepeat,
} from "../render-skill.ts"
import { mayHaveFiles } from "../../skill/skill-form.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { openRunner, requireLimits } from "../../catalog/io/session/open-runner.ts"
import { assumeApproval } from "../../trust/trust-state.ts"
import { locateOwnFiles } from "../../system/own-files.ts"
import { findSkill } from "../../catalog/io/skills/find-skill.ts"
import { listFilesBeside } from "../../catalog/io/skills/shown-files.ts"
import { findSkillPaths } from "../../catalog/io/skills/skill-variables.ts"
import { requireCopy, type SkillCopy, readTrust } from "../../catalog/io/skills/read-trust.ts"

export type { RenderedSkill }

export interface RenderOptions {
  /** What was typed after the name. */
  readonly args?: string
  /** The arguments one by one, if they were given that way; otherwise `args` is split. */
  readonly words?: readonly string[] | undefined
  readonly by?: "user" | "model" | undefined
  readonly session?: string | undefined
  readonly effort?: string | undefined
  /** Show what would run, and run nothing. */
  readonly dryRun?: boolean
  readonly sandbox?: "required" | "preferred" | undefined
  /** The user of the agent has switched off its permission prompts. */
  readonly unasked?: boolean
  /** Decide as if a person had approved the skill as it is; only for a dry run. */
  readonly asIfApproved?: boolean
}

/** Renders skills of one session, and remembers what the model has received. */
export interface Renderer {
  render(ref: string, options?: RenderOptions): Promise<RenderedSkill>
  /** Removes the files that were extracted for skills without a directory. */
  close(): Promise<void>
}

export function openRenderer(skillet: Session): Renderer {
  const given = new Map<string, string>()
  const extractor = openExtractor({ folder: path.join(locateOwnFiles(readEnv(skillet)).cache, "extracted") })
  return {
    close: () => extractor.close(),
    async render(ref, options = {}) {
      const skill = await findSkill(skillet, ref)
      const copy = await requireCopy(skillet, skill.path)
      const asked = await gatherAsked(skillet, { skill, copy }, options)
      const outside = buildOutside(skillet, { path: skill.path, copy, extractor })
      if (asked.dryRun && options.asIfApproved === true)
        return renderSkill(asked, { ...outside, trust: (text) => assumeApproval(outside.trust(text)) })
      const rendered = await renderSkill(asked, outside)
      const before = given.get(rendered.name)
      if (!asked.dryRun) given.set(rendered.name, rendered.text)
      return replaceRepeat(rendered, before, asked.by)
    },
  }
}

async function gatherAsked(
  skillet: Session,
  { skill, copy }: { readonly skill: RenderAsked["skill"]; readonly copy: SkillCopy },
  options: RenderOptions,
): Promise<RenderAsked> {
  const settings = await skillet.settings()
  return {
    skill,
    copy,
    profile: profiles[skillet.host],
    by: options.by ?? "user",
    args: options.args ?? "",
    words: options.words,
    dryRun: options.dryRun === true,
    unasked: options.unasked === true,
    sandbox: options.sandbox,
    limits: { ...settings, letsModelUse: allowsSkill(settings.permissions, skill.name) },
    variables: {
      ...findSkillPaths(skillet, copy.skill),
      ...(options.session === undefined ? {} : { SESSION_ID: options.session }),
      ...(options.effort === undefined ? {} : { EFFORT: options.effort }),
    },
  }
}

function buildOutside(
  skillet: Session,
  given: { readonly path: string; readonly copy: SkillCopy; readonly extractor: Extractor },
): RenderOutside {
  return {
    read: (words) => skillet.read(given.path, words),
    trust: (text) => readTrust(skillet, given.copy, text),
    folder: (mayKnow) => prepareFolder(given.copy, mayKnow, given.extractor),
    files: (folder) => listFilesBeside(folder).map((file) => file.path),
    requireLimits: () => requireLimits(skillet),
    openRunner: () => openRunner(skillet),
    cwd: skillet.around.cwd,
    environment: (granted) => buildCommandEnvironment(readEnv(skillet), granted),
    redact,
  }
}

/** A skill on disk has its own directory; the files of a server are extracted, if the skill may know where. */
async function prepareFolder(
  { source, skill }: SkillCopy,
  mayKnow: boolean,
  extractor: Extractor,
): Promise<string | undefined> {
  if (!mayHaveFiles(skill)) return undefined
  if (path.isAbsolute(skill.path)) return path.dirname(skill.path)
  const files = mayKnow ? await source.files?.(skill) : undefined
  return files === undefined || Object.keys(files).length === 0 ? undefined : extractor.extract(skill.path, () => files)
}

function readEnv(skillet: Session): Readonly<Record<string, string | undefined>> {
  return skillet.options.env ?? process.env
}
