import { toMap } from "../../text/is-map.ts"
import { openCollector, type Collector, type TranscriptReader } from "../collect-session.ts"
import type { CallOutcome } from "../session.ts"
import { readToolCall } from "../tool-table.ts"
import { joinTexts, listBlocks, readAmount, readText, readTime, type Fields } from "./fields.ts"

/**
 * Reads the transcripts of Gemini CLI, `tmp/PROJECT/chats/session-*.jsonl`. A message is written again when it has
 * results, and `$set` can replace all messages; what was read before counts once.
 */
export function openGeminiReader(): TranscriptReader {
  const session = openCollector()
  const seen = new Set<string>()
  return {
    take(entry, line) {
      const { facts } = session
      facts.id ??= readText(entry["sessionId"])
      const set = toMap(entry["$set"])
      const messages = Array.isArray(set["messages"]) ? listBlocks(set["messages"]) : [entry]
      for (const message of messages) takeMessage({ session, seen }, message, line)
    },
    finish: () => session.finish("gemini"),
  }
}

interface Reading {
  readonly session: Collector
  readonly seen: Set<string>
}

function takeMessage({ session, seen }: Reading, message: Fields, line: number): void {
  const at = readTime(message["timestamp"])
  session.see(at)
  const id = readText(message["id"]) ?? `line ${line}`
  const text = joinTexts(message["content"])
  session.facts.cwd ??= /\*\*Workspace Directories:\*\*\n\s*- (.+)/.exec(text)?.[1]
  const isNew = !seen.has(id)
  seen.add(id)
  if (message["type"] === "user") {
    const isPrompt = text !== "" && !text.startsWith("<session_context>")
    if (isNew && isPrompt) session.add({ kind: "prompt", line, at, text })
  }
  if (message["type"] !== "gemini") return
  if (isNew) countTokens(session, toMap(message["tokens"]))
  if (isNew && text.trim() !== "") session.add({ kind: "saying", line, at, text })
  for (const call of listBlocks(message["toolCalls"])) takeCall({ session, seen }, call, { line, at })
}

function takeCall(
  { session, seen }: Reading,
  call: Fields,
  spot: { readonly line: number; readonly at: number | undefined },
): void {
  const id = readText(call["id"]) ?? ""
  const tool = readText(call["name"]) ?? ""
  const input = toMap(call["args"])
  const output = listBlocks(call["result"])
    .map((part) => toMap(toMap(part["functionResponse"])["response"]))
    .map(({ output: said, error }) => readText(said) ?? readText(error) ?? "")
    .join("\n")
  if (!seen.has(`call ${id}`) || id === "") {
    seen.add(`call ${id}`)
    if (tool === "activate_skill")
      session.open(id, {
        kind: "skill",
        ...spot,
        name: readText(input["name"]) ?? "",
        by: "model",
        outcome: "unknown",
        key: `${id} ${spot.at}`,
      })
    else session.open(id, readToolCall("gemini", { tool, input, ...spot }))
  }
  const body = /<instructions>\n?([\s\S]*?)\n? *<\/instructions>/.exec(output)?.[1]?.replace(/^ {4}/, "")
  const exit = findExit(call, output)
  session.settle(id, {
    outcome: decideOutcome(call["status"], exit),
    exit,
    body,
    path: /Resources loaded from `([^`\n]+)`/.exec(readText(call["resultDisplay"]) ?? "")?.[1],
    why: call["status"] === "error" ? output : undefined,
  })
}

/** A command that fails is a call that succeeds, and its code is in the text; none means that it was 0. */
function findExit({ name, status }: Fields, output: string): number | undefined {
  if (name !== "run_shell_command" || status !== "success") return undefined
  const found = [...output.matchAll(/^Exit Code: (\d{1,3})$/gm)].at(-1)?.[1]
  if (found !== undefined) return Number(found)
  return /^(?:Signal|Error|Command was cancelled|Background PIDs|Command moved to background)/m.test(output)
    ? undefined
    : 0
}

function decideOutcome(status: unknown, exit: number | undefined): CallOutcome {
  if (status === "error" || status === "cancelled") return "failed"
  if (status !== "success") return "unknown"
  return exit === undefined || exit === 0 ? "ok" : "failed"
}

function countTokens(session: Collector, tokens: Fields): void {
  const cached = readAmount(tokens["cached"])
  session.addTokens({
    read: Math.max(0, readAmount(tokens["input"]) - cached),
    cached,
    written: readAmount(tokens["output"]) + readAmount(tokens["thoughts"]),
  })
}
