import { noSummaryIndex, openSummaryIndex } from "../sources/summary-index.ts"
import type { Catalog, CatalogSkill } from "../../catalog.ts"
import { reportIdleServers } from "../../host-servers.ts"
import { type Listing, listForModel } from "../../listing.ts"
import type { ListedSkills } from "../../list-skills.ts"
import type { ListedSource } from "../../decide-winners.ts"
import type { Resolved } from "../../names/resolve.ts"
import type { CatalogSettings } from "../../../settings/settings.ts"
import type { HostId, Surroundings } from "../../../hosts/profile.ts"
import { chooseHost, profiles } from "../../../hosts/profiles.ts"
import { dropProfiles } from "../../../settings/drop-profiles.ts"
import type { UnknownLimit } from "../../../settings/limits.ts"
import type { FoundSkill, SkillSource } from "../../skill-source.ts"
import { version } from "../../../system/version.ts"
import { openHost } from "./open-host.ts"
import { openBundledSkills, type BundledSkills } from "./open-bundled-skills.ts"
import { openServers } from "./open-servers.ts"
import type { SkilletOptions } from "./options.ts"
import { isOfOtherUser } from "../../../system/files/is-of-other-user.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"
import { openLimits } from "./open-limits.ts"
import { lookAround } from "./surroundings.ts"

/** A session: everything about the skills that can be used from one directory. Results are cached. */
export interface Session {
  /** The host whose rules apply unless another is named. */
  readonly host: HostId
  readonly around: Surroundings
  readonly options: SkilletOptions
  /** The cache between runs; undefined if there is none. */
  readonly cache?: string | undefined
  catalog(host?: HostId): Promise<Catalog>
  /** Every copy that was found for a host, in the host's order, before any decision. */
  copies(host?: HostId): Promise<readonly ListedSource[]>
  settings(host?: HostId): Promise<CatalogSettings>
  /** Limits of the user or the machine that cannot be understood. While there are any, nothing runs. */
  limits(host?: HostId): Promise<readonly UnknownLimit[]>
  /**
   * The skills that come with Skillet if the host does not list them, with their sources. A skill of the host with the
   * same name hides one of them, even if it is switched off; its ref still reaches it.
   */
  bundled(host?: HostId): Promise<BundledSkills>
  /** The catalog of a host as it would be if no profile were in use. */
  withoutProfiles(host?: HostId): Promise<{ readonly catalog: Catalog; readonly settings: CatalogSettings }>
  /** The copy that a reference means; one that comes with Skillet if the host has none. */
  resolve(ref: string, host?: HostId): Promise<Resolved>
  /** The skill that comes with Skillet, by the path of one that was installed from it and not edited since. */
  original(skillPath: string, host?: HostId): Promise<CatalogSkill | undefined>
  /** What the host's model sees. */
  listing(options?: { readonly window?: number; readonly host?: HostId }): Promise<Listing>
  /** The whole text of a skill of the catalog, by its path; with arguments if its source fills them in. */
  read(skillPath: string, args?: readonly string[]): Promise<string>
  /** Stops the servers that were started. */
  close(): Promise<void>
}

export function openSession(options: SkilletOptions = {}): Session {
  const env = options.env ?? process.env
  const around = lookAround(options)
  const host = chooseHost(options.host, env)
  const own = locateOwnFiles(env).cache
  const cache = options.cache === false || isOfOtherUser(own) ? undefined : own
  const index = cache === undefined ? noSummaryIndex : openSummaryIndex(cache, version)
  const opened = new Map<HostId, Promise<ListedSkills>>()
  const limits = openLimits(around, options)
  let servers: Promise<readonly SkillSource[]> | undefined
  const open = (id: HostId) => {
    const already = opened.get(id) ?? openNew(id)
    opened.set(id, already)
    return already
  }

  async function openNew(id: HostId, change = (settings: CatalogSettings) => settings): Promise<ListedSkills> {
    const { settings: inForce, unknown, problems } = await limits(id)
    const settings = change(inForce)
    if (unknown.length === 0) {
      servers ??=
        options.serversOff === true ? Promise.resolve([]) : openServers(settings, { env, project: around.cwd })
      return openHost(profiles[id], { settings, problems, servers, index, around, options })
    }
    const missed = reportIdleServers(profiles[id], settings.servers)
    const closed = { settings, problems: [...problems, ...missed] }
    return openHost(profiles[id], { ...closed, servers: Promise.resolve([]), index, around, options })
  }

  const bundledSkills = openBundledSkills({ open, index, around, env })

  return {
    host,
    around,
    options,
    cache,
    catalog: async (id = host) => (await open(id)).catalog,
    copies: async (id = host) => (await open(id)).listed,
    settings: async (id = host) => (await limits(id)).settings,
    withoutProfiles: async (id = host) => {
      const isPlain = ((await limits(id)).settings.profiles ?? []).length === 0
      return isPlain ? open(id) : openNew(id, dropProfiles)
    },
    limits: async (id = host) => (await limits(id)).unknown,
    bundled: (id = host) => bundledSkills.unlisted(id),
    original: (skillPath, id = host) => bundledSkills.original(skillPath, id),
    resolve: (ref, id = host) => bundledSkills.resolve(ref, id),
    listing: async (how = {}) => listHost(await open(how.host ?? host), how.host ?? host, how.window),
    close: async () => {
      for (const source of (await servers) ?? []) await source.close?.()
    },
    read: async (skillPath, args) => {
      for (const { sources, listed } of await Promise.all([...opened.values(), ...bundledSkills.opened()])) {
        const found = findCopy(sources, listed, skillPath)
        if (found !== undefined) return found.source.read(found.skill, args)
      }
      throw new Error(`no skill of this session is at ${skillPath}`)
    },
  }
}

function listHost({ catalog, settings }: ListedSkills, host: HostId, window: number | undefined): Listing {
  return listForModel(catalog, profiles[host], { settings: settings.listing, window })
}

function findCopy(
  sources: readonly SkillSource[],
  listed: readonly ListedSource[],
  skillPath: string,
): { readonly source: SkillSource; readonly skill: FoundSkill } | undefined {
  for (const [at, source] of sources.entries()) {
    const skill = listed[at]?.listing.skills.find((candidate) => candidate.path === skillPath)
    if (skill !== undefined) return { source, skill }
  }
  return undefined
}
