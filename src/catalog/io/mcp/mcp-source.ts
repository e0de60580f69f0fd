import type { GetPromptResult, Prompt } from "@modelcontextprotocol/client"
import type { Skill, SkillFile } from "@modelcontextprotocol/client/ext/skills"
import type { FoundSkill, SkillSource } from "../../skill-source.ts"
import type { SkilletError } from "../../../problem/failure.ts"
import type { Trust } from "../../../skill/trust.ts"
import { type Listed, listOffers } from "./list-offers.ts"
import { mcpFailure, overLimitFailure, shortenServerText } from "./mcp-failure.ts"
import { type McpLimits, mcpLimits, type McpServer, type McpTrust } from "./mcp-server.ts"
import type { ServerOffer } from "./offers/offers.ts"
import { openServerSession, toRequestOptions } from "./connection/session.ts"
import { writeHeader } from "../../../skill/header/write.ts"
import { removeHidden } from "./offers/remove-hidden.ts"
import { formatBytes } from "../../../text/format-bytes.ts"

/** A server's skills and prompts. Whatever the server does, it causes one problem and nothing else. */
export interface McpSource extends SkillSource {
  /** All files of a skill by their path in its folder, verified; none for prompts and skills without a list of files. */
  files(skill: FoundSkill): Promise<Readonly<Record<string, Uint8Array>>>
  /** What to pin at approval: the digest of everything the last listing offered, changed or not. */
  digests(): Promise<Readonly<Record<string, string>>>
  /** Ends the server's process; pending calls fail. */
  close(): Promise<void>
}

export function openMcpSource(server: McpServer, limits: Partial<McpLimits> = {}): McpSource {
  const bounds: McpLimits = { ...mcpLimits, ...limits }
  const session = openServerSession(server, bounds)
  const options = toRequestOptions(bounds)
  let listed: Promise<Listed> | undefined
  const look = () => {
    listed = listOffers(server, bounds, session)
    return listed
  }

  async function findOffer(skill: FoundSkill): Promise<ServerOffer> {
    const { offers, problems } = await (listed ?? look())
    const offer = offers.find(({ found }) => found.path === skill.path)
    if (offer !== undefined) return offer
    const why = problems[0] === undefined ? "" : ` (${problems[0].message})`
    throw mcpFailure("mcp.gone", `${server.name} offers no ${skill.name}${why}`)
  }

  async function ask(offer: ServerOffer & { readonly kind: "prompt" }, values: readonly string[]): Promise<string> {
    const named = promptArguments(offer.prompt, values)
    const params = { name: offer.prompt.name, ...(values.length === 0 ? {} : { arguments: named }) }
    const result = await session.call(({ client }) => client.getPrompt(params, options))
    return writeRemoteSkill(offer.found, bounded(promptBody(result), bounds))
  }

  return {
    kind: "mcp",
    label: server.name,
    trust: trusts[server.trust],
    async list() {
      const { offers, problems } = await look()
      return { skills: offers.map(({ found }) => found), problems }
    },
    async read(skill, args = []) {
      const offer = await findOffer(skill)
      if (offer.kind === "prompt") return ask(offer, args)
      if (offer.found.size > bounds.resultBytes) throw textTooLarge(bounds)
      const file = await session.call(({ skills }) => skills.read(offer.entry, undefined, options))
      bounded(file.text ?? "", bounds)
      return writeRemoteSkill(offer.found, file.body ?? "")
    },
    async files(skill) {
      const offer = await findOffer(skill)
      if (offer.kind === "prompt") return {}
      return skillFiles(offer.entry, bounds, (work) =>
        session.call(({ skills }) => work((uri) => skills.read(offer.entry, uri, options))),
      )
    },
    async digests() {
      const { all } = await (listed ?? look())
      return Object.fromEntries(all.map(({ found, digest }) => [found.name, digest]))
    },
    close: () => session.close(),
  }
}

const trusts: Readonly<Record<McpTrust, Trust>> = {
  text: "remote",
  vars: "remote-vars",
  "shell-with-permission": "remote-shell",
}

function bounded(text: string, limits: McpLimits): string {
  if (Buffer.byteLength(text) > limits.resultBytes) throw textTooLarge(limits)
  return text
}

function textTooLarge(limits: McpLimits): SkilletError {
  return overLimitFailure(`its text is larger than ${formatBytes(limits.resultBytes)}`)
}

/**
 * A server's text as the text of a skill. The frontmatter is the listed one, so that a text cannot claim more than its
 * listing; nothing in the body can become frontmatter.
 */
export function writeRemoteSkill(found: FoundSkill, body: string): string {
  return `${writeHeader(found.summary.header).join("\n")}\n\n${removeHidden(body).replace(/^\n+/, "")}`
}

/** The arguments by name; throws if required ones are missing or there are too many. */
function promptArguments(prompt: Prompt, values: readonly string[]): Readonly<Record<string, string>> {
  const known = prompt.arguments ?? []
  const missing = known.slice(values.length).filter(({ required }) => required === true)
  if (missing.length > 0) {
    const names = missing.map(({ name }) => shortenServerText(name)).join(", ")
    throw mcpFailure("mcp.arguments", `the prompt ${prompt.name} needs: ${names}`)
  }
  if (values.length > known.length)
    throw mcpFailure("mcp.arguments", `the prompt ${prompt.name} takes ${known.length} arguments, not ${values.length}`)
  return Object.fromEntries(values.map((value, at) => [known[at]?.name ?? "", value]))
}

/** The text of a prompt, in any role. */
function promptBody(result: GetPromptResult): string {
  const parts = result.messages.map(({ content }) => {
    if (content.type === "text") return content.text
    if (content.type === "resource" && "text" in content.resource) return content.resource.text
    return `[${content.type} left out]`
  })
  return `${parts.join("\n\n")}\n`
}

type ReadFile = (uri: string) => Promise<Pick<SkillFile, "bytes">>
type Files = Readonly<Record<string, Uint8Array>>

const MOST_FILES = 512
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Every file of a skill by its path in the skill's directory. Files that are too large are refused before they are
 * fetched.
 */
async function skillFiles(
  entry: Skill,
  limits: McpLimits,
  inOneCall: (work: (read: ReadFile) => Promise<Files>) => Promise<Files>,
): Promise<Files> {
  if (entry.resources === "dynamic") return {}
  if (entry.resources.length > MOST_FILES) throw overLimitFailure(`the skill has more than ${MOST_FILES} files`)
  if (entry.resources.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES)
    throw overLimitFailure(`the skill's files are larger than ${formatBytes(MOST_BYTES)} in total`)
  const large = entry.resources.find(({ size }) => size > limits.resultBytes)
  if (large !== undefined)
    throw overLimitFailure(`a file of the skill is larger than ${formatBytes(limits.resultBytes)}`)
  const { resources } = entry
  return inOneCall(async (read) => {
    const files: Record<string, Uint8Array> = Object.create(null)
    for (const { uri } of resources) files[toRelativePath(entry, uri)] = (await read(uri)).bytes
    return files
  })
}

/** The code that writes the files checks these paths: they come from the server. */
function toRelativePath(entry: Skill, uri: string): string {
  const root = new URL("./", entry.uri).href
  const { href } = new URL(uri)
  if (!href.startsWith(root)) throw mcpFailure("mcp.answer", "a file of the skill is outside its directory")
  try {
    return decodeURIComponent(href.slice(root.length))
  } catch (error) {
    throw mcpFailure("mcp.answer", "the URI of a file of the skill is malformed", error)
  }
}
