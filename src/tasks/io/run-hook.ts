import fs from "node:fs"
import { SkilletError } from "../../problem/failure.ts"
import { isAgentName } from "../messages/inline-text.ts"
import { type Agent, ORCHESTRATOR } from "../model.ts"
import type { HookEvent } from "../hooks/hook-event.ts"
import { HOST_CHARACTERS, hookAnswer } from "../hooks/hook-answer.ts"
import { type HookPlan, isNewSession, planHook } from "../hooks/plan-hook.ts"
import { restoredCharacters, usedSkills } from "../hooks/restored-skills.ts"
import type { Wake } from "./open-wake.ts"
import { wakeAgent } from "./wake-agent.ts"

/** What a hook may add to a context. */
const HOOK_TOKENS = 2000

/** Does what a host's event asks for, and passes the answer to `print`. */
export async function runHook(wake: Wake, event: HookEvent, print: (answer: string) => Promise<void>): Promise<void> {
  const env = wake.options.env ?? process.env
  const { store } = wake
  const known = event.session === "" ? undefined : await store.agentOfSession(event.session)
  const name = (env["SKILLET_AGENT"] || known?.agent) ?? ORCHESTRATOR
  if (!isAgentName(name))
    throw new SkilletError("agent.bad-name", "SKILLET_AGENT is not an agent's name", {
      retry: "no",
      next: "correct it",
    })
  const address = { ...wake.scope, agent: name }
  const agent = await store.agent(address)
  const at = wake.now()
  const plan = planHook(event, agent, at)
  await remember(wake, event, { ...plan, agent, name })
  if (plan.wake === undefined) return
  const { role, ...rest } = plan.wake
  const used = plan.wake.trigger.startsWith("compact:") ? usedSkills(tailOf(event.transcript)) : []
  await wakeAgent(
    wake,
    {
      ...rest,
      agent: address,
      session: rest.subAgent === undefined ? undefined : event.session,
      role,
      budget: { tokens: HOOK_TOKENS, characters: HOST_CHARACTERS - 200 },
      restored: used.length === 0 ? undefined : (skill) => restoredCharacters(skill, used),
    },
    ({ text }) => print(hookAnswer(event.name, text)),
  )
}

interface Remembered {
  readonly agent: Agent | undefined
  readonly name: string
  readonly compacted?: number | undefined
  readonly note?: HookPlan["note"]
}

async function remember({ store, scope, now }: Wake, event: HookEvent, known: Remembered): Promise<void> {
  const { agent, name, compacted, note } = known
  const isNew = isNewSession(event, agent)
  if (compacted !== undefined || isNew) {
    const session = isNew ? event.session : agent?.session
    await store.putAgent(
      { ...scope, agent: name },
      { session, compacted: compacted ?? agent?.compacted, updated: now() },
    )
  }
  if (note !== undefined)
    await store.note(scope, { kind: note, agent: name, at: now(), data: { session: event.session } })
}

/** Transcripts grow without limit; the skills used last are at their end. */
const TAIL = 2 * 1024 * 1024

function tailOf(file: string | undefined): string {
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
