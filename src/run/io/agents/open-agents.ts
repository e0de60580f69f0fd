import {
  canAskAgent,
  listAutoOrder,
  chooseDriver,
  findFirstReady,
  findNamedDriver,
  requireSwitchedOn,
  startsAgents,
} from "../../../agents/io/choose-driver.ts"
import { type Ledger, openFileLedger, withLimits } from "./ledger.ts"
import { withTranscripts } from "./with-transcripts.ts"
import { withShapeCheck } from "../../../agents/io/with-shape-check.ts"
import type { AgentDriver, AgentEvent, AgentRequest } from "../../../agents/agent-driver.ts"
import type { KeepRaw } from "../../../agents/raw-lines.ts"
import type { AgentDriverName, AgentSettings, DriverName, WorktreeMode } from "../../../settings/agent-settings.ts"
import { findShapeFaults } from "../../advance/decide/output-shape.ts"
import type { Session } from "../../../catalog/io/session/open-session.ts"
import type { Runs } from "../open-runs.ts"
import { locateAgentFiles } from "./agent-files.ts"
import { openBaseDriver } from "./base-drivers.ts"
import { withWorktrees } from "./add-worktree.ts"
import { locateRawLog, openRawLog } from "./raw-log.ts"
import { locateTranscript } from "./transcript.ts"
import { decideAgentAccess } from "../../drive/decide-agent-access.ts"
import { type ProbePlace, probeDriver } from "../../../agents/io/probe-driver.ts"

export interface AgentsWanted {
  readonly agent: DriverName
  readonly program?: string | undefined
  readonly worktrees?: WorktreeMode | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Receives which driver `auto` took, and which answers of an earlier process are used. */
  readonly told?: ((sentence: string) => void) | undefined
  readonly heard?: ((request: AgentRequest, event: AgentEvent) => void) | undefined
  /** Whether the output of the agents' programs is kept beside their transcripts (default: false). */
  readonly keepsRaw?: boolean | undefined
}

/**
 * The agents of this machine as one driver; undefined for `host`.
 *
 * 1. The settings choose driver, model and effort for each request, by role and tier.
 * 2. The limits of a driver apply to all processes of the user together, or of all who share a server.
 * 3. An answer is on disk before it is passed on, and is never paid for twice.
 * 4. An agent may only read, unless its role writes and the run was granted that, or it works in its own worktree.
 */
export function openAgents(
  skillet: Pick<Session, "settings">,
  runs: Runs,
  wanted: AgentsWanted & { readonly agent: Exclude<DriverName, "host"> },
): Promise<AgentDriver>
export function openAgents(
  skillet: Pick<Session, "settings">,
  runs: Runs,
  wanted: AgentsWanted,
): Promise<AgentDriver | undefined>
export async function openAgents(
  skillet: Pick<Session, "settings">,
  runs: Runs,
  wanted: AgentsWanted,
): Promise<AgentDriver | undefined> {
  if (!startsAgents(wanted.agent)) return undefined
  if (wanted.agent === "workers") return { ...workersElsewhere, told: wanted.told }
  const settings = (await skillet.settings()).agents
  const { env, program } = wanted
  const named = findNamedDriver(wanted.agent)
  const usual = await usualDriver(named, settings, { ...wanted, project: runs.cwd })
  const { store, now } = runs.engine
  const places = locateAgentFiles(env)
  const shared = "ledger" in store ? (store.ledger as Ledger) : undefined
  const ledger = shared ?? openFileLedger({ folder: places.ledger, now })
  const opened = new Map<AgentDriverName, AgentDriver>()
  const open = (name: AgentDriverName): AgentDriver => {
    const keepRaw: KeepRaw | undefined = wanted.keepsRaw
      ? (request, note) => openRawLog(locateRawLog(locateTranscript(places.transcripts, request)), note)
      : undefined
    const base = openBaseDriver(name, { settings, env, program, cwd: runs.cwd, store, parts: runs.parts, keepRaw })
    if (!canAskAgent(name)) return base
    const shaped = withShapeCheck(withLimits(base, settings.drivers[name] ?? {}, ledger), {
      wrongWith: findShapeFaults,
    })
    const { worktrees } = wanted
    const isolated = worktrees === undefined ? shaped : withWorktrees(shaped, places.worktrees, worktrees)
    const reused = ({ key }: AgentRequest) => wanted.told?.(`${key.step} ${key.item}: the answer already existed`)
    return withTranscripts(isolated, { folder: places.transcripts, now, reused })
  }
  const openOnce = (name: AgentDriverName) => {
    const driver = opened.get(name) ?? open(name)
    opened.set(name, driver)
    return driver
  }
  openOnce(usual)
  return {
    name: usual,
    paidFor: (request) => openOnce(chooseDriver(settings, request, { named, usual }).driver).paidFor?.(request),
    async ask(request, signal) {
      const { driver, model, effort } = chooseDriver(settings, request, { named, usual })
      const access = await decideAgentAccess(request.agent, {
        isIsolated: wanted.worktrees !== undefined,
        permissions: async () => (await store.load({ run: request.key.run }))?.run.permissions,
      })
      const whole = { ...request, model: request.model ?? model, effort: request.effort ?? effort, access }
      return openOnce(driver).ask(whole, signal, (event) => wanted.heard?.(request, event))
    },
  }
}

/** Nobody is asked from here: the workers of the database ask their own agents. */
const workersElsewhere: AgentDriver = {
  name: "workers",
  isElsewhere: true,
  async ask() {
    throw new Error("workers are not asked from here")
  },
}

/** The default driver, used if no role or tier names another. */
async function usualDriver(
  named: AgentDriverName | undefined,
  settings: AgentSettings,
  at: ProbePlace & Pick<AgentsWanted, "told">,
): Promise<AgentDriverName> {
  if (named !== undefined) return requireSwitchedOn(named, settings)
  const { driver, version } = await findFirstReady(listAutoOrder(settings), (one) =>
    probeDriver(one, settings.drivers[one], at),
  )
  at.told?.(`--agent auto takes ${driver} ${version}`)
  return driver
}
