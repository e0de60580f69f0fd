import {
  type CallToolRequestParams,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server"
import { SkilletError } from "../../problem/failure.ts"
import type { CallContext, OfferedTool, ToolAnswer } from "./offer.ts"
import { canFollowTasks, requireTasks, writeTaskResult } from "./tasks-extension.ts"
import { writeFailure } from "./write-failure.ts"

export function describeTool({ name, title, description, input, output, hints }: OfferedTool): Tool {
  return {
    name,
    title,
    description,
    inputSchema: input.json,
    ...(output && { outputSchema: output.json }),
    annotations: hints,
  }
}

/** Calls a tool. Whatever is wrong with a call is a result that its model can read; nothing was done then. */
export async function callTool(
  server: Server,
  tools: ReadonlyMap<string, OfferedTool>,
  { params, context }: { readonly params: CallToolRequestParams; readonly context: ServerContext },
) {
  const tool = tools.get(params.name)
  if (tool === undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `there is no tool ${JSON.stringify(params.name).slice(0, 100)}`,
    )
  if (tool.needsTasks === true) requireTasks(server, context)
  const checked = tool.input.check(params.arguments ?? {})
  if ("fault" in checked) return writeFailure(badArguments(tool.name, checked.fault))
  try {
    return toResult(tool, await tool.call(checked.value, toCallContext(server, context)))
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return writeFailure(error)
  }
}

function badArguments(tool: string, fault: string): SkilletError {
  return new SkilletError("mcp.bad-arguments", `${tool}: ${fault}`, {
    retry: "no",
    next: "call it again with arguments that fit its schema",
  })
}

function toCallContext(server: Server, context: ServerContext): CallContext {
  const { signal, inputResponses, requestState, _meta } = context.mcpReq
  const state = requestState()
  const token = _meta?.progressToken
  return {
    signal,
    hasTasks: canFollowTasks(server, context),
    answers: inputResponses ?? {},
    ...(typeof state === "string" ? { state } : {}),
    async progress(progress, total) {
      if (token === undefined) return
      const told = { progressToken: token, progress, ...(total === undefined ? {} : { total }) }
      await context.mcpReq.notify({ method: "notifications/progress", params: told })
    },
  }
}

function toResult(tool: OfferedTool, answer: ToolAnswer): CallToolResult {
  switch (answer.kind) {
    case "result":
      return requireOutput(tool, answer.result)
    case "input":
      return answer.input as unknown as CallToolResult
    case "task":
      return writeTaskResult(answer.task, answer.told) as unknown as CallToolResult
  }
}

/** A result that does not fit its own schema is a bug of ours, and is not sent. */
function requireOutput({ name, output }: OfferedTool, result: CallToolResult): CallToolResult {
  if (output === undefined || result.isError === true) return result
  const checked = output.check(result.structuredContent)
  if ("fault" in checked) throw new Error(`the result of ${name} does not fit its schema: ${checked.fault}`)
  return result
}
