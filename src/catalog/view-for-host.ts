import type { HostProfile, SkipRule } from "../hosts/profile.ts"
import type { FoundSkill } from "../ports/skill-source.ts"
import type { DialectReading } from "../skill/dialects/dialect.ts"
import { headerFields, type SkillHeader } from "../skill/header/schema/fields.ts"

/** One skill as one host sees it. */
export interface HostView {
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
  /** Why the host's listing leaves it out, though it can be named. */
  readonly unlisted: string | undefined
}

/** What a host makes of one file: its name, its texts, and who may use it. */
export function viewForHost(profile: HostProfile, found: FoundSkill): HostView {
  const header = headerFor(profile, found)
  const title = titleOf(profile, found, header)
  const description = descriptionFor(profile, found, header)
  return {
    name: nameFor(profile, found, header),
    title,
    aliases: aliasesOf(title, header),
    description,
    whenToUse: header.whenToUse,
    paths: header.paths,
    forUser: clear(header.userInvocable ?? true, profile.unclear.userInvocable),
    forModel: !clear(header.disableModelInvocation ?? false, profile.unclear.disableModelInvocation),
    skip: skipFor(profile, found, header),
    unlisted:
      found.unlisted ?? (profile.hidesUndescribed && header.description === undefined ? UNDESCRIBED : undefined),
  }
}

const UNDESCRIBED = "it has no description, so the listing leaves it out; its name still loads it"

function nameFor({ naming, reading }: HostProfile, found: FoundSkill, header: SkillHeader): string {
  if (naming === "folder" || header.name === undefined) return found.name
  if (reading === undefined) return header.name
  const name = reading.singleSpaces === true ? singleSpaces(header.name) : header.name
  if (reading.blankName === "folder" && name.trim() === "") return found.name
  const { hyphens = "" } = reading
  return hyphens === "" ? name : [...name].map((letter) => (hyphens.includes(letter) ? "-" : letter)).join("")
}

function skipFor(profile: HostProfile, found: FoundSkill, header: SkillHeader): string | undefined {
  const dropped = readingFor(profile, found)?.dropped
  const skip = profile.skips.find((rule) => isSkippedFor[rule](found, header))
  return (skip === undefined ? undefined : skipReasons[skip]) ?? dropped
}

function readingFor({ reading }: HostProfile, { summary }: FoundSkill): DialectReading | undefined {
  return reading === undefined ? undefined : summary.dialects?.[reading.dialect]
}

function aliasesOf(title: string | undefined, header: SkillHeader): readonly string[] | undefined {
  if (title === undefined) return header.aliases
  return header.aliases === undefined ? [title] : [title, ...header.aliases]
}

function headerFor(profile: HostProfile, found: FoundSkill): SkillHeader {
  const { header, fence, spelled } = found.summary
  if (profile.reading !== undefined) {
    const reading = readingFor(profile, found) ?? header
    return "dropped" in reading && reading.dropped !== undefined ? {} : textsOf(reading)
  }
  if (!profile.repairsFences && fence !== "strict") return {}
  const { reads } = profile
  if (reads === undefined) return header
  const read = headerFields.filter((field) => reads.includes(spelled?.[field.key] ?? field.key))
  return Object.fromEntries(
    read.flatMap(({ property }) => (header[property] === undefined ? [] : [[property, header[property]]])),
  )
}

interface Texts {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

function textsOf({ name, description }: Texts): SkillHeader {
  return { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) }
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
      return header.description ?? (summary.opening?.paragraph || labelOf(found))
    case "line": {
      const isList =
        summary.coerced?.includes("description") === true && summary.header.description?.includes(", ") === true
      if (header.description !== undefined && !isList) return header.description
      const line = (summary.fence === "repaired" ? summary.firstLine : undefined) ?? summary.opening?.line ?? ""
      if (line === "") return labelOf(found)
      return line.length > 100 ? `${line.slice(0, 97)}...` : line
    }
  }
}

/** What a skill is called that says nothing of itself. */
function labelOf({ form }: FoundSkill): string {
  return form === "command" ? "Custom command" : "Skill"
}

function clear(value: boolean | "unclear", otherwise: boolean): boolean {
  return value === "unclear" ? otherwise : value
}

const isSkippedFor: Readonly<Record<SkipRule, (found: FoundSkill, header: SkillHeader) => boolean>> = {
  "no-description": (found, header) => header.description?.trim() === "" || lacksDescription(found, header),
  "name-over-64": (found, header) => [...singleSpaces(header.name ?? found.name)].length > 64,
  "linked-file": ({ linked }) => linked === true,
  "not-utf8": ({ summary }) => summary.notUtf8 === true,
}

/** Where the header was not read at all, that is the reason, not the description. */
function lacksDescription({ summary }: FoundSkill, header: SkillHeader): boolean {
  return (header.name !== undefined || summary.dialects === undefined) && header.description === undefined
}

function singleSpaces(text: string): string {
  return text
    .split(/\s+/)
    .filter((part) => part !== "")
    .join(" ")
}

const skipReasons: Readonly<Record<SkipRule, string>> = {
  "no-description": "it takes only skills with a description",
  "name-over-64": "it takes no names over 64 characters",
  "linked-file": "it does not follow a link to a SKILL.md",
  "not-utf8": "it takes only files in UTF-8",
}
