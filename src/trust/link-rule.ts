import path from "node:path"
import type { PlaceAnchor } from "../skill/place.ts"
import { isBelow } from "../text/folder-paths.ts"

/**
 * How far the links in a skill directory may lead: `open` anywhere, `project` within the project, `named` within the
 * directory that was named or its project. Each plugin has its own boundary, which its source sets.
 */
export const linkRule: Readonly<Record<PlaceAnchor, "open" | "project" | "named">> = {
  managed: "open",
  home: "open",
  config: "open",
  "codex-home": "open",
  "opencode-config": "open",
  "gemini-home": "open",
  "gemini-extensions": "named",
  settings: "named",
  bundled: "open",
  plugins: "open",
  "plugin-dirs": "open",
  cwd: "project",
  project: "project",
  "project-down": "project",
  repository: "project",
  "repository-down": "project",
  nested: "project",
  added: "named",
  "skills-dirs": "named",
}

/**
 * Where the user, the machine or Skillet stores skills: a project's link there is followed once its skill is approved.
 */
export const ownAnchors: readonly PlaceAnchor[] = [
  "managed",
  "home",
  "config",
  "codex-home",
  "opencode-config",
  "gemini-home",
  "bundled",
]

/** Whether every link is followed. */
export function areLinksOpen(links: LinkFacts["links"]): boolean {
  return links === "all"
}

/** The directory that links may not leave and, if it `widens`, also the project that the directory is in. */
export interface LinkScope {
  readonly folder: string
  readonly widens: boolean
}

/** The scope of the links in a skill directory; undefined if they may lead anywhere. */
export function chooseLinkScope(
  { at, base }: { readonly at: PlaceAnchor; readonly base: string },
  project: string,
): LinkScope | undefined {
  switch (linkRule[at]) {
    case "open":
      return undefined
    case "project":
      return { folder: isBelow(project, base) ? project : base, widens: false }
    case "named":
      return { folder: base, widens: true }
  }
}

/** The same for a file or directory that a person named. */
export function chooseNamedScope(
  named: { readonly path: string; readonly isFolder: boolean },
  project: string,
): LinkScope {
  if (isBelow(project, named.path)) return { folder: project, widens: false }
  return { folder: named.isFolder ? named.path : path.dirname(named.path), widens: true }
}

/** The roots of a scope that widens, as real paths, including the project's if the directory is in it. */
export function widenRoots(own: readonly string[], project: readonly string[]): readonly string[] {
  const isInProject = own.some((root) => project.some((above) => isBelow(above, root)))
  return isInProject ? [...new Set([...project, ...own])] : own
}

/** What decides whether a link may leave its scope. Paths are real paths. */
export interface LinkFacts {
  /**
   * Whether a path is in a directory in which the user, the machine or Skillet stores skills, or where its links lead.
   */
  isOwn(file: string): boolean
  /** The paths of the skills that the user approved. */
  approved(): readonly string[]
  /** `own`: every link into such a directory may be followed, approved or not. */
  readonly links: "approved" | "own" | "all" | undefined
}

/** A link may leave its scope only into the user's own skills, and only to a skill that the user approved. */
export function listExemptions({ isOwn, approved, links }: LinkFacts) {
  const isWanted = (test: (approvedPath: string) => boolean) => links === "own" || approved().some(test)
  return {
    mayRead: (file: string) => isOwn(file) && isWanted((one) => one === file),
    mayEnter: (folder: string) => isOwn(folder) && isWanted((one) => isBelow(folder, one)),
    fix: (link: string, real: string) =>
      isOwn(real) ? `it points to one of your own skills: skillet trust add ${skillFolder(link)} allows it` : undefined,
  }
}

function skillFolder(link: string): string {
  return path.basename(link).toLowerCase() === "skill.md" ? path.dirname(link) : link
}
