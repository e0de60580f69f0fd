import { redact } from "../finding/redact.ts"
import { expandGrants } from "../shell/tool-grants.ts"
import { parseRule } from "../shell/rule.ts"
import type { AuditView } from "./audit-view.ts"
import { listUnknownFields } from "../skill/unknown-fields.ts"

/** What a skill could do, reported before it does it. */
export interface Capabilities {
  /** What runs when it is rendered. */
  readonly commands: readonly { readonly command: string; readonly line: number }[]
  readonly grants: readonly Grant[]
  readonly hooks: readonly { readonly event: string; readonly command: string }[]
  readonly executables: readonly string[]
  readonly hosts: readonly string[]
  /** Places outside the project that its texts mention. */
  readonly paths: readonly string[]
  /** Fields of its frontmatter that no agent is known to read. */
  readonly unknownFields: readonly string[]
}

export interface Grant {
  readonly text: string
  /** all: any command. open: a command with any arguments. exact: one command as written. tool: another tool. */
  readonly breadth: "all" | "open" | "exact" | "tool"
}

const MOST = 50

export function listCapabilities(view: AuditView): Capabilities {
  const { input, skill, commands, hooks } = view
  return {
    commands: commands.map(({ text, line }) => ({ command: redact(text), line })),
    grants: expandGrants(skill?.header.allowedTools ?? [], input.variables ?? {})
      .map(readGrant)
      .map((grant) => ({ ...grant, text: redact(grant.text) })),
    hooks: hooks.map(({ event = "", text }) => ({ event, command: redact(text) })),
    executables: input.files.filter(({ executable }) => executable).map(({ path }) => path),
    hosts: named(
      view,
      /\b(?:https?|wss?|ftp):\/\/(?:[^\s/@"'`<>()]{1,80}@)?([a-z0-9][a-z0-9.-]{1,100}\.[a-z]{2,24})\b/gi,
      "://",
    ),
    paths: named(
      view,
      /(?<![\w/.~$}])((?:~|\$HOME|\$\{HOME\}|\/(?:etc|var|usr|tmp|opt|root|home|Library))\/[\w.*/-]{1,80}[\w*])/g,
      "/",
    ),
    unknownFields: listUnknownFields(skill),
  }
}

export function readGrant(text: string): Grant {
  if (text.trim() === "*") return { text, breadth: "all" }
  const parsed = parseRule(text)
  if (parsed.kind !== "rule") return { text, breadth: "tool" }
  const kinds = { all: "all", prefix: "open", pattern: "open", exact: "exact" } as const
  return { text, breadth: kinds[parsed.rule.kind] }
}

function named({ passages }: AuditView, pattern: RegExp, mark: string): readonly string[] {
  const found = new Set<string>()
  for (const { text, kind } of passages) {
    if (kind === "header" || !text.includes(mark)) continue
    for (const match of text.matchAll(pattern)) {
      found.add(match[1] ?? "")
      if (found.size >= MOST) return [...found].sort()
    }
  }
  return [...found].sort()
}
