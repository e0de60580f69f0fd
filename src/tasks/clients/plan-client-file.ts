import { parse, type ParseError } from "jsonc-parser"
import { editJson } from "../../text/edit-json.ts"
import { isMap } from "../../text/is-map.ts"

/** Clients whose configuration we write. */
export const clientHosts = ["claude", "codex", "opencode", "gemini"] as const

export type ClientHost = (typeof clientHosts)[number]

/** Where a client reads its MCP servers: files of a project, or below the directory of the user. */
interface ClientFile {
  readonly title: string
  readonly project: string
  readonly user: string
  /** The variable that moves the user's directory, and that directory below the home. */
  readonly folder: { readonly variable: string; readonly usual: string }
  readonly form: "toml" | { readonly key: string; readonly toEntry: (words: readonly string[]) => object }
}

const toProgram = ([command = "", ...args]: readonly string[]) => ({ command, args })

export const clientFiles: Readonly<Record<ClientHost, ClientFile>> = {
  claude: {
    title: "Claude Code",
    project: ".mcp.json",
    user: ".claude.json",
    folder: { variable: "CLAUDE_CONFIG_DIR", usual: "" },
    form: { key: "mcpServers", toEntry: toProgram },
  },
  codex: {
    title: "Codex",
    project: ".codex/config.toml",
    user: "config.toml",
    folder: { variable: "CODEX_HOME", usual: ".codex" },
    form: "toml",
  },
  opencode: {
    title: "opencode",
    project: "opencode.json",
    user: "opencode/opencode.json",
    folder: { variable: "XDG_CONFIG_HOME", usual: ".config" },
    form: { key: "mcp", toEntry: (words) => ({ type: "local", command: words, enabled: true }) },
  },
  gemini: {
    title: "Gemini CLI",
    project: ".gemini/settings.json",
    user: ".gemini/settings.json",
    folder: { variable: "GEMINI_CLI_HOME", usual: "" },
    form: { key: "mcpServers", toEntry: toProgram },
  },
}

/** The arguments with which a client starts our server. Its name there is that of its rights in the settings. */
export function listServerWords(program: readonly string[], host: ClientHost): readonly string[] {
  return [...program, "mcp", "--host", host, "--client", host]
}

export type ClientPlan =
  | { readonly kind: "none" }
  /** Without a text, the file is removed. */
  | { readonly kind: "change"; readonly text: string | undefined; readonly lines: readonly string[] }
  | { readonly kind: "wrong"; readonly why: string }

export interface ClientAsked {
  readonly host: ClientHost
  /** What is in the file; undefined if there is none. */
  readonly text: string | undefined
  readonly words: readonly string[]
  readonly isUndo: boolean
}

const NAME = "skillet"

/** Adds our server to the configuration of a client, or removes it and nothing else. */
export function planClientFile(asked: ClientAsked): ClientPlan {
  if (asked.isUndo && asked.text?.includes(NAME) !== true) return { kind: "none" }
  return clientFiles[asked.host].form === "toml" ? planToml(asked) : planJson(asked)
}

function planJson({ host, text, words, isUndo }: ClientAsked): ClientPlan {
  const { form } = clientFiles[host]
  if (form === "toml") return { kind: "none" }
  const read = readJson(text)
  if (typeof read === "string") return { kind: "wrong", why: read }
  const servers = read[form.key] ?? {}
  if (!isMap(servers)) return { kind: "wrong", why: `${form.key} is not a map` }
  const { [NAME]: before, ...others } = servers
  const wanted = form.toEntry(words)
  if (isUndo ? before === undefined : JSON.stringify(before) === JSON.stringify(wanted)) return { kind: "none" }
  if (isUndo && !isOurs(before)) return { kind: "none" }
  if (before !== undefined && !isOurs(before)) return { kind: "wrong", why: `${form.key}.${NAME} is not from Skillet` }
  const line = `${isUndo ? "removes" : before === undefined ? "adds" : "changes"} ${form.key}.${NAME}: ${words.join(" ")}`
  const isLast = isUndo && Object.keys(others).length === 0
  if (isLast && Object.keys(read).length === 1) return { kind: "change", text: undefined, lines: [line] }
  const at = isLast || read[form.key] === undefined ? [form.key] : [form.key, NAME]
  const value = isUndo ? undefined : at.length === 1 ? { [NAME]: wanted } : wanted
  const start = text === undefined || text.trim() === "" ? "{}\n" : text
  return { kind: "change", text: editJson(start, [{ at, value }]), lines: [line] }
}

/** What init wrote names the command and the client. */
function isOurs(entry: unknown): boolean {
  const text = JSON.stringify(entry)
  return text.includes('"mcp"') && text.includes('"--client"')
}

/** The content, or what is wrong with it. */
function readJson(text: string | undefined): Readonly<Record<string, unknown>> | string {
  if (text === undefined || text.trim() === "") return {}
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true })
  if (errors.length > 0) return "it is not JSON"
  return isMap(value) ? value : "it is not a JSON object"
}

const [BEGIN, END] = ["# skillet mcp: begin, written by skillet init", "# skillet mcp: end"]

function planToml({ text = "", words, isUndo }: ClientAsked): ClientPlan {
  const at = text.indexOf(`${BEGIN}\n`)
  const to = at === -1 ? -1 : text.indexOf(`${END}\n`, at)
  if (at !== -1 && to === -1) return { kind: "wrong", why: `"${BEGIN}" has no end` }
  const [before, after] = at === -1 ? [text, ""] : [text.slice(0, at), text.slice(to + END.length + 1)]
  if (!isUndo && /^\s*\[\s*mcp_servers\s*\.\s*"?skillet"?\s*\]/m.test(before + after))
    return { kind: "wrong", why: `[mcp_servers.${NAME}] is not from Skillet` }
  const [command = "", ...args] = words
  const table = `[mcp_servers.${NAME}]\ncommand = ${quote(command)}\nargs = [${args.map(quote).join(", ")}]\n`
  const block = `${BEGIN}\n${table}${END}\n`
  const lines = [`${isUndo ? "removes" : at === -1 ? "adds" : "changes"} [mcp_servers.${NAME}]: ${words.join(" ")}`]
  if (isUndo) {
    if (at === -1) return { kind: "none" }
    const left = before.replace(/\n\n$/, "\n") + after
    return { kind: "change", text: left.trim() === "" ? undefined : left, lines }
  }
  if (at !== -1 && text.slice(at, to + END.length + 1) === block) return { kind: "none" }
  if (at !== -1) return { kind: "change", text: before + block + after, lines }
  if (text !== "" && !text.endsWith("\n")) return { kind: "wrong", why: "its last line does not end" }
  return { kind: "change", text: text === "" ? block : `${text}\n${block}`, lines }
}

function quote(text: string): string {
  return JSON.stringify(text)
}
