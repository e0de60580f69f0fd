import fs from "node:fs"
import path from "node:path"
import type { FoundSkill, PluginRef, SkillSource, SourceListing } from "../../skill-source.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import type { SkillTree } from "../../../skill/place.ts"
import { skillProblem } from "../../../skill/problems.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import type { SummaryIndex } from "./summary-index.ts"
import { type FolderWalk, readSortedEntries } from "./folder-entries.ts"
import { type FolderPlace, openFolderSource, readFiles } from "./folder-source.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import { type LinkBoundary, drawBoundaryAround, mayEnter } from "./link-boundary.ts"
import { walkCommands } from "./walk-commands.ts"
import { walkSkills } from "./walk-skills.ts"

/** Which installed version of a plugin counts: the highest, or the most recently changed. */
export type VersionPolicy = "semver" | "mtime"

export interface PluginOptions {
  readonly part: "skills" | "commands"
  readonly versions: VersionPolicy
  readonly index: SummaryIndex
  /** Plugins switched off, as `plugin@source` or `plugin`. */
  readonly off: readonly string[]
  /** Links may lead out of a plugin. */
  readonly isOpen?: boolean | undefined
  /** Whether a plugin may be a single skill; yes without it. */
  readonly isLone?: boolean | undefined
}

const MANIFEST = path.join(".claude-plugin", "plugin.json")

const TREE: SkillTree = { kind: "skills", depth: 1, dotFolders: true, nodeModules: true }

/** One plugin in its own directory, as named with `--plugin-dir`. */
export function openPluginFolder(place: FolderPlace, options: PluginOptions): SkillSource {
  return openFolderSource(place, () =>
    listPlugin({ root: place.root, name: path.basename(place.root), from: "inline" }, options),
  )
}

/** Where plugins in a directory of skills count as installed from. */
const AMONG_SKILLS = "skills-dir"

/** Plugins in a directory of skills: the directories with a manifest. A SKILL.md beside it is a skill, not the plugin's. */
export function openPluginsAmongSkills(place: FolderPlace, options: PluginOptions): SkillSource {
  return openFolderSource(place, async () => {
    const boundary = place.boundary?.()
    const roots = folderNames(place.root)
      .map((name) => path.join(place.root, name))
      .filter((root) => fs.existsSync(path.join(root, MANIFEST)))
      .filter((root) => mayEnter(boundary, fs.realpathSync(root)))
    const from = AMONG_SKILLS
    const listings = await Promise.all(
      roots.map((root) => listPlugin({ root, name: path.basename(root), from }, { ...options, isLone: false })),
    )
    return joinListings(listings)
  })
}

function joinListings(listings: readonly SourceListing[]): SourceListing {
  return {
    skills: listings.flatMap(({ skills }) => skills),
    problems: listings.flatMap(({ problems }) => problems),
  }
}

/** The plugin cache: `{source}/{plugin}/{version}/`; one version of each plugin counts. */
export function openPluginCache(place: FolderPlace, options: PluginOptions): SkillSource {
  return {
    ...openFolderSource(place, async () => ({ skills: [], problems: [] })),
    list: async () => {
      const listings: SourceListing[] = []
      for (const from of folderNames(place.root)) {
        for (const plugin of folderNames(path.join(place.root, from))) {
          if (options.off.includes(`${plugin}@${from}`) || options.off.includes(plugin)) continue
          const version = await chooseVersion(path.join(place.root, from, plugin), options.versions)
          if (version !== undefined) listings.push(await listPlugin({ root: version, name: plugin, from }, options))
        }
      }
      return joinListings(listings)
    },
  }
}

async function listPlugin(at: PluginRef, options: PluginOptions): Promise<SourceListing> {
  const { root } = at
  const plugin = readPlugin(root, at.name)
  // Reported once, by the part that every host reads.
  if ("wrong" in plugin)
    return { skills: [], problems: options.part === "skills" ? [badPlugin(root, plugin.wrong)] : [] }
  if (options.off.includes(`${plugin.name}@${at.from}`)) return { skills: [], problems: [] }
  const boundary = options.isOpen === true ? undefined : drawBoundaryAround([root])
  const walk =
    options.part === "skills"
      ? walkPluginSkills(plugin, { ...options, boundary })
      : walkPluginCommands(plugin, boundary)
  const listing = await readFiles(walk.files, {
    known: options.index.of(`${root}#${options.part}`),
    root,
    plugin: { ...at, name: plugin.name },
  })
  return {
    skills: listing.skills.map((skill) => namedByHeader(skill, plugin)),
    problems: [...walk.problems, ...listing.problems],
  }
}

function walkPluginSkills(
  plugin: Plugin,
  { boundary, isLone = true }: Pick<PluginOptions, "isLone"> & { readonly boundary: LinkBoundary | undefined },
): FolderWalk {
  const walks = plugin.skills.map((folder) => walkSkills(folder, { ...TREE, rootSkill: true }, boundary))
  const files = walks.flatMap((walk) => walk.files)
  const lone =
    files.length === 0 && isLone
      ? walkSkills(plugin.root, { ...TREE, depth: 0, rootSkill: true }, boundary)
      : { files: [], problems: [] }
  return { files: [...files, ...lone.files], problems: [...walks.flatMap((walk) => walk.problems), ...lone.problems] }
}

function walkPluginCommands(plugin: Plugin, boundary: LinkBoundary | undefined): FolderWalk {
  const walks = plugin.commands.map((at) =>
    at.endsWith(".md") ? oneCommand(at, boundary) : walkCommands(at, boundary),
  )
  return { files: walks.flatMap(({ files }) => files), problems: walks.flatMap(({ problems }) => problems) }
}

function oneCommand(file: string, boundary: LinkBoundary | undefined): FolderWalk {
  const found = walkCommands(path.dirname(file), boundary)
  const isOwn = (at: { readonly path: string }) => at.path === file
  return { files: found.files.filter(isOwn), problems: found.problems.filter(isOwn) }
}

/** A plugin that is a single skill is named by its frontmatter, because it has no directory to be named after. */
function namedByHeader(skill: FoundSkill, plugin: Plugin): FoundSkill {
  const own = skill.summary.header.name
  if (path.dirname(skill.path) !== plugin.root || own === undefined) return skill
  return { ...skill, name: `${plugin.name}:${own}` }
}

async function chooseVersion(folder: string, policy: VersionPolicy): Promise<string | undefined> {
  const all = folderNames(folder)
  const live = all.filter((name) => !fs.existsSync(path.join(folder, name, ".orphaned_at")))
  const names = live.length > 0 ? live : all
  if (names.length < 2) return names[0] === undefined ? undefined : path.join(folder, names[0])
  const best = policy === "semver" ? await highest(names) : undefined
  return path.join(folder, best ?? latest(folder, names))
}

async function highest(names: readonly string[]): Promise<string | undefined> {
  const semver = await import("semver")
  const sound = names.filter((name) => semver.valid(name) !== null)
  return sound.sort((a, b) => semver.rcompare(a, b))[0]
}

function latest(folder: string, names: readonly string[]): string {
  const dated = names.map((name) => ({ name, at: lastChange(path.join(folder, name)) }))
  return dated.sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1))[0]?.name ?? ""
}

/** When the newest SKILL.md of a version changed: a directory also changes when something else is written into it. */
function lastChange(version: string): number {
  const { files } = walkSkills(path.join(version, "skills"), TREE)
  const changes = files.map(({ path: file }) => fs.statSync(file).mtimeMs)
  return changes.length === 0 ? fs.statSync(version).mtimeMs : Math.max(...changes)
}

function folderNames(folder: string): readonly string[] {
  return readSortedEntries(folder, [])
    .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && fs.existsSync(path.join(folder, entry.name))))
    .map(({ name }) => name)
}

function badPlugin(root: string, wrong: string): Problem {
  const wording = { message: `the plugin was skipped: ${wrong}`, fix: "correct its .claude-plugin/plugin.json" }
  return placeProblem(path.join(root, MANIFEST), skillProblem("source.bad-plugin", {}, wording))
}

const MOST_BYTES = 256 * 1024

/** Where a plugin keeps its parts. */
interface Plugin {
  readonly name: string
  readonly root: string
  readonly skills: readonly string[]
  /** Directories of commands, or single command files. */
  readonly commands: readonly string[]
}

/**
 * Reads a plugin's manifest. Without one, the directory's name is used and the parts are in the usual places. Paths in
 * the manifest are added to the usual place for skills, and replace it for commands.
 */
function readPlugin(root: string, fallbackName: string): Plugin | { readonly wrong: string } {
  const usual = { root, skills: [path.join(root, "skills")], commands: [path.join(root, "commands")] }
  const file = path.join(root, MANIFEST)
  if (!fs.existsSync(file)) return { ...usual, name: fallbackName }
  const text = readManifest(root, file)
  if (text === undefined) return { wrong: "its plugin.json cannot be read" }
  const manifest = parse(text)
  if (manifest === undefined) return { wrong: "its plugin.json is not JSON" }
  if (typeof manifest["name"] !== "string" || manifest["name"] === "") return { wrong: "its plugin.json has no name" }
  const skills = readSafePaths(manifest["skills"])
  const commands = readSafePaths(manifest["commands"])
  if (skills === undefined || commands === undefined)
    return { wrong: 'a path in its plugin.json does not begin with "./"' }
  return {
    name: manifest["name"],
    root,
    skills: [...usual.skills, ...skills.map((at) => path.join(root, at))],
    commands: commands.length > 0 ? commands.map((at) => path.join(root, at)) : usual.commands,
  }
}

function readManifest(root: string, file: string): string | undefined {
  try {
    const real = fs.realpathSync(file)
    return isBelow(fs.realpathSync(root), real) ? readSafely(real, MOST_BYTES).toString("utf8") : undefined
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return undefined
    throw error
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Undefined if one of them could lead out of the plugin. */
function readSafePaths(value: unknown): readonly string[] | undefined {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const isSound = (at: unknown): at is string =>
    typeof at === "string" && at.startsWith("./") && !at.split("/").includes("..")
  return list.every(isSound) ? list : undefined
}
