import { formatCount } from "../../../../text/format-count.ts"
import type { Prompt } from "@modelcontextprotocol/client"
import type { Skill } from "@modelcontextprotocol/client/ext/skills"
import type { FoundSkill } from "../../../skill-source.ts"
import { estimateTokens } from "../../../../text/estimate-tokens.ts"
import type { SkillHeader, YamlMap, YamlValue } from "../../../../skill/header/schema/fields.ts"
import { type FileProblem, type Problem, placeProblem } from "../../../../problem/problem.ts"
import { skillProblem } from "../../../../skill/problems.ts"
import { formatServerAddress } from "../../../../skill/server-address.ts"
import { shortenServerText } from "../mcp-failure.ts"
import type { McpServer } from "../mcp-server.ts"
import { toPlainLine, removeHidden } from "./remove-hidden.ts"
import { createHash } from "node:crypto"
import { cleanValue } from "../../../../skill/header/clean-value.ts"
import { type HeaderEntry, MAX_KEYS } from "../../../../skill/header/read-header-block.ts"
import { readFields } from "../../../../skill/header/read-fields.ts"

/** Something a server offers, as a skill; `digest` covers everything the server says about it. */
export type ServerOffer =
  | { readonly kind: "skill"; readonly found: FoundSkill; readonly digest: string; readonly entry: Skill }
  | { readonly kind: "prompt"; readonly found: FoundSkill; readonly digest: string; readonly prompt: Prompt }

export interface ServerOffers {
  readonly offers: readonly ServerOffer[]
  readonly problems: readonly Problem[]
}

const CHANGED = "source.changed"
const LONGEST_NAME = 128
/** With the colon and a skill's own name, which has at most 64 characters, no name is longer than that. */
const LONGEST_SERVER_NAME = 63
const LONGEST_DESCRIPTION = 4096
const MOST_FIELD_PROBLEMS = 20

/** What can be wrong with a server's name; undefined when nothing is. */
export function findOfferNameFault(name: string): string | undefined {
  if (/^[A-Za-z0-9](?:[._-]?[A-Za-z0-9])*$/.test(name) && name.length <= LONGEST_SERVER_NAME) return undefined
  return `"${shortenServerText(name)}" is not a valid server name; use letters and digits, with single dots, hyphens or underscores between them`
}

export function listSkillOffers(server: McpServer, entries: readonly Skill[]): ServerOffers {
  const problems: Problem[] = []
  const offers = entries.map((entry): ServerOffer => {
    const name = `${server.name}:${entry.frontmatter.name}`
    const digest = digestDescription(entry)
    const path = formatServerAddress(server.name, "skills", entry.frontmatter.name)
    const read = readHeader(entry.frontmatter, { name, longest: LONGEST_DESCRIPTION })
    problems.push(...read.problems.map((found) => placeProblem(path, found)))
    const size = entry.resources === "dynamic" ? 0 : (entry.resources.find(({ uri }) => uri === entry.uri)?.size ?? 0)
    const found = foundSkill({ name, path, size, digest }, read.header)
    const free = entry.resources === "dynamic" ? { hasFreeText: true as const } : {}
    return { kind: "skill", found: { ...found, ...free }, digest, entry }
  })
  return { offers, problems: shownProblems(server, problems) }
}

/** If a server has many faults, they are not all listed. */
function shownProblems(server: McpServer, problems: readonly Problem[]): readonly Problem[] {
  const more = problems.length - MOST_FIELD_PROBLEMS
  if (more <= 0) return problems
  const rest = serverProblem(
    server,
    `${formatCount(more, "more field of its skills is", "more fields of its skills are")} invalid`,
    "ask the server's operators to fix them",
  )
  return [...problems.slice(0, MOST_FIELD_PROBLEMS), rest]
}

export function listPromptOffers(server: McpServer, prompts: readonly Prompt[]): ServerOffers {
  const odd: string[] = []
  const offers = prompts.flatMap((prompt): readonly ServerOffer[] => {
    const name = `mcp__${server.name}__${prompt.name}`
    if (!/^[A-Za-z0-9][\w.-]*$/.test(prompt.name) || name.length > LONGEST_NAME) {
      odd.push(prompt.name)
      return []
    }
    const digest = digestDescription(prompt)
    const described = prompt.description ?? prompt.title
    const header: SkillHeader = {
      name,
      ...(described === undefined ? {} : { description: toPlainLine(described, LONGEST_DESCRIPTION) }),
      ...(prompt.arguments === undefined || prompt.arguments.length === 0
        ? {}
        : { arguments: prompt.arguments.map((argument) => toPlainLine(argument.name, LONGEST_NAME)) }),
      disableModelInvocation: true,
    }
    const path = formatServerAddress(server.name, "prompts", prompt.name)
    const found: FoundSkill = {
      ...foundSkill({ name, path, size: 0, digest }, header),
      isPrompt: true,
      hasFreeText: true,
    }
    return [{ kind: "prompt", found, digest, prompt }]
  })
  const what = "offers prompts with unusual names (only letters, digits, dots, hyphens and underscores are allowed)"
  return { offers, problems: reportLeftOut(server, what, odd) }
}

/** Each name once, and only those that match what was approved. */
export function settleOffers(server: McpServer, offers: readonly ServerOffer[]): ServerOffers {
  const taken = new Set<string>()
  const twice: string[] = []
  const changed: Problem[] = []
  const kept = offers.filter(({ found, digest }) => {
    if (taken.has(found.name)) {
      twice.push(found.name)
      return false
    }
    taken.add(found.name)
    const pin = Object.hasOwn(server.pinned ?? {}, found.name) ? server.pinned?.[found.name] : undefined
    if (pin === undefined || pin === digest) return true
    changed.push(placeProblem(found.path, skillProblem(CHANGED, {}, changedWording(found.name))))
    return false
  })
  return {
    offers: kept,
    problems: [...reportLeftOut(server, "offers several skills with the same name", twice), ...changed],
  }
}

/** One problem for everything that was left out for the same reason. */
export function reportLeftOut(server: McpServer, does: string, names: readonly string[]): readonly Problem[] {
  if (names.length === 0) return []
  const shown = names.slice(0, 3).map((name) => `"${shortenServerText(name)}"`)
  const rest = names.length > 3 ? ` and ${names.length - 3} more` : ""
  return [
    serverProblem(
      server,
      `the server ${server.name} ${does}; left out: ${shown.join(", ")}${rest}`,
      "ask the server's operators to fix them",
    ),
  ]
}

export function serverProblem(server: McpServer, message: string, fix: string): Problem {
  return placeProblem(server.name, skillProblem("source.failed", {}, { message, fix }))
}

function changedWording(name: string): { readonly message: string; readonly fix: string } {
  return {
    message: `${name} no longer matches its approval: the server changed its description or its files; it was left out`,
    fix: "review the changes, then approve it again",
  }
}

interface Facts {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly digest: string
}

function foundSkill({ name, path, size, digest }: Facts, header: SkillHeader): FoundSkill {
  return {
    name,
    form: "folder",
    path,
    realPath: path,
    size,
    changed: deriveStamp(digest),
    summary: { header, fence: "strict" },
    tokens: estimateTokens([name, header.description ?? "", header.whenToUse ?? ""].join(" ").trim()),
  }
}

/** Another digest gives another modification time: 40 bits stay below any real time, so it always counts as settled. */
function deriveStamp(digest: string): number {
  return Number.parseInt(digest.slice("sha256:".length, "sha256:".length + 10), 16)
}

/**
 * The digest of what a server says about one thing it offers: for a skill its address, its whole frontmatter and the
 * digests of its files; for a prompt its descriptions and arguments. The order of keys does not matter, and `_meta` is
 * not included.
 */
export function digestDescription(said: object): string {
  const { _meta, ...rest } = said as { readonly _meta?: unknown }
  return `sha256:${createHash("sha256")
    .update(JSON.stringify(inOrder(rest)))
    .digest("hex")}`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== "object" || value === null) return value
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([key, item]) => [key, inOrder(item)]))
}

interface RemoteHeader {
  readonly header: SkillHeader
  readonly problems: readonly FileProblem[]
}

/**
 * Frontmatter that came as JSON. It has only the name that we gave it: neither its own name nor its aliases can replace
 * a skill of the user. Its text is made plain; the source's trust decides which fields take effect.
 */
function readHeader(
  said: Readonly<Record<string, unknown>>,
  as: { readonly name: string; readonly longest: number },
): RemoteHeader {
  const problems: FileProblem[] = []
  const entries: HeaderEntry[] = []
  for (const [key, value] of Object.entries(said).slice(0, MAX_KEYS)) {
    const cleaned = cleanValue(value, key)
    if (cleaned.value !== undefined) entries.push({ key, value: plainValue(cleaned.value) })
    if (cleaned.wrong !== undefined) problems.push(refused(cleaned.wrong))
  }
  const locate = (key: string) => ({ line: 1, column: 1, text: readHeaderText(entries, key) })
  const fields = readFields({ entries, problems: [], edits: [], locate })
  const { aliases: _aliases, ...header } = fields.header
  const shown = Object.entries(header).map(([property, value]) => [property, shownValue(property, value, as.longest)])
  return { header: { ...Object.fromEntries(shown), name: as.name }, problems: [...problems, ...fields.problems] }
}

function plainValue(value: YamlValue): YamlValue {
  if (typeof value === "string") return removeHidden(value)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return (value as readonly YamlValue[]).map(plainValue)
  const plain: Record<string, YamlValue> = Object.create(null)
  for (const [key, item] of Object.entries(value as YamlMap)) plain[removeHidden(key)] = plainValue(item)
  return plain
}

/** Texts and argument names are shown to models; rules and globs are compared, so they stay unchanged. */
function shownValue(property: string, value: unknown, longest: number): unknown {
  if (typeof value === "string") return toPlainLine(value, longest)
  if (property === "arguments" && Array.isArray(value)) return value.map((word) => toPlainLine(String(word), longest))
  return value
}

function readHeaderText(entries: readonly HeaderEntry[], key: string): string {
  const value = entries.find((entry) => entry.key === key)?.value
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "")
}

function refused(what: "depth" | "reserved"): FileProblem {
  return what === "depth"
    ? skillProblem(
        "header.too-deep",
        {},
        { message: "a field nested more than 32 levels deep was left out", fix: "keep the frontmatter flat" },
      )
    : skillProblem(
        "header.reserved-key",
        {},
        { message: "a key reserved in JavaScript was left out", fix: "rename the key" },
      )
}
