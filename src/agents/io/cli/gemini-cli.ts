import path from "node:path"
import type { AgentEvent, AgentRequest } from "../../agent-driver.ts"
import { classifyErrorText } from "../classify-failure.ts"
import type { AgentCli, CliUsage } from "./agent-cli.ts"
import { toText, readNumeric, readObject, readString, type JsonObject } from "../json-fields.ts"

const POLICY = "policy.toml"
const READING = ["read_file", "read_many_files", "list_directory", "glob", "grep_search", "search_file_content"]
const WRITING = ["replace", "write_file"]

/**
 * Gemini CLI 0.61. It must trust its working directory, and then takes settings, servers and commands from it. So it
 * runs in an empty directory of ours, and the project is a directory that it may read. A policy allows only the tools
 * of its access level.
 */
export const geminiCli: AgentCli = {
  name: "gemini",
  program: "gemini",
  variables: [
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_GEMINI_BASE_URL",
    "GOOGLE_CLOUD_PROJECT",
    "GOOGLE_CLOUD_LOCATION",
    "GOOGLE_GENAI_USE_VERTEXAI",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GEMINI_CLI_HOME",
  ],
  start: ({ access = "read", model, session, cwd, prompt }: AgentRequest, folder) => ({
    args: [
      ["--output-format", "stream-json", "--skip-trust", "--include-directories", cwd],
      ["--approval-mode", access === "write" ? "auto_edit" : "default"],
      ["--admin-policy", path.join(folder, POLICY), "--allowed-mcp-server-names", "none", "--extensions", "none"],
      model === undefined ? [] : ["--model", model],
      session === undefined ? [] : ["--resume", session],
    ].flat(),
    files: { [POLICY]: writePolicy(access === "write" ? [...READING, ...WRITING] : READING) },
    place: "empty",
    input: `The project is in ${cwd}. Paths below are relative to it.\n\n${prompt}`,
  }),
  reader() {
    let text = ""
    let session: string | undefined
    let result: JsonObject | undefined
    return {
      read(line) {
        session ??= readString(line, "session_id")
        if (line["type"] === "tool_use") text = ""
        if (line["type"] === "message" && line["role"] === "assistant")
          text =
            line["delta"] === true ? text + (readString(line, "content") ?? "") : (readString(line, "content") ?? "")
        if (line["type"] === "result") result = line
        return readAgentEvents(line)
      },
      end() {
        if (result === undefined) return undefined
        const usage = readUsage(result)
        if (result["status"] === "success") return { text, session, usage }
        const message = readString(result, "error", "message") ?? "it ended without an answer"
        return { session, usage, failed: { ...classifyErrorText(message), message } }
      },
    }
  },
}

function writePolicy(tools: readonly string[]): string {
  return `[[rule]]
toolName = "*"
decision = "deny"
priority = 900

[[rule]]
toolName = ${JSON.stringify(tools)}
decision = "allow"
priority = 950
`
}

function readAgentEvents(line: JsonObject): readonly AgentEvent[] {
  const text = readString(line, "content") ?? ""
  switch (line["type"]) {
    case "init":
      return [{ kind: "session", session: readString(line, "session_id") ?? "", model: readString(line, "model") }]
    case "message":
      return line["role"] === "assistant" ? [{ kind: "message", text }] : []
    case "tool_use": {
      const id = readString(line, "tool_id") ?? ""
      return [
        { kind: "tool_call", id, tool: readString(line, "tool_name") ?? "", input: readObject(line, "parameters") },
      ]
    }
    case "tool_result": {
      const output = toText(line["output"] ?? line["error"])
      return [
        {
          kind: "tool_result",
          id: readString(line, "tool_id") ?? "",
          text: output,
          isError: line["status"] === "error",
        },
      ]
    }
    case "error":
      return [{ kind: "notice", text: readString(line, "message") ?? "" }]
  }
  return []
}

/** Thinking tokens are only in the total. */
function readUsage(result: JsonObject): CliUsage {
  const tokensIn = readNumeric(result, "stats", "input_tokens") ?? 0
  const total = readNumeric(result, "stats", "total_tokens") ?? 0
  const out = readNumeric(result, "stats", "output_tokens") ?? 0
  return { tokensIn, tokensOut: Math.max(out, total - tokensIn), tokensCached: readNumeric(result, "stats", "cached") }
}
