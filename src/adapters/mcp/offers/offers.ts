import type { Prompt } from "@modelcontextprotocol/client"
import type { Skill } from "@modelcontextprotocol/client/ext/skills"
import type { FoundSkill } from "../../../ports/skill-source.ts"
import { estimateTokens } from "../../../text/estimate-tokens.ts"
import type { SkillHeader } from "../../../skill/header/schema/fields.ts"
import { type Problem, problemAt } from "../../../problem/problem.ts"
import { problem } from "../../../skill/problems.ts"
import { serverAddress } from "../../../skill/server-address.ts"
import { shortened } from "../mcp-failure.ts"
import type { McpServer } from "../mcp-server.ts"
import { plainLine } from "./plain-text.ts"
import { readHeader } from "./read-header.ts"
import { createHash } from "node:crypto"

/** Something a server offers, as a skill; `digest` covers all that was said of it. */
export type Offer =
  | { readonly kind: "skill"; readonly found: FoundSkill; readonly digest: string; readonly entry: Skill }
  | { readonly kind: "prompt"; readonly found: FoundSkill; readonly digest: string; readonly prompt: Prompt }

export interface Offers {
  readonly offers: readonly Offer[]
  readonly problems: readonly Problem[]
}

const CHANGED = "source.changed"
const LONGEST_NAME = 128
/** With the colon and a skill's own name, which has at most 64 characters, no name is longer than that. */
const LONGEST_SERVER_NAME = 63
const LONGEST_DESCRIPTION = 4096
const MOST_FIELD_PROBLEMS = 20

/** What can be wrong with a server's name; undefined when nothing is. */
export function oddServerName(name: string): string | undefined {
  if (/^[A-Za-z0-9](?:[._-]?[A-Za-z0-9])*$/.test(name) && name.length <= LONGEST_SERVER_NAME) return undefined
  return `"${shortened(name)}" is not a name for a server; use letters and digits, with single dots, hyphens or underscores between them`
}

export function skillOffers(server: McpServer, entries: readonly Skill[]): Offers {
  const problems: Problem[] = []
  const offers = entries.map((entry): Offer => {
    const name = `${server.name}:${entry.frontmatter.name}`
    const digest = descriptionDigest(entry)
    const path = serverAddress(server.name, "skills", entry.frontmatter.name)
    const read = readHeader(entry.frontmatter, { name, longest: LONGEST_DESCRIPTION })
    problems.push(...read.problems.map((found) => problemAt(path, found)))
    const size = entry.resources === "dynamic" ? 0 : (entry.resources.find(({ uri }) => uri === entry.uri)?.size ?? 0)
    return { kind: "skill", found: foundSkill({ name, path, size, digest }, read.header), digest, entry }
  })
  return { offers, problems: shownProblems(server, problems) }
}

/** A server with many faults is not worth a page of them. */
function shownProblems(server: McpServer, problems: readonly Problem[]): readonly Problem[] {
  const more = problems.length - MOST_FIELD_PROBLEMS
  if (more <= 0) return problems
  const rest = serverProblem(
    server,
    `${more} more fields of its skills are wrong`,
    "ask the people who run the server to fix them",
  )
  return [...problems.slice(0, MOST_FIELD_PROBLEMS), rest]
}

export function promptOffers(server: McpServer, prompts: readonly Prompt[]): Offers {
  const odd: string[] = []
  const offers = prompts.flatMap((prompt): readonly Offer[] => {
    const name = `mcp__${server.name}__${prompt.name}`
    if (!/^[A-Za-z0-9][\w.-]*$/.test(prompt.name) || name.length > LONGEST_NAME) {
      odd.push(prompt.name)
      return []
    }
    const digest = descriptionDigest(prompt)
    const described = prompt.description ?? prompt.title
    const header: SkillHeader = {
      name,
      ...(described === undefined ? {} : { description: plainLine(described, LONGEST_DESCRIPTION) }),
      ...(prompt.arguments === undefined || prompt.arguments.length === 0
        ? {}
        : { arguments: prompt.arguments.map((argument) => plainLine(argument.name, LONGEST_NAME)) }),
      disableModelInvocation: true,
    }
    const path = serverAddress(server.name, "prompts", prompt.name)
    const found: FoundSkill = { ...foundSkill({ name, path, size: 0, digest }, header), isPrompt: true }
    return [{ kind: "prompt", found, digest, prompt }]
  })
  const what = "offers prompts whose names are odd (letters, digits, dots, hyphens and underscores are not)"
  return { offers, problems: leftOut(server, what, odd) }
}

/** Each name once, and none that is not what was approved. */
export function settleOffers(server: McpServer, offers: readonly Offer[]): Offers {
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
    changed.push(problemAt(found.path, problem(CHANGED, {}, changedWording(found.name))))
    return false
  })
  return { offers: kept, problems: [...leftOut(server, "offers several skills of one name", twice), ...changed] }
}

/** One problem for all that was left out for one reason; nothing for nothing. */
export function leftOut(server: McpServer, does: string, names: readonly string[]): readonly Problem[] {
  if (names.length === 0) return []
  const shown = names.slice(0, 3).map((name) => `"${shortened(name)}"`)
  const rest = names.length > 3 ? ` and ${names.length - 3} more` : ""
  return [
    serverProblem(
      server,
      `the server ${server.name} ${does}; left out: ${shown.join(", ")}${rest}`,
      "ask the people who run the server to fix them",
    ),
  ]
}

export function serverProblem(server: McpServer, message: string, fix: string): Problem {
  return problemAt(server.name, problem("source.failed", {}, { message, fix }))
}

function changedWording(name: string): { readonly message: string; readonly fix: string } {
  return {
    message: `${name} is not what was approved: the server changed its description or its files; it was left out`,
    fix: "read what changed, then approve it again",
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
    changed: stampOf(digest),
    summary: { header, fence: "strict" },
    tokens: estimateTokens([name, header.description ?? "", header.whenToUse ?? ""].join(" ").trim()),
  }
}

/** Another digest, another time of change: 40 bits stay below any real time, so it always counts as settled. */
function stampOf(digest: string): number {
  return Number.parseInt(digest.slice("sha256:".length, "sha256:".length + 10), 16)
}

/**
 * The digest of what a server says of one thing it offers: for a skill its address, its whole header and the digests
 * of its files; for a prompt its descriptions and arguments. The order of keys means nothing, and `_meta` is not part of it.
 */
export function descriptionDigest(said: object): string {
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
