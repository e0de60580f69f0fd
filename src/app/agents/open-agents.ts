import { autoOrder, chooseDriver, firstReady, requireOn } from "../../adapters/agents/choose-driver.ts"
import { limited } from "../../adapters/agents/record/ledger.ts"
import { recording } from "../../adapters/agents/record/recording.ts"
import { checkingShape } from "../../adapters/agents/checking-shape.ts"
import type { AgentAccess, AgentDriver, AgentEvent, AgentRequest } from "../../ports/agents/agent-driver.ts"
import {
  type AgentDriverName,
  agentDrivers,
  type AgentSettings,
  type WorktreeMode,
} from "../../ports/agents/agent-settings.ts"
import { misshapen } from "../../run/advance/decide/output-shape.ts"
import type { Skillet } from "../session/open-skillet.ts"
import type { Runs } from "../runs/open-runs.ts"
import { agentPlaces } from "./agent-places.ts"
import { baseDriver } from "./base-drivers.ts"
import { isRole, writingRoles } from "../../workflow/roles.ts"
import { addWorktree } from "../../adapters/agents/worktree/add-worktree.ts"
import { probeDriver } from "../../adapters/agents/probe-driver.ts"

/**
 * The agents that can work on a run. `host` is the caller: nothing is started. `auto` takes the first that is
 * installed.
 */
export const driverNames = ["host", "auto", ...agentDrivers] as const
export type DriverName = (typeof driverNames)[number]

export interface AgentsWanted {
  readonly agent: DriverName
  readonly program?: string | undefined
  readonly worktrees?: WorktreeMode | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Receives which driver `auto` took, and which answers of an earlier process are used. */
  readonly told?: ((sentence: string) => void) | undefined
  readonly heard?: ((request: AgentRequest, event: AgentEvent) => void) | undefined
}

/**
 * The agents of this machine as one driver; undefined for `host`.
 *
 * 1. The settings choose driver, model and effort for each request, by role and tier.
 * 2. The limits of a driver apply to all processes of the user together.
 * 3. An answer is on disk before it is passed on, and is never paid for twice.
 * 4. An agent may only read, unless its role writes and the run was granted that, or it works in its own worktree.
 */
export function openAgents(
  skillet: Pick<Skillet, "settings">,
  runs: Runs,
  wanted: AgentsWanted & { readonly agent: Exclude<DriverName, "host"> },
): Promise<AgentDriver>
export function openAgents(
  skillet: Pick<Skillet, "settings">,
  runs: Runs,
  wanted: AgentsWanted,
): Promise<AgentDriver | undefined>
export async function openAgents(
  skillet: Pick<Skillet, "settings">,
  runs: Runs,
  wanted: AgentsWanted,
): Promise<AgentDriver | undefined> {
  if (wanted.agent === "host") return undefined
  const settings = (await skillet.settings()).agents
  const { env, program } = wanted
  const named = wanted.agent === "auto" ? undefined : wanted.agent
  const usual = await usualDriver(named, settings, wanted)
  const { store, now } = runs.engine
  const places = agentPlaces(env)
  const opened = new Map<AgentDriverName, AgentDriver>()
  const open = (name: AgentDriverName): AgentDriver => {
    const base = baseDriver(name, { settings, env, program, cwd: runs.cwd, store })
    if (name === "offline") return base
    const shaped = checkingShape(limited(base, settings.drivers[name] ?? {}, { folder: places.ledger, now }), {
      wrongWith: misshapen,
    })
    const { worktrees } = wanted
    const isolated = worktrees === undefined ? shaped : isolating(shaped, places.worktrees, worktrees)
    const reused = ({ key }: AgentRequest) => wanted.told?.(`${key.step} ${key.item}: the answer already existed`)
    return recording(isolated, { folder: places.transcripts, now, reused })
  }
  const driverOf = (name: AgentDriverName) => {
    const driver = opened.get(name) ?? open(name)
    opened.set(name, driver)
    return driver
  }
  driverOf(usual)
  return {
    name: usual,
    paidFor: (request) => driverOf(chooseDriver(settings, request, { named, usual }).driver).paidFor?.(request),
    async ask(request, signal) {
      const { driver, model, effort } = chooseDriver(settings, request, { named, usual })
      const access = await accessOf(runs, request, wanted.worktrees !== undefined)
      const whole = { ...request, model: request.model ?? model, effort: request.effort ?? effort, access }
      return driverOf(driver).ask(whole, signal, (event) => wanted.heard?.(request, event))
    },
  }
}

/**
 * A writer writes in its own worktree, or where the run was granted write access. All others only read, even outside a
 * run.
 */
export async function accessOf(
  runs: Pick<Runs, "engine">,
  { agent, key }: AgentRequest,
  isIsolated: boolean,
): Promise<AgentAccess> {
  if (!isRole(agent) || !writingRoles.includes(agent)) return "read"
  if (isIsolated) return "write"
  const loaded = await runs.engine.store.load({ run: key.run })
  return loaded?.run.permissions.grants.includes("write") === true ? "write" : "read"
}

/** A driver whose writers work in their own git worktrees; their changes are part of the answer. */
export function isolating(driver: AgentDriver, folder: string, mode: WorktreeMode): AgentDriver {
  return {
    name: driver.name,
    async ask(request, signal, heard) {
      if (request.access !== "write") return driver.ask(request, signal, heard)
      const tree = await addWorktree(request, folder)
      heard?.({ kind: "notice", text: `works in ${tree.path} on branch ${tree.branch}` })
      const answer = await driver.ask({ ...request, cwd: tree.path }, signal, heard).catch((error: unknown) => {
        throw tree.keptAfter(error)
      })
      return tree.finish(answer, mode)
    },
  }
}

/** The default driver, used if no role or tier names another. */
export async function usualDriver(
  named: AgentDriverName | undefined,
  settings: AgentSettings,
  at: {
    readonly env: Readonly<Record<string, string | undefined>>
    readonly told?: ((sentence: string) => void) | undefined
  },
): Promise<AgentDriverName> {
  if (named !== undefined) return requireOn(named, settings)
  const { driver, version } = await firstReady(autoOrder(settings), (one) =>
    probeDriver(one, settings.drivers[one], at.env),
  )
  at.told?.(`--agent auto takes ${driver} ${version}`)
  return driver
}
