import { randomBytes } from "node:crypto"
import type { CatalogSkill } from "../../catalog/catalog.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { readSkillBody } from "../../skill/require-skill.ts"
import { sha256 } from "../../text/sha256.ts"
import { type Activation, mayActivate } from "../activation/decide-activation.ts"
import { type ActivatedSkill, canBeAdded, renderActivation } from "../activation/render-activation.ts"
import { isPrompt, type HookEvent } from "../hooks/hook-event.ts"
import { findLoadedSkills } from "../hooks/restored-skills.ts"
import type { Address } from "../model.ts"
import { decideForPrompt, isSkillTrusted } from "./decide-for-prompt.ts"
import type { Wake } from "./open-wake.ts"
import { readTail } from "./roles/read-tail.ts"

/** Skills for a prompt, claimed for its session. */
export interface SkillOffer {
  readonly text: string
  /** Must be called once the text was printed: a skill that was not delivered comes with a later prompt. */
  confirm(): Promise<void>
}

/** How long another hook of the session leaves a claimed skill alone. */
const HOLD_MILLISECONDS = 30_000
const TAIL = 2 * 1024 * 1024

/**
 * What a prompt activates. Each skill once a session: it is claimed before it is printed, as a delivery of its own, and
 * confirmed after. No server is started, no command is run, and nothing is filled in.
 */
export async function offerSkills(wake: Wake, event: HookEvent, address: Address): Promise<SkillOffer | undefined> {
  const { session, agentId, asked = "" } = event
  if (!isPrompt(event.name) || agentId !== undefined || session === "" || asked === "") return undefined
  const { openSession } = await import("../../catalog/io/session/open-session.ts")
  const skillet = openSession({ ...wake.options, serversOff: true })
  try {
    const settings = (await skillet.settings()).activation
    if (!mayActivate(asked, settings)) return undefined
    const loaded = [...(event.loaded ?? []), ...findLoadedSkills(readTail(event.transcript, TAIL))]
    const { skills, chosen } = await decideForPrompt(skillet, { asked, settings, loaded })
    const claimed: Claimed[] = []
    for (const activation of chosen) {
      const skill = skills[activation.at]
      const wakeUp = skill === undefined ? undefined : await claimSkill(wake, address, { session, ref: skill.ref })
      if (skill === undefined || wakeUp === undefined) continue
      claimed.push({ ...wakeUp, activation, skill, ...(await readBody(skillet, skill, activation)) })
    }
    if (claimed.length === 0) return undefined
    return {
      text: renderActivation(claimed.map(toActivated)),
      confirm: () => confirmSkills(wake, { address, session, host: skillet.host }, claimed),
    }
  } finally {
    await skillet.close()
  }
}

interface Claim {
  readonly id: number
  readonly holder: string
}

interface Claimed extends Claim {
  readonly skill: CatalogSkill
  readonly activation: Activation
  readonly body?: string | undefined
  readonly digest?: string | undefined
}

/** Undefined if the session has it already, or another hook is delivering it. */
async function claimSkill(
  wake: Wake,
  address: Address,
  { session, ref }: { readonly session: string; readonly ref: string },
): Promise<Claim | undefined> {
  const holder = wake.nameWorker(`skill-${randomBytes(6).toString("hex")}`)
  const at = wake.now()
  const begun = await wake.store.beginWake({
    ...address,
    session,
    subAgent: `skill:${ref}`,
    trigger: `skill:${session}:${ref}`,
    full: false,
    holder,
    at,
    until: at + HOLD_MILLISECONDS,
  })
  return begun.kind === "recorded" ? { id: begun.wake.id, holder } : undefined
}

/** The text of a skill that is to be added, if it is trusted as it is now and can be added as it is. */
async function readBody(skillet: Session, skill: CatalogSkill, { how }: Activation) {
  if (how !== "body" || !(await isSkillTrusted(skillet, skill))) return {}
  const text = await skillet.read(skill.path)
  const { body } = readSkillBody(text)
  return canBeAdded(body) ? { body, digest: sha256(text) } : {}
}

function toActivated({ skill, activation, body }: Claimed): ActivatedSkill {
  return { name: skill.name, path: skill.path, by: activation.by, because: activation.because, body }
}

async function confirmSkills(
  { store, now }: Wake,
  { address, session, host }: { readonly address: Address; readonly session: string; readonly host: string },
  claimed: readonly Claimed[],
): Promise<void> {
  for (const { id, holder, skill, activation, body, digest } of claimed) {
    if (!(await store.confirmWake(id, { holder, at: now() }))) continue
    const { by, because, worth } = activation
    const how = body === undefined ? "name" : "body"
    const data = { session, host, skill: skill.name, path: skill.path, by, because, worth, how, digest }
    await store.note(address, { kind: "skill_activated", agent: address.agent, at: now(), data })
  }
}
