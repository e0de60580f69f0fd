import type { AgentEvent, AgentRequest } from "../../agent-driver.ts"
import { classifyStatus, classifyErrorText } from "../classify-failure.ts"
import type { AgentCli, CliEnd, CliUsage } from "./agent-cli.ts"
import { toText, readArray, readNumeric, readObject, readString, type JsonObject } from "../json-fields.ts"

/** Claude Code 2.1. `subtype` may be `success` for an API error, so `is_error` decides, never the exit code. */
export const claudeCli: AgentCli = {
  name: "claude",
  program: "claude",
  variables: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_CODE_MAX_RETRIES",
  ],
  start: ({ access = "read", model, effort, schema, session }: AgentRequest) => ({
    // Settings, hooks and servers of the project are ignored: it may be the code under review. A prompt is not a
    // command.
    args: [
      ["-p", "--output-format", "stream-json", "--verbose"],
      ["--tools", TOOLS[access], "--permission-mode", access === "write" ? "acceptEdits" : "default"],
      ["--setting-sources", "user", "--settings", '{"disableAllHooks":true}', "--strict-mcp-config"],
      "--disable-slash-commands",
      model === undefined ? [] : ["--model", model],
      effort === undefined ? [] : ["--effort", effort],
      schema === undefined ? [] : ["--json-schema", JSON.stringify(schema)],
      session === undefined ? [] : ["--resume", session],
    ].flat(),
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" },
  }),
  reader() {
    let result: JsonObject | undefined
    return {
      read(line) {
        if (line["type"] === "result") result = line
        return readAgentEvents(line)
      },
      end: () => result && readEnd(result),
    }
  },
}

const TOOLS = { read: "Read,Grep,Glob", write: "Read,Grep,Glob,Edit,Write" } as const

function readAgentEvents(line: JsonObject): readonly AgentEvent[] {
  const session = readString(line, "session_id")
  if (line["type"] === "system" && line["subtype"] === "init" && session !== undefined)
    return [{ kind: "session", session, model: readString(line, "model") }]
  if (line["type"] === "system" && line["subtype"] === "api_retry")
    return [{ kind: "notice", text: `retrying the API: ${readString(line, "error") ?? "no reason given"}` }]
  if (line["type"] !== "assistant" && line["type"] !== "user") return []
  return readArray(line, "message", "content").flatMap((block): readonly AgentEvent[] => {
    switch (readString(block, "type")) {
      case "text":
        return line["type"] === "user" ? [] : [{ kind: "message", text: readString(block, "text") ?? "" }]
      case "thinking":
        return [{ kind: "thinking", text: readString(block, "thinking") ?? "" }]
      case "tool_use":
        return [
          {
            kind: "tool_call",
            id: readString(block, "id") ?? "",
            tool: readString(block, "name") ?? "",
            input: readObject(block, "input"),
          },
        ]
      case "tool_result":
        return [
          {
            kind: "tool_result",
            id: readString(block, "tool_use_id") ?? "",
            text: toText((block as JsonObject)["content"]),
            isError: (block as JsonObject)["is_error"] === true,
          },
        ]
    }
    return []
  })
}

function readEnd(result: JsonObject): CliEnd {
  const structured = result["structured_output"]
  const text =
    structured === undefined || structured === null ? readString(result, "result") : JSON.stringify(structured)
  const said = { usage: readUsage(result), session: readString(result, "session_id") }
  if (result["is_error"] !== true && result["subtype"] === "success") return { ...said, text }
  const status = readNumeric(result, "api_error_status")
  const errors = readArray(result, "errors").map(toText).join("; ")
  const message =
    text ?? (errors === "" ? (readString(result, "terminal_reason") ?? "it ended without a result") : errors)
  const kind = status === undefined ? classifyErrorText(message) : classifyStatus(status)
  return { ...said, failed: { ...kind, message } }
}

/** `modelUsage` counts every model that took part; `usage` only the main one. */
function readUsage(result: JsonObject): CliUsage {
  const models = Object.values(readObject(result, "modelUsage") ?? {})
  const sum = (of: (model: unknown) => number) => models.reduce<number>((total, model) => total + of(model), 0)
  const money = readNumeric(result, "total_cost_usd")
  if (models.length > 0)
    return {
      tokensIn: sum((model) =>
        ["inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"].reduce(
          (total, key) => total + (readNumeric(model, key) ?? 0),
          0,
        ),
      ),
      tokensOut: sum((model) => readNumeric(model, "outputTokens") ?? 0),
      tokensCached: sum((model) => readNumeric(model, "cacheReadInputTokens") ?? 0),
      money,
    }
  const cached = readNumeric(result, "usage", "cache_read_input_tokens") ?? 0
  const written = readNumeric(result, "usage", "cache_creation_input_tokens") ?? 0
  return {
    tokensIn: (readNumeric(result, "usage", "input_tokens") ?? 0) + cached + written,
    tokensOut: readNumeric(result, "usage", "output_tokens") ?? 0,
    tokensCached: cached,
    money,
  }
}
