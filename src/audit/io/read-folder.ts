import fs from "node:fs"
import path from "node:path"
import { MAX_FILE, readSafely } from "../../system/files/read-safely.ts"
import { decodeFileBytes, isLikelyText } from "../rules/reading/decode.ts"
import { type AuditFile, isScriptName } from "../rules/reading/split-passages.ts"
import { type ListedFile, toListedFile, listFiles, readPart } from "./list-files.ts"

/** Where package managers keep what a skill may call by its name. */
const PACKAGES = "node_modules"
const MOST_BYTES = 4 * 1024 * 1024
/** If a program is larger than the limit, its beginning and its end are read. */
const END_BYTES = 256 * 1024
/** How many levels of files in unsearched directories are followed from file to file. */
const MOST_ROUNDS = 5

export interface FolderReading {
  /** The name of SKILL.md among the files. */
  readonly main: string
  /** The file that the link leads to, found inside its place. */
  readonly realPath: string
  /** Called with everything that was not searched. */
  skip(file: string, reason: string): void
}

/** Reads the files of a skill's directory within limits. Links are shown, never followed. */
export function readFolder(folder: string, reading: FolderReading): readonly AuditFile[] {
  const real = fs.realpathSync(folder)
  const reader = openReader(real, reading)
  const listed = listFiles(real, reading.main)
  const closed = listed
    .filter(({ path: name, unread }) => name.endsWith("/") && unread !== undefined)
    .map((one) => one.path)
  const files = listed.flatMap(reader.read)
  let latest = files
  for (let round = 0; round < MOST_ROUNDS && latest.length > 0; round++) {
    const known = new Set(files.map((file) => file.path))
    const text = latest.map((file) => file.text ?? "").join("\n")
    latest = namedInClosed(real, closed, text)
      .filter((one) => !known.has(one.path))
      .flatMap(reader.read)
    files.push(...latest)
  }
  return files
}

/** Reads the only file of a skill without a directory. */
export function readOneFile(folder: string, reading: FolderReading): readonly AuditFile[] {
  return openReader(fs.realpathSync(folder), reading).read({ path: reading.main })
}

function openReader(folder: string, { main, realPath, skip }: FolderReading) {
  let left = MOST_BYTES
  function read(one: ListedFile): readonly AuditFile[] {
    const name = one.path
    const file = name === main ? realPath : path.join(folder, name)
    const stat = fs.lstatSync(file, { throwIfNoEntry: false })
    const known = {
      path: name,
      executable: stat?.isFile() === true && (stat.mode & 0o111) !== 0,
      size: stat?.size ?? 0,
    }
    const unread = (reason: string): readonly AuditFile[] => {
      skip(name.replace(/\/$/, ""), reason)
      return [{ ...known, unread: reason }]
    }
    if (one.unread !== undefined) return unread(one.unread)
    if (stat === undefined) return unread("its name is not valid text")
    // The target of a link does not belong to the skill.
    if (stat.isSymbolicLink()) return [{ ...known, link: fs.readlinkSync(file) }]
    const isTold = one.isProgram === true || name === main
    if (stat.size > MAX_FILE && !isTold && !name.endsWith(".md")) return unread("it is larger than 1 MiB")
    if (Math.min(stat.size, MAX_FILE) > left) return unread("the skill's files are larger than 4 MiB in total")
    const bytes = stat.size > MAX_FILE ? readEnds(file, stat.size) : readSafely(file, MAX_FILE)
    left -= bytes.length
    const isRead = name === main || (isTold && isScript(name, bytes)) || isLikelyText(bytes)
    if (!isRead) return unread("it is not text")
    const whole = { ...known, ...decodeFileBytes(bytes) }
    if (stat.size <= MAX_FILE) return [whole]
    const reason = "it is larger than 1 MiB, so only its first and last 256 KiB were read"
    skip(name, reason)
    return [{ ...whole, unread: reason }]
  }
  return { read }
}

function isScript(name: string, bytes: Buffer): boolean {
  return isScriptName(name) || bytes.subarray(0, 2).toString("latin1") === "#!"
}

function readEnds(file: string, size: number): Buffer {
  return Buffer.concat([readPart(file, 0, END_BYTES), Buffer.from("\n"), readPart(file, size - END_BYTES, END_BYTES)])
}

const MOST_NAMED = 100
const DEPTH = 2

/** A path into an unsearched directory, with or without its prefix. */
const PATH = /(?<![\w-])(node_modules|\.git)\/((?:[\w@.+-]+\/?)*)/g
const ENTERED = /\bcd\s+["']?(?:[\w.${}/-]*\/)?(node_modules|\.git)["']?(?=[\s;&|)]|$)/g
const MODULE = /(?:\brequire\s*\(\s*|\bimport\s*\(?\s*|\bfrom\s+)["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[\w./-]*)?["']/g
const STARTED = /\bnpx\s+(?:-\S+\s+){0,4}((?:@[\w.-]+\/)?[\w.-]+)/g

/**
 * The files in unsearched directories that a text names: by path, as a module, or as a program of one. A named
 * directory is searched two levels deep.
 */
function namedInClosed(folder: string, closed: readonly string[], text: string): readonly ListedFile[] {
  if (closed.length === 0) return []
  const wanted = [
    ...[...text.matchAll(PATH)].flatMap(([, kind = "", rest = ""]) => below(closed, kind, rest)),
    ...[...text.matchAll(ENTERED)].flatMap(([, kind = ""]) => below(closed, kind, "")),
    ...[...text.matchAll(MODULE)].flatMap(([, name = ""]) => below(closed, PACKAGES, name)),
    ...[...text.matchAll(STARTED)].flatMap(([, name = ""]) => [
      ...below(closed, PACKAGES, name),
      ...below(closed, PACKAGES, `.bin/${name}`),
    ]),
  ]
  const found = new Map<string, ListedFile>()
  for (const name of new Set(wanted)) take(name.replace(/[/.]+$/, ""), DEPTH)
  return [...found.values()]

  function take(name: string, depth: number): void {
    if (found.has(name) || found.size >= MOST_NAMED) return
    const at = path.join(folder, name)
    const stat = fs.lstatSync(at, { throwIfNoEntry: false }) ?? fs.lstatSync(`${at}.js`, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isDirectory()) {
      if (depth > 0) for (const entry of fs.readdirSync(at).sort()) take(`${name}/${entry}`, depth - 1)
      return
    }
    found.set(name, toListedFile(folder, fs.existsSync(at) || stat.isSymbolicLink() ? name : `${name}.js`, stat))
    if (stat.isSymbolicLink() && fs.existsSync(at)) {
      const behind = path.relative(folder, fs.realpathSync(at))
      if (!behind.startsWith("..") && !path.isAbsolute(behind)) take(behind, 0)
    }
  }
}

function below(closed: readonly string[], kind: string, rest: string): readonly string[] {
  if (rest.split("/").includes("..")) return []
  return closed.filter((one) => path.basename(one) === kind).map((one) => `${one.replace(/\/$/, "")}/${rest}`)
}
