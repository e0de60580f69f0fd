import { isMap } from "../text/is-map.ts"
import { findShellParts, MOST_COMMANDS, type ShellPart } from "../skill/body/template.ts"
import { findFileMentions } from "../skill/body/find-file-mentions.ts"
import { readOutline } from "../skill/body/read-outline.ts"
import type { YamlValue } from "../skill/header/schema/fields.ts"
import { readSkill, type SkillReading, type SkillText } from "../skill/read-skill.ts"
import type { KnownSkills } from "./known-skills.ts"
import { decodePassages } from "./rules/reading/decode.ts"
import { collectWords } from "./rules/reading/collect-words.ts"
import type { Passage } from "./rules/reading/passage.ts"
import { type AuditFile, splitFile, splitMainFile, makePassage } from "./rules/reading/split-passages.ts"

/** A skill as input of the audit: its texts, and what is known about its surroundings. */
export interface AuditInput {
  readonly name: string
  /** Its SKILL.md, by its path among the files. */
  readonly main: string
  readonly files: readonly AuditFile[]
  /** Skills of more trusted places, which it might imitate. */
  readonly known?: KnownSkills
  /** The digest that was approved. */
  readonly approved?: string | undefined
  /** The digest now; that of SKILL.md when it is not given. */
  readonly digest?: string
  /** The paths that its grants may name by a variable. */
  readonly variables?: Readonly<Record<string, string>> | undefined
}

/** Everything the rules examine, read once. */
export interface AuditView {
  readonly input: AuditInput
  readonly text: string
  readonly reading: SkillReading
  /** Absent if SKILL.md was refused. */
  readonly skill?: SkillText | undefined
  readonly passages: readonly Passage[]
  /** What rendering would run, found by the function that rendering uses. */
  readonly commands: readonly AuditedCommand[]
  readonly hooks: readonly AuditedCommand[]
  /** Files that the body refers to, with the line. */
  readonly mentions: ReadonlyMap<string, number>
}

/** A command and its position. */
export interface AuditedCommand {
  readonly text: string
  readonly line: number
  readonly column: number
  readonly part?: ShellPart
  /** The event, for hooks. */
  readonly event?: string
}

export function openAuditView(input: AuditInput): AuditView {
  const text = input.files.find(({ path }) => path === input.main)?.text ?? ""
  const reading = readSkill(text)
  const skill = reading.kind === "skill" ? reading.skill : undefined
  const commands = skill === undefined ? [] : inlineCommands(skill)
  const hooks = skill === undefined ? [] : hookCommands(skill, text)
  const around = text.split("\n")
  const placed = (kind: "command" | "hook") => (command: AuditedCommand) =>
    makePassage({ file: input.main, kind, around, line: command.line, column: command.column }, command.text)
  const plain: Passage[] = [
    ...(skill === undefined
      ? splitFile({ path: input.main, text, executable: false, size: text.length })
      : splitMainFile(input.main, text, skill)),
    ...commands.map(placed("command")),
    ...hooks.map(placed("hook")),
    ...input.files.filter((file) => file.path !== input.main && file.text !== undefined).flatMap(splitFile),
  ]
  const mentions = skill === undefined ? new Map<string, number>() : mentionedFiles(skill, input)
  const rebuilt = rebuiltPassages(plain)
  const decoded = [...plain, ...rebuilt].flatMap(decodePassages)
  const passages = [...plain, ...rebuilt, ...decoded, ...joinedFragments(plain, mentions)]
  return { input, text, reading, skill, passages, commands, hooks, mentions }
}

function inlineCommands(skill: SkillText): readonly AuditedCommand[] {
  if (!skill.body.includes("!`") && !skill.body.includes("```!")) return []
  return findShellParts(skill.body)
    .slice(0, MOST_COMMANDS + 1)
    .map((part) => ({
      text: part.parts.map(({ source }) => source).join(""),
      line: skill.bodyLine + part.line - 1 + (part.form === "block" ? 1 : 0),
      column: part.form === "block" ? 1 : part.column,
      part,
    }))
}

/** Commands of the hooks in the frontmatter, even if the hooks as a whole cannot be read. */
function hookCommands(skill: SkillText, text: string): readonly AuditedCommand[] {
  const hooks = isMap(skill.unknown["hooks"]) ? skill.unknown["hooks"] : skill.header.hooks
  if (hooks === undefined) return []
  const lines = text.split("\n")
  const found: AuditedCommand[] = []
  const visit = (value: YamlValue, event: string): void => {
    if (Array.isArray(value)) for (const item of value as readonly YamlValue[]) visit(item, event)
    if (!isMap(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if ((key === "command" || key === "prompt") && typeof inner === "string") {
        const first = inner.split("\n")[0] ?? ""
        const at = lines.findIndex((line) => line.includes(first.slice(0, 40)))
        found.push({ text: inner, line: at === -1 ? skill.blockLine : at + 1, column: 1, event })
      } else visit(inner, event)
    }
  }
  for (const [event, groups] of Object.entries(hooks)) visit(groups, event)
  return found
}

function mentionedFiles(skill: SkillText, input: AuditInput): ReadonlyMap<string, number> {
  const mentions = new Map<string, number>()
  if (input.files.length < 2) return mentions
  for (const { path, line } of findFileMentions(readOutline(skill.body))) mentions.set(path, skill.bodyLine + line - 1)
  const lines = skill.body.split("\n")
  for (const { path } of input.files) {
    if (path === input.main || mentions.has(path) || !skill.body.includes(path)) continue
    const at = lines.findIndex((line) => line.includes(path))
    if (at !== -1) mentions.set(path, skill.bodyLine + at)
  }
  return mentions
}

const MOST_FRAGMENT = 600

/** Short files that the body refers to one after another are one text to an agent, so they are one text here. */
function joinedFragments(passages: readonly Passage[], mentions: ReadonlyMap<string, number>): readonly Passage[] {
  const parts = [...mentions.keys()].flatMap((path) => {
    const found = passages.find(({ file, kind }) => file === path && kind === "prose")
    return found === undefined || found.text.length > MOST_FRAGMENT ? [] : [found]
  })
  const [first] = parts
  if (first === undefined || parts.length < 2) return []
  const text = parts.map((part) => part.text.trim()).join(" ")
  return [{ ...first, kind: "decoded", text, words: collectWords(text), decoded: ["split over files"] }]
}

/**
 * The passages with constants replaced by their values: shell variables that are set to plain text anywhere in the
 * skill, strings joined with `+`, quotes inside words. Only passages that change are returned; line numbers stay the
 * same.
 */
function rebuiltPassages(passages: readonly Passage[]): readonly Passage[] {
  const code = passages.filter(({ kind }) => kind === "script" || kind === "code" || kind === "command")
  const values = readConstants(code)
  return code.flatMap((passage) => {
    const text = rebuild(passage.text, values)
    return text === passage.text ? [] : [{ ...passage, text, words: collectWords(text), decoded: ["constants"] }]
  })
}

const ASSIGNED =
  /(?:^|[\n;&|{]|\bexport|\blocal|\breadonly)[ \t]*([A-Za-z_]\w{0,40})=(?:"([^"$`\n]{0,300})"|'([^'\n]{0,300})'|([^\s"'$`;&|()<>]{1,300}|\$HOME[\w/.-]{0,200}))(?=[\s;&|]|$)/g

function readConstants(passages: readonly Passage[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const { text } of passages) {
    if (!text.includes("=")) continue
    for (const [, name = "", double, single, bare] of text.matchAll(ASSIGNED)) {
      if (values.size < 200) values.set(name, double ?? single ?? bare ?? "")
    }
  }
  return values
}

function rebuild(text: string, values: ReadonlyMap<string, string>): string {
  let rebuilt = text
  if (values.size > 0 && rebuilt.includes("$")) {
    rebuilt = rebuilt.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (found, braced, bare) => {
      return values.get((braced ?? bare) as string) ?? found
    })
    if (rebuilt.length > text.length * 4 + 10_000) return text
  }
  if (/["'`]\s*\+\s*["'`]/.test(rebuilt)) rebuilt = rebuilt.replace(/(["'`])[ \t]*\+[ \t]*\1/g, "")
  if (/\w(?:''|"")\w|\w\\[a-z]\w|\$\{IFS\}/.test(rebuilt)) {
    rebuilt = rebuilt
      .replace(/(?<=\w)(?:''|"")(?=\w)/g, "")
      .replace(/\$\{IFS\}/g, " ")
      .replace(/(?<=\b[a-z]{1,8})\\(?=[a-z]{1,8}\b)/g, "")
  }
  return rebuilt
}
