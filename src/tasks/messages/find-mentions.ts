import { findCodeRanges } from "../../skill/body/code-ranges.ts"
import type { Address, Scope } from "../model.ts"
import { HUMAN } from "./message-kind.ts"
import { isAgentName } from "./inline-text.ts"

/**
 * `@agent`, `@branch:agent` or `@project:branch:agent`; branches contain slashes, so the parts are joined by colons. A
 * letter, in any script, or part of an address before or after it makes it something else; emphasis does not.
 */
const MENTION = /(?<![\p{L}\p{N}\p{M}@.+/\\-]|[\p{L}\p{N}]_{1,3})@([A-Za-z][\w./-]*(?::[\w./-]+){0,2})/gu
const NOT_AFTER = /^[\p{L}\p{N}\p{M}@]/u

/**
 * Whom a message is for, in the order of mention. Mentions in code and e-mail addresses do not count. Missing parts are
 * taken from the sender: `@backend` is the backend of the sender's own branch.
 */
export function findMentions(
  text: string,
  sender: Scope,
  projects: ProjectNames = () => undefined,
): readonly Address[] {
  const isCode = codeFinder(text)
  const found = new Map<string, Address>()
  for (const { 0: all, 1: name = "", index } of text.matchAll(MENTION)) {
    if (isCode(index) || NOT_AFTER.test(text.slice(index + all.length, index + all.length + 2))) continue
    const address = readAddress(dropEnd(name), sender, projects)
    if (address !== undefined) found.set([address.project, address.branch, address.agent].join("\n"), address)
  }
  return [...found.values()]
}

/** Without the marks of a sentence, or of emphasis, at the end. */
function dropEnd(name: string): string {
  let end = name.length
  while (end > 0 && "./:_-".includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

/** Whether positions in a text are code, marked or indented as such; the positions must be asked in ascending order. */
function codeFinder(text: string): (at: number) => boolean {
  const { code, shells } = findCodeRanges(text)
  const ranges = [...code, ...shells].sort((a, b) => a.from - b.from)
  let [next, codeTo, line, lineEnd] = [0, 0, 0, text.indexOf("\n")]
  return (at) => {
    for (let range = ranges[next]; range !== undefined && range.from <= at; range = ranges[++next])
      codeTo = Math.max(codeTo, range.to)
    while (lineEnd !== -1 && lineEnd < at) {
      line = lineEnd + 1
      lineEnd = text.indexOf("\n", line)
    }
    return at < codeTo || text.startsWith("    ", line) || text.startsWith("\t", line)
  }
}

/** The full addresses in a text whose project is unknown, as typed. The message is delivered to no one for them. */
export function findUnknownMentions(text: string, sender: Scope, projects: ProjectNames): readonly string[] {
  const names = new Set<string>()
  findMentions(text, sender, (name) => {
    if (projects(name) === undefined) names.add(name)
    return projects(name)
  })
  return [...names]
}

/** The project with a short name, such as the name of its directory; undefined if there is none or several. */
export type ProjectNames = (name: string) => string | undefined

/** An address as typed after the `@`; undefined if it names no agent, or an unknown project. */
export function readAddress(name: string, { project, branch }: Scope, projects: ProjectNames): Address | undefined {
  const parts = name.split(":")
  const agent = parts.at(-1) ?? ""
  if (!isAgentName(agent)) return undefined
  if (parts.length === 1) return { project, branch, agent }
  if (parts.length === 2) return { project, branch: parts[0] ?? branch, agent }
  const other = projects(parts[0] ?? "")
  return other === undefined ? undefined : { project: other, branch: parts[1] ?? branch, agent }
}

/** As a reader in this scope would type it. */
export function formatAddress({ project, branch, agent }: Address, reader: Scope): string {
  if (project !== reader.project)
    return `@${project
      .split("/")
      .filter((part) => part !== ".git")
      .at(-1)}:${branch}:${agent}`
  return branch === reader.branch ? `@${agent}` : `@${branch}:${agent}`
}

/** Whether a sender mentions itself: an agent is not woken by its own message. People may write to people. */
export function isOwn(named: Address, sender: Address): boolean {
  return (
    sender.agent !== HUMAN &&
    named.agent === sender.agent &&
    named.branch === sender.branch &&
    named.project === sender.project
  )
}
