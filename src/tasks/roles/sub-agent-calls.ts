import { isMap, toMap } from "../../text/is-map.ts"
import type { SubAgentRequest } from "./recognise-role.ts"

/** Which sub-agent starts, as its host names it. */
export interface StartingAgent {
  readonly id?: string | undefined
  readonly type: string
}

export interface SubAgentCalls {
  /** The call that started exactly this sub-agent; known once the host has noted its result. */
  readonly own?: SubAgentRequest | undefined
  /** Calls for this type of sub-agent that have no result yet: one of them started it. */
  readonly open: readonly SubAgentRequest[]
}

interface ToolCall extends SubAgentRequest {
  readonly id: string
  readonly type: string
}

/** The tools with which Claude Code starts sub-agents, and their type if none is given. */
const TOOLS = ["Agent", "Task"]
const USUAL_TYPE = "general-purpose"

/** Finds in the end of a host's transcript what a sub-agent is asked to do. Lines that cannot be read are skipped. */
export function findSubAgentCalls(transcript: string, { id, type }: StartingAgent): SubAgentCalls {
  const calls = new Map<string, ToolCall>()
  let own: SubAgentRequest | undefined
  for (const line of transcript.split("\n")) {
    if (!line.includes('"tool_use')) continue
    const entry = parseLine(line)
    for (const block of listBlocks(entry)) {
      const call = readCall(block)
      if (call !== undefined) calls.set(call.id, call)
      const answered = block["type"] === "tool_result" ? calls.get(String(block["tool_use_id"])) : undefined
      if (answered === undefined) continue
      calls.delete(answered.id)
      if (id !== undefined && readAgentId(entry) === id) own = answered
    }
  }
  return { own, open: [...calls.values()].filter((call) => call.type.toLowerCase() === type.toLowerCase()) }
}

/**
 * Whether calls of sub-agents may still appear in a transcript. Codex notes something else, with a payload in every
 * line, so there is no point in waiting for them.
 */
export function mayNoteCalls(transcript: string): boolean {
  const last = transcript.split("\n").findLast((line) => line.endsWith("}") && Object.keys(parseLine(line)).length > 0)
  return last === undefined ? transcript !== "" : !("payload" in parseLine(last))
}

type Fields = Readonly<Record<string, unknown>>

function readCall({ type, id, name, input }: Fields): ToolCall | undefined {
  if (type !== "tool_use" || typeof id !== "string" || !TOOLS.includes(String(name))) return undefined
  const text = (key: string, otherwise = "") => {
    const value = toMap(input)[key]
    return typeof value === "string" ? value : otherwise
  }
  return { id, type: text("subagent_type", USUAL_TYPE), description: text("description"), prompt: text("prompt") }
}

function readAgentId({ toolUseResult }: Fields): unknown {
  return toMap(toolUseResult)["agentId"]
}

/** The blocks of a message in a line of the main thread. */
function listBlocks({ type, isSidechain, message }: Fields): readonly Fields[] {
  if ((type !== "assistant" && type !== "user") || isSidechain === true) return []
  const { content } = toMap(message)
  return Array.isArray(content) ? content.filter(isMap) : []
}

function parseLine(line: string): Fields {
  try {
    return toMap(JSON.parse(line))
  } catch {
    // The first line of a tail is usually cut, and the last one may still be being written.
    return {}
  }
}
