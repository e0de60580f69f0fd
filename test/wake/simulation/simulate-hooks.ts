import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { SkilletError } from "../../../src/problem/failure.ts"
import type { HookEvent } from "../../../src/tasks/hooks/hook-event.ts"
import type { Wake } from "../../../src/tasks/io/open-wake.ts"
import { postMessage } from "../../../src/tasks/io/post-message.ts"
import { runHook } from "../../../src/tasks/io/run-hook.ts"
import { openWakeStore } from "../../../src/tasks/io/store/open-wake-store.ts"
import { compileSkill } from "../../../src/tasks/skills/compile-skill.ts"
import type { WakeStore, WakeWanted } from "../../../src/tasks/store.ts"
import { freeze, type PortCall } from "../../../src/testing/simulator/act-through.ts"
import { type Life, waitForever } from "../../../src/testing/simulator/life.ts"
import { watchPort } from "../../../src/testing/simulator/play.ts"
import { openRandom, type Random } from "../../../src/testing/simulator/random.ts"
import { openStage, type Stage } from "../../../src/testing/simulator/stage/stage.ts"
import { type Contexts, watchContexts } from "./watch-contexts.ts"

// What a hook loads when it needs it. Loading takes real time, in which the simulated clock would run on.
import "../../../src/tasks/io/agents/collect-answer.ts"
import "../../../src/tasks/io/agents/read-question-state.ts"
import "../../../src/tasks/io/describe-run-place.ts"
import "../../../src/tasks/io/offer-skills.ts"
import "../../../src/tasks/io/pin-candidate.ts"
import "../../../src/tasks/io/pin-for-task.ts"
import "../../../src/tasks/io/roles/gather-instructions.ts"
import "../../../src/tasks/io/roles/list-skill-places.ts"
import "../../../src/tasks/io/roles/recognise-sub-agent.ts"
import "../../../src/run/io/open-runs.ts"

/** How many reads let another process continue. */
const YIELDING_READS = 0.3
/** A host gives up waiting for a hook after this time, and reads no more of what it prints. */
const PATIENCE = 60_000
const WRITES = ["post", "putAgent", "changeSession", "changeAgent", "beginWake", "confirmWake", "note"]
const faults = ["die", "die-after", "freeze", "busy", "full"] as const
const AGENTS = ["orchestrator", "june"]

export interface HooksPlayed {
  readonly broken?: string | undefined
  readonly trace: readonly string[]
  /** How many hooks were called, and how many events of each kind. */
  readonly hooks: number
}

/**
 * Plays a schedule of hooks on the real store: several sessions of two agents start, are prompted, compacted and
 * resumed, and start sub-agents, while people post messages. Hooks may be installed twice. Their processes die, freeze,
 * meet a locked file or a full disk, and print to a host that no longer reads. Afterwards nothing goes wrong any more,
 * each session is prompted, and then every message must have reached its addressee, and every session what it lacked.
 */
export async function simulateHooks(seed: number): Promise<HooksPlayed> {
  const disk = fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir()
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(disk, "skillet-hooks-")))
  let isGone: (worker: string) => boolean = () => false
  const store = await openWakeStore({
    file: path.join(folder, "a.db"),
    newTaskId: () => "t-00000000",
    isGone: (worker) => isGone(worker),
  })
  const world = makeWorld(seed, store, folder)
  isGone = world.isGone
  await addPinnedTask(store, folder)
  try {
    await play(world)
    return { trace: world.trace, hooks: world.hooks }
  } catch (error) {
    return { trace: world.trace, hooks: world.hooks, broken: error instanceof Error ? error.message : String(error) }
  } finally {
    await store.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Both agents have a task with a pinned skill, so that no hook reads a catalog. */
async function addPinnedTask(store: WakeStore, folder: string): Promise<void> {
  const scope = { project: path.join(folder, ".git"), branch: "main" }
  const [task] = (await store.addTasks(scope, [{ title: "Task 1: Login", status: "active" }], { at: 0 })) ?? []
  const pin = { skill: "guide", path: path.join(folder, "SKILL.md"), digest: "d", reason: "it is pinned", pinned: 0 }
  const content = { body: "# Guide", compiled: JSON.stringify(compileSkill("# Guide")) }
  for (const agent of AGENTS) await store.pin({ ...scope, ...pin, agent, task: task?.id }, content)
}

interface World {
  readonly random: Random
  readonly stage: Stage
  readonly store: WakeStore
  readonly folder: string
  readonly trace: string[]
  readonly contexts: Contexts
  readonly lives: Map<string, Life>
  readonly isGone: (worker: string) => boolean
  /** How often a call goes wrong; 0 in the quiet at the end. */
  faulty: number
  /** Hooks are installed in two places: each event calls both. */
  readonly copies: number
  hooks: number
}

function makeWorld(seed: number, store: WakeStore, folder: string): World {
  const random = openRandom(seed, "hooks")
  const lives = new Map<string, Life>()
  return {
    random,
    stage: openStage(random, 0.2 + random.next() * 0.8),
    store,
    folder,
    trace: [],
    contexts: watchContexts((by) => lives.get(by)?.isDead !== false),
    lives,
    isGone: (worker) => lives.get(worker.split("@")[1] ?? "")?.isDead !== false,
    faulty: random.pick([0, 0.02, 0.06, 0.15]),
    copies: random.pick([1, 1, 2]),
    hooks: 0,
  }
}

async function play(world: World): Promise<void> {
  const { random } = world
  const sessions = 1 + random.below(4)
  const hosts = Array.from({ length: sessions }, (_, nth) => ({
    session: `s${nth + 1}`,
    agent: random.pick(AGENTS),
  }))
  await inParallel(world, [
    ...hosts.map((host) => () => playSession(world, host)),
    ...[1, 2].map((nth) => () => speak(world, nth)),
  ])
  world.faulty = 0
  for (const host of hosts)
    for (const round of [1, 2])
      await inParallel(world, [
        async () => {
          await rest(world, 100_000)
          await call(world, host, { name: "UserPromptSubmit", prompt: `quiet-${round}` })
        },
      ])
  for (const agent of AGENTS) if (hosts.some((host) => host.agent === agent)) world.contexts.expectAllDelivered(agent)
  for (const { session } of hosts) world.contexts.expectTold(session)
}

async function inParallel({ stage }: World, all: readonly (() => Promise<void>)[]): Promise<void> {
  let running = all.length
  for (const one of all) one().then(() => running--, stage.fail)
  await stage.play(() => running === 0)
}

interface Host {
  readonly session: string
  readonly agent: string
}

/** What a host and its user do in one session. Hosts do not die here: what they lose, they lose by compaction. */
async function playSession(world: World, host: Host): Promise<void> {
  const { random, contexts } = world
  const { session } = host
  await rest(world, random.below(30_000))
  contexts.begin(session)
  // A host that was started without hooks, or updated while it ran, never said that the session began.
  if (!random.chance(0.1)) await call(world, host, { name: "SessionStart", source: "startup" })
  const events = 2 + random.below(5)
  for (let nth = 1; nth <= events; nth++) {
    await rest(world, random.below(20_000))
    const act = random.pick(["prompt", "prompt", "compact", "sub-agents", "resume"] as const)
    if (act === "prompt") await call(world, host, { name: "UserPromptSubmit", prompt: `p${nth}` })
    if (act === "resume") await call(world, host, { name: "SessionStart", source: "resume" })
    if (act === "compact") await compact(world, host)
    if (act === "sub-agents")
      await Promise.all(
        Array.from({ length: 1 + random.below(3) }, (_, one) =>
          call(world, host, startSubAgent(random, `${session}-${nth}-${one}`)),
        ),
      )
  }
}

/** One that is named after a role, or a general one: only the request of the latter says what it does. */
function startSubAgent(random: Random, agentId: string): Omit<HookEvent, "session"> {
  const name = "SubagentStart"
  if (random.chance(0.5)) return { name, agentType: "implementer", agentId }
  const request = random.pick([
    { description: "Implement Task 1: Login", prompt: "You are implementing Task 1: Login" },
    { description: "Find usages", prompt: "Search the code for parseConfig." },
  ])
  return { name, agentType: "general-purpose", agentId, request }
}

/** Codex announces no compaction in advance, and some hosts only that: one of the two hooks may be missing. */
async function compact(world: World, host: Host): Promise<void> {
  const { random, contexts } = world
  const hooks = random.pick(["both", "both", "before", "after"] as const)
  // Two that are not announced count as one within ten seconds: writing a summary takes a model longer.
  if (hooks === "after") await rest(world, 10_000)
  const before = hooks === "after" ? false : await call(world, host, { name: "PreCompact" })
  await rest(world, random.below(25_000))
  contexts.lose(host.session)
  world.trace.push(`${world.stage.now()} ${host.session} is compacted`)
  const after = hooks === "before" ? false : await call(world, host, { name: "SessionStart", source: "compact" })
  if (!before && !after) contexts.excuse(host.session)
}

/** Calls the hook as often as it is installed. Whether one of them reached the store without a fault. */
async function call(world: World, host: Host, what: Omit<HookEvent, "session">): Promise<boolean> {
  const calls = Array.from({ length: world.copies }, () => callOnce(world, host, { ...what, session: host.session }))
  return (await Promise.all(calls)).includes(true)
}

async function callOnce(world: World, { agent }: Host, event: HookEvent): Promise<boolean> {
  const { stage, contexts, trace, random } = world
  const life = begin(world, `${event.name}-${event.session}`)
  let isReading = true
  let isClean = true
  let isDone = false
  const wake = openProcess(world, life, { agent, spoiled: () => void (isClean = false) })
  const print = async (answer: string) => {
    await stage.turn(life)
    if (life.wakes > stage.now()) await stage.turn(life)
    const isFull = random.chance(world.faulty)
    if (isFull || !isReading) {
      isClean = false
      throw new SkilletError("output.failed", "the answer cannot be written", { retry: "later", next: "try again" })
    }
    trace.push(`${nameLife(life)} prints`)
    contexts.tell({ agent, event, text: readContext(answer), by: nameLife(life), at: stage.now() })
  }
  world.hooks++
  const acting = runHook(wake, event, print).then(
    (woken) => {
      if (woken?.kind === "busy") isClean = false
      isDone = true
      trace.push(`${nameLife(life)} ends: ${woken?.kind ?? "nobody"}`)
      life.kill()
    },
    (error: unknown) => {
      isClean = false
      isDone = true
      trace.push(`${nameLife(life)} fails: ${error instanceof Error ? error.message : String(error)}`)
      if (!(error instanceof SkilletError)) stage.fail(error)
      life.kill()
    },
  )
  const host = stage.begin(`host-${event.session}`)
  await Promise.race([acting, life.died, stage.sleep(host, PATIENCE)])
  host.kill()
  isReading = false
  if (event.name === "SubagentStart" && isDone && isClean) {
    const isWorking = event.agentType === "implementer" || event.request?.description.startsWith("Implement") === true
    if (isWorking) contexts.expectSubAgent(event.agentId ?? "")
    else contexts.expectNoSubAgent(event.agentId ?? "")
  }
  return isDone && isClean
}

/** A process that uses the store as if others did too. */
function openProcess(
  world: World,
  life: Life,
  { agent, spoiled }: { readonly agent: string; readonly spoiled: () => void },
): Wake {
  const { store, folder, stage, isGone } = world
  return {
    store: watchPort(store, (port) => through(world, life, { port, spoiled })),
    scope: { project: path.join(folder, ".git"), branch: "main" },
    options: { env: { HOME: folder, SKILLET_AGENT: agent }, cwd: folder },
    cwd: folder,
    directory: folder,
    program: "skillet",
    readerProgram: "skillet",
    now: stage.now,
    nameWorker: (label) => `${label}@${nameLife(life)}`,
    isGone,
    close: async () => undefined,
  }
}

async function through(
  { stage, random, trace, faulty, contexts }: World,
  life: Life,
  { port: { method, given, act }, spoiled }: { readonly port: PortCall; readonly spoiled: () => void },
): Promise<unknown> {
  if (life.isDead) return waitForever()
  const isWrite = WRITES.includes(method)
  if (!isWrite && !random.chance(YIELDING_READS)) return act()
  await stage.turn(life)
  const fault = isWrite && random.chance(faulty) ? random.pick(faults) : undefined
  trace.push(`${stage.now()} ${nameLife(life)} ${method}${fault === undefined ? "" : ` ${fault}`}`)
  if (fault !== undefined) spoiled()
  if (fault === "busy" || fault === "full")
    throw new SkilletError(`store.${fault}`, "simulated", { retry: "later", next: "try again" })
  if (fault === "die") return (life.kill(), waitForever())
  if (fault === "freeze") await freeze(stage, life, { milliseconds: 20_000 + random.below(60_000) } as never)
  const result = await stage.within(act)
  if (method === "beginWake") contexts.hold(nameLife(life), (given[0] as WakeWanted).until)
  if (method === "confirmWake" && result === true) contexts.confirm(nameLife(life))
  if (fault === "die-after") return (life.kill(), waitForever())
  return result
}

/** A person who posts messages. */
async function speak(world: World, nth: number): Promise<void> {
  const { random, stage, contexts, trace } = world
  for (let at = 0; at < 4; at++) {
    await rest(world, random.below(25_000))
    const life = begin(world, `speaker-${nth}`)
    const agent = random.pick(AGENTS)
    const key = `${agent}-${nth}-${at}`
    const wake = openProcess(world, life, { agent: "human", spoiled: () => undefined })
    const posting = postMessage(wake, { from: "ann", to: agent, text: `note ${key}`, key }).catch((error: unknown) => {
      if (!(error instanceof SkilletError)) stage.fail(error)
    })
    await Promise.race([posting, life.died])
    life.kill()
    const posted = (await world.store.messages({ project: path.join(world.folder, ".git"), branch: "main" })).some(
      ({ text }) => text === `note ${key}`,
    )
    trace.push(`note ${key} for ${agent}: ${posted ? "posted" : "not posted"}`)
    if (posted) contexts.post(agent, key)
  }
}

async function rest(world: World, milliseconds: number): Promise<void> {
  const life = world.stage.begin("rest")
  await world.stage.sleep(life, milliseconds)
  life.kill()
}

function begin({ stage, lives }: World, actor: string): Life {
  const life = stage.begin(actor)
  lives.set(nameLife(life), life)
  return life
}

function nameLife({ actor, number }: Life): string {
  return `${actor}.${number}`
}

function readContext(answer: string): string {
  const { hookSpecificOutput } = JSON.parse(answer) as { hookSpecificOutput: { additionalContext: string } }
  return hookSpecificOutput.additionalContext
}
