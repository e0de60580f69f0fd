import { setTimeout as wait } from "node:timers/promises"
import type { HookEvent } from "../../hooks/hook-event.ts"
import type { Address, Agent } from "../../model.ts"
import { findRequestedPlace } from "../../roles/find-requested-task.ts"
import { recogniseRole, type SubAgentRequest } from "../../roles/recognise-role.ts"
import { findOurRole, listUsualTemplates } from "../../roles/role-instructions.ts"
import { findNamedRole } from "../../roles/role-names.ts"
import { readRoleTemplate } from "../../roles/role-template.ts"
import { findSubAgentCalls, mayNoteCalls, type StartingAgent } from "../../roles/sub-agent-calls.ts"
import { findAgentPlace } from "../find-agent-place.ts"
import type { Wake } from "../open-wake.ts"
import { findRoleFiles, readRoleFile } from "./find-role-files.ts"
import { listSkillPlaces } from "./list-skill-places.ts"
import { readTail } from "./read-tail.ts"

/** A sub-agent that has a role. */
export interface StartedSubAgent {
  readonly role: string
  /** The names by which a file for its role is found, the best first. */
  readonly names: readonly string[]
  /** What it is asked to do; several if one of them is its request, and it is not known which. */
  readonly requests: readonly SubAgentRequest[]
}

/**
 * The role of a sub-agent that starts. One that is named after a role has it. Any other has one only if there is a task,
 * and a file for its name comes with the skills, or what it is asked to do is what a role does.
 */
export async function recogniseSubAgent(
  wake: Wake,
  event: HookEvent,
  agent: Address & Pick<Agent, "role" | "work">,
): Promise<StartedSubAgent | undefined> {
  const { agentType: type = "", request, agentId: id } = event
  const given = request === undefined ? [] : [request]
  const ours = findOurRole(type)
  if (ours !== undefined) return { role: ours, names: [type, ours], requests: given }
  const place = await findAgentPlace(wake, agent, "implementer")
  if (place.current === undefined) return undefined
  const files = findRoleFiles(await listSkillPlaces(wake, agent, place))
  const named = findNamedRole(type, files)
  if (named !== undefined) return { role: type.split(":").at(-1) ?? type, names: [type], requests: given }
  const written = files.map(readRoleFile).flatMap((file) => ("text" in file ? [readRoleTemplate(file)] : []))
  const usual = listUsualTemplates().filter(({ role }) => !written.some((one) => one.role === role))
  const findRole = (one: SubAgentRequest) => recogniseRole(one, [...written, ...usual])?.role
  const requests =
    given.length > 0
      ? given
      : await findRequests({ id, type }, { file: event.transcript, isForRole: (one) => findRole(one) !== undefined })
  const roles = new Set(requests.map(findRole))
  const [role] = roles
  if (role === undefined || roles.size > 1) return undefined
  const isKnown = requests.some((one) => findRequestedPlace(place, one).current !== undefined)
  return isKnown ? { role, names: [role], requests } : undefined
}

/** The calls of sub-agents are at the end of the transcript. */
const TAIL = 512 * 1024
/** A host writes its transcript with a delay: seen with Claude Code 2.1.325, up to 160 ms after the hook began. */
const PATIENCE = 600
const PAUSE = 30
/**
 * If no other call appears within this time, the one without a result is that of this sub-agent; and if none of several
 * is for a role, it does not matter which of them is.
 */
const SETTLED = 180

interface Calls {
  /** The transcript. */
  readonly file: string | undefined
  readonly isForRole: (request: SubAgentRequest) => boolean
}

async function findRequests(agent: StartingAgent, { file, isForRole }: Calls): Promise<readonly SubAgentRequest[]> {
  const isSettled = (open: readonly SubAgentRequest[]) =>
    open.length === 1 || (open.length > 1 && !open.some(isForRole))
  for (let waited = 0; ; waited += PAUSE) {
    const tail = readTail(file, TAIL)
    const { own, open } = findSubAgentCalls(tail, agent)
    if (own !== undefined) return [own]
    if (!mayNoteCalls(tail) || waited >= PATIENCE || (waited >= SETTLED && isSettled(open))) return open
    await wait(PAUSE)
  }
}
