import { SkilletError } from "../../../problem/failure.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"

/** What can go wrong with a server; `answer` means a valid response that says no, so the connection is still good. */
type McpFailureCode =
  | "mcp.start"
  | "mcp.timeout"
  | "mcp.limit"
  | "mcp.garbage"
  | "mcp.ended"
  | "mcp.closed"
  | "mcp.later"
  | "mcp.answer"
  | "mcp.digest"
  | "mcp.gone"
  | "mcp.arguments"

export function mcpFailure(code: McpFailureCode, message: string, cause?: unknown): SkilletError {
  return new SkilletError(code, message, { retry: retries[code] ?? "no", next: nexts[code], cause })
}

export function overLimitFailure(what: string): SkilletError {
  return mcpFailure("mcp.limit", what)
}

/** Turns any error of a call into one of our failures. The server's own text is shown safely, and shortened. */
export function translateMcpError(error: unknown): SkilletError {
  if (error instanceof SkilletError) return error
  if (!(error instanceof Error)) return mcpFailure("mcp.answer", shortenServerText(String(error)))
  const code = "code" in error ? error.code : undefined
  if (error.name === "SkillVerificationError") return mcpFailure("mcp.digest", shortenServerText(error.message), error)
  if (code === "REQUEST_TIMEOUT") return mcpFailure("mcp.timeout", "it did not answer in time", error)
  if (code === "CONNECTION_CLOSED" || code === "NOT_CONNECTED")
    return mcpFailure("mcp.ended", "it closed the connection", error)
  if (code === "LIST_PAGINATION_EXCEEDED") return overLimitFailure("its list has more pages than the limit allows")
  if (code === "INVALID_RESULT")
    return mcpFailure("mcp.answer", `${shortenServerText(firstPart(error))} (invalid format)`, error)
  if (UNASKED.test(error.message))
    return mcpFailure("mcp.garbage", "it sent a response without a request, or more than one response", error)
  return mcpFailure("mcp.answer", shortenServerText(error.message) + describeCause(error), error)
}

/** How the SDK's message about an answer to no request begins. */
const UNASKED = /^Received a response for an unknown message ID/

/** After the colon the SDK quotes its schema's errors. */
function firstPart(error: Error): string {
  return error.message.split(":", 1)[0] ?? ""
}

/** "fetch failed" alone is not helpful. */
function describeCause(error: Error): string {
  const { cause } = error
  return cause instanceof Error && "code" in cause ? ` (${shortenServerText(String(cause.code))})` : ""
}

/** The server's own text: one line, nothing hidden, at most 200 characters. */
export function shortenServerText(text: string): string {
  const line = toVisibleLine(text.slice(0, 1000))
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}

const retries: Readonly<Partial<Record<McpFailureCode, "later">>> = {
  "mcp.timeout": "later",
  "mcp.ended": "later",
  "mcp.later": "later",
}

const nexts: Readonly<Record<McpFailureCode, string>> = {
  "mcp.start": "check the server's program or address in your settings",
  "mcp.timeout": "check that the server works, then list again",
  "mcp.limit": "ask the server's operators to offer less at once, or remove it from your settings",
  "mcp.garbage": "check that it is an MCP server and writes nothing else to its output",
  "mcp.ended": "start the server yourself to see why it exits",
  "mcp.closed": "open a new session",
  "mcp.later": "wait a moment, then list again",
  "mcp.answer": "check that the server works, then list again",
  "mcp.digest": "list again; if it happens again, do not use the skill",
  "mcp.gone": "list the server's skills again",
  "mcp.arguments": "give the arguments the prompt asks for, in order",
}
