import type { HostProfile, SkipRule } from "../hosts/profile.ts"
import type { FoundSkill } from "../ports/skill-source.ts"
import { headerFields, type SkillHeader } from "../skill/header/fields.ts"

/** One skill as one host sees it. */
export interface SkillView {
  readonly name: string
  readonly title: string | undefined
  readonly aliases: readonly string[] | undefined
  readonly description: string
  readonly whenToUse: string | undefined
  readonly paths: readonly string[] | undefined
  readonly forUser: boolean
  readonly forModel: boolean
  /** Why the host does not take the file at all. */
  readonly skip: string | undefined
}

export function viewSkill(profile: HostProfile, found: FoundSkill): SkillView {
  const header = headerFor(profile, found)
  const name = profile.naming === "header" && header.name !== undefined ? header.name : found.name
  const title = titleOf(profile, found, header)
  const skip = profile.skips.find((rule) => isSkippedFor[rule](found, header))
  return {
    name,
    title,
    aliases: aliasesOf(title, header),
    description: descriptionFor(profile, found, header),
    whenToUse: header.whenToUse,
    paths: header.paths,
    forUser: clear(header.userInvocable ?? true, profile.unclear.userInvocable),
    forModel: !clear(header.disableModelInvocation ?? false, profile.unclear.disableModelInvocation),
    skip: skip === undefined ? undefined : skipReasons[skip],
  }
}

function aliasesOf(title: string | undefined, header: SkillHeader): readonly string[] | undefined {
  if (title === undefined) return header.aliases
  return header.aliases === undefined ? [title] : [title, ...header.aliases]
}

function headerFor(profile: HostProfile, found: FoundSkill): SkillHeader {
  const { header, fence, spelled } = found.summary
  if (!profile.mendsFences && fence !== "strict") return {}
  const { reads } = profile
  if (reads === undefined) return header
  const read = headerFields.filter((field) => reads.includes(spelled?.[field.key] ?? field.key))
  return Object.fromEntries(
    read.flatMap(({ property }) => (header[property] === undefined ? [] : [[property, header[property]]])),
  )
}

/** A name of its own that differs from the folder's is a second name, if it can be typed at all. */
function titleOf(profile: HostProfile, found: FoundSkill, header: SkillHeader): string | undefined {
  if (profile.naming !== "folder" || found.form === "command") return undefined
  const own = header.name
  if (own === undefined || /\s/.test(own)) return undefined
  const title = found.plugin === undefined ? own : `${found.plugin.name}:${own}`
  return title === found.name ? undefined : title
}

function descriptionFor(profile: HostProfile, found: FoundSkill, header: SkillHeader): string {
  const { summary } = found
  switch (profile.describes) {
    case "nothing":
      return header.description ?? ""
    case "paragraph":
      return header.description ?? summary.opening?.paragraph ?? ""
    case "line": {
      const isList =
        summary.coerced?.includes("description") === true && summary.header.description?.includes(", ") === true
      if (header.description !== undefined && !isList) return header.description
      const line = (summary.fence === "repaired" ? summary.firstLine : undefined) ?? summary.opening?.line ?? ""
      if (line === "") return found.form === "command" ? "Custom command" : "Skill"
      return line.length > 100 ? `${line.slice(0, 97)}...` : line
    }
  }
}

function clear(value: boolean | "unclear", otherwise: boolean): boolean {
  return value === "unclear" ? otherwise : value
}

const isSkippedFor: Readonly<Record<SkipRule, (found: FoundSkill, header: SkillHeader) => boolean>> = {
  "no-header": ({ summary }) => summary.fence !== "strict",
  "no-description": (_, header) => header.description === undefined,
  "name-over-64": (found, header) => (header.name ?? found.name).length > 64,
  bom: ({ summary }) => summary.bom === true,
  "linked-file": ({ linked }) => linked === true,
}

const skipReasons: Readonly<Record<SkipRule, string>> = {
  "no-header": "it takes only files with a header",
  "no-description": "it takes only skills with a description",
  "name-over-64": "it takes no names over 64 characters",
  bom: "it takes no files that begin with a byte order mark",
  "linked-file": "it does not follow a link to a SKILL.md",
}
