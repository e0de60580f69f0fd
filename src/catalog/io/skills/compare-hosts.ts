import type { Catalog } from "../../catalog.ts"
import { compareHosts, type HostComparison } from "../../names/compare-hosts.ts"
import type { HostId } from "../../../hosts/profile.ts"
import { hostIds, profiles } from "../../../hosts/profiles.ts"
import { hasHostFolder } from "../session/has-host-folder.ts"
import type { Session } from "../session/open-session.ts"

export interface CompareHostsOptions {
  /** Compare nothing if no agent is found. */
  readonly onlyFound?: boolean | undefined
}

/** How the agents of this machine see every skill; all agents that are known if none is found. */
export async function compareFoundHosts(session: Session, how: CompareHostsOptions = {}): Promise<HostComparison> {
  const agents = hostIds.filter((id) => id !== "open")
  const there = findHosts(session)
  const shown = there.length === 0 && how.onlyFound !== true ? agents : there
  const sights = await Promise.all(
    shown.map(async (host) => ({
      profile: profiles[host],
      catalog: await session.catalog(host),
      listing: await session.listing({ host }),
    })),
  )
  return compareHosts(
    sights,
    agents.filter((id) => !shown.includes(id)),
    hasCopies(sights) ? await (await import("./digest-files.ts")).openVersions(session) : (path) => path,
  )
}

/** The agents that were used on this machine, and the one that started Skillet. */
function findHosts({ around, host }: Session): readonly HostId[] {
  return hostIds.filter((id) => id !== "open" && (id === host || hasHostFolder(around, id)))
}

interface Named {
  readonly catalog: Pick<Catalog, "skills" | "shadowed">
}

/** Whether a name has several files: only then are files read. */
function hasCopies(sights: readonly Named[]): boolean {
  const paths = new Map<string, string>()
  return sights
    .flatMap(({ catalog }) => [...catalog.skills, ...catalog.shadowed])
    .some(({ name, path }) => {
      const before = paths.get(name.trim())
      paths.set(name.trim(), path)
      return before !== undefined && before !== path
    })
}
