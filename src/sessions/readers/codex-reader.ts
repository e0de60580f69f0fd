import { toMap } from "../../text/is-map.ts"
import { openCollector, type Collector, type TranscriptReader } from "../collect-session.ts"
import { findHookSkills } from "../find-hook-skills.ts"
import { readListingLines } from "../listing-lines.ts"
import { readToolCall } from "../tool-table.ts"
import { findReadSkill } from "./find-read-skill.ts"
import { joinTexts, readAmount, readText, readTime, type Fields } from "./fields.ts"

interface Reading {
  readonly session: Collector
  /** The names of skills, by their files as the listing has them. */
  readonly files: Map<string, string>
  /** Commands that may be reading a skill's file. */
  readonly reads: Map<string, { readonly name: string; readonly path: string; readonly spot: Spot }>
}

interface Spot {
  readonly line: number
  readonly at: number | undefined
}

/** Reads Codex's transcripts, `sessions/YEAR/MONTH/DAY/rollout-TIME-ID.jsonl`. A sub-agent has a file of its own. */
export function openCodexReader(): TranscriptReader {
  const reading: Reading = { session: openCollector(), files: new Map(), reads: new Map() }
  return {
    take(entry, line) {
      const at = readTime(entry["timestamp"])
      reading.session.see(at)
      const payload = toMap(entry["payload"])
      switch (entry["type"]) {
        case "session_meta":
          return noteFacts(reading, payload)
        case "response_item":
          return takeItem(reading, payload, { line, at })
        case "compacted":
          return reading.session.addCompaction()
        case "event_msg":
          return takeEvent(reading, payload)
      }
    },
    finish: () => reading.session.finish("codex"),
  }
}

/** A forked session begins with the facts of the older ones. */
function noteFacts({ session }: Reading, payload: Fields): void {
  const { facts } = session
  if (facts.id !== undefined) return
  facts.id = readText(payload["id"])
  facts.cwd = readText(payload["cwd"])
  const spawned = toMap(toMap(toMap(payload["source"])["subagent"])["thread_spawn"])
  facts.parent = readText(payload["parent_thread_id"]) ?? readText(spawned["parent_thread_id"])
  if (facts.parent !== undefined) facts.agent = readText(spawned["agent_role"]) ?? readText(payload["agent_nickname"])
}

function takeItem(reading: Reading, item: Fields, spot: Spot): void {
  const id = readText(item["call_id"]) ?? ""
  switch (item["type"]) {
    case "message":
      return takeMessage(reading, item, spot)
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
      return takeCall(
        reading,
        { id, tool: readText(item["name"]) ?? "local_shell", input: readInput(item), turn: readTurn(item) },
        spot,
      )
    case "function_call_output":
    case "custom_tool_call_output":
      return takeOutput(reading, id, readOutput(item["output"]))
  }
}

function readTurn(item: Fields): string | undefined {
  return readText(toMap(item["internal_chat_message_metadata_passthrough"])["turn_id"])
}

function readInput(item: Fields): unknown {
  const given = item["arguments"] ?? item["input"] ?? item["action"]
  if (typeof given !== "string") return given
  try {
    const parsed: unknown = JSON.parse(given)
    return typeof parsed === "object" ? parsed : { input: given }
  } catch {
    // A free-form tool gets text, not JSON.
    return { input: given }
  }
}

function takeMessage(reading: Reading, item: Fields, spot: Spot): void {
  const { session } = reading
  const text = joinTexts(item["content"])
  switch (item["role"]) {
    case "assistant":
      return session.add({ kind: "saying", ...spot, text })
    case "developer":
      if (text.includes("### Available skills\n")) offer(reading, text, spot)
      for (const { name, body } of findHookSkills(text))
        session.add({
          kind: "skill",
          ...spot,
          name,
          body,
          by: "hook",
          outcome: "ok",
          key: `${readText(item["id"]) ?? spot.line}:${name}`,
        })
      return
    case "user": {
      const [, name, path, body] =
        /^<skill>\n<name>(.+)<\/name>\n<path>(.+)<\/path>\n([\s\S]*)<\/skill>/.exec(text) ?? []
      const key = readText(item["id"]) ?? ""
      if (name !== undefined)
        session.add({ kind: "skill", ...spot, name, path, body, by: "person", outcome: "ok", key })
      else if (!/^<[a-z_]+[ >]/.test(text) && !text.startsWith("# AGENTS.md"))
        session.add({ kind: "prompt", ...spot, text })
    }
  }
}

function offer({ session, files }: Reading, text: string, spot: Spot): void {
  const skills = readListingLines(text)
  for (const { name, file } of skills) if (file !== undefined) files.set(file, name)
  session.add({ kind: "offered", ...spot, skills })
}

interface Call {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly turn?: string | undefined
}

/** Codex's model uses a skill by reading its file. */
function takeCall(reading: Reading, { id, tool, input, turn }: Call, spot: Spot): void {
  const call = readToolCall("codex", { tool, input, ...spot })
  const cwd = readText(toMap(input)["workdir"]) ?? reading.session.facts.cwd
  const read = findReadSkill(call.command ?? "", { cwd, files: reading.files })
  if (read === undefined) return reading.session.open(id, call)
  const { name, path } = read
  // A session that was forked has the older lines with new times.
  const key = `${id} ${turn ?? spot.at}`
  reading.session.open(id, { kind: "skill", ...spot, name, path, by: "model", outcome: "unknown", key })
}

function takeOutput({ session }: Reading, id: string, text: string): void {
  const exit = /(?:^|\n)(?:Process exited with code|Exit code:) (\d{1,3})\b/.exec(text.slice(0, 2000))?.[1]
  const isRefused = /^(?:failed to parse|unsupported|exec_command failed|error)/i.test(text)
  const outcome =
    exit === undefined ? (isRefused ? "failed" : session.isOpen(id) ? "ok" : undefined) : exit === "0" ? "ok" : "failed"
  const body = /\nOutput:\n([\s\S]*)$/.exec(text)?.[1]
  const isRunning = /^Process running with session ID/m.test(text.slice(0, 2000))
  session.settle(id, {
    outcome: isRunning ? "unknown" : outcome,
    exit: exit === undefined ? undefined : Number(exit),
    body,
    why: outcome === "failed" ? text : undefined,
    started: /"agent_id":"([0-9a-f-]{36})"/.exec(text)?.[1],
  })
}

/** Older versions put the output and the exit code into JSON. */
function readOutput(output: unknown): string {
  const text = typeof output === "string" ? output : joinTexts(output)
  if (!text.startsWith("{")) return text
  try {
    const parsed = toMap(JSON.parse(text))
    const exit = toMap(parsed["metadata"])["exit_code"]
    return typeof exit === "number" ? `Exit code: ${exit}\nOutput:\n${readText(parsed["output"]) ?? ""}` : text
  } catch {
    // It only looks like JSON.
    return text
  }
}

function takeEvent({ session }: Reading, payload: Fields): void {
  const item = toMap(payload["item"])
  if (
    payload["type"] === "item_completed" &&
    item["type"] === "CommandExecution" &&
    typeof item["exit_code"] === "number"
  )
    session.settle(readText(item["id"]) ?? "", {
      exit: item["exit_code"],
      outcome: item["exit_code"] === 0 ? "ok" : "failed",
    })
  if (payload["type"] === "item_completed" && item["type"] === "FileChange")
    session.settle(readText(item["id"]) ?? "", {
      files: Object.keys(toMap(item["changes"])),
      outcome: item["status"] === "completed" ? "ok" : "failed",
    })
  if (payload["type"] !== "token_count") return
  const usage = toMap(toMap(payload["info"])["last_token_usage"])
  const cached = readAmount(usage["cached_input_tokens"])
  session.addTokens({
    read: readAmount(usage["input_tokens"]) - cached,
    cached,
    written: readAmount(usage["output_tokens"]),
  })
}
