import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { isOfSystem } from "../naming/is-of-system.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { walkFiles } from "../../system/files/walk-files.ts"
import { isMap } from "../../text/is-map.ts"
import { ADDED_ENDINGS, ENTRY_FILES, findDefinedFiles } from "../naming/defined-programs.ts"
import { type FileNames, splitNames } from "../naming/split-names.ts"

/** Where names of a command are looked up. */
export interface NamePlace {
  /** Where the command runs. */
  readonly cwd: string
  /** The project's top directory; programs look for their files up to there. */
  readonly root: string
}

/** More than this is not worth an approval: nobody could have read it. */
const MOST_FOUND = 500
const MOST_FOLDERS = 60
const MOST_LISTED = 2000

/** The existing files that names mean in a place, by their absolute paths. */
export function findNamedFiles(names: FileNames, { cwd, root }: NamePlace): readonly string[] {
  const found = new Set<string>()
  const read = new Set<string>()
  const search = (wanted: FileNames, start: readonly string[]): void => {
    const folders = findFolders(wanted.words, start)
    const add = (file: string) => void (isFile(file) && found.add(file))
    for (const folder of folders) {
      for (const word of wanted.words) for (const form of listForms(word)) add(path.join(folder, form))
      for (const pattern of wanted.patterns) for (const file of matchPattern(folder, pattern)) add(file)
    }
    for (const word of wanted.words) if (path.isAbsolute(word)) add(path.normalize(word))
    const named = folders.filter((folder) => !start.includes(folder) || wanted.words.includes("."))
    for (const folder of named) for (const entry of ENTRY_FILES) add(path.join(folder, entry))
    if (wanted.isListing) for (const file of listFolders(named, wanted.patterns)) add(file)
    for (const folder of [...folders, ...listAbove(cwd, root)])
      for (const name of wanted.programs.flatMap(findDefinedFiles))
        for (const file of matchPattern(folder, name)) add(file)
    if (found.size > MOST_FOUND) throw tooMany(cwd)
    for (const file of [...found].filter((one) => path.basename(one) === "package.json" && !read.has(one))) {
      read.add(file)
      search(listPackageNames(file, wanted), [path.dirname(file)])
    }
  }
  search(names, [...new Set([cwd, root])])
  return [...found].sort()
}

/** The directories that names could be relative to: where the command starts, and every directory that it names. */
function findFolders(words: readonly string[], start: readonly string[]): readonly string[] {
  const folders = new Set(start)
  for (const folder of folders) {
    if (folders.size > MOST_FOLDERS) throw tooMany(folder)
    for (const word of words) {
      const options = path.isAbsolute(word)
        ? [path.normalize(word), path.join(folder, word)]
        : [path.join(folder, word)]
      for (const option of options) {
        if (option !== "/" && !isOfSystem(option) && isFolder(option)) folders.add(option.replace(/\/$/, ""))
      }
    }
  }
  return [...folders]
}

/**
 * A name as written, with the endings that interpreters add, as a module (`a.b` is `a/b.py`), and without directories in
 * front that may be something else where it is used: a container's, or those above another directory.
 */
function listForms(word: string): readonly string[] {
  const steps = /^(?:\/|\.\.\/)/.test(word) ? word.split("/").slice(0, MOST_STEPS) : []
  const shorter = steps.flatMap((_, at) => (at === 0 ? [] : [word.split("/").slice(at).join("/")]))
  return [word, ...shorter.filter((one) => one !== "")].flatMap(listOwnForms)
}

const MOST_STEPS = 8

function listOwnForms(word: string): readonly string[] {
  const plain = [word, ...ADDED_ENDINGS.map((ending) => word + ending)]
  if (!/^\w+(?:\.\w+)+$/.test(word)) return plain
  const steps = word.split(".")
  const packages = steps.flatMap((_, at) => {
    const upTo = path.join(...steps.slice(0, at + 1))
    return [`${upTo}.py`, path.join(upTo, "__init__.py")]
  })
  return [...plain, ...packages, `${steps.join("/")}/__main__.py`]
}

/** The scripts that a command could start, and the files that a package starts with. */
function listPackageNames(file: string, { words, programs }: FileNames): FileNames {
  const content = readJson(file)
  const all = Object.entries(isMap(content["scripts"]) ? content["scripts"] : {})
  const named = new Set(words.flatMap((word) => (word === "t" ? ["test"] : [word])))
  const chosen = all.filter(([name]) => named.has(name) || named.has(name.replace(/^(?:pre|post)/, "")))
  const scripts = programs.length === 0 ? [] : (chosen.length === 0 ? all : chosen).map(([, script]) => script)
  const starts = ["main", "module", "bin", "exports", "imports"].map((key) => content[key])
  return splitNames([...scripts, ...starts].flatMap(listTexts).join("\n"))
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : []
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readSafely(fs.realpathSync(file), 1024 * 1024).toString("utf8"))
    return isMap(content) ? content : {}
  } catch (error) {
    // Its bytes are covered all the same.
    if (error instanceof SyntaxError || error instanceof SkilletError) return {}
    throw error
  }
}

/** Files that match a pattern below a directory; `**` stands for any number of directories. */
function matchPattern(folder: string, pattern: string): readonly string[] {
  if (!/[*?[]/.test(pattern)) return [path.join(folder, pattern)]
  let at = [path.isAbsolute(pattern) ? "/" : folder]
  for (const step of path
    .normalize(pattern)
    .split("/")
    .filter((part) => part !== "")) {
    if (at.length > MOST_FOUND) throw tooMany(folder)
    if (!/[*?[]/.test(step)) at = at.map((one) => path.join(one, step))
    else at = at.flatMap((one) => listMatching(one, step))
  }
  return at
}

function listMatching(folder: string, step: string): readonly string[] {
  const fits = toExpression(step)
  const inside = listEntries(folder).filter((name) => fits.test(name))
  const deeper = step === "**" ? listFolders([folder], []) : []
  return [
    ...inside.map((name) => path.join(folder, name)),
    ...deeper.map((file) => path.dirname(file)),
    ...(step === "**" ? [folder] : []),
  ]
}

/** A set in brackets may mean more than it says, so it stands for any letter. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.replace(/\[[^\]]*\]?/g, "?").split(/(\*+|\?)/)
  const source = parts.map((part) => {
    if (part.startsWith("*")) return "[^]*"
    return part === "?" ? "[^]" : part.replace(/[.+^${}()|\\\]]/g, "\\$&")
  })
  return new RegExp(`^${source.join("")}$`, "u")
}

/** All files below directories, or those whose names match a pattern if there are patterns; none if there are too many. */
function listFolders(folders: readonly string[], patterns: readonly string[]): readonly string[] {
  const fits = patterns.map((pattern) => toExpression(path.basename(pattern)))
  return folders.flatMap((folder) => {
    const files = walkFiles(folder, { without: new Set([".git", "node_modules"]), most: MOST_LISTED })
    const names = files.map((name) => Buffer.from(name).toString("utf8"))
    const fitting = names.filter((name) => fits.length === 0 || fits.some((fit) => fit.test(path.basename(name))))
    return fitting.length > MOST_FOUND ? [] : fitting.map((name) => path.join(folder, name))
  })
}

function listAbove(cwd: string, root: string): readonly string[] {
  const above = [cwd]
  for (let at = cwd; at !== root && at !== path.dirname(at); at = path.dirname(at)) above.push(path.dirname(at))
  return above.at(-1) === root ? above : [cwd]
}

function listEntries(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && "code" in error) return []
    throw error
  }
}

function isFile(file: string): boolean {
  return statQuietly(file)?.isFile() === true
}

function isFolder(file: string): boolean {
  return statQuietly(file)?.isDirectory() === true
}

/** Names that no file can have, and directories that cannot be entered, name nothing. */
function statQuietly(file: string): fs.Stats | undefined {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}

function tooMany(folder: string): SkilletError {
  return new SkilletError("trust.too-large", `its commands name more than ${MOST_FOUND} files around ${folder}`, {
    retry: "no",
    next: "name the files that run, instead of patterns that match many",
  })
}
