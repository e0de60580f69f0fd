import { openDefinitions } from "../../run/engine.ts"
import { startRun } from "../../run/advance/start-run.ts"
import { memoryRunStore } from "../memory-run-store.ts"
import { SkilletError } from "../../problem/failure.ts"
import { currentDirective } from "../../run/build-directive.ts"
import { renderText } from "../../run/directive/text/render-text.ts"
import { playDriver } from "./cast/driver.ts"
import { playPerson } from "./cast/person.ts"
import type { AgentRecord } from "./cast/simulated-agents.ts"
import { type Built, buildWorkflow } from "./plan/build-workflow.ts"
import type { PlannedFault, Schedule } from "./schedule.ts"
import { openRandom } from "./random.ts"
import { actThrough, type PortCall } from "./act-through.ts"
import { openFaults } from "./stage/draw-faults.ts"
import { openStage } from "./stage/stage.ts"
import { hasVisit, listRunning, loadCommittedRun, type SimulatedStore } from "./committed-rows.ts"
import { type Ending, describeEnding } from "./watch/describe-ending.ts"
import { type StoreWatch, watchStore } from "./watch/watch-store.ts"
import { ROOT, type World } from "./world.ts"

/** What a simulation runs on. */
export interface Theatre {
  /** A new store by the name of its adapter, empty. `now` is the clock of its leases, in milliseconds. */
  open?(store: string, now: () => number): Promise<OpenedStore>
  /** Workflows that schedules refer to by name. */
  readonly workflows?: ReadonlyMap<string, Built>
}

export interface OpenedStore {
  readonly store: SimulatedStore
  /** A second connection to the same rows, as another process would have. */
  again(): Promise<SimulatedStore>
  close(): Promise<void>
}

export interface Played {
  /** What is wrong; undefined if nothing is. */
  readonly broken?: string | undefined
  /** The faults that were injected, in order. */
  readonly faults: readonly PlannedFault[]
  /** Every turn, in order. */
  readonly trace: readonly string[]
  readonly ending: Ending
}

/** Plays a schedule to its end. If watched closely, every commit on the way is checked as well. */
export async function play(schedule: Schedule, theatre: Theatre, closely: boolean): Promise<Played> {
  const trace: string[] = []
  const { world, watch, close } = await openWorld(schedule, theatre, { trace, closely })
  const { stage, faults } = world
  try {
    await begin(world)
    await watch.lookAnew()
    if (closely) void playReader(world).catch(stage.fail)
    await perform(world)
    const ending = describeEnding(await watch.lookAnew())
    await stage.play(() => true)
    return { faults: faults.happened, trace, ending }
  } catch (error) {
    return { broken: describeError(error), faults: faults.happened, trace, ending: new Map() }
  } finally {
    await close()
  }
}

interface Opened {
  readonly world: World
  readonly watch: StoreWatch
  close(): Promise<void>
}

interface Watching {
  readonly trace: string[]
  readonly closely: boolean
}

async function openWorld(schedule: Schedule, theatre: Theatre, { trace, closely }: Watching): Promise<Opened> {
  const turns = openRandom(schedule.seed, "turns")
  const stage = openStage(turns, schedule.restless)
  const opened = await openStore(schedule.store, theatre, stage.now)
  const { store } = opened
  const broken = (message: string) => stage.fail(new Broken(message))
  const watch = watchStore(store, { root: ROOT, now: stage.now, broken, closely })
  const world: World = {
    schedule,
    built: findBuilt(schedule, theatre),
    store,
    stage,
    faults: openFaults(schedule),
    random: turns,
    pace: openRandom(schedule.seed, "pace"),
    note: (line) => void trace.push(`${stage.now()} ${line}`),
    async engineFor(life) {
      const own = life.actor.startsWith("d") ? await opened.again() : store
      const port = watchPort(own, (call) => actThrough(world, life, { ...call, act: () => watch.around(call) }))
      const definitions = openDefinitions(port)
      return { store: port, engine: { store: port, now: stage.now, definitions } }
    },
    lastCommit: watch.lastCommit,
    broken,
  }
  return { world, watch, close: opened.close }
}

/** Every driver continues until the run has ended. */
async function perform(world: World): Promise<void> {
  const { stage, schedule } = world
  const record: AgentRecord = { prompts: new Map(), spoiled: new Map() }
  let playing = schedule.drivers
  for (let number = 0; number < schedule.drivers; number++)
    void playDriver(world, `d${number}`, record).then(() => playing--, stage.fail)
  void playPerson(world).catch(stage.fail)
  await stage.play(() => playing === 0)
}

/** A violated statement about the engine. */
class Broken extends Error {}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof Broken ? error.message : (error.stack ?? error.message)
}

async function openStore(name: string, theatre: Theatre, now: () => number): Promise<OpenedStore> {
  if (name !== "memory") {
    if (theatre.open === undefined) throw new Error(`there is no store ${name}`)
    return theatre.open(name, now)
  }
  const store = memoryRunStore({ now })
  return { store, again: async () => store, close: () => store.close() }
}

function findBuilt({ workflow }: Schedule, { workflows }: Theatre): Built {
  if ("parts" in workflow) return buildWorkflow(workflow.parts)
  const found = workflows?.get(workflow.named)
  if (found === undefined) throw new Error(`there is no workflow ${workflow.named}`)
  return found
}

/** Starts the run without faults: before that there is nothing to simulate. */
async function begin({ store, built, stage, schedule }: World): Promise<void> {
  const definitions = openDefinitions(store, [])
  const { workflow, children, params } = built
  const { budget } = schedule
  const started = await startRun({ store, now: stage.now, definitions }, workflow, {
    id: ROOT,
    params,
    project: "p",
    branch: "main",
    children,
    budget,
  })
  if (started.kind !== "applied") throw new Error(`it could not be started: ${JSON.stringify(started)}`)
}

/** The same port, with every call of a function going through `through`, whatever functions it has. */
export function watchPort<Port extends object>(port: Port, through: (call: PortCall) => Promise<unknown>): Port {
  return new Proxy(port, {
    get(target, name): unknown {
      const found: unknown = Reflect.get(target, name)
      if (typeof found !== "function") return found
      return (...given: readonly unknown[]) =>
        through({ method: String(name), given, act: async () => Reflect.apply(found, target, given) as unknown })
    },
  })
}

/** A reader that sometimes asks what to do. Only committed state may be shown, and asking again shows the same. */
async function playReader(world: World): Promise<never> {
  const { stage, pace } = world
  const keeper = stage.begin("q-keeper")
  for (;;) {
    await stage.sleep(keeper, 500 + pace.below(2000))
    const life = stage.begin("q")
    await Promise.race([look(world, life), life.died])
  }
}

async function look(world: World, life: ReturnType<World["stage"]["begin"]>): Promise<void> {
  try {
    const { engine, store } = await world.engineFor(life)
    const running = await listRunning(store, ROOT)
    const run = running.length === 0 ? undefined : world.pace.pick(running)
    if (run === undefined) return
    const before = await loadCommittedRun(world.store, run.id)
    const shown = await currentDirective(engine, run.id)
    const { step, round, done } = shown
    if (!done && !(await hasVisit(world.store, run.id, { step, round })))
      world.broken(`run ${run.id} shows ${step}/${round}, which is not committed`)
    const again = await currentDirective(engine, run.id)
    const after = await loadCommittedRun(world.store, run.id)
    if (before?.seq === after?.seq && renderText(again) !== renderText(shown))
      world.broken(`run ${run.id} shows another text when it is asked again`)
  } catch (error) {
    if (!(error instanceof SkilletError) || error.retry !== "later") world.stage.fail(error)
  }
}
