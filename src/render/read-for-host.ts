import { pickReadFields } from "../catalog/view-for-host.ts"
import type { HostProfile } from "../hosts/profile.ts"
import { findShellParts } from "../skill/body/template.ts"
import { isQuotedYaml, readArgumentNames, splitQuotedYaml } from "../skill/dialects/quoted-yaml.ts"
import type { SkillHeader } from "../skill/header/schema/fields.ts"
import { readSkill, type SkillReading, type SkillText } from "../skill/read-skill.ts"

/** A text as a host cuts it, if that is not where we cut it. */
export interface HostText extends SkillText {
  /** The commands of our own reading, by `nameCommand`: an approval showed these, and no other may run. */
  readonly shown?: ReadonlySet<string>
}

export type HostReading = { readonly kind: "skill"; readonly skill: HostText } | { readonly kind: "refused" }

/**
 * Reads a file as the host does, so that a prompt agrees with the host's listing: where the frontmatter ends, whether
 * it counts at all, and which fields do. A value is always the one of our own reading, which audit and approval show.
 */
export function readForHost(file: string, profile: HostProfile): HostReading {
  const reading: SkillReading = readSkill(file)
  if (reading.kind === "refused" || profile.reading?.dialect !== "quoted-yaml") return reading
  const own = reading.skill
  const { block, body: written, bodyLine } = splitQuotedYaml(file)
  const body = written.replaceAll(/\r\n?/g, "\n")
  const header = block === undefined || !isQuotedYaml(block) ? {} : pickHeader(block, own, profile)
  const isCutAlike = body.trim() === own.body.trim()
  return {
    kind: "skill",
    skill: { ...own, header, body, bodyLine, ...(isCutAlike ? {} : { shown: listShown(own) }) },
  }
}

/** The fields that the host reads in its part of the file. */
function pickHeader(block: string, own: SkillText, profile: HostProfile): SkillHeader {
  const part = readSkill(`---\n${block.replace(/\n*$/, "")}\n---\n`)
  if (part.kind === "refused") return {}
  const isText = (property: string) => part.skill.coerced?.includes(property) !== true
  const read = Object.keys(pickReadFields(profile, part.skill)) as (keyof SkillHeader)[]
  const kept = read.filter((property) => property !== "model" || isText(property))
  const names = readArgumentNames(block)
  return {
    ...Object.fromEntries(kept.flatMap((key) => (own.header[key] === undefined ? [] : [[key, own.header[key]]]))),
    ...(names === undefined ? {} : { arguments: names }),
  }
}

/** A command by its place in the file. */
export function nameCommand(line: number, source: string): string {
  return `${line} ${source}`
}

function listShown({ body, bodyLine }: SkillText): ReadonlySet<string> {
  return new Set(findShellParts(body).map(({ line, source }) => nameCommand(bodyLine + line - 1, source)))
}
