import { isMap } from "../../text/is-map.ts"
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Server,
  type ServerContext,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server"
import { z } from "zod"
import type { TaskPort, TaskState } from "./offer.ts"

/** The extension of SEP-2663. The server keeps nothing about a task: each request reads its row. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks"

const taskParams = z.looseObject({ taskId: z.string() })
const updateParams = z.looseObject({ taskId: z.string(), inputResponses: z.record(z.string(), z.unknown()).optional() })

export function serveTasks(server: Server, tasks: TaskPort): void {
  server.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } })
  server.setRequestHandler("tasks/get", { params: taskParams }, async ({ taskId }, context) => {
    requireTasks(server, context)
    const state = await tasks.get(taskId)
    if (state === undefined) throw makeUnknownTaskError(taskId)
    return { ...describeTask(state), ...describeDetails(state) }
  })
  server.setRequestHandler("tasks/update", { params: updateParams }, async ({ taskId, inputResponses }, context) => {
    requireTasks(server, context)
    // What the SDK recognises as answers of a client, it has taken out of the parameters.
    const given = { ...inputResponses, ...context.mcpReq.inputResponses }
    if ((await tasks.update(taskId, given)) === "unknown") throw makeUnknownTaskError(taskId)
    return {}
  })
  server.setRequestHandler("tasks/cancel", { params: taskParams }, async ({ taskId }, context) => {
    requireTasks(server, context)
    if ((await tasks.cancel(taskId)) === "unknown") throw makeUnknownTaskError(taskId)
    return {}
  })
}

/** Whether the client can follow tasks: it says so with each request, or said so when it connected. */
export function canFollowTasks(server: Server, { mcpReq }: ServerContext): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const named = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const extensions = isMap(named) ? named["extensions"] : undefined
  return isMap(extensions) && Object.hasOwn(extensions, TASKS_EXTENSION)
}

export function requireTasks(server: Server, context: ServerContext): void {
  if (!canFollowTasks(server, context))
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } })
}

/** The result of a call that goes on as a task. `told` is for the client's model, which would otherwise only wait. */
export function writeTaskResult(state: TaskState, told: string | undefined): Record<string, unknown> {
  const meta = told === undefined ? {} : { _meta: { "io.modelcontextprotocol/model-immediate-response": told } }
  return { resultType: "task", ...describeTask(state), ...meta }
}

function describeTask({ id, status, message, created, updated, poll }: TaskState) {
  return {
    taskId: id,
    status,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: new Date(created).toISOString(),
    lastUpdatedAt: new Date(updated).toISOString(),
    // A run is kept until its person deletes it.
    ttlMs: null,
    pollIntervalMs: poll,
  }
}

function describeDetails({ status, inputs, result, error }: TaskState): Record<string, unknown> {
  if (status === "input_required") return { inputRequests: inputs ?? {} }
  if (status === "completed") return { result: result ?? { content: [] } }
  if (status === "failed") return { error: error ?? { code: ProtocolErrorCode.InternalError, message: "it failed" } }
  return {}
}

function makeUnknownTaskError(id: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no task ${JSON.stringify(id).slice(0, 100)}`)
}
