import { applyEdits, type JSONPath, modify } from "jsonc-parser"
import type { HostId } from "../../hosts/profile.ts"
import { isMap, toMap } from "../../text/is-map.ts"
import { FORMATTING, parseJsonMap, type ProfileLevel } from "./skill-profile.ts"

export type ProfileHost = Exclude<HostId, "open">

/** What a host understands: where it reads which skills are off, and how that is written. */
interface SwitchRule {
  /** Below the project's directory, or below the host's own directory of the user. */
  readonly files: Readonly<Partial<Record<ProfileLevel, string>>>
  /** Which skills it cannot switch off by name. */
  readonly cannot?: RegExp
  /** Why a level is missing, and what to do. */
  readonly missing?: string
  /** The text with these skills off; undefined if the text cannot be understood. */
  readonly write: (text: string, names: readonly string[]) => string | undefined
  /** The text without what `write` wrote for these skills, as far as it is still there. */
  readonly erase: (text: string, names: readonly string[]) => string | undefined
}

const OVERRIDES: SwitchMap = { at: ["skillOverrides"], word: "off" }
const PERMISSIONS: SwitchMap = { at: ["permission", "skill"], word: "deny" }

export const switchRules: Readonly<Record<ProfileHost, SwitchRule>> = {
  claude: {
    files: { project: ".claude/settings.json", local: ".claude/settings.local.json", user: "settings.json" },
    write: (text, names) => setEach(text, names, OVERRIDES),
    erase: (text, names) => unsetEach(text, names, OVERRIDES),
  },
  codex: {
    files: { user: "config.toml" },
    missing: "Codex reads which skills are off only from your own config.toml, for all projects",
    write: (text, names) => `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${writeToml(names)}`,
    erase: (text, names) => eraseOnce(text, writeToml(names)),
  },
  opencode: {
    files: { project: "opencode.json", local: ".opencode/opencode.json", user: "opencode.json" },
    cannot: /[*?]/,
    write: (text, names) => {
      const widened = widenPermission(text)
      return widened === undefined ? undefined : setEach(widened, names, PERMISSIONS)
    },
    erase: (text, names) => unsetEach(text, names, PERMISSIONS),
  },
  gemini: {
    files: { project: ".gemini/settings.json", user: ".gemini/settings.json" },
    missing: "Gemini CLI has no settings of a project for one person only",
    write: (text, names) =>
      changeDisabled(text, (before) => [...before, ...names.filter((one) => !before.includes(one))]),
    erase: (text, names) => changeDisabled(text, (before) => before.filter((one) => !names.includes(String(one)))),
  },
}

/** A map in JSON from skills to words, and the word for off. */
interface SwitchMap {
  readonly at: JSONPath
  readonly word: string
}

function setEach(text: string, names: readonly string[], { at, word }: SwitchMap): string | undefined {
  const start = startJson(text)
  if (start === undefined || !isMapAlong(parseJsonMap(start), at)) return undefined
  return names.reduce((now, name) => change(now, [...at, name], word), start)
}

/** Only entries that still say what was written; a map that is empty then goes, too. */
function unsetEach(text: string, names: readonly string[], { at, word }: SwitchMap): string | undefined {
  const start = startJson(text)
  if (start === undefined) return undefined
  const left = names.reduce((now, name) => {
    const said = at.reduce<unknown>((map, key) => toMap(map)[key], parseJsonMap(now))
    return toMap(said)[name] === word ? change(now, [...at, name], undefined) : now
  }, start)
  return at.reduceRight<string>((now, _, depth) => removeEmptyMap(now, at.slice(0, depth + 1)), left)
}

/** Whether each value on the way is a map, or not there yet. */
function isMapAlong(values: unknown, [key, ...rest]: JSONPath): boolean {
  if (values === undefined) return true
  return isMap(values) && (key === undefined || isMapAlong(values[key], rest))
}

function removeEmptyMap(text: string, at: JSONPath): string {
  const value = at.reduce<unknown>((map, key) => toMap(map)[key], parseJsonMap(text))
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0
  return isEmpty ? change(text, at, undefined) : text
}

/** opencode also takes one word for all tools, or for all skills: it becomes the rule for those that are not named. */
function widenPermission(text: string): string | undefined {
  const start = startJson(text)
  if (start === undefined) return undefined
  const { permission } = parseJsonMap(start) ?? {}
  const one = typeof permission === "string" ? change(start, ["permission"], { "*": permission }) : start
  const skill = toMap(toMap(parseJsonMap(one))["permission"])["skill"]
  return typeof skill === "string" ? change(one, ["permission", "skill"], { "*": skill }) : one
}

function changeDisabled(text: string, act: (before: readonly unknown[]) => readonly unknown[]): string | undefined {
  const start = startJson(text)
  if (start === undefined || !isMapAlong(parseJsonMap(start), ["skills"])) return undefined
  const said = toMap(parseJsonMap(start)?.["skills"])["disabled"]
  const after = act(Array.isArray(said) ? said : said === undefined ? [] : [said])
  if (after.length > 0) return change(start, ["skills", "disabled"], after)
  return removeEmptyMap(change(start, ["skills", "disabled"], undefined), ["skills"])
}

function startJson(text: string): string | undefined {
  if (text.trim() === "") return "{}\n"
  return parseJsonMap(text) === undefined ? undefined : text
}

function change(text: string, at: JSONPath, value: unknown): string {
  return applyEdits(text, modify(text, at, value, FORMATTING))
}

/** Quoted as in JSON, which TOML's basic strings are for these characters. */
function writeToml(names: readonly string[]): string {
  const quote = (name: string) => JSON.stringify(name).replace(/\u007f/g, "\\u007f")
  const entries = names.map((name) => `[[skills.config]]\nname = ${quote(name)}\nenabled = false\n`)
  return `\n# written by skillet profile\n${entries.join("")}`
}

/** Undefined if it was edited: then nobody knows what to take out. */
function eraseOnce(text: string, written: string): string | undefined {
  const at = text.indexOf(written)
  return at === -1 ? undefined : text.slice(0, at) + text.slice(at + written.length)
}
