import type { Skill, SkillFile } from "@modelcontextprotocol/client/ext/skills"
import { inUnits, mcpFailure, overLimit } from "../mcp-failure.ts"
import type { McpLimits } from "../mcp-server.ts"

type ReadFile = (uri: string) => Promise<Pick<SkillFile, "bytes">>
type Files = Readonly<Record<string, Uint8Array>>

const MOST_FILES = 512
const MOST_BYTES = 16 * 1024 * 1024

/** Every file of a skill by its path in the skill's folder. What is too large is known, and refused, before it is fetched. */
export async function skillFiles(
  entry: Skill,
  limits: McpLimits,
  inOneCall: (work: (read: ReadFile) => Promise<Files>) => Promise<Files>,
): Promise<Files> {
  if (entry.resources === "dynamic") return {}
  if (entry.resources.length > MOST_FILES) throw overLimit(`the skill has more than ${MOST_FILES} files`)
  if (entry.resources.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw overLimit(`the skill's files are larger than ${inUnits(MOST_BYTES)} together`)
  const large = entry.resources.find(({ size }) => size > limits.resultBytes)
  if (large !== undefined) throw overLimit(`a file of the skill is larger than ${inUnits(limits.resultBytes)}`)
  const { resources } = entry
  return inOneCall(async (read) => {
    const files: Record<string, Uint8Array> = Object.create(null)
    for (const { uri } of resources) files[pathOf(entry, uri)] = (await read(uri)).bytes
    return files
  })
}

/** The code that writes the files checks these paths: they come from the server. */
function pathOf(entry: Skill, uri: string): string {
  const root = new URL("./", entry.uri).href
  const { href } = new URL(uri)
  if (!href.startsWith(root)) throw mcpFailure("mcp.answer", "a file of the skill is outside its directory")
  try {
    return decodeURIComponent(href.slice(root.length))
  } catch (error) {
    throw mcpFailure("mcp.answer", "the address of a file of the skill is garbled", error)
  }
}
