import path from "node:path"
import type { AgentEvent, AgentRequest } from "../../agent-driver.ts"
import { classifyErrorText } from "../classify-failure.ts"
import type { AgentCli, CliUsage } from "./agent-cli.ts"
import { toText, readNumeric, readObject, readString, type JsonObject } from "../json-fields.ts"

const SCHEMA = "schema.json"

/**
 * Codex 0.166. A reader runs in its read-only sandbox: it may start programs there, but they cannot change anything.
 */
export const codexCli: AgentCli = {
  name: "codex",
  program: "codex",
  variables: ["OPENAI_API_KEY", "CODEX_API_KEY", "OPENAI_BASE_URL", "CODEX_HOME"],
  start: ({ access = "read", model, effort, schema, session }: AgentRequest, folder) => ({
    args: [
      ["exec", ...(session === undefined ? [] : ["resume"]), "--json", "--skip-git-repo-check"],
      ["-c", `sandbox_mode="${access === "write" ? "workspace-write" : "read-only"}"`],
      ["-c", 'approval_policy="never"', "-c", 'web_search="disabled"', "-c", "mcp_servers={}"],
      model === undefined ? [] : ["-m", model],
      effort === undefined ? [] : ["-c", `model_reasoning_effort="${effort}"`],
      schema === undefined ? [] : ["--output-schema", path.join(folder, SCHEMA)],
      session === undefined ? [] : [session],
      "-",
    ].flat(),
    files: schema === undefined ? undefined : { [SCHEMA]: JSON.stringify(strict(schema)) },
  }),
  reader() {
    let text: string | undefined
    let session: string | undefined
    let usage: CliUsage | undefined
    let failed: string | undefined
    let isOver = false
    return {
      read(line) {
        session ??= readString(line, "thread_id")
        if (line["type"] === "item.completed" && readString(line, "item", "type") === "agent_message")
          text = readString(line, "item", "text")
        if (line["type"] === "turn.completed") {
          isOver = true
          usage = readUsage(line)
        }
        if (line["type"] === "turn.failed" || line["type"] === "error")
          failed = readString(line, "error", "message") ?? readString(line, "message") ?? "the turn failed"
        return readAgentEvents(line)
      },
      end() {
        if (isOver) return { text, session, usage }
        return failed === undefined ? undefined : { session, failed: { ...classifyErrorText(failed), message: failed } }
      },
    }
  },
}

/** The API requires every object to be closed and every field to be required. */
function strict(schema: JsonObject): JsonObject {
  const properties = readObject(schema, "properties")
  const items = readObject(schema, "items")
  return {
    ...schema,
    ...(items === undefined ? {} : { items: strict(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, strict(readObject(one) ?? {})]),
          ),
          required: Object.keys(properties),
          additionalProperties: false,
        }),
  }
}

function readAgentEvents(line: JsonObject): readonly AgentEvent[] {
  const session = readString(line, "thread_id")
  if (line["type"] === "thread.started" && session !== undefined) return [{ kind: "session", session }]
  const item = readObject(line, "item")
  if (line["type"] === "error") return [{ kind: "notice", text: readString(line, "message") ?? "" }]
  if (item === undefined || line["type"] === "item.updated") return []
  const id = readString(item, "id") ?? ""
  const kind = readString(item, "type") ?? ""
  const text = readString(item, "text") ?? ""
  if (kind === "agent_message") return [{ kind: "message", text }]
  if (kind === "reasoning") return [{ kind: "thinking", text }]
  if (kind === "error") return [{ kind: "notice", text: readString(item, "message") ?? "" }]
  if (line["type"] === "item.started") return [{ kind: "tool_call", id, tool: kind, input: item }]
  const output = item["aggregated_output"] ?? item["result"] ?? item["changes"]
  return [{ kind: "tool_result", id, text: toText(output), isError: item["status"] === "failed" }]
}

function readUsage(line: JsonObject): CliUsage {
  return {
    tokensIn: readNumeric(line, "usage", "input_tokens") ?? 0,
    tokensOut: readNumeric(line, "usage", "output_tokens") ?? 0,
    tokensCached: readNumeric(line, "usage", "cached_input_tokens"),
  }
}
