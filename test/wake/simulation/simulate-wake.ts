import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { openWakeStore } from "../../../src/tasks/io/store/open-wake-store.ts"
import { wakeSpawned } from "../../../src/tasks/io/agents/wake-spawned.ts"
import { workAgent } from "../../../src/tasks/io/agents/work-agent.ts"
import type { Wake } from "../../../src/tasks/io/open-wake.ts"
import { postMessage } from "../../../src/tasks/io/post-message.ts"
import { wakeAgent } from "../../../src/tasks/io/wake-agent.ts"
import type { AgentDriver, AgentEvent } from "../../../src/agents/agent-driver.ts"
import { SkilletError } from "../../../src/problem/failure.ts"
import type { PortCall } from "../../../src/testing/simulator/act-through.ts"
import { freeze } from "../../../src/testing/simulator/act-through.ts"
import { type Life, waitForever } from "../../../src/testing/simulator/life.ts"
import { openRandom } from "../../../src/testing/simulator/random.ts"
import { openStage } from "../../../src/testing/simulator/stage/stage.ts"
import { watchPort } from "../../../src/testing/simulator/play.ts"
import type { Address } from "../../../src/tasks/model.ts"
import type { WakeStore } from "../../../src/tasks/store.ts"
import { watchDeliveries } from "./watch-deliveries.ts"

const WRITES = ["post", "putAgent", "changeAgent", "beginWake", "confirmWake", "note"]
/** How many reads let another process continue. */
const YIELDING_READS = 0.15
const SPEAKERS = 3
const HOOKS = 6
const MESSAGES = 6

export interface WakePlayed {
  readonly broken?: string | undefined
  readonly trace: readonly string[]
}

/**
 * Plays a schedule of wake-ups on the real store and the real functions. People post messages to an agent of a host,
 * whose hooks arrive at any time, and to a spawned agent, which they prompt and kill. Processes die, freeze and are
 * refused at every call. Afterwards the machine is quiet for a while, and then everything must have been delivered.
 */
export async function simulateWake(seed: number): Promise<WakePlayed> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-wakes-")))
  fs.mkdirSync(path.join(folder, ".git"))
  fs.writeFileSync(path.join(folder, ".git/HEAD"), "ref: refs/heads/main\n")
  const store = await openStore(path.join(folder, "a.db"))
  const trace: string[] = []
  try {
    await play(seed, { store: store.wakes, folder, trace, setGone: store.setGone })
    return { trace }
  } catch (error) {
    return { trace, broken: error instanceof Error ? error.message : String(error) }
  } finally {
    await store.wakes.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function openStore(file: string) {
  let isGone: (worker: string) => boolean = () => false
  const wakes = await openWakeStore({
    file,
    newTaskId: () => "t-00000000",
    isGone: (worker) => isGone(worker),
  })
  return { wakes, setGone: (given: typeof isGone) => void (isGone = given) }
}

interface World {
  readonly store: WakeStore
  readonly folder: string
  readonly trace: string[]
  readonly setGone: (isGone: (worker: string) => boolean) => void
}

async function play(seed: number, { store, folder, trace, setGone }: World): Promise<void> {
  const random = openRandom(seed, "wakes")
  const stage = openStage(random, 0.2 + random.next() * 0.8)
  const faulty = random.pick([0, 0.01, 0.04, 0.1])
  const project = { project: path.join(folder, ".git"), branch: "main" }
  const host: Address = { ...project, agent: "host" }
  const bot: Address = { ...project, agent: "bot" }
  const lives = new Map<string, Life>()
  const isGone = (worker: string) => lives.get(worker.split("@")[1] ?? "")?.isDead !== false
  setGone(isGone)
  const deliveries = watchDeliveries((by) => lives.get(by)?.isDead !== false)
  let isQuiet = false
  let running = 0

  const nameOf = ({ actor, number }: Life) => `${actor}.${number}`

  /** A process, from its start to its end. What it throws ends it, as it would end a command. */
  function process_(actor: string, act: (wake: Wake, life: Life) => Promise<void>): void {
    const life = stage.begin(actor)
    lives.set(nameOf(life), life)
    running++
    const end = (why: string) => {
      trace.push(`${nameOf(life)} ${why}`)
      life.kill()
    }
    void life.died.then(() => running--)
    act(wakeOf(life), life).then(
      () => end("ends"),
      (error: unknown) => (error instanceof SkilletError ? end(error.code) : stage.fail(error)),
    )
  }

  function wakeOf(life: Life): Wake {
    return {
      store: watchPort(store, (call) => through(life, call)),
      scope: project,
      options: { env: { HOME: folder }, cwd: folder },
      cwd: folder,
      directory: folder,
      program: "skillet",
      readerProgram: "skillet",
      now: stage.now,
      nameWorker: (label) => `${label}@${nameOf(life)}`,
      isGone,
      close: async () => undefined,
    }
  }

  async function through(life: Life, { method, act }: PortCall): Promise<unknown> {
    if (life.isDead) return waitForever()
    const isWrite = WRITES.includes(method)
    if (!isWrite && !random.chance(YIELDING_READS)) return act()
    await stage.turn(life)
    const fault = isWrite && !isQuiet && random.chance(faulty) ? random.pick(faults) : undefined
    trace.push(`${nameOf(life)} ${method}${fault === undefined ? "" : ` ${fault}`}`)
    if (fault === "busy") throw new SkilletError("store.busy", "simulated", { retry: "later", next: "try again" })
    if (fault === "die") return (life.kill(), waitForever())
    if (fault === "freeze") await freeze(stage, life, { milliseconds: 20_000 + random.below(60_000) } as never)
    const result = await stage.within(act)
    await checkSeen(method)
    if (fault === "die-after") return (life.kill(), waitForever())
    return result
  }

  async function checkSeen(method: string): Promise<void> {
    if (method !== "confirmWake") return
    try {
      for (const { agent, seen } of await store.agents(project)) deliveries.seen(agent, seen)
    } catch (error) {
      stage.fail(error)
    }
  }

  function speak(nth: number): void {
    process_(`speaker-${nth}`, async (wake, life) => {
      for (let at = 0; at < MESSAGES; at++) {
        await stage.sleep(life, random.below(20_000))
        const to = random.pick([host, bot])
        const key = `${nameOf(life)}-${at}`
        await postMessage(wake, { from: "ann", to: to.agent, text: `note ${key}`, key })
        if (to === bot) await wakeSpawned(wake, bot, async () => startBot())
      }
    })
  }

  function hook(nth: number): void {
    process_(`hook-${nth}`, async (wake, life) => {
      await stage.sleep(life, random.below(60_000))
      if (random.chance(0.2)) await wake.store.putAgent(host, { compacted: stage.now(), updated: stage.now() })
      await tell(wake, life, `hook-${nth}`)
    })
  }

  async function tell(wake: Wake, life: Life, trigger: string): Promise<boolean> {
    const wanted = { agent: host, trigger, full: false, onlyNews: true, because: "x", budget: { tokens: 8000 } }
    const woken = await wakeAgent(wake, wanted, async ({ text, receipt }) => {
      deliveries.begins("host", nameOf(life))
      await stage.sleep(life, random.below(1000))
      deliveries.told("host", receipt.wake, idsIn(text))
      await stage.sleep(life, random.below(1000))
      deliveries.ends("host", nameOf(life))
    })
    return woken.kind === "nothing"
  }

  /** Which messages a packet shows as new. Every text contains its key, and a key is one message. */
  const ids = new Map<string, number>()
  function idsIn(packet: string): readonly number[] {
    return [...packet.matchAll(/^> note (\S+)$/gm)].map(([, key = ""]) => ids.get(key) ?? 0)
  }

  function startBot(): void {
    process_("bot", async (wake, life) => {
      const signal = life.stop.signal
      await workAgent({ wake, signal, open: async (_, heard) => botDriver(life, heard) }, "bot")
    })
  }

  function botDriver(life: Life, heard: (event: AgentEvent) => void): AgentDriver {
    return {
      name: "bot",
      async ask({ prompt }) {
        deliveries.begins("bot", nameOf(life))
        await stage.sleep(life, random.below(20_000))
        if (faulty > 0 && !isQuiet && random.chance(0.1)) return failed(life, "before it read the prompt")
        deliveries.told("bot", Number(/wake-up (\d+):/.exec(prompt)?.[1]), idsIn(prompt))
        if (random.chance(0.5)) heard({ kind: "message", text: "I see." })
        await stage.sleep(life, random.below(20_000))
        if (faulty > 0 && !isQuiet && random.chance(0.1)) return failed(life, "while it worked")
        deliveries.ends("bot", nameOf(life))
        return { text: "Done." }
      },
    }
  }

  function failed(life: Life, when: string): never {
    deliveries.ends("bot", nameOf(life))
    throw new SkilletError("agent.failed", when, { retry: "later", next: "try again" })
  }

  /** Somebody kills the bot's process now and then. */
  function kill(nth: number): void {
    process_(`killer-${nth}`, async (_, life) => {
      await stage.sleep(life, random.below(80_000))
      for (const [name, one] of lives) if (name.startsWith("bot.") && !one.isDead) one.kill()
    })
  }

  const posts = store.post.bind(store)
  store.post = async (message) => {
    const posted = await posts(message)
    if (posted.isNew && message.text.startsWith("note ")) {
      ids.set(message.text.slice("note ".length), posted.message.id)
      for (const { agent } of message.mentions) deliveries.posted(agent, posted.message.id)
    }
    return posted
  }
  const kept = { kind: "command", task: "t-none", by: "human", cwd: folder, turn: 0, recoveries: {} } as const
  await store.putAgent(bot, { status: "idle", work: { ...kept, because: "spawned" }, updated: 0 })
  for (let nth = 1; nth <= SPEAKERS; nth++) speak(nth)
  for (let nth = 1; nth <= HOOKS; nth++) hook(nth)
  const kills = random.below(3)
  for (let nth = 0; nth < kills; nth++) kill(nth)
  await stage.play(() => running === 0)
  if (faulty === 0 && kills === 0) deliveries.over(["bot"])
  isQuiet = true
  await settle()
  deliveries.over(["host", "bot"])

  /** Nothing goes wrong any more: a hook of the host, and a prompt for the bot, until nothing is new. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      process_("settler", async (wake, life) => {
        await stage.sleep(life, 100_000)
        await tell(wake, life, `settle-${round}`)
        await wakeSpawned(wake, bot, async () => startBot())
      })
      await stage.play(() => running === 0)
    }
  }
}

const faults = ["die", "die-after", "freeze", "busy"] as const
