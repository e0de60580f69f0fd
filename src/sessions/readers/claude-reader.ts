import { toMap } from "../../text/is-map.ts"
import { openCollector, type Collector, type TranscriptReader } from "../collect-session.ts"
import { findHookSkills } from "../find-hook-skills.ts"
import { readListingLines } from "../listing-lines.ts"
import { readToolCall } from "../tool-table.ts"
import { joinTexts, listBlocks, readAmount, readText, readTime, type Fields } from "./fields.ts"

interface Typed {
  readonly name: string
  readonly line: number
  readonly at: number | undefined
  readonly key: string
}

interface Reading {
  readonly session: Collector
  /** A command that a person typed; it was a skill if its text follows. */
  typed?: Typed | undefined
  /** The names of the listing, and the messages whose tokens were counted: a message has a line for each block. */
  readonly names: Set<string>
  readonly counted: Set<string>
}

/** Reads Claude Code's transcripts, `projects/DIRECTORY/SESSION.jsonl` and its `subagents/agent-ID.jsonl`. */
export function openClaudeReader(): TranscriptReader {
  const reading: Reading = { session: openCollector(), names: new Set(), counted: new Set() }
  return {
    take(entry, line) {
      const at = readTime(entry["timestamp"])
      noteFacts(reading, entry, at)
      switch (entry["type"]) {
        case "user":
          return takeUserEntry(reading, entry, { line, at })
        case "assistant":
          return takeAnswer(reading, entry, { line, at })
        case "attachment":
          return takeAttachment(reading, entry, { line, at })
        case "system":
          if (entry["subtype"] === "compact_boundary") reading.session.addCompaction()
          return
      }
    },
    finish: () => reading.session.finish("claude"),
  }
}

interface Spot {
  readonly line: number
  readonly at: number | undefined
}

function noteFacts({ session }: Reading, entry: Fields, at: number | undefined): void {
  const { facts } = session
  session.see(at)
  facts.cwd ??= readText(entry["cwd"])
  const agent = readText(entry["agentId"])
  const id = readText(entry["sessionId"])
  if (facts.id !== undefined || id === undefined) return
  facts.id = agent ?? id
  if (agent !== undefined) facts.parent = id
}

function takeUserEntry(reading: Reading, entry: Fields, spot: Spot): void {
  const { content } = toMap(entry["message"])
  if (entry["isCompactSummary"] === true) return
  const key = readText(entry["uuid"]) ?? ""
  for (const block of listBlocks(content)) {
    const text = readText(block["text"])
    if (block["type"] === "tool_result") takeResult(reading, entry, block)
    else if (text !== undefined && entry["isMeta"] === true) takeSkillText(reading, { entry, text })
    // Older versions have sub-agents in the same file: nobody typed what they were asked.
    else if (text !== undefined && !(entry["isSidechain"] === true && entry["agentId"] === undefined))
      takePromptText(reading, text, { ...spot, key })
  }
}

function takePromptText(reading: Reading, text: string, { key, ...spot }: Spot & { readonly key: string }): void {
  const name = /<command-name>\/?([^<\n]{1,200})<\/command-name>/.exec(text)?.[1]
  const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(text)?.[1]
  if (name !== undefined) {
    reading.typed = { name, ...spot, key }
    reading.session.add({ kind: "prompt", ...spot, text: `/${name} ${args ?? ""}`.trim() })
    return
  }
  if (
    /^<(?:local-command|bash-|task-notification|system-reminder)/.test(text) ||
    text.startsWith("[Request interrupted")
  )
    return
  reading.session.add({ kind: "prompt", ...spot, text })
}

const BASE = /^Base directory for this skill: (.+)\n\n?/

/** The text of a skill follows the call or the command that it belongs to. */
function takeSkillText(reading: Reading, { entry, text }: { readonly entry: Fields; readonly text: string }): void {
  const call = readText(entry["sourceToolUseID"])
  const path = BASE.exec(text)?.[1]
  const body = text.replace(BASE, "")
  if (call !== undefined) return reading.session.settle(call, { body, path })
  const { typed } = reading
  if (typed === undefined || (path === undefined && !reading.names.has(typed.name))) return
  reading.typed = undefined
  reading.session.add({ kind: "skill", ...typed, by: "person", outcome: "ok", body, path })
}

function takeAnswer(reading: Reading, entry: Fields, spot: Spot): void {
  const message = toMap(entry["message"])
  countTokens(reading, message)
  for (const block of listBlocks(message["content"])) {
    const text = readText(block["text"])
    if (block["type"] === "text" && text !== undefined) reading.session.add({ kind: "saying", ...spot, text })
    if (block["type"] === "tool_use") takeCall(reading, block, spot)
  }
}

function takeCall({ session }: Reading, block: Fields, spot: Spot): void {
  const id = readText(block["id"]) ?? ""
  const tool = readText(block["name"]) ?? ""
  const input = toMap(block["input"])
  if (tool !== "Skill") return session.open(id, readToolCall("claude", { tool, input, ...spot }))
  const name = (readText(input["skill"]) ?? readText(input["command"]) ?? "").replace(/^\//, "")
  session.open(id, { kind: "skill", ...spot, name, by: "model", outcome: "unknown", key: `${id} ${spot.at}` })
}

function takeResult({ session }: Reading, entry: Fields, block: Fields): void {
  const id = readText(block["tool_use_id"]) ?? ""
  const text = joinTexts(block["content"])
  const failed = block["is_error"] === true
  const detail = toMap(entry["toolUseResult"])
  const exit = failed ? /^(?:Error: )?Exit code (\d{1,3})\b/.exec(text)?.[1] : undefined
  // A command that goes on in the background has not ended, and neither has one that was interrupted.
  const isOver = detail["backgroundTaskId"] === undefined && detail["interrupted"] !== true
  const isCommand = typeof detail["stdout"] === "string"
  session.settle(id, {
    outcome: failed ? "failed" : isOver ? "ok" : "unknown",
    exit: exit === undefined ? (isCommand && isOver && !failed ? 0 : undefined) : Number(exit),
    why: failed ? text.replace(/<\/?tool_use_error>/g, "") : undefined,
    started: readText(detail["agentId"]),
  })
}

function takeAttachment(reading: Reading, entry: Fields, spot: Spot): void {
  const attachment = toMap(entry["attachment"])
  const text = readContent(attachment["content"])
  if (attachment["type"] === "skill_listing") {
    const skills = readListingLines(text)
    for (const { name } of skills) reading.names.add(name)
    reading.session.add({ kind: "offered", ...spot, skills })
  }
  if (!/^hook_(?:success|additional_context)$/.test(String(attachment["type"]))) return
  for (const { name, body } of findHookSkills(text)) {
    const key = readText(entry["uuid"]) ?? ""
    reading.session.add({ kind: "skill", ...spot, name, body, by: "hook", outcome: "ok", key: `${key}:${name}` })
  }
}

function readContent(content: unknown): string {
  return Array.isArray(content) && content.every((one) => typeof one === "string")
    ? content.join("\n")
    : joinTexts(content)
}

function countTokens({ session, counted }: Reading, message: Fields): void {
  const id = readText(message["id"])
  if (id === undefined || counted.has(id)) return
  counted.add(id)
  const usage = toMap(message["usage"])
  session.addTokens({
    read: readAmount(usage["input_tokens"]) + readAmount(usage["cache_creation_input_tokens"]),
    cached: readAmount(usage["cache_read_input_tokens"]),
    written: readAmount(usage["output_tokens"]),
  })
}
