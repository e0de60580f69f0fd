import fs from "node:fs"
import path from "node:path"
import { type LinkBoundary, drawBoundaryAround } from "../sources/link-boundary.ts"
import { openTrustStore } from "../../../trust/io/trust-store.ts"
import { planPlaces } from "../../../hosts/plan-places.ts"
import type { Surroundings } from "../../../hosts/profile.ts"
import { hostIds, profiles } from "../../../hosts/profiles.ts"
import {
  areLinksOpen,
  listExemptions,
  type LinkScope,
  chooseLinkScope,
  chooseNamedScope,
  ownAnchors,
  widenRoots,
} from "../../../trust/link-rule.ts"
import type { SkillPlace } from "../../../skill/place.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import type { SkilletOptions } from "./options.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"

/**
 * Which links may be followed. The user's, the machine's and our own directories may link anywhere. A project's links
 * must stay in the project, and those of a named directory must stay in it or in its project. A link into the user's
 * own skills is followed once the user has approved what is there.
 */
export interface LinkBoundaries {
  /** What the links in a skill directory may not leave; undefined if they may lead anywhere. */
  of(place: SkillPlace): (() => LinkBoundary) | undefined
  /** The same for a file or directory that a person named. */
  at(file: string): LinkBoundary | undefined
  /** Whether a link leads to one of the user's own skills. */
  leadsToOwn(real: string): boolean
  /** Every link is followed. */
  readonly areOpen: boolean
}

export function openBoundaries(around: Surroundings, options: SkilletOptions): LinkBoundaries {
  const own = ownRoots(around)
  // Computed only when a link leads out, which is rare.
  const targets = once(() => own.flatMap(resolveLinkTargets))
  const leadsToOwn = (file: string) => targets().some((target) => isBelow(target, file))
  const store = openTrustStore(locateOwnFiles(options.env ?? process.env).data)
  const approved = once(() => store.all().map((approval) => approval.path))
  const exemptions = listExemptions({ isOwn: leadsToOwn, approved, links: options.links })
  const areOpen = areLinksOpen(options.links)
  const isOwn = (file: string) => areOpen || own.some((root) => isBelow(root, file))
  const drawBoundary = ({ folder, widens }: LinkScope): LinkBoundary => {
    const boundary = drawBoundaryAround([folder], exemptions)
    return widens
      ? { ...boundary, roots: widenRoots(boundary.roots, drawBoundaryAround([around.root]).roots) }
      : boundary
  }
  return {
    areOpen,
    leadsToOwn,
    of(place) {
      const scope = isOwn(place.root) ? undefined : chooseLinkScope(place, around.root)
      return scope === undefined ? undefined : () => drawBoundary(scope)
    },
    at(file) {
      if (isOwn(file)) return undefined
      const isFolder = fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
      return drawBoundary(chooseNamedScope({ path: file, isFolder }, around.root))
    },
  }
}

/** Every directory in which the user, the machine or Skillet stores skills, for any host. */
function ownRoots(around: Surroundings): readonly string[] {
  const places = hostIds.flatMap((id) => planPlaces(profiles[id], around)).filter(({ at }) => ownAnchors.includes(at))
  return [...new Set(places.map(({ root }) => root))]
}

/** A directory of the user, and where the links in it lead: people keep skills in their dotfiles. */
function resolveLinkTargets(root: string): readonly string[] {
  if (!fs.existsSync(root)) return []
  const links = fs.readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
  const targets = links.map(({ name }) => path.join(root, name)).filter((link) => fs.existsSync(link))
  return [root, ...targets].map((at) => fs.realpathSync(at))
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
