import { describeError, SkilletError } from "../../problem/failure.ts"
import { isAgentName } from "../messages/inline-text.ts"
import { type Address, type Agent, type HostSession, ORCHESTRATOR } from "../model.ts"
import { type HookEvent, isPrompt } from "../hooks/hook-event.ts"
import { HOST_CHARACTERS, writeHookAnswer } from "../hooks/hook-answer.ts"
import { type HookPlan, isNewSession, isOtherSession, isOwnContext, planHook } from "../hooks/plan-hook.ts"
import { countRestoredCharacters, findUsedSkills } from "../hooks/restored-skills.ts"
import type { SkillOffer } from "./offer-skills.ts"
import type { Wake } from "./open-wake.ts"
import type { StartedSubAgent } from "./roles/recognise-sub-agent.ts"
import { readTail } from "./roles/read-tail.ts"
import { wakeAgent, type Woken } from "./wake-agent.ts"

/** What a hook may add to a context. */
const HOOK_TOKENS = 2000
/** The skills used last are at the end of a transcript. */
const TAIL = 2 * 1024 * 1024

/** Does what a host's event asks for, and passes the answer to `print`. Undefined if nobody is woken by it. */
export async function runHook(
  wake: Wake,
  event: HookEvent,
  print: (answer: string) => Promise<void>,
): Promise<Woken | undefined> {
  const env = wake.options.env ?? process.env
  const { store } = wake
  const session = event.session === "" ? undefined : await store.session(event.session)
  const name = env["SKILLET_AGENT"] || (session?.agent ?? (await findSpawned(wake, event)) ?? ORCHESTRATOR)
  if (!isAgentName(name))
    throw new SkilletError("agent.bad-name", "SKILLET_AGENT is not an agent's name", {
      retry: "no",
      next: "correct it",
    })
  const address = { ...wake.scope, agent: name }
  const agent = await store.agent(address)
  const isOwn = isOwnContext(event, agent)
  const plan = isOwn
    ? await planForAgent(wake, event, { address, agent })
    : await planForSession(wake, event, { name, session })
  if (plan.note !== undefined)
    await store.note(wake.scope, { kind: plan.note, agent: name, at: wake.now(), data: { session: event.session } })
  if (plan.wake === undefined) return undefined
  const offer = await tryOffer(wake, event, address)
  const started = plan.wake.subAgent === undefined ? undefined : await recogniseStarted(wake, event, { address, agent })
  if (plan.wake.subAgent !== undefined && started === undefined) return undefined
  const used = plan.wake.trigger.startsWith("compact:") ? findUsedSkills(readTail(event.transcript, TAIL)) : []
  let isPrinted = false
  const woken = await wakeAgent(
    wake,
    {
      ...plan.wake,
      agent: address,
      session: isOwn && plan.wake.subAgent === undefined ? undefined : event.session,
      started,
      budget: { tokens: HOOK_TOKENS, characters: HOST_CHARACTERS - 200 - (offer?.text.length ?? 0) },
      restored: used.length === 0 ? undefined : (skill) => countRestoredCharacters(skill, used),
    },
    async ({ text }) => {
      await print(writeHookAnswer(event.name, offer === undefined ? text : `${text}\n\n${offer.text}`))
      isPrinted = true
    },
  )
  if (offer !== undefined && !isPrinted) await print(writeHookAnswer(event.name, offer.text))
  await offer?.confirm()
  return woken
}

/** Skills for a prompt. Whatever goes wrong with them is recorded, and the rest of the hook goes on without them. */
async function tryOffer(wake: Wake, event: HookEvent, address: Address): Promise<SkillOffer | undefined> {
  if (!isPrompt(event.name)) return undefined
  try {
    const { offerSkills } = await import("./offer-skills.ts")
    return await offerSkills(wake, event, address)
  } catch (error) {
    const why = describeError(error).split("\n")[0] ?? ""
    const { noteHookFailure } = await import("./hook-failures.ts")
    const { env } = wake.options
    if (env !== undefined)
      noteHookFailure(env, { at: wake.now(), event: event.name, cwd: event.cwd ?? wake.scope.project, why })
    const data = { session: event.session, why }
    await wake.store.note(wake.scope, { kind: "activation_failed", agent: address.agent, at: wake.now(), data })
    return undefined
  }
}

async function recogniseStarted(
  wake: Wake,
  event: HookEvent,
  { address, agent }: { readonly address: Address; readonly agent: Agent | undefined },
): Promise<StartedSubAgent | undefined> {
  const { recogniseSubAgent } = await import("./roles/recognise-sub-agent.ts")
  const role = agent?.role ?? (address.agent === ORCHESTRATOR ? ORCHESTRATOR : "agent")
  return recogniseSubAgent(wake, event, { ...address, role, work: agent?.work })
}

/** A spawned agent whose driver told us its session. */
async function findSpawned({ store }: Wake, { session }: HookEvent): Promise<string | undefined> {
  return session === "" ? undefined : (await store.agentOfSession(session))?.agent
}

/** Plans what an event means for an agent's own context, and records it in the same transaction. */
async function planForAgent(
  { store, now }: Wake,
  event: HookEvent,
  { address, agent }: { readonly address: Address; readonly agent: Agent | undefined },
): Promise<HookPlan> {
  const at = now()
  let plan = planHook(event, agent, at)
  const change = (known: Agent | undefined) => {
    plan = planHook(event, known, at)
    const isNew = isOtherSession(event, known)
    if (plan.compacted === undefined && !isNew) return undefined
    const session = isNew ? event.session : known?.session
    return { session, compacted: plan.compacted ?? known?.compacted, updated: at }
  }
  if (agent !== undefined) await store.changeAgent(address, change)
  else await store.putAgent(address, change(undefined) ?? { updated: at })
  return plan
}

/**
 * The same for a session. Two hooks that meet decide one after the other, and the second knows what the first did. The
 * time is that of the call, however long it waited: a late twin is not another compaction.
 */
async function planForSession(
  { store, now }: Wake,
  event: HookEvent,
  { name, session }: { readonly name: string; readonly session: HostSession | undefined },
): Promise<HookPlan> {
  const at = now()
  let plan = planHook(event, session, at)
  if (plan.compacted === undefined && !isNewSession(event, session)) return plan
  await store.changeSession(event.session, (known) => {
    plan = planHook(event, known, at)
    if (plan.compacted === undefined && !isNewSession(event, known)) return undefined
    return { agent: name, compacted: plan.compacted, began: plan.began, updated: at }
  })
  return plan
}
