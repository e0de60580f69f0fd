import { applyEdits, modify, parse, type ParseError } from "jsonc-parser"
import { isMap } from "../../text/is-map.ts"

/** A set of skills by name: with it, an agent has only these. */
export interface SkillProfile {
  readonly name: string
  readonly skills: readonly string[]
  readonly level: ProfileLevel
  /** The file that has it. */
  readonly file: string
}

/** project: for everybody, committed. local: in the project, for one person. user: for all projects of one person. */
export const profileLevels = ["project", "local", "user"] as const

export type ProfileLevel = (typeof profileLevels)[number]

/** The files of profiles below a project's `.skillet` and in the user's own directory. */
export const profileFiles: Readonly<Record<ProfileLevel, string>> = {
  project: "profiles.json",
  local: "profiles.local.json",
  user: "profiles.json",
}

const MOST_SKILLS = 5000

/** The profiles of one file, or why it cannot be understood. */
export function readProfiles(text: string): Readonly<Record<string, readonly string[]>> | string {
  const values = parseJsonMap(text)
  if (values === undefined) return "it is not a JSON object"
  const { profiles = {} } = values
  if (!isMap(profiles)) return "its profiles are not a map"
  for (const [name, value] of Object.entries(profiles)) {
    if (!isProfileName(name)) return `"${name.slice(0, 80)}" is not a name of a profile`
    const skills = isMap(value) ? value["skills"] : undefined
    if (!Array.isArray(skills) || !skills.every((one) => typeof one === "string") || skills.length > MOST_SKILLS)
      return `the skills of ${name} are not a list of names`
  }
  const read = Object.entries(profiles).map(([name, value]) => [name, (value as { skills: readonly string[] }).skills])
  return Object.fromEntries(read) as Readonly<Record<string, readonly string[]>>
}

/** The text of a file with a profile in it; everything else stays as it is written. */
export function writeProfile(text: string, name: string, skills: readonly string[]): string {
  const start = text.trim() === "" ? "{}\n" : text
  return applyEdits(start, modify(start, ["profiles", name], { skills }, FORMATTING))
}

export function isProfileName(name: string): boolean {
  return /^[a-zA-Z0-9][\w.-]{0,63}$/.test(name) && !["constructor", "prototype"].includes(name)
}

export const FORMATTING = { formattingOptions: { tabSize: 2, insertSpaces: true, eol: "\n" } } as const

/** JSON with comments and trailing commas; undefined if it is no map or has an error. */
export function parseJsonMap(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {}
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  return errors.length === 0 && isMap(value) ? value : undefined
}
