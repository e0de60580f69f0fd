import fs from "node:fs"
import path from "node:path"
import { locateHostFolders } from "../../src/hosts/host-folders.ts"
import { listTranscriptPlaces, locateTranscripts } from "../../src/sessions/io/locate-transcripts.ts"
import { openForeignDatabase } from "../../src/system/database/open-foreign-database.ts"
import { decodeText, type ReadCell } from "../../src/system/database/decode-cells.ts"

type Entry = Readonly<Record<string, unknown>>

/** The home directory of all recordings. */
export const RECORDED_HOME = "/home/ann"

/**
 * Keeps the transcripts of a home directory, without the texts that the makers of the clients wrote: system prompts,
 * tools, their own skills. What is left has the form that the client gave it.
 */
export async function keepRecording(home: string, to: string): Promise<void> {
  fs.rmSync(to, { recursive: true, force: true })
  const { files } = locateTranscripts(listTranscriptPlaces({ home, ...locateHostFolders({}, home) }, {}))
  for (const { file, host } of files) {
    const dashed = home.replaceAll("/", "-")
    const hide = (text: string) =>
      text
        .replaceAll(`node ${path.resolve("dist/cli.cjs")}`, "skillet")
        .replaceAll(home, RECORDED_HOME)
        .replaceAll(dashed, RECORDED_HOME.replaceAll("/", "-"))
    const target = path.join(to, hide(path.relative(home, file)))
    fs.mkdirSync(path.dirname(target), { recursive: true })
    const entries = host === "opencode" ? readRows(file) : readEntries(file)
    const kept = entries.flatMap((entry) => keepers[host]?.(entry) ?? [entry])
    const text = kept.map((entry) => `${JSON.stringify(entry)}\n`).join("")
    const name = host === "opencode" ? `${target}.jsonl` : target
    fs.writeFileSync(name, hide(text))
  }
}

function readEntries(file: string): readonly Entry[] {
  return fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry)
}

const TABLES = {
  session: [
    "id",
    "project_id",
    "parent_id",
    "slug",
    "directory",
    "title",
    "version",
    "agent",
    "time_created",
    "time_updated",
  ],
  message: ["id", "session_id", "time_created", "time_updated", "data"],
  part: ["id", "message_id", "session_id", "time_created", "time_updated", "data"],
} as const

function readRows(file: string): readonly Entry[] {
  const database = openForeignDatabase(file, 1000)
  try {
    return Object.entries(TABLES).flatMap(([table, columns]) =>
      database
        .all(`SELECT ${columns.map((name) => `CAST(${name} AS BLOB)`).join(", ")} FROM ${table} ORDER BY id`)
        .map((row) => ({
          table,
          ...Object.fromEntries(columns.map((name, at) => [name, readCell(name, row[at])])),
        })),
    )
  } finally {
    database.close()
  }
}

function readCell(name: string, cell: ReadCell | undefined): string | number | null {
  if (cell === null || cell === undefined) return null
  return name.startsWith("time_") ? Number(decodeText(cell)) : decodeText(cell)
}

const CLAUDE_KEPT = /^(?:user|assistant|system|attachment|summary)$/
const CLAUDE_ATTACHMENTS = /^(?:skill_listing|hook_success|hook_additional_context|invoked_skills)$/

const keepers: Readonly<Record<string, (entry: Entry) => readonly Entry[]>> = {
  claude(entry) {
    if (!CLAUDE_KEPT.test(String(entry["type"]))) return []
    const attachment = entry["attachment"] as Entry | undefined
    const { rendered: _, ...rest } = entry
    if (attachment === undefined) return [keepOwnTexts(rest)]
    if (!CLAUDE_ATTACHMENTS.test(String(attachment["type"]))) return []
    if (attachment["type"] !== "skill_listing") return [rest]
    const { names: _names, digests: _digests, ...own } = attachment
    return [{ ...rest, attachment: { ...own, content: keepOwnLines(String(own["content"])) } }]
  },
  codex(entry) {
    const payload = entry["payload"] as Entry
    if (/^(?:world_state|turn_context)$/.test(String(entry["type"]))) return []
    if (entry["type"] === "compacted") return [{ ...entry, payload: { message: "Summary." } }]
    if (/<environment_context>/.test(JSON.stringify(payload["content"]))) return []
    if (/^(?:thread_settings_applied|tool_search_output)$/.test(String(payload["type"]))) return []
    if (payload["base_instructions"] !== undefined)
      return [{ ...entry, payload: { ...payload, base_instructions: { text: "" } } }]
    if (payload["role"] !== "developer") return [entry]
    const content = (payload["content"] as readonly Entry[]).flatMap((part) => {
      const text = String(part["text"])
      if (text.startsWith("<skills_instructions>")) return [{ ...part, text: keepListing(text) }]
      return text.includes("Skillet") ? [part] : []
    })
    return [{ ...entry, payload: { ...payload, content } }]
  },
  gemini(entry) {
    const set = entry["$set"] as Entry | undefined
    if (set?.["messages"] === undefined) return [entry]
    const messages = (set["messages"] as readonly Entry[]).map((message) => ({
      ...message,
      content: (message["content"] as readonly Entry[]).map((part) => ({
        ...part,
        text: String(part["text"])
          .split("\n")
          .filter((line) => /session_context|Workspace Directories|^ {2}- \//.test(line))
          .join("\n"),
      })),
    }))
    return [{ $set: { ...set, messages } }]
  },
}

const OWN = /^- (?:tools:)?ship-it\b/

function keepOwnLines(text: string): string {
  return text
    .split("\n")
    .filter((line) => OWN.test(line))
    .join("\n")
}

function keepListing(text: string): string {
  const isKept = (line: string) => OWN.test(line) || /^(?:<\/?skills_instructions>|###? |- `r\d+` = )/.test(line)
  return text.split("\n").filter(isKept).join("\n")
}

/** A compaction and the result of a sub-agent are surrounded by instructions that are not ours. */
function keepOwnTexts(entry: Entry): Entry {
  const message = entry["message"] as Entry | undefined
  if (entry["isCompactSummary"] === true) return { ...entry, message: { ...message, content: "Summary." } }
  const content = message?.["content"]
  if (!Array.isArray(content)) return entry
  const kept = (content as readonly Entry[]).map((block) =>
    block["type"] === "tool_result" && Array.isArray(block["content"])
      ? { ...block, content: (block["content"] as readonly Entry[]).map((part) => ({ ...part, text: "DONE" })) }
      : block,
  )
  return { ...entry, message: { ...message, content: kept } }
}
