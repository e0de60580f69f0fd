import { collapseSpaces } from "../text/collapse-spaces.ts"
import type { HostProfile, SkipRule } from "../hosts/profile.ts"
import type { FoundSkill } from "./skill-source.ts"
import type { SkillSummary } from "../skill/read-skill.ts"
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
  /** Which patterns mean every file. */
  readonly everything: "any" | "lone-stars"
  readonly forUser: boolean
  readonly forModel: boolean
  /** Why the host does not accept the file at all. */
  readonly skip: string | undefined
  /** Why the host's listing leaves it out, although it can be named. */
  readonly unlisted: string | undefined
  /** It is left out only because it has no description. */
  readonly isUndescribed: boolean
}

/** How a host sees one file: its name, its texts, and who may use it. */
export function viewForHost(profile: HostProfile, found: FoundSkill): HostView {
  const header = chooseHeader(profile, found)
  const title = findSecondName(profile, found, header)
  const description = chooseDescription(profile, found, header)
  const name = chooseName(profile, found, header)
  const isUndescribed = found.unlisted === undefined && hasNoDescription(profile, found, header)
  return {
    name,
    title,
    aliases: listAliases(name, title === undefined ? [] : listSecondNames(title, found), header),
    description,
    whenToUse: header.whenToUse,
    paths: header.paths,
    everything: profile.everything ?? "any",
    forUser: clear(header.userInvocable ?? true, profile.unclear.userInvocable),
    forModel: !clear(header.disableModelInvocation ?? false, profile.unclear.disableModelInvocation),
    skip: explainSkip(profile, found, header),
    unlisted: found.unlisted ?? (isUndescribed ? UNDESCRIBED : undefined),
    isUndescribed,
  }
}

function hasNoDescription({ hidesUndescribed }: HostProfile, { plugin }: FoundSkill, header: SkillHeader): boolean {
  if (hidesUndescribed === undefined || header.description !== undefined) return false
  return hidesUndescribed === "all" || (plugin !== undefined && header.whenToUse === undefined)
}

const UNDESCRIBED = "it has no description, so the listing leaves it out; its name still loads it"

function chooseName({ naming, reading }: HostProfile, found: FoundSkill, header: SkillHeader): string {
  if (naming === "folder") return found.name
  if (reading === undefined) return header.name ?? found.name
  const isBlank = header.name === undefined || (reading.blankName === "folder" && header.name.trim() === "")
  const written = isBlank ? found.name : (header.name ?? found.name)
  const name = reading.singleSpaces === true ? collapseSpaces(written) : written
  const { hyphens = "" } = reading
  return hyphens === "" ? name : [...name].map((letter) => (hyphens.includes(letter) ? "-" : letter)).join("")
}

function explainSkip(profile: HostProfile, found: FoundSkill, header: SkillHeader): string | undefined {
  const dropped = findReading(profile, found)?.dropped
  // If the frontmatter was not read at all, only the file itself has more information.
  const rules = dropped === undefined ? profile.skips : profile.skips.filter((rule) => rule !== "no-description")
  const skip = rules.find((rule) => isSkippedFor[rule](found, header))
  return (skip === undefined ? undefined : skipReasons[skip]) ?? dropped
}

function findReading({ reading }: HostProfile, { summary }: FoundSkill): DialectReading | undefined {
  return reading === undefined ? undefined : summary.dialects?.[reading.dialect]
}

/** A folded scalar leaves a line break at the end of a name, which nobody types. */
function listAliases(name: string, titles: readonly string[], header: SkillHeader): readonly string[] | undefined {
  const typed = name.trim() === name || name.trim() === "" ? [] : [name.trim()]
  const all = [...typed, ...titles, ...(header.aliases ?? [])]
  return all.length === 0 ? header.aliases : all
}

function chooseHeader(profile: HostProfile, found: FoundSkill): SkillHeader {
  const reading = findReading(profile, found)
  if (reading?.dropped !== undefined || reading?.isHeadless === true) return {}
  if (profile.reading === undefined) return pickReadFields(profile, found.summary)
  if (profile.reading.others !== true) return toHeader(reading ?? found.summary.header)
  const fields = pickReadFields(profile, found.summary)
  if (reading === undefined) return fields
  const { name: _name, description: _description, ...others } = fields
  return { ...others, ...toHeader(reading) }
}

/** The fields of our own reading that the host reads too, as they are spelled. */
export function pickReadFields(
  { reads }: HostProfile,
  { header, spelled }: Pick<SkillSummary, "header" | "spelled">,
): SkillHeader {
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

function toHeader({ name, description }: Texts): SkillHeader {
  return { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) }
}

/** A name in the frontmatter that differs from the directory's is a second name, if it can be typed at all. */
function findSecondName(profile: HostProfile, found: FoundSkill, header: SkillHeader): string | undefined {
  if (profile.naming !== "folder" || (found.form === "command" && found.plugin === undefined)) return undefined
  const own = header.name
  if (own === undefined || !/^[\p{L}\p{M}\p{N}_.:-]+$/u.test(own)) return undefined
  const prefix = found.plugin === undefined ? "" : `${found.plugin.name}:`
  const title = own.startsWith(prefix) ? own : `${prefix}${own}`
  return title === found.name ? undefined : title
}

/** A plugin's skill also answers to the name in its frontmatter without the plugin's. */
function listSecondNames(title: string, { plugin }: FoundSkill): readonly string[] {
  return plugin === undefined ? [title] : [title, title.slice(plugin.name.length + 1)]
}

function chooseDescription(profile: HostProfile, found: FoundSkill, header: SkillHeader): string {
  const { summary } = found
  switch (profile.describes) {
    case "nothing":
      return header.description ?? ""
    case "paragraph":
      return header.description ?? (summary.opening?.paragraph || describeForm(found))
    case "line": {
      if (header.description !== undefined) return header.description
      const reading = findReading(profile, found)
      const line = (reading?.dropped === undefined ? reading?.opening : undefined) ?? summary.opening?.line ?? ""
      if (line === "") return describeForm(found)
      return line.length > 100 ? `${line.slice(0, 97)}...` : line
    }
  }
}

/** The description of a skill that has none. */
function describeForm({ form }: FoundSkill): string {
  return form === "command" ? "Custom command" : "Skill"
}

function clear(value: boolean | "unclear", otherwise: boolean): boolean {
  return value === "unclear" ? otherwise : value
}

const isSkippedFor: Readonly<Record<SkipRule, (found: FoundSkill, header: SkillHeader) => boolean>> = {
  "no-description": (_found, header) => (header.description ?? "").trim() === "",
  "name-over-64": (found, header) => [...collapseSpaces(header.name ?? found.name)].length > 64,
  "linked-file": ({ linked }) => linked === true,
  "not-utf8": ({ summary }) => summary.notUtf8 === true,
}

const skipReasons: Readonly<Record<SkipRule, string>> = {
  "no-description": "it accepts only skills with a description",
  "name-over-64": "it does not accept names over 64 characters",
  "linked-file": "it does not follow a link to a SKILL.md",
  "not-utf8": "it accepts only UTF-8 files",
}
