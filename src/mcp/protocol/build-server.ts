import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server"
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills"
import { SkilletError } from "../../problem/failure.ts"
import { callTool, describeTool } from "./call-tool.ts"
import type { ServedOffer, OfferedPrompts, OfferedResources } from "./offer.ts"
import { serveTasks } from "./tasks-extension.ts"

/** What is offered is read again for each request, and no change of it is told. */
const STATIC = { listChanged: false }

/** A server for one connection, or for one request over HTTP. It keeps nothing: what it offers does. */
export function buildServer(offer: ServedOffer): McpServer {
  const { name, version, instructions, skills, prompts, resources, tasks } = offer
  const mcp = new McpServer(
    { name, version },
    {
      capabilities: { tools: STATIC, ...(prompts && { prompts: STATIC }), ...(resources && { resources: STATIC }) },
      ...(instructions !== undefined && { instructions }),
    },
  )
  serveTools(mcp, offer)
  if (prompts !== undefined) servePrompts(mcp, prompts)
  if (resources !== undefined) serveResources(mcp, resources)
  if (tasks !== undefined) serveTasks(mcp.server, tasks)
  if (skills !== undefined) new SkillsExtension(skills).attach(mcp)
  return mcp
}

function serveTools({ server }: McpServer, { tools }: ServedOffer): void {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const listed = tools.map(describeTool)
  server.setRequestHandler("tools/list", () => ({ tools: listed }))
  server.setRequestHandler("tools/call", ({ params }, context) => callTool(server, byName, { params, context }))
}

function servePrompts({ server }: McpServer, prompts: OfferedPrompts): void {
  server.setRequestHandler("prompts/list", async () => ({
    prompts: (await prompts.list()).map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })),
  }))
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const found = await orProtocolError(() => prompts.get(params.name, params.arguments ?? {}))
    if (found === undefined) throw invalid(`there is no prompt ${JSON.stringify(params.name).slice(0, 100)}`)
    const { description, text } = found
    return {
      ...(description === undefined ? {} : { description }),
      messages: [{ role: "user", content: { type: "text", text } }],
    }
  })
}

function serveResources(mcp: McpServer, { scheme, list, templates, read }: OfferedResources): void {
  const whole = new ResourceTemplate(`${scheme}://{+path}`, {
    list: async () => ({ resources: [...(await list())] }),
  })
  mcp.registerResource(scheme, whole, {}, async ({ href }) => {
    const found = await orProtocolError(() => read(href))
    if (found === undefined) throw new ResourceNotFoundError(href)
    return { contents: [{ uri: href, ...found }] }
  })
  for (const { uriTemplate, name, ...more } of templates)
    mcp.registerResource(name, new ResourceTemplate(uriTemplate, { list: undefined }), more, async ({ href }) => {
      throw new ResourceNotFoundError(href)
    })
}

/** Outside tools, an error of ours is one of the protocol, with its code and the next safe step. */
async function orProtocolError<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    const { code, next, retry } = error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${error.message} (${code}; ${next})`, {
      code,
      next,
      retry,
    })
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
