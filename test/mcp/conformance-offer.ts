import { type InputRequest, MissingRequiredClientCapabilityError } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { CallContext, ServedOffer, OfferedTool, ToolAnswer } from "../../src/mcp/protocol/offer.ts"
import { toToolSchema } from "../../src/mcp/protocol/tool-schema.ts"
import { describeRunTask } from "../../src/mcp/run-task.ts"
import { openRunTasks } from "../../src/mcp/run-tasks.ts"
import type { Workspaces } from "../../src/mcp/workspaces.ts"
import { isMap } from "../../src/text/is-map.ts"
import { ask, compute, defineWorkflow, wait } from "../../src/workflow/define-workflow.ts"

/*
 * What the conformance suite expects a server to offer, on our own protocol layer. Its tasks are runs of real workflows
 * on the durable engine, and are described, answered and cancelled by the same code as every other run.
 */

const SECONDS = [1, 2, 60]

const question = (id: string) => ({ id, text: `Is ${id} right?`, options: [] })

export const conformanceWorkflows = [
  ...SECONDS.map((seconds) =>
    defineWorkflow({
      name: `slow-${seconds}`,
      start: "sleep",
      steps: [wait({ id: "sleep", title: "Sleep", until: { seconds }, next: { default: "end" } })],
    }),
  ),
  defineWorkflow({
    name: "unsuccessful",
    start: "try",
    steps: [
      compute({
        id: "try",
        title: "Try",
        compute: { rows: [{ outcome: "fail" }] },
        next: { ok: "end", fail: "end" },
      }),
    ],
  }),
  defineWorkflow({
    name: "broken",
    start: "try",
    // An outcome without a transition, which no check can see in a function.
    steps: [compute({ id: "try", title: "Try", compute: () => ({ outcome: "fail" }), next: { ok: "end" } })],
  }),
  ...[["confirm"], ["first", "second"]].map((ids) =>
    defineWorkflow({
      name: `asks-${ids.length}`,
      start: "ask",
      steps: [ask({ id: "ask", title: "Ask", questions: ids.map(question), next: { default: "end" } })],
    }),
  ),
  defineWorkflow({
    name: "greeting",
    params: [{ name: "who", type: "text", about: "whom to greet", required: true }],
    result: "greeting",
    start: "greet",
    steps: [
      compute({
        id: "greet",
        title: "Greet",
        writes: ["greeting"],
        compute: { rows: [{ outcome: "ok", set: { greeting: "Hello, {{params.who}}!" } }] },
        next: { default: "end" },
      }),
    ],
  }),
]

export function openConformanceOffer(workspaces: Workspaces, own: ServedOffer): ServedOffer {
  return {
    ...own,
    tools: [...plainTools, ...taskTools(workspaces), ...inputTools()],
    resources: { scheme: "test", list: async () => listed, templates: TEMPLATES, read: readFixture },
    prompts: { list: async () => PROMPTS, get: getPrompt },
    tasks: translateAnswers(openRunTasks(workspaces, CLIENT)),
  }
}

export const CLIENT = { name: "conformance" }

type Content = { readonly type: string; readonly [field: string]: unknown }

function makeTool(
  name: string,
  call: (args: Readonly<Record<string, unknown>>, context: CallContext) => Promise<ToolAnswer>,
  more: Partial<OfferedTool> = {},
): OfferedTool {
  return {
    name,
    title: name,
    description: `The conformance suite's ${name}.`,
    input: toToolSchema(z.looseObject({})),
    hints: { readOnlyHint: true },
    call: (args, context) => call(args as Readonly<Record<string, unknown>>, context),
    ...more,
  }
}

function give(...content: readonly Content[]): ToolAnswer {
  return { kind: "result", result: { content: content as never } }
}

const text = (said: string): Content => ({ type: "text", text: said })
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const image: Content = { type: "image", data: PIXEL, mimeType: "image/png" }
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA="
const resource = (uri: string, mimeType: string, said: string): Content => ({
  type: "resource",
  resource: { uri, mimeType, text: said },
})

const plainTools = [
  makeTool("test_simple_text", async () => give(text("This is a simple text response for testing."))),
  makeTool("test_image_content", async () => give(image)),
  makeTool("test_audio_content", async () => give({ type: "audio", data: WAV, mimeType: "audio/wav" })),
  makeTool("test_embedded_resource", async () =>
    give(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  ),
  makeTool("test_multiple_content_types", async () =>
    give(
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
  ),
  makeTool("test_error_handling", async () => ({
    kind: "result",
    result: {
      isError: true,
      content: [{ type: "text", text: "This tool intentionally returns an error for testing" }],
    },
  })),
  makeTool("test_tool_with_progress", async (_, { progress }) => {
    for (const done of [0, 50, 100]) await progress(done, 100)
    return give(text("done"))
  }),
  makeTool("test_missing_capability", async () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  }),
  // Our server sends no log messages, whatever the client asks for.
  makeTool("test_logging_tool", async () => give(text("done without a log message"))),
  makeTool("test_streaming_elicitation", async (_, { answers, progress }) => {
    await progress(0, 1)
    return answers["user_name"] === undefined ? requestInput({ user_name: askName }) : give(text("answered"))
  }),
  makeTool("greet", async ({ name }) => give(text(`Hello, ${String(name)}!`))),
]

function taskTools(workspaces: Workspaces): readonly OfferedTool[] {
  const run = (workflow: string, params: Readonly<Record<string, string>> = {}) =>
    workspaces.within(workspaces.own, async (skillet) => {
      const started = await skillet.runs.start(workflow, params)
      return { kind: "task" as const, task: await describeRunTask(skillet, started.run, CLIENT) }
    })
  return [
    makeTool("slow_compute", async ({ seconds }, { hasTasks }) =>
      hasTasks && SECONDS.includes(Number(seconds)) ? run(`slow-${Number(seconds)}`) : give(text("computed")),
    ),
    makeTool("failing_job", async () => run("unsuccessful"), { needsTasks: true }),
    makeTool("protocol_error_job", async () => run("broken"), { needsTasks: true }),
    makeTool("confirm_delete", async () => run("asks-1"), { needsTasks: true }),
    makeTool("multi_input", async () => run("asks-2"), { needsTasks: true }),
    makeTool("test_tool_with_task", async (_, { answers, hasTasks }) => {
      const who = readName(answers["user_name"])
      if (who === undefined) return requestInput({ user_name: askName })
      return hasTasks ? run("greeting", { who }) : give(text(`Hello, ${who}!`))
    }),
  ]
}

const askName: InputRequest = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "What is your name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  },
}

function readName(response: unknown): string | undefined {
  const content = isMap(response) && response["action"] === "accept" ? response["content"] : undefined
  const name = isMap(content) ? content["name"] : undefined
  return typeof name === "string" ? name : undefined
}

function requestInput(inputRequests: Readonly<Record<string, InputRequest>>, requestState?: string): ToolAnswer {
  const state = requestState === undefined ? {} : { requestState }
  return { kind: "input", input: { resultType: "input_required", inputRequests: { ...inputRequests }, ...state } }
}

/** The scenarios about input that ask for an elicitation; our server asks no client for samples or roots. */
function inputTools(): readonly OfferedTool[] {
  return [
    makeTool("test_input_required_result_elicitation", async (_, { answers }) => {
      const who = readName(answers["user_name"])
      return who === undefined ? requestInput({ user_name: askName }) : give(text(`Hello, ${who}!`))
    }),
    makeTool("test_input_required_result_request_state", async (_, { answers, state }) =>
      Object.keys(answers).length > 0 && state === "state-1"
        ? give(text("state-ok"))
        : requestInput({ confirm: askConfirm }, "state-1"),
    ),
    makeTool("test_input_required_result_multi_round", async (_, { answers, state }) => {
      if (state === "round-2" && answers["step2"] !== undefined) return give(text("both rounds are done"))
      if (state === "round-1" && answers["step1"] !== undefined) return requestInput({ step2: askName }, "round-2")
      return requestInput({ step1: askName }, "round-1")
    }),
  ]
}

const askConfirm: InputRequest = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Please confirm",
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  },
}

/** The suite answers with fields of its own, whatever was asked. */
function translateAnswers(tasks: ReturnType<typeof openRunTasks>): NonNullable<ServedOffer["tasks"]> {
  const translate = (response: unknown) =>
    isMap(response) && isMap(response["content"]) ? { ...response, content: { answer: "yes" } } : response
  return {
    ...tasks,
    update: (id, responses) =>
      tasks.update(id, Object.fromEntries(Object.entries(responses).map(([key, one]) => [key, translate(one)]))),
  }
}

const listed = [
  { uri: "test://static-text", name: "static text", description: "a text", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static binary", description: "a picture", mimeType: "image/png" },
]

const TEMPLATES = [
  {
    uriTemplate: "test://template/{id}/data",
    name: "template",
    description: "data by id",
    mimeType: "application/json",
  },
]

async function readFixture(uri: string) {
  if (uri === "test://static-text")
    return { mimeType: "text/plain", text: "This is the content of the static text resource." }
  if (uri === "test://static-binary") return { mimeType: "image/png", blob: PIXEL }
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id === undefined) return undefined
  return { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }
}

const PROMPTS = [
  { name: "test_simple_prompt", description: "a prompt", arguments: [] },
  {
    name: "test_prompt_with_arguments",
    description: "with arguments",
    arguments: ["arg1", "arg2"].map((name) => ({ name, description: name, required: true })),
  },
]

async function getPrompt(name: string, { arg1 = "", arg2 = "" }: Readonly<Record<string, string>>) {
  if (name === "test_simple_prompt") return { text: "This is a simple prompt for testing." }
  if (name !== "test_prompt_with_arguments") return undefined
  return { text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }
}
