import type { Problem } from "../../../problem/problem.ts"
import type { Peer } from "./connection/connection.ts"
import { translateMcpError } from "./mcp-failure.ts"
import type { McpLimits, McpServer } from "./mcp-server.ts"
import {
  reportLeftOut,
  findOfferNameFault,
  type ServerOffer,
  type ServerOffers,
  listPromptOffers,
  serverProblem,
  settleOffers,
  listSkillOffers,
} from "./offers/offers.ts"
import { type McpSession, toRequestOptions } from "./connection/session.ts"

export interface Listed extends ServerOffers {
  /** Includes what was left out because it differs from what was approved. */
  readonly all: readonly ServerOffer[]
}

/** Everything a server offers. Never throws: a server that fails has nothing to offer, and one problem. */
export async function listOffers(server: McpServer, limits: McpLimits, session: McpSession): Promise<Listed> {
  const odd = findOfferNameFault(server.name)
  if (odd !== undefined) return nothing(serverProblem(server, odd, "rename it in your settings"))
  try {
    const parts = await session.call((peer) =>
      Promise.all([
        orProblem(server, () => listSkills(server, limits, peer)),
        orProblem(server, () => listPrompts(server, limits, peer)),
      ]),
    )
    const all = parts.flatMap(({ offers }) => offers)
    const settled = settleOffers(server, all)
    return { ...settled, all, problems: [...parts.flatMap(({ problems }) => problems), ...settled.problems] }
  } catch (error) {
    return nothing(failed(server, error))
  }
}

function nothing(problem: Problem): Listed {
  return { offers: [], all: [], problems: [problem] }
}

/** A list that the server refuses or garbles affects nothing else; a failed connection fails the whole call. */
async function orProblem(server: McpServer, list: () => Promise<ServerOffers>): Promise<ServerOffers> {
  try {
    return await list()
  } catch (error) {
    return { offers: [], problems: [failed(server, error)] }
  }
}

function failed(server: McpServer, error: unknown): Problem {
  const failure = translateMcpError(error)
  return serverProblem(server, `the server ${server.name} failed: ${failure.message}`, failure.next)
}

async function listSkills(server: McpServer, limits: McpLimits, { skills }: Peer): Promise<ServerOffers> {
  if (!skills.supported) return { offers: [], problems: [] }
  const listing = await skills.list({}, toRequestOptions(limits))
  const unfit = server.trust === "text" ? [] : listing.skills.filter(({ resources }) => resources === "dynamic")
  const fit = listing.skills.filter((skill) => !unfit.includes(skill))
  const invalid = listing.invalid.map(({ uri, reason }) => `${uri ?? "no address"}: ${reason}`)
  const unfitUris = unfit.map(({ uri }) => uri)
  const { offers, problems } = listSkillOffers(server, fit.slice(0, limits.skills))
  return {
    offers,
    problems: [
      ...tooMany(server, "skills", { count: fit.length, most: limits.skills }),
      ...reportLeftOut(server, "offers invalid skills", invalid),
      ...reportLeftOut(server, "is trusted with more than text, but provides no digests for some skills", unfitUris),
      ...problems,
    ],
  }
}

async function listPrompts(server: McpServer, limits: McpLimits, { client }: Peer): Promise<ServerOffers> {
  if (client.getServerCapabilities()?.prompts === undefined) return { offers: [], problems: [] }
  const { prompts } = await client.listPrompts(undefined, toRequestOptions(limits))
  const { offers, problems } = listPromptOffers(server, prompts.slice(0, limits.prompts))
  return {
    offers,
    problems: [...tooMany(server, "prompts", { count: prompts.length, most: limits.prompts }), ...problems],
  }
}

function tooMany(
  server: McpServer,
  what: string,
  { count, most }: { readonly count: number; readonly most: number },
): readonly Problem[] {
  if (count <= most) return []
  const message = `the server ${server.name} offers ${count} ${what}; those beyond the first ${most} were left out`
  return [serverProblem(server, message, "ask the server's operators to offer fewer")]
}
