import type { AgentDriver } from "../agents/agent-driver.ts"
import type { Session } from "../catalog/io/session/open-session.ts"
import { SkilletError } from "../problem/failure.ts"
import { makeNoServerError } from "../run/io/postgres/make-no-server-error.ts"
import type { DeadDispatch, QueueState } from "../run/io/postgres/read-queue.ts"
import type { WorkerEntry } from "../run/io/postgres/worker-options.ts"
import { agentDrivers, type AgentDriverName } from "../settings/agent-settings.ts"
import { locateDatabase } from "../system/database/locate-database.ts"
import { findProject } from "../system/find-project.ts"
import { isPostgresAddress } from "../system/database/postgres-address.ts"
import { openDriver } from "./drive-with-agents.ts"
import type { Resources } from "./open-resources.ts"

/** Work for runs in a database that several machines share. */
export interface SkilletWorkers {
  /** Works on the dispatches of this project, until `stop` is aborted. */
  work(how: WorkerSettings): Promise<void>
  /** The messages that wait for workers of this project. */
  queue(): Promise<QueueState>
  /** The messages that no worker could handle. */
  dead(): Promise<readonly DeadDispatch[]>
  /** Sends these again. Returns how many. */
  retryDead(): Promise<number>
}

export interface WorkerSettings {
  /** The agents that it may ask; the first one is asked unless the settings choose another of them (default: auto). */
  readonly agents?: readonly AgentDriverName[] | undefined
  /** The program of the agent `command`. */
  readonly program?: string | undefined
  /** How many dispatches at the same time (default 4). */
  readonly concurrency?: number | undefined
  readonly stop: AbortSignal
  /** In seconds: how long work may go on after that (default 30). */
  readonly grace?: number | undefined
  /** In seconds: how long its dispatches wait for it if it says nothing although its connection lives (default 30). */
  readonly lease?: number | undefined
  /** The port for health and metrics, on this machine only (default: none). */
  readonly port?: number | undefined
  readonly log: (entry: WorkerEntry) => void
  /** Called when it takes work, with the port. */
  readonly ready?: ((how: WorkerReady) => void) | undefined
}

export interface WorkerReady {
  readonly port?: number | undefined
  /** Whether it also starts what is due and for workers: a worker's role may not. */
  readonly firesSchedules: boolean
}

export function openSkilletWorkers(resources: Resources): SkilletWorkers {
  const findQueue = async () => {
    const address = requireAddress(resources.env)
    const { describeCheckout } = await import("../run/io/postgres/describe-checkout.ts")
    return { address, ...(await describeCheckout(findProject((await resources.runs()).cwd), resources.env)) }
  }
  const reading = () => import("../run/io/postgres/read-queue.ts")
  return {
    work: (how) => work(resources, how),
    queue: async () => (await reading()).readQueueState(await findQueue()),
    dead: async () => (await reading()).listDead(await findQueue()),
    retryDead: async () => (await reading()).retryDead(await findQueue()),
  }
}

const DEFAULT_CONCURRENCY = 4
const DEFAULT_GRACE = 30

async function work(given: Resources, how: WorkerSettings): Promise<void> {
  const { resources, address, mayFire } = await examineAndOpen(given, how)
  const [{ workForRuns }, { openWorkerMetrics, serveMetrics }, { openRunTrace }] = await Promise.all([
    import("../run/io/postgres/work-for-runs.ts"),
    import("../run/io/postgres/worker-metrics.ts"),
    import("../run/io/trace-runs.ts"),
  ])
  const driver = await openListedAgents(resources, how)
  const metrics = openWorkerMetrics()
  const server = how.port === undefined ? undefined : await serveMetrics(metrics, how.port)
  const firing = mayFire ? await openFiring(resources, how) : undefined
  const runs = await resources.runs()
  const tracing = openRunTrace(runs.engine, resources.env, (message) => how.log({ event: "problem", message }))
  if (tracing !== undefined) metrics.countSpans(tracing.exporter)
  try {
    const session = await resources.session()
    await workForRuns(session, runs, {
      address,
      driver,
      openChecks: async (runs) => (await import("../orchestrate/io/drive-job.ts")).openJobWorker(session, runs, driver),
      lookForDues: firing?.look,
      metrics,
      trace: tracing?.trace,
      limits: await findLimits(session, how.agents ?? [driver.name as AgentDriverName]),
      concurrency: how.concurrency ?? DEFAULT_CONCURRENCY,
      stop: how.stop,
      grace: (how.grace ?? DEFAULT_GRACE) * 1000,
      leaseMilliseconds: how.lease === undefined ? undefined : how.lease * 1000,
      log: how.log,
      ready: () => how.ready?.({ port: server?.port, firesSchedules: mayFire }),
    })
  } finally {
    await firing?.close()
    if (tracing !== undefined) how.log({ event: "spans", message: await tracing.close() })
    await server?.close()
  }
}

interface Firing {
  look(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Starts what is due and for workers, in the checkout of this worker. */
async function openFiring(resources: Resources, { log }: Pick<WorkerSettings, "log">): Promise<Firing> {
  const [{ openSchedules }, { fireForWorkers }] = await Promise.all([
    import("./open-skillet-schedules.ts"),
    import("../schedule/io/fire-for-workers.ts"),
  ])
  const schedules = await openSchedules(resources)
  return {
    async look(signal) {
      for (const { schedule, at, state, run, why } of await fireForWorkers(schedules, signal))
        log({ event: "due", schedule, at: new Date(at).toISOString(), state, run, message: why })
    },
    close: () => schedules.store.close(),
  }
}

interface Examined {
  readonly resources: Resources
  readonly address: string
  /** Whether its role may start runs. */
  readonly mayFire: boolean
}

/**
 * Behind a pooler in transaction mode, sessions and what they hold are lost between two transactions: then neither locks of
 * sessions nor notices are used. So it is with any pooler, unless the address says that it keeps sessions and it does.
 */
async function examineAndOpen(resources: Resources, { log }: Pick<WorkerSettings, "log">): Promise<Examined> {
  const address = requireAddress(resources.env)
  const { openPostgres } = await import("../system/postgres/open-postgres.ts")
  const { examineServer } = await import("../system/postgres/examine-server.ts")
  const database = openPostgres({ address, subject: "check" })
  let mayFire: boolean
  try {
    const { rights, isPooled } = examineServer(database, address)
    mayFire = rights === "owner" || rights === "user"
    if (database.address.pooler === "transaction" || !isPooled) return { resources, address, mayFire }
  } finally {
    database.close()
  }
  const url = new URL(address)
  log({ event: "problem", ...describePooler(url.searchParams.get("pooler") === "session") })
  url.searchParams.set("pooler", "transaction")
  const { openResources } = await import("./open-resources.ts")
  return {
    resources: openResources({ ...resources.options, env: { ...resources.env, SKILLET_DB: url.href } }),
    address: url.href,
    mayFire,
  }
}

function describePooler(isSaidToKeepSessions: boolean): Pick<WorkerEntry, "code" | "message" | "next"> {
  const so = "dead workers are noticed by their leases, and messages by polling"
  return isSaidToKeepSessions
    ? {
        code: "worker.pooler",
        message: `the pooler in between does not keep sessions, although the address says pooler=session: ${so}`,
        next: "put the pooler in session mode, or take pooler=session out of the address",
      }
    : {
        code: "worker.pooler",
        message: `there is a pooler in between, which is taken to be in transaction mode: ${so}`,
        next: "if it is in session mode, add &pooler=session to the address",
      }
}

/** Only if each of the agents has one: otherwise one of them always has room. */
async function findLimits(
  session: Session,
  agents: readonly AgentDriverName[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const { drivers } = (await session.settings()).agents
  const limits = agents.map((name) => [name, drivers[name]?.atOnce] as const)
  const all = limits.flatMap(([name, most]) => (most === undefined ? [] : [[name, most] as const]))
  return all.length === limits.length ? new Map(all) : undefined
}

/** Several agents as one: of those that are listed, the one that the settings choose for a role, else the first. */
async function openListedAgents(resources: Resources, how: WorkerSettings): Promise<AgentDriver> {
  const { agents = [], program } = how
  const unknown = agents.find((name) => !agentDrivers.includes(name))
  if (unknown !== undefined)
    throw new SkilletError("worker.unknown-agent", `there is no agent "${String(unknown)}"`, {
      retry: "no",
      next: `use some of ${agentDrivers.join(", ")}`,
    })
  const [first = "auto", ...others] = agents
  const usual = await openNamed(resources, first, program)
  if (others.length === 0) return usual
  const more = new Map<string, AgentDriver>([[first, usual]])
  for (const name of others) more.set(name, await openNamed(resources, name, program))
  const settings = (await (await resources.session()).settings()).agents
  const { chooseDriver } = await import("../agents/io/choose-driver.ts")
  const choose = (request: Parameters<AgentDriver["ask"]>[0]): AgentDriver =>
    more.get(chooseDriver(settings, request, { usual: first as AgentDriverName }).driver) ?? usual
  return {
    name: usual.name,
    paidFor: (request) => choose(request).paidFor?.(request),
    ask: (request, signal, heard) => choose(request).ask(request, signal, heard),
  }
}

async function openNamed(
  resources: Resources,
  agent: AgentDriverName | "auto",
  program: string | undefined,
): Promise<AgentDriver> {
  const driver = await openDriver(resources, { agent, program }).catch((error: unknown) => {
    throw isMissing(error) ? makeMissingError(error) : error
  })
  if (driver === undefined) throw new Error(`${agent} is not asked from here`)
  return driver
}

function isMissing(error: unknown): error is SkilletError {
  return error instanceof SkilletError && error.code === "agent.not-found"
}

/** The option of a worker is another one than that of other commands. */
function makeMissingError({ code, message, retry }: SkilletError): SkilletError {
  const next = "install one of them, or give --agents command --program 'PROGRAM ARGUMENT…'"
  return new SkilletError(code, message, { retry, next })
}

function requireAddress(env: Resources["env"]): string {
  const address = locateDatabase(env)
  if (isPostgresAddress(address)) return address
  throw makeNoServerError()
}
