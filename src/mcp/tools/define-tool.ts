import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { ClientRight } from "../../settings/client-settings.ts"
import type { Skillet } from "../../skillet/skillet.ts"
import { requireRight, type ServedClient } from "../client-rules.ts"
import type { CallContext, OfferedTool, ToolAnswer } from "../protocol/offer.ts"
import { toToolSchema } from "../protocol/tool-schema.ts"
import type { Workspaces } from "../workspaces.ts"

/** What a tool works with. */
export interface ToolPlace {
  readonly skillet: Skillet
  /** The top directory of the workspace. */
  readonly top: string
  readonly client: ServedClient
  readonly context: CallContext
}

/** A tool as data. Every tool takes `workspace`; what it needs from the user's settings is checked before it acts. */
export interface ToolDefinition<Input extends z.ZodRawShape, Output extends z.ZodRawShape> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly hints: ToolAnnotations
  readonly needs: ClientRight | ((args: z.infer<z.ZodObject<Input>>) => ClientRight)
  act(args: z.infer<z.ZodObject<Input>>, place: ToolPlace): Promise<ToolAnswer>
}

export type MadeTool = (workspaces: Workspaces, client: ServedClient) => OfferedTool

const WORKSPACE = z.string().describe("whole path of the project")

export function defineTool<const Input extends z.ZodRawShape, const Output extends z.ZodRawShape>(
  tool: ToolDefinition<Input, Output>,
): MadeTool {
  const { name, title, description, hints, needs } = tool
  const input = toToolSchema(z.strictObject({ workspace: WORKSPACE, ...tool.input }))
  const output = toToolSchema(z.looseObject(tool.output))
  return (workspaces, client) => ({
    name,
    title,
    description,
    hints,
    input,
    output,
    call(given, context) {
      // The schema has checked them.
      const args = given as z.infer<z.ZodObject<Input>> & { readonly workspace: string }
      return workspaces.within(args.workspace, async (skillet, top) => {
        await requireRight(skillet, client, typeof needs === "function" ? needs(args) : needs)
        return tool.act(args, { skillet, top, client, context })
      })
    },
  })
}

/** A result for programs and models: hosts show one of the two, so each is complete. */
export function answer(structuredContent: Readonly<Record<string, unknown>>, text: string): ToolAnswer {
  const result: CallToolResult = { content: [{ type: "text", text }], structuredContent: { ...structuredContent } }
  return { kind: "result", result }
}

export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
export const ENDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: false }
