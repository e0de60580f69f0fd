import { compareBytes } from "../../text/compare-bytes.ts"
import { isMap, toMap } from "../../text/is-map.ts"

/** A skill that a source has. */
export interface SourceSkill {
  /** By its directory; the frontmatter may have another. Empty for a source that is one skill as a whole. */
  readonly name: string
  /** Its directory within the source; `.` for the source itself. */
  readonly path: string
  /** The plugin of a marketplace that it belongs to. */
  readonly plugin?: string | undefined
}

/** A plugin that a marketplace lists and that is in another repository. */
export interface ElsewherePlugin {
  readonly plugin: string
  readonly source: string
}

export interface FoundOffers {
  readonly offers: readonly SourceSkill[]
  readonly elsewhere: readonly ElsewherePlugin[]
}

export const MARKETPLACE = ".claude-plugin/marketplace.json"
export const PLUGIN = ".claude-plugin/plugin.json"

const MAIN = "SKILL.md"

/**
 * The skills in a tree: every directory with a SKILL.md, except inside another skill and in third-party packages. The
 * manifests of Claude Code only say which plugin a skill belongs to, and which plugins are elsewhere.
 */
export function findOffers(paths: readonly string[], manifests: ReadonlyMap<string, unknown>): FoundOffers {
  const { local, elsewhere } = readMarketplace(manifests)
  const folders = paths
    .filter((path) => path === MAIN || path.endsWith(`/${MAIN}`))
    .map((path) => path.slice(0, -MAIN.length - 1))
    .filter((folder) => !folder.split("/").includes("node_modules"))
    .sort(compareBytes)
  const outer = new Set(folders.filter((folder) => folder !== ""))
  const offers = folders.filter((folder) => !listAbove(folder).some((above) => outer.has(above)))
  return {
    offers: offers.map((folder) => ({
      name: folder.split("/").at(-1) ?? "",
      path: folder === "" ? "." : folder,
      plugin: findPlugin(folder, local),
    })),
    elsewhere,
  }
}

function listAbove(folder: string): readonly string[] {
  const parts = folder.split("/")
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"))
}

interface LocalPlugin {
  readonly plugin: string
  readonly folder: string
  /** The skills that it lists, if it lists them. */
  readonly skills?: readonly string[] | undefined
}

function findPlugin(folder: string, local: readonly LocalPlugin[]): string | undefined {
  const listed = local.find(({ skills }) => skills?.includes(folder) === true)
  if (listed !== undefined) return listed.plugin
  const around = local.filter(
    (one) =>
      one.skills === undefined && (one.folder === "" || folder === one.folder || folder.startsWith(`${one.folder}/`)),
  )
  return around.sort((a, b) => b.folder.length - a.folder.length)[0]?.plugin
}

function readMarketplace(manifests: ReadonlyMap<string, unknown>): {
  readonly local: readonly LocalPlugin[]
  readonly elsewhere: readonly ElsewherePlugin[]
} {
  const listed = toMap(manifests.get(MARKETPLACE))["plugins"]
  const local: LocalPlugin[] = []
  const elsewhere: ElsewherePlugin[] = []
  for (const entry of Array.isArray(listed) ? listed : []) {
    const { name, source, skills } = toMap(entry)
    if (typeof name !== "string") continue
    const folder = typeof source === "string" || source === undefined ? cleanFolder(source ?? ".") : undefined
    if (folder !== undefined) local.push({ plugin: name, folder, skills: listSkills(folder, skills) })
    else elsewhere.push({ plugin: name, source: describeElsewhere(source) })
  }
  const { name } = toMap(manifests.get(PLUGIN))
  if (typeof name === "string" && local.every(({ folder }) => folder !== "")) local.push({ plugin: name, folder: "" })
  return { local, elsewhere }
}

function listSkills(folder: string, skills: unknown): readonly string[] | undefined {
  if (!Array.isArray(skills)) return undefined
  return skills.flatMap((one) => {
    const below = typeof one === "string" ? cleanFolder(one) : undefined
    return below === undefined ? [] : [folder === "" || below === "" ? `${folder}${below}` : `${folder}/${below}`]
  })
}

/** A directory within the repository, without `./`; undefined for anything else. */
function cleanFolder(text: string): string | undefined {
  if (/^(?:\/|~|[a-z][a-z0-9+.-]*:)/i.test(text) || text.split("/").includes("..")) return undefined
  return text
    .split("/")
    .filter((part) => part !== "." && part !== "")
    .join("/")
}

/** As it would be written after `skillet add`. */
function describeElsewhere(source: unknown): string {
  if (!isMap(source)) return String(source)
  const { repo, url, package: name, ref, sha } = source
  const at = [repo, url].find((one): one is string => typeof one === "string")
  if (at === undefined) return typeof name === "string" ? `npm:${name}` : JSON.stringify(source)
  const exact = [sha, ref].find((one): one is string => typeof one === "string")
  return exact === undefined ? at : `${at}#${exact}`
}

export type ChosenOffers =
  | { readonly offers: readonly SourceSkill[] }
  | { readonly wrong: string; readonly code: "install.no-skill" | "install.which-skill" | "install.ambiguous" }

/** The skills that were named, by name, `plugin:name`, plugin or directory. Without a name there must be only one. */
export function chooseOffers(offers: readonly SourceSkill[], named: readonly string[], isAll: boolean): ChosenOffers {
  if (offers.length === 0) return { code: "install.no-skill", wrong: "there is no SKILL.md in it" }
  if (isAll) return { offers }
  if (named.length === 0) {
    if (offers.length === 1) return { offers }
    return { code: "install.which-skill", wrong: `it has ${offers.length} skills: ${listNames(offers)}` }
  }
  const chosen: SourceSkill[] = []
  for (const name of named) {
    const found = findNamed(offers, name)
    if (found.length === 0)
      return { code: "install.no-skill", wrong: `it has no skill ${name}; it has ${listNames(offers)}` }
    if (found.length > 1 && found.some((one) => one.plugin !== name))
      return {
        code: "install.ambiguous",
        wrong: `it has ${name} in several places: ${found.map(({ path }) => path).join(", ")}`,
      }
    chosen.push(...found.filter((one) => !chosen.includes(one)))
  }
  return { offers: chosen }
}

function findNamed(offers: readonly SourceSkill[], name: string): readonly SourceSkill[] {
  const byPath = offers.filter(({ path }) => path === name.replace(/^\.\/|\/$/g, ""))
  if (byPath.length > 0) return byPath
  const byName = offers.filter((one) => one.name === name || `${one.plugin}:${one.name}` === name)
  return byName.length > 0 ? byName : offers.filter(({ plugin }) => plugin === name)
}

const MOST_NAMES = 40

function listNames(offers: readonly SourceSkill[]): string {
  const names = [...new Set(offers.map(({ name, path }) => (name === "" ? path : name)))].sort(compareBytes)
  const left = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(", ")}${left > 0 ? `, and ${left} more` : ""}`
}
