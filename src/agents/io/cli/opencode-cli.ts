import type { AgentEvent, AgentRequest } from "../../agent-driver.ts"
import { classifyStatus, classifyErrorText } from "../classify-failure.ts"
import type { AgentCli, CliUsage } from "./agent-cli.ts"
import { toText, readNumeric, readObject, readString, type JsonObject } from "../json-fields.ts"

/** opencode 1.18. Configuration, plugins and tools of the project are ignored; a title of ours saves it a request. */
export const opencodeCli: AgentCli = {
  name: "opencode",
  program: "opencode",
  variables: [
    "ANTHROPIC_API_KEY",
    "OPENAI_API_KEY",
    "GEMINI_API_KEY",
    "OPENROUTER_API_KEY",
    "OPENCODE_API_KEY",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_DIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
  ],
  start: ({ access = "read", model, effort, session, key }: AgentRequest) => ({
    args: [
      ["run", "--format", "json", "--pure", "--title", `${key.step} ${key.item}`],
      model === undefined ? [] : ["--model", model],
      effort === undefined ? [] : ["--variant", effort],
      session === undefined ? [] : ["--session", session],
    ].flat(),
    env: {
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_PERMISSION: JSON.stringify({
        "*": "deny",
        ...Object.fromEntries(["read", "grep", "glob", "list"].map((tool) => [tool, "allow"])),
        ...(access === "write" ? { edit: "allow", write: "allow" } : {}),
      }),
    },
  }),
  reader() {
    let text = ""
    let session: string | undefined
    let usage: CliUsage = { tokensIn: 0, tokensOut: 0, tokensCached: 0, money: 0 }
    let reason: string | undefined
    let failed: JsonObject | undefined
    return {
      read(line) {
        session ??= readString(line, "sessionID")
        if (line["type"] === "step_start") text = ""
        if (line["type"] === "text") text += readString(line, "part", "text") ?? ""
        if (line["type"] === "step_finish") {
          usage = add(usage, readObject(line, "part"))
          reason = readString(line, "part", "reason")
        }
        if (line["type"] === "error") failed = readObject(line, "error") ?? {}
        return readAgentEvents(line)
      },
      end() {
        if (failed !== undefined) return { session, usage, failed: readFailure(failed) }
        if (reason === undefined || reason === "tool-calls") return undefined
        return { text, session, usage }
      },
    }
  },
}

function readFailure(error: JsonObject) {
  const message = readString(error, "data", "message") ?? readString(error, "name") ?? "it ended with an error"
  const status = readNumeric(error, "data", "statusCode")
  return { ...(status === undefined ? classifyErrorText(message) : classifyStatus(status)), message }
}

function add(usage: CliUsage, part: JsonObject | undefined): CliUsage {
  const count = (...keys: readonly string[]) => readNumeric(part, "tokens", ...keys) ?? 0
  const cached = count("cache", "read")
  return {
    tokensIn: usage.tokensIn + count("input") + cached + count("cache", "write"),
    tokensOut: usage.tokensOut + count("output") + count("reasoning"),
    tokensCached: (usage.tokensCached ?? 0) + cached,
    money: (usage.money ?? 0) + (readNumeric(part, "cost") ?? 0),
  }
}

function readAgentEvents(line: JsonObject): readonly AgentEvent[] {
  const part = readObject(line, "part")
  const session = readString(line, "sessionID")
  switch (line["type"]) {
    case "step_start":
      return session === undefined ? [] : [{ kind: "session", session }]
    case "text":
      return [{ kind: "message", text: readString(part, "text") ?? "" }]
    case "reasoning":
      return [{ kind: "thinking", text: readString(part, "text") ?? "" }]
    case "tool_use": {
      const id = readString(part, "callID") ?? ""
      const state = readObject(part, "state")
      const isError = state?.["status"] === "error"
      return [
        { kind: "tool_call", id, tool: readString(part, "tool") ?? "", input: readObject(state, "input") },
        { kind: "tool_result", id, text: toText(isError ? state["error"] : state?.["output"]), isError },
      ]
    }
    case "error":
      return [{ kind: "notice", text: toText(line["error"]) }]
  }
  return []
}
