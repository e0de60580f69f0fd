import type { GetPromptResult, Prompt } from "@modelcontextprotocol/client"
import { mcpFailure, shortened } from "../mcp-failure.ts"

/** The arguments by name; throws when required ones are missing or there are too many. */
export function promptArguments(prompt: Prompt, values: readonly string[]): Readonly<Record<string, string>> {
  const known = prompt.arguments ?? []
  const missing = known.slice(values.length).filter(({ required }) => required === true)
  if (missing.length > 0) {
    const names = missing.map(({ name }) => shortened(name)).join(", ")
    throw mcpFailure("mcp.arguments", `the prompt ${prompt.name} needs: ${names}`)
  }
  if (values.length > known.length)
    throw mcpFailure("mcp.arguments", `the prompt ${prompt.name} takes ${known.length} arguments, not ${values.length}`)
  return Object.fromEntries(values.map((value, at) => [known[at]?.name ?? "", value]))
}

/** What a prompt says, in whatever role. */
export function promptBody(result: GetPromptResult): string {
  const parts = result.messages.map(({ content }) => {
    if (content.type === "text") return content.text
    if (content.type === "resource" && "text" in content.resource) return content.resource.text
    return `[${content.type} left out]`
  })
  return `${parts.join("\n\n")}\n`
}
