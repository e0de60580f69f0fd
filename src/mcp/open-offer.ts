import { SkilletError } from "../problem/failure.ts"
import { version } from "../system/version.ts"
import type { ServedClient } from "./client-rules.ts"
import { nameTools } from "./name-tools.ts"
import type { ToolProfile } from "./tool-profiles.ts"
import { profileTools } from "./profiles.ts"
import { openPrompts } from "./prompts.ts"
import type { ServedOffer, OfferedTool } from "./protocol/offer.ts"
import { openMcpResources } from "./resources.ts"
import { openRunTasks } from "./run-tasks.ts"
import { openSkillSource } from "./skills/skill-source.ts"
import type { Workspaces } from "./workspaces.ts"

export interface OfferOptions {
  readonly profile: ToolProfile
  readonly client: ServedClient
  /** Receives what could not be offered, and why. */
  readonly onWarning: (warning: { readonly path: string; readonly message: string }) => void
}

/**
 * Everything that Skillet offers a client of MCP.
 *
 * 1. Each call names its workspace and opens it; nothing of one call is left for the next, so a server that is killed
 *    loses nothing, and another one goes on where it was.
 * 2. What a client may do is the user's to say (`mcp` in the settings). By default it finds skills and follows
 *    procedures; it never answers for a person and never lets a run pass a gate.
 * 3. Commands of skills run under the rules of the person who runs the server. No call can grant any.
 * 4. Text of skills that the user has not approved is marked as data.
 */
export function openOffer(workspaces: Workspaces, { profile, client, onWarning }: OfferOptions): ServedOffer {
  const hasSkills = profile !== "runs"
  return {
    name: "skillet",
    version,
    instructions: INSTRUCTIONS,
    tools: tellTools(profileTools[profile].map((make) => make(workspaces, client))),
    skills: hasSkills ? { source: openSkillSource(workspaces, { client, onWarning }), onWarning } : undefined,
    prompts: hasSkills ? openPrompts(workspaces, client) : undefined,
    resources: openMcpResources(workspaces, client),
    tasks: profile === "skills" ? undefined : openRunTasks(workspaces, client),
  }
}

/** The next step of an error names the calls that this client has. */
function tellTools(tools: readonly OfferedTool[]): readonly OfferedTool[] {
  const offered = new Set(tools.map(({ name }) => name))
  return tools.map((tool) => ({
    ...tool,
    async call(args, context) {
      try {
        return await tool.call(args, context)
      } catch (error) {
        if (!(error instanceof SkilletError)) throw error
        const { code, message, retry, problems } = error
        throw new SkilletError(code, message, { retry, problems, next: nameTools(error.next, offered), cause: error })
      }
    },
  }))
}

const INSTRUCTIONS =
  "Skills and durable procedures. Before work that a skill may cover, call skills_match, then skill_get. Start a procedure with run_start, do exactly what its text says, and make the call at its end; run_next shows the current step again."
