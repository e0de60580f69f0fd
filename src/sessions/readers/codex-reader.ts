import { toMap } from "../../text/is-map.ts"
import { openCollector, type Collector, type Settled, type TranscriptReader } from "../collect-session.ts"
import { findHookSkills } from "../find-hook-skills.ts"
import { readListingLines } from "../listing-lines.ts"
import { readToolCall } from "../tool-table.ts"
import { findReadSkills } from "./find-read-skills.ts"
import { joinTexts, readAmount, readText, readTime, type Fields } from "./fields.ts"

interface Reading {
  readonly session: Collector
  /** The names of skills, by their files as the listing has them. */
  readonly files: Map<string, string>
  /** Calls that printed the file of one skill and did nothing else, with that file. */
  readonly prints: Map<string, string>
  /** The call that printed a file first, or from its beginning, and what was printed of it since. */
  readonly begun: Map<string, { readonly call: string; readonly text: string }>
  /** Calls that printed the file of a skill and did something else, too. */
  readonly mixed: Set<string>
}

interface Spot {
  readonly line: number
  readonly at: number | undefined
}

/** Reads Codex's transcripts, `sessions/YEAR/MONTH/DAY/rollout-TIME-ID.jsonl`. A sub-agent has a file of its own. */
export function openCodexReader(): TranscriptReader {
  const reading: Reading = {
    session: openCollector(),
    files: new Map(),
    prints: new Map(),
    begun: new Map(),
    mixed: new Set(),
  }
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

/**
 * Codex's model uses a skill by reading its file. A later part of a file that it has begun to read belongs to the same
 * use. A line that does something else as well is a call, too.
 */
function takeCall(reading: Reading, { id, tool, input, turn }: Call, spot: Spot): void {
  const { session, files, prints, begun, mixed } = reading
  const call = readToolCall("codex", { tool, input, ...spot })
  const cwd = readText(toMap(input)["workdir"]) ?? session.facts.cwd
  const { skills, isOnly } = findReadSkills(call.command ?? "", { cwd, files })
  const [first] = skills
  const fresh = skills.filter(({ path, isRest }) => !(isRest && begun.has(path)))
  if (first === undefined) return session.open(id, call)
  if (isOnly && skills.length === 1) prints.set(id, first.path)
  if (fresh.length === 0) return session.open(id, call)
  // A session that was forked has the older lines with new times.
  const key = `${id} ${turn ?? spot.at}`
  const uses = fresh.map(({ name, path }, at) => ({
    ...({ kind: "skill", ...spot, name, path, by: "model", outcome: "unknown" } as const),
    key: at === 0 ? key : `${key} ${name}`,
  }))
  for (const { path } of fresh) begun.set(path, { call: id, text: "" })
  if (!isOnly) mixed.add(id)
  session.open(id, ...uses, ...(isOnly ? [] : [call]))
}

function takeOutput({ session, ...reading }: Reading, id: string, text: string): void {
  const exit = /(?:^|\n)(?:Process exited with code|Exit code:) (\d{1,3})\b/.exec(text.slice(0, 2000))?.[1]
  const isRefused = /^(?:failed to parse|unsupported|exec_command failed|error)/i.test(text)
  const outcome =
    exit === undefined ? (isRefused ? "failed" : session.isOpen(id) ? "ok" : undefined) : exit === "0" ? "ok" : "failed"
  const isRunning = /^Process running with session ID/m.test(text.slice(0, 2000))
  settleCall({ session, ...reading }, id, {
    outcome: isRunning ? "unknown" : outcome,
    exit: exit === undefined ? undefined : Number(exit),
    why: outcome === "failed" ? text : undefined,
    started: /"agent_id":"([0-9a-f-]{36})"/.exec(text)?.[1],
  })
  const file = reading.prints.get(id)
  const body = /\nOutput:\n([\s\S]*)$/.exec(text)?.[1]
  if (file === undefined || body === undefined || outcome !== "ok") return
  const { call, text: before } = reading.begun.get(file) ?? { call: id, text: "" }
  const whole = before === "" ? body : `${before}\n${body}`
  reading.begun.set(file, { call, text: whole })
  session.settle(call, { body: whole }, "skill")
}

/** If a line with several commands fails, nobody knows whether the skill was printed. */
function settleCall({ session, mixed }: Reading, id: string, result: Settled): void {
  if (!mixed.has(id)) return session.settle(id, result)
  session.settle(id, result, "call")
  session.settle(id, { outcome: result.outcome === "failed" ? "unknown" : result.outcome }, "skill")
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

function takeEvent(reading: Reading, payload: Fields): void {
  const { session } = reading
  const item = toMap(payload["item"])
  if (
    payload["type"] === "item_completed" &&
    item["type"] === "CommandExecution" &&
    typeof item["exit_code"] === "number"
  )
    settleCall(reading, readText(item["id"]) ?? "", {
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
