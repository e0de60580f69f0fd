import path from "node:path"
import { agentDrivers, type AgentSettings } from "./agent-settings.ts"
import { layerClients, tightenClients } from "./client-settings.ts"
import type { LimitOwner, LimitsReading } from "./limits.ts"
import {
  type CatalogSettings,
  chooseStricter,
  noSettings,
  type Permissions,
  type ServerSettings,
  type SettingsLayer,
} from "./settings.ts"
import { layerDomains } from "./domain-settings.ts"
import { layerActivation, tightenActivation } from "./activation-settings.ts"
import { layerWake } from "./wake-settings.ts"

/*
 * Which settings are in force. Files are read in `io`; everything about their order and power is decided here.
 *
 * 1. What the user has set is layered, and later layers win: the user's files and variables of the host, our own file
 *    of the user, the variable SKILLET_FLAGS, the options of the call.
 * 2. Everything above can only tighten that, in this order: our own files of the project from its root down to the
 *    working directory, the host's files of the project, the host's files of the machine, our own file of the machine.
 * 3. A layer that tightens switches off, denies, asks, requires a sandbox and lowers limits. It never switches on what
 *    is off, and what it allows does not count. The lengths of a listing are not a risk, so it may set them. It may
 *    name servers, skill directories, rules for the skills of tasks, and domains of jobs; the readers accept servers
 *    only from the machine, and from a project only directories inside it, rules that are off, and words of domains
 *    that come with Skillet.
 * 4. A missing file has no effect. One wrong entry gets its strictest meaning or none, and never takes the good entries
 *    with it.
 * 5. What cannot be understood in a file of the user or the machine is an unknown limit, and nothing runs while there
 *    is one. In a file of the project it is only reported: the person who can break the file can also delete the line.
 * 6. A host's rules about skills limit the host, not Skillet, so what cannot be understood in them is only reported,
 *    no matter who wrote it. Claude Code's files are the exception: their permissions are limits that Skillet enforces too.
 * 7. Nothing is dropped: the result has the problems and unknown limits of every layer.
 * 8. A project cannot switch off or restrict a skill that the user or the machine keeps on (`always`). The machine can.
 */

export type ReadLayer = LimitsReading<SettingsLayer>

/** A settings file of the host, and whose it is. */
export interface HostLayer {
  readonly owner: LimitOwner
  readonly layer: ReadLayer
}

/** All layers of a session, as far as they could be read. */
export interface SettingsLayers {
  /** The host's own, in the order in which the host reads them. */
  readonly host: readonly HostLayer[]
  readonly user: ReadLayer
  readonly variables: SettingsLayer
  readonly options: SettingsLayer
  /** From the project's root down. */
  readonly projects: readonly ReadLayer[]
  readonly managed: ReadLayer
}

/** Invariants 1, 2 and 7. */
export function decideSettings(layers: SettingsLayers): LimitsReading<CatalogSettings> {
  const { host, user, variables, options, projects, managed } = layers
  const select = (owner: LimitOwner) => host.filter((one) => one.owner === owner).map(({ layer }) => layer)
  const below = layerSettings([...[...select("user"), user].map(({ value }) => value), variables, options])
  const kept = new Set([user, managed].flatMap(({ value }) => value.keptOn ?? []))
  const ofProject = [...projects, ...select("project")].map(({ value }) => withoutKept(value, kept))
  const ofMachine = [...select("managed"), managed].map(({ value }) => value)
  const reads = [user, ...projects, managed, ...host.map(({ layer }) => layer)]
  return {
    value: [...ofProject, ...ofMachine].reduce(tightenSettings, below),
    problems: reads.flatMap(({ problems }) => problems),
    unknown: reads.flatMap(({ unknown }) => unknown),
  }
}

/** Invariant 8. */
function withoutKept(layer: SettingsLayer, kept: ReadonlySet<string>): SettingsLayer {
  if (kept.size === 0 || layer.switches === undefined) return layer
  const switches = Object.entries(layer.switches).filter(([name]) => !kept.has(name.toLowerCase()))
  return { ...layer, switches: Object.fromEntries(switches) }
}

/** Our own settings files: the user's, the project's from its root down, the machine's. */
export function planOwnFiles(places: {
  readonly userFile: string
  /** From the working directory up to the project's root. */
  readonly upwards: readonly string[]
  readonly managedFolder?: string | undefined
}) {
  return {
    user: places.userFile,
    projects: [...places.upwards].reverse().map((folder) => path.join(folder, ".skillet/config.yaml")),
    managed: path.join(places.managedFolder ?? "/etc/skillet", "config.yaml"),
  }
}

/** Invariant 5: whether what cannot be understood in a file of this owner stops everything that could run. */
export function mustBeKnown(owner: LimitOwner): boolean {
  return owner !== "project"
}

/** Invariant 6: the owner as whose file a host's rules about skills are read. */
export const HOST_RULES_OWNER: LimitOwner = "project"

/** Invariant 1: later layers win over earlier ones, key by key and skill by skill; permissions add up. */
function layerSettings(layers: readonly SettingsLayer[]): CatalogSettings {
  return layers.reduce<CatalogSettings>(
    (below, layer) => ({
      switches: new Map([...below.switches, ...Object.entries(layer.switches ?? {})]),
      switchPlaces: new Map([...below.switchPlaces, ...Object.entries(layer.switchPlaces ?? {})]),
      listing: { ...below.listing, ...layer.listing },
      flags: layer.flags ?? below.flags,
      pluginVersions: layer.pluginVersions ?? below.pluginVersions,
      pluginsOff: layer.pluginsOff ?? below.pluginsOff,
      permissions: addPermissions(below.permissions, layer.permissions ?? {}),
      shellOff: layer.shellOff ?? below.shellOff,
      availableModels: layer.availableModels ?? below.availableModels,
      sandbox: layer.sandbox ?? below.sandbox,
      servers: addServers(below.servers, layer.servers ?? []),
      mcp: layerClients(below.mcp, layer.mcp ?? {}),
      ruleSets: [...below.ruleSets, ...(layer.ruleSets ?? [])],
      skillDirs: [...below.skillDirs, ...(layer.skillDirs ?? [])],
      agents: layerAgents(below.agents, layer.agents ?? {}),
      workflows: [...below.workflows, ...(layer.workflows ?? [])],
      workflowProblems: [...below.workflowProblems, ...(layer.workflowProblems ?? [])],
      wake: layerWake(below.wake, layer.wake ?? {}),
      activation: layerActivation(below.activation, layer.activation ?? {}),
      domains: layerDomains(below.domains, layer.domains ?? {}),
      domainProblems: [...below.domainProblems, ...(layer.domainProblems ?? [])],
    }),
    noSettings,
  )
}

/** Invariant 3. */
function tightenSettings(below: CatalogSettings, layer: SettingsLayer): CatalogSettings {
  const switches = Object.entries(layer.switches ?? {}).map(
    ([name, wanted]) => [name, chooseStricter(below.switches.get(name) ?? "on", wanted)] as const,
  )
  return {
    ...below,
    listing: { ...below.listing, ...layer.listing },
    switches: new Map([...below.switches, ...switches]),
    switchPlaces: new Map([...below.switchPlaces, ...Object.entries(layer.switchPlaces ?? {})]),
    pluginsOff: [...new Set([...below.pluginsOff, ...(layer.pluginsOff ?? [])])],
    permissions: addPermissions(below.permissions, { ...layer.permissions, allow: [] }),
    shellOff: below.shellOff || layer.shellOff === true,
    availableModels: keepBoth(below.availableModels, layer.availableModels),
    sandbox: layer.sandbox === "required" ? "required" : below.sandbox,
    servers: addServers(below.servers, layer.servers ?? []),
    mcp: tightenClients(below.mcp, layer.mcp ?? {}),
    ruleSets: [...below.ruleSets, ...(layer.ruleSets ?? [])],
    skillDirs: [...below.skillDirs, ...(layer.skillDirs ?? [])],
    agents: tightenAgents(below.agents, layer.agents ?? {}),
    wake: layerWake(below.wake, layer.wake ?? {}),
    activation: tightenActivation(below.activation, layer.activation ?? {}),
    domains: layerDomains(below.domains, layer.domains ?? {}),
    domainProblems: [...below.domainProblems, ...(layer.domainProblems ?? [])],
  }
}

/** What both lists have; a missing list has everything. */
function keepBoth(some: readonly string[] | undefined, others: readonly string[] | undefined) {
  if (some === undefined || others === undefined) return some ?? others
  return some.filter((one) => others.includes(one))
}

/** Invariant 1 for agents: driver by driver and role by role; what is off in one layer is off. */
function layerAgents(below: AgentSettings, layer: Partial<AgentSettings>): AgentSettings {
  return {
    default: layer.default ?? below.default,
    off: [...new Set([...below.off, ...(layer.off ?? [])])],
    drivers: { ...below.drivers, ...layer.drivers },
    roles: { ...below.roles, ...layer.roles },
    tiers: { ...below.tiers, ...layer.tiers },
    prices: { ...below.prices, ...layer.prices },
  }
}

/** Invariant 3 for agents: a layer switches drivers off and lowers limits. */
export function tightenAgents(below: AgentSettings, layer: Partial<AgentSettings>): AgentSettings {
  const drivers = agentDrivers.flatMap((name) => {
    const own = below.drivers[name]
    const more = layer.drivers?.[name]
    if (own === undefined && more === undefined) return []
    const limits = {
      atOnce: least(own?.atOnce, more?.atOnce),
      perMinute: least(own?.perMinute, more?.perMinute),
      perDay: least(own?.perDay, more?.perDay),
    }
    return [[name, { ...own, ...limits }] as const]
  })
  return {
    ...below,
    off: [...new Set([...below.off, ...(layer.off ?? [])])],
    drivers: Object.fromEntries(drivers),
  }
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return Math.min(one, other)
}

function addPermissions(below: Permissions, more: Partial<Permissions>): Permissions {
  return {
    allow: [...below.allow, ...(more.allow ?? [])],
    ask: [...below.ask, ...(more.ask ?? [])],
    deny: [...below.deny, ...(more.deny ?? [])],
  }
}

/** If a server is named several times, the last one counts. */
function addServers(below: readonly ServerSettings[], more: readonly ServerSettings[]): readonly ServerSettings[] {
  return [...below.filter(({ name }) => !more.some((other) => other.name === name)), ...more]
}
