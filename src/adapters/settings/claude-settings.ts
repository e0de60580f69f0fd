import type { Problem } from "../../skill/problem.ts"
import { problem, problemAt } from "../../skill/problem.ts"
import { readSettingsFile } from "./read-file.ts"

/** What one of Claude Code's settings files says about skills, in Claude Code's own words. */
export interface ClaudeSettings {
  readonly overrides: Readonly<Record<string, string>>
  readonly entryCharacters?: number
  readonly share?: number
  readonly shellOff?: boolean
  readonly allow: readonly string[]
  readonly ask: readonly string[]
  readonly deny: readonly string[]
  readonly pluginsOff: readonly string[]
}

export interface ReadClaudeSettings {
  readonly settings?: ClaudeSettings
  readonly problems: readonly Problem[]
}

export function readClaudeSettings(file: string): ReadClaudeSettings {
  const text = readSettingsFile(file)
  if (text === undefined) return { problems: [] }
  const value = parse(text)
  if (value === undefined) return { problems: [notJson(file)] }
  const permissions = mapOf(value["permissions"])
  const entry = value["skillListingMaxDescChars"]
  const share = value["skillListingBudgetFraction"]
  const shellOff = value["disableSkillShellExecution"]
  const settings: ClaudeSettings = {
    overrides: textsOf(mapOf(value["skillOverrides"])),
    ...(typeof entry === "number" && entry > 0 ? { entryCharacters: entry } : {}),
    ...(typeof share === "number" && share > 0 ? { share } : {}),
    ...(typeof shellOff === "boolean" ? { shellOff } : {}),
    allow: listOf(permissions["allow"]),
    ask: listOf(permissions["ask"]),
    deny: listOf(permissions["deny"]),
    pluginsOff: Object.entries(mapOf(value["enabledPlugins"])).flatMap(([name, on]) => (on === false ? [name] : [])),
  }
  return { settings, problems: [] }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function textsOf(map: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : []
}

function notJson(file: string): Problem {
  return problemAt(
    file,
    problem(
      "settings.unreadable",
      { line: 1, column: 1 },
      { message: "the file is not a JSON object; nothing of it counts", fix: "mend the JSON" },
    ),
  )
}
