import { isMap } from "../../text/is-map.ts"
import { type ParsedSource, parseSource, type SourceSpec } from "./parse-source.ts"

/** The skills that `package.json` names in `skills`. */
export interface ManifestEntry {
  readonly spec: SourceSpec
  /** Every skill of the source if none is named. */
  readonly skills: readonly string[]
}

export type ReadManifest =
  | { readonly entries: readonly ManifestEntry[] }
  | { readonly wrong: string; readonly line: number; readonly next: string }

const FORMS = 'write "owner/repo@skill", "owner/repo#ref", "npm:package" or { "source": …, "skills": […], "ref": … }'

/** Reads `skills` of a package.json completely, or says what is wrong with its first wrong entry. */
export function readManifest(text: string): ReadManifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { wrong: "it is not JSON", line: 1, next: "correct the file" }
  }
  const listed = isMap(value) ? value["skills"] : undefined
  if (!Array.isArray(listed) || listed.length === 0)
    return {
      wrong: "it names no skills",
      line: findLine(text, "skills"),
      next: `name a source, or add "skills": ${FORMS}`,
    }
  const entries: ManifestEntry[] = []
  for (const [at, one] of listed.entries()) {
    const read = readEntry(one)
    if ("wrong" in read) {
      const named: unknown = isMap(one) ? one["source"] : one
      const line = findLine(text, typeof named === "string" ? named : "skills")
      return { wrong: `skills[${at}]: ${read.wrong}`, line, next: read.next }
    }
    entries.push(read)
  }
  return { entries }
}

function readEntry(value: unknown): ManifestEntry | { readonly wrong: string; readonly next: string } {
  const { source, skills = [], ref } = isMap(value) ? value : { source: value }
  if (typeof source !== "string") return { wrong: "it does not name a source", next: FORMS }
  if (!Array.isArray(skills) || !skills.every((one) => typeof one === "string"))
    return { wrong: "its skills are not a list of names", next: FORMS }
  if (ref !== undefined && typeof ref !== "string") return { wrong: "its ref is not a text", next: FORMS }
  const parsed = addRef(parseSource(source), ref)
  if ("wrong" in parsed) return parsed
  const { spec } = parsed
  const isRemote = spec.type === "npm" || (spec.type === "git" && !/^(?:http|file):/i.test(spec.at))
  if (!isRemote)
    return { wrong: `${source} is neither a repository nor a package that everybody can reach`, next: FORMS }
  return { spec: { ...spec, skill: undefined }, skills: [...(spec.skill === undefined ? [] : [spec.skill]), ...skills] }
}

function addRef(parsed: ParsedSource, ref: string | undefined): ParsedSource {
  if ("wrong" in parsed || ref === undefined) return parsed
  if (parsed.spec.ref !== undefined) return { wrong: `it has two refs, ${parsed.spec.ref} and ${ref}`, next: FORMS }
  const checked = parseSource(parsed.spec.type === "npm" ? `npm:${parsed.spec.at}@${ref}` : `owner/repo#${ref}`)
  return "wrong" in checked ? checked : { spec: { ...parsed.spec, ref: checked.spec.ref } }
}

function findLine(text: string, named: string): number {
  return (
    Math.max(
      0,
      text.split("\n").findIndex((line) => line.includes(JSON.stringify(named))),
    ) + 1
  )
}
