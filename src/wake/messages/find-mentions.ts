import { codeRanges } from "../../skill/body/code-ranges.ts"
import type { Address, Scope } from "../model.ts"
import { isAgentName } from "./agent-name.ts"

/** `@agent`, `@branch:agent` or `@project:branch:agent`; branches contain slashes, so the parts are joined by colons. */
const MENTION = /(?<![\w@.+/\\-])@([A-Za-z][\w./-]*(?::[\w./-]+){0,2})/g

/**
 * Who a message is for, in the order they are named. Mentions in code and e-mail addresses are not mentions. What is not
 * said is taken from the sender: `@backend` is the backend of the sender's own branch.
 */
export function findMentions(
  text: string,
  sender: Scope,
  projects: ProjectNames = () => undefined,
): readonly Address[] {
  const { code, shells } = codeRanges(text)
  const isCode = (at: number) =>
    [...code, ...shells].some(({ from, to }) => at >= from && at < to) ||
    /(?:^|\n)(?: {4}|\t)[^\n]*$/.test(text.slice(0, at))
  const found = new Map<string, Address>()
  for (const { 1: name = "", index } of text.matchAll(MENTION)) {
    if (isCode(index)) continue
    const address = addressOf(name.replace(/[./:-]+$/, ""), sender, projects)
    if (address !== undefined) found.set([address.project, address.branch, address.agent].join("\n"), address)
  }
  return [...found.values()]
}

/** The full addresses in a text whose project nobody knows, as they are typed. Nobody gets the message for them. */
export function unknownMentions(text: string, sender: Scope, projects: ProjectNames): readonly string[] {
  const names = new Set<string>()
  findMentions(text, sender, (name) => {
    if (projects(name) === undefined) names.add(name)
    return projects(name)
  })
  return [...names]
}

/** The project with a short name, such as the name of its directory; undefined if there is none or several. */
export type ProjectNames = (name: string) => string | undefined

/** An address as it is typed after the `@`; undefined if it names no agent, or a project nobody knows. */
export function addressOf(name: string, { project, branch }: Scope, projects: ProjectNames): Address | undefined {
  const parts = name.split(":")
  const agent = parts.at(-1) ?? ""
  if (!isAgentName(agent)) return undefined
  if (parts.length === 1) return { project, branch, agent }
  if (parts.length === 2) return { project, branch: parts[0] ?? branch, agent }
  const other = projects(parts[0] ?? "")
  return other === undefined ? undefined : { project: other, branch: parts[1] ?? branch, agent }
}

/** As a reader in this scope would type it. */
export function shownAddress({ project, branch, agent }: Address, reader: Scope): string {
  if (project !== reader.project)
    return `@${project
      .split("/")
      .filter((part) => part !== ".git")
      .at(-1)}:${branch}:${agent}`
  return branch === reader.branch ? `@${agent}` : `@${branch}:${agent}`
}
