import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { satisfies as satisfiesRange, validRange } from "semver"
import { hostIds, profiles } from "../../../hosts/profiles.ts"
import { MAX_FILE, readSafely } from "../../../system/files/read-safely.ts"
import { notUtf8Problem } from "../sources/read-summary.ts"
import { lintInCatalog } from "../../lint-in-catalog.ts"
import type { FoundSkill } from "../../skill-source.ts"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import { lintPatterns } from "./lint-patterns.ts"
import { lintSkill } from "../../../skill/lint-skill.ts"
import { skillProblem } from "../../../skill/problems.ts"
import { readSkill } from "../../../skill/read-skill.ts"
import { version } from "../../../system/version.ts"
import type { Session } from "../session/open-session.ts"
import { notOfAuthors, findOwnDirectory } from "../../../skill/skill-form.ts"

/** One file to check. */
export interface LintFile {
  readonly path: string
  /** The file with all links resolved, as it was found; only this file is read. */
  readonly realPath: string
  readonly name: string
  readonly form: FoundSkill["form"]
}

export interface LintContext {
  readonly portable: boolean
  /** Directories in which a file that a body names may be, besides the skill's own. */
  readonly folders: readonly string[]
  /** The names of all skills that are installed or come with Skillet. */
  readonly skills: ReadonlySet<string>
}

/** Everything wrong with one file: problems found while reading it, and those of the rules. */
export function lintFile(file: LintFile, context: LintContext): readonly Problem[] {
  const bytes = readLintFile(file)
  return Buffer.isBuffer(bytes) ? lintBytes(file, bytes, context) : [bytes]
}

/** The same for bytes that may not be in the file yet, as in an editor. */
export function lintBytes(file: LintFile, bytes: Buffer, context: LintContext): readonly Problem[] {
  const text = bytes.toString("utf8")
  const reading = readSkill(text)
  const problems = isUtf8(bytes) ? reading.problems : [notUtf8Problem(bytes), ...reading.problems]
  if (reading.kind === "refused") return problems.map((one) => placeProblem(file.path, one))
  const lines = text.split(/\r\n|\n|\r/).slice(0, reading.skill.bodyLine)
  const findKeyLine = (key: string) =>
    Math.max(
      0,
      lines.findIndex((line) => line.trimStart().startsWith(`${key}:`)),
    ) + 1
  const folders = [path.dirname(file.path), ...pluginRoot(file.path), ...context.folders]
  const own = findOwnDirectory(file)
  const rules = lintSkill({
    skill: reading.skill,
    name: file.name,
    form: file.form,
    portable: context.portable,
    findKeyLine,
    files: own === undefined ? undefined : filesBeside(own),
    hasOwnFile: (name) => fs.existsSync(path.join(path.dirname(file.path), name)),
    hasSkill: (name) => context.skills.has(name) || isBeside(file.path, name),
    hasFile: (name) => folders.some((folder) => fs.existsSync(path.join(folder, name))),
  })
  const standing = lintInCatalog(reading.skill.header, { findKeyLine, satisfies })
  const patterns = lintPatterns(file.name, reading.skill)
  return [...problems, ...rules, ...standing, ...patterns].map((one) => placeProblem(file.path, one))
}

/** A skill that is in the same directory as this one will usually be installed with it. */
function isBeside(file: string, name: string): boolean {
  const inPlugin = name.slice(name.indexOf(":") + 1)
  return fs.existsSync(path.join(path.dirname(path.dirname(file)), inPlugin, path.basename(file)))
}

function satisfies(range: string): boolean | undefined {
  return validRange(range) === null ? undefined : satisfiesRange(version, range, { includePrerelease: true })
}

/** The directory of the plugin that a skill belongs to: its scripts may be the plugin's. */
function pluginRoot(file: string): readonly string[] {
  let folder = path.dirname(file)
  for (let up = 0; up < MOST_UP && folder !== path.dirname(folder); up++) {
    folder = path.dirname(folder)
    if (fs.existsSync(path.join(folder, ".claude-plugin"))) return [folder]
  }
  return []
}

const MOST_UP = 5
const MOST_BESIDE = 500

/** The files in a skill's directory, two levels deep, as spelled on disk. */
function filesBeside(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return []
  const below = (name: string) =>
    fs
      .readdirSync(path.join(folder, name), { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith(".") && !notOfAuthors.includes(entry.name))
      .map((entry) => ({ name: name === "" ? entry.name : `${name}/${entry.name}`, isFolder: entry.isDirectory() }))
  const top = below("")
  const inner = top.filter(({ isFolder }) => isFolder).flatMap(({ name }) => below(name))
  return [...top, ...inner]
    .filter(({ isFolder }) => !isFolder)
    .map(({ name }) => name)
    .slice(0, MOST_BESIDE)
}

/** The file's bytes, or why they cannot be read. */
export function readLintFile(file: LintFile): Buffer | Problem {
  try {
    return readSafely(file.realPath, MAX_FILE)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const code = error.code === "file.too-large" ? "file.too-large" : "file.unreadable"
    return placeProblem(
      file.path,
      skillProblem(code, {}, { message: error.message.replace(/,.*$/, ""), fix: "check the file; it was not read" }),
    )
  }
}

/** Skills also mention the project's files, relative to its root or to this directory. */
export function listFoldersAround(skillet: Session): readonly string[] {
  return [...new Set([skillet.around.cwd, skillet.around.root])]
}

/** The names by which some agent can use a skill here, and those of the skills that come with Skillet or an agent. */
export async function listSkillNames(skillet: Session): Promise<ReadonlySet<string>> {
  const copies = await Promise.all(hostIds.map((id) => skillet.copies(id)))
  const found = copies.flat().flatMap(({ listing }) => listing.skills.map(({ name }) => name))
  const bundled = skillet.around.bundled.flatMap((folder) => fs.readdirSync(folder))
  const ofAgents = Object.values(profiles).flatMap(({ ownNames = [] }) => ownNames)
  return new Set([...found, ...bundled, ...ofAgents])
}
