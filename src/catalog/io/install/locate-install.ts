import path from "node:path"
import { resolveAnchor } from "../../../hosts/plan-places.ts"
import type { HostId, Surroundings } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import { installPlaces } from "../../../hosts/skill-folders.ts"

export interface InstallLocation {
  /** The directory above, which stays whatever is removed. */
  readonly anchor: string
  /** The directory that gets the files. */
  readonly directory: string
}

/** Where skills that come with Skillet are installed for a host, in the project or for the user. */
export function locateInstall(around: Surroundings, host: Exclude<HostId, "open">, isUser: boolean): InstallLocation {
  const { project, user } = installPlaces[host]
  if (!isUser) return { anchor: around.root, directory: path.join(around.root, project) }
  const anchor = resolveAnchor(user.at, profiles[host], around)[0]?.folder ?? around.home
  return { anchor, directory: path.join(anchor, user.folder) }
}
