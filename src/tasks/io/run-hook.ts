import fs from "node:fs"
import { SkilletError } from "../../problem/failure.ts"
import { isAgentName } from "../messages/inline-text.ts"
import { type Agent, type HostSession, ORCHESTRATOR } from "../model.ts"
import type { HookEvent } from "../hooks/hook-event.ts"
import { HOST_CHARACTERS, writeHookAnswer } from "../hooks/hook-answer.ts"
import { type HookPlan, isNewSession, isOtherSession, isOwnContext, planHook } from "../hooks/plan-hook.ts"
import { countRestoredCharacters, findUsedSkills } from "../hooks/restored-skills.ts"
import type { Wake } from "./open-wake.ts"
import { wakeAgent, type Woken } from "./wake-agent.ts"

/** What a hook may add to a context. */
const HOOK_TOKENS = 2000

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
  const plan = planHook(event, isOwn ? agent : session, wake.now())
  await remember(wake, event, { ...plan, agent, name, session, isOwn })
  if (plan.wake === undefined) return undefined
  const { role, ...rest } = plan.wake
  const used = plan.wake.trigger.startsWith("compact:") ? findUsedSkills(readTail(event.transcript)) : []
  return wakeAgent(
    wake,
    {
      ...rest,
      agent: address,
      session: isOwn && rest.subAgent === undefined ? undefined : event.session,
      role,
      budget: { tokens: HOOK_TOKENS, characters: HOST_CHARACTERS - 200 },
      restored: used.length === 0 ? undefined : (skill) => countRestoredCharacters(skill, used),
    },
    ({ text }) => print(writeHookAnswer(event.name, text)),
  )
}

/** A spawned agent whose driver told us its session. */
async function findSpawned({ store }: Wake, { session }: HookEvent): Promise<string | undefined> {
  return session === "" ? undefined : (await store.agentOfSession(session))?.agent
}

interface Remembered {
  readonly agent: Agent | undefined
  readonly name: string
  readonly session: HostSession | undefined
  /** The event is about the context of the agent itself. */
  readonly isOwn: boolean
  readonly compacted?: number | undefined
  readonly note?: HookPlan["note"]
}

async function remember({ store, scope, now }: Wake, event: HookEvent, known: Remembered): Promise<void> {
  const { agent, name, session, isOwn, compacted, note } = known
  const isNew = isOwn ? isOtherSession(event, agent) : isNewSession(event, session)
  if (compacted !== undefined || isNew) {
    const updated = now()
    const own = { session: isNew ? event.session : agent?.session, compacted: compacted ?? agent?.compacted, updated }
    if (isOwn) await store.putAgent({ ...scope, agent: name }, own)
    else await store.putSession({ session: event.session, agent: name, compacted, updated }, isNew)
  }
  if (note !== undefined)
    await store.note(scope, { kind: note, agent: name, at: now(), data: { session: event.session } })
}

/** Transcripts grow without limit; the skills used last are at their end. */
const TAIL = 2 * 1024 * 1024

function readTail(file: string | undefined): string {
  if (file === undefined) return ""
  try {
    const handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    try {
      const { size } = fs.fstatSync(handle)
      const buffer = Buffer.alloc(Math.min(size, TAIL))
      fs.readSync(handle, buffer, 0, buffer.length, size - buffer.length)
      return buffer.toString("utf8")
    } finally {
      fs.closeSync(handle)
    }
  } catch (error) {
    if (error instanceof Error && "code" in error) return ""
    throw error
  }
}
