import type { Hit } from "../../audit-rule.ts"
import type { AuditView } from "../../audit-view.ts"
import { gradeByUse, makeHit } from "../../run-rule.ts"
import { decideCommandUse } from "../reading/decide-command-use.ts"
import type { Passage } from "../reading/passage.ts"
import { findSources } from "./find-sources.ts"
import { hasKnownOwner, isForHost, isLocalHost, readOwner } from "./secret-names.ts"

/** Commands that add a server to an agent, and entries of files that list servers. */
const ADDED = /\b(?:claude|codex|gemini|opencode|code|cursor)\s+(?:mcp\s+add(?:-json)?|--add-mcp)\b[^\n]{0,600}/g
const LISTED = /["']?\b(?:url|serverUrl|httpUrl)["']?\s*[:=]\s*["']https?:\/\/[^"'\n]{3,200}["'][^]{0,600}/g
const STARTED = /"(?:command|args)"\s*:[^]{0,400}?"env"\s*:\s*\{((?:\$\{\w{1,60}\}|[^{}$]|\$(?!\{)){1,600})\}/g
const HOST = /https?:\/\/([\w.-]+)/
const LISTS_SERVERS = /mcpServers|mcp_servers|"servers"|"mcp"/
/** A key that is written out. */
const LITERAL = /\b(?:Bearer|token|api[-_]?key)["']?\s*[:= ]\s*["']?((?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[\w.-]{20,200})/i
const PLACEHOLDER = /your|example|xxx|placeholder|here|token|secret|key|replace|changeme|\.{3}/i

export function serversWithSecrets({ passages }: AuditView): readonly Hit[] {
  return passages.flatMap((passage) => {
    if (passage.kind === "header" || !/mcp/i.test(`${passage.file} ${passage.text}`)) return []
    const commands = [...passage.text.matchAll(ADDED)].flatMap((match) => judge(passage, match.index, match[0]))
    if (!LISTS_SERVERS.test(passage.text)) return commands
    const listed = [...passage.text.matchAll(LISTED)].flatMap((match) =>
      judge(passage, match.index, takeEntry(match[0])),
    )
    const started = [...passage.text.matchAll(STARTED)].flatMap((match) =>
      judgeStarted(passage, match.index, {
        program: match[0].slice(0, match[0].indexOf('"env"')),
        given: match[1] ?? "",
      }),
    )
    return [...commands, ...listed, ...started]
  })
}

/** The entry of one server: up to where the next one begins. */
function takeEntry(text: string): string {
  const end = text.search(/\}\s*,?\s*\}|\}\s*,\s*["'][\w-]+["']\s*:\s*\{|\n\[/)
  return end === -1 ? text : text.slice(0, end + 1)
}

function judge(passage: Passage, at: number, entry: string): readonly Hit[] {
  const host = HOST.exec(entry)?.[1]
  if (host === undefined) return judgeStarted(passage, at, { program: entry, given: entry })
  if (isLocalHost(host)) return []
  const named = findSources(entry).filter(({ kind }) => kind === "named")
  const byName = /\bbearer_token_env_var\s*=\s*["'](\w+)["']/.exec(entry)?.[1]
  const names = [...named.map(({ name }) => name), ...(byName === undefined ? [] : [byName])]
  const foreign = names.find((name) => hasKnownOwner(name) && !isForHost(name, host))
  if (foreign !== undefined) return [hit(passage, at, `The server at ${host} gets ${foreign}, which is not for it.`)]
  const literal = LITERAL.exec(entry)?.[1]
  if (literal === undefined || PLACEHOLDER.test(literal) || passage.kind === "prose") return []
  return [hit(passage, at, `The server at ${host} is used with a key that is written out: somebody else's account.`)]
}

interface Started {
  readonly program: string
  /** What it gets. */
  readonly given: string
}

/** A program that is started with the secrets of several services. */
function judgeStarted(passage: Passage, at: number, { program, given }: Started): readonly Hit[] {
  const named = findSources(given).filter(({ kind, name }) => kind === "named" && hasKnownOwner(name))
  const bare = program.replace(/\$\{?\w+\}?|\b[A-Z][A-Z0-9_]+=/g, " ")
  const foreign = named.filter(({ name }) => !isForHost(name, bare))
  const owners = [...new Set(foreign.map(({ name }) => readOwner(name)))]
  return owners.length < 2 ? [] : [hit(passage, at, `The server is started with secrets of ${owners.join(" and ")}.`)]
}

function hit(passage: Passage, at: number, about: string): Hit {
  const use = decideCommandUse(passage, at)
  const own = { severity: "major", confidence: "high" } as const
  return makeHit(passage, at, {
    ...gradeByUse(own, use === "told" || use === "shown" ? use : "runs"),
    about,
    fact: about,
  })
}
