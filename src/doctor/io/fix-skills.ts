import { randomUUID } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { SkilletError } from "../../problem/failure.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"
import { replaceFile, rewriteFile } from "../../system/files/replace-file.ts"
import { locateOwnFiles } from "../../system/own-files.ts"
import { isMap } from "../../text/is-map.ts"
import { sha256 } from "../../text/sha256.ts"
import { digestSkill } from "../../trust/io/digest-skill.ts"
import { planFixes, type SkillFix } from "../plan-fixes.ts"
import { gatherFixFacts, isDangling, type UnreadPath } from "./gather-fix-facts.ts"

export interface FixPlan {
  readonly fixes: readonly SkillFix[]
  /** What could not be looked at, so nothing is planned for it. */
  readonly unread?: readonly UnreadPath[] | undefined
}

/** What was done, and how to undo it. */
export interface FixResult {
  /** Undoes all of it. */
  readonly id: string
  /** Where the original files are kept. */
  readonly folder: string
  readonly done: readonly SkillFix[]
  /** What could not be looked at, and fixes that were left out, because something changed in the meantime. */
  readonly left: readonly UnreadPath[]
}

export interface UndoResult {
  readonly undone: readonly string[]
  readonly kept: readonly UnreadPath[]
}

/** What `doctor --fix` would do; nothing is written. */
export async function planSkillFixes(session: Session): Promise<FixPlan> {
  const facts = await gatherFixFacts(session)
  return { fixes: planFixes(facts), unread: facts.unread }
}

/** Each original is kept, and the record of it written, before anything is changed. */
export function applySkillFixes(session: Session, { fixes, unread = [] }: FixPlan): FixResult {
  const id = randomUUID().slice(0, 8)
  const folder = path.join(locateFixes(session), id)
  makeDirectory(folder, 0o700)
  // What was begun and failed is undone with the rest: a directory may be removed in part.
  const begun: Kept[] = []
  const done: SkillFix[] = []
  const left: UnreadPath[] = [...unread]
  for (const [nth, fix] of fixes.entries()) {
    const kept = { fix, copy: `${nth}` }
    const reason = explainRefusal(() => keepOriginal(kept, folder))
    if (reason !== undefined) {
      left.push({ path: fix.path, reason })
      continue
    }
    begun.push(kept)
    writeRecord(folder, begun)
    const failure = explainRefusal(() => carryOut(fix))
    if (failure === undefined) done.push(fix)
    else left.push({ path: fix.path, reason: failure })
  }
  if (begun.length === 0) fs.rmSync(folder, { recursive: true })
  return { id, folder, done, left }
}

/** What the system refuses for one file does not keep the others from being fixed, or undone. */
function explainRefusal(act: () => string | undefined | void): string | undefined {
  try {
    return act() ?? undefined
  } catch (error) {
    if (error instanceof Error && "code" in error) return error.message
    throw error
  }
}

interface Kept {
  readonly fix: SkillFix
  /** The name of the original in the folder. */
  readonly copy: string
}

/** Why a fix does not fit any more; undefined once its original is kept. */
function keepOriginal({ fix, copy }: Kept, folder: string): string | undefined {
  const stat = fs.lstatSync(fix.path, { throwIfNoEntry: false })
  const at = path.join(folder, copy)
  if (stat === undefined) return "it is gone"
  switch (fix.kind) {
    case "rewrite":
      if (!stat.isFile()) return "it is no plain file any more"
      if (sha256(fs.readFileSync(fix.path)) !== fix.before) return "it was edited since"
      fs.copyFileSync(fix.path, at, fs.constants.COPYFILE_EXCL)
      return undefined
    case "rename":
      return stat.isFile() && !isOtherFile(fix.path, fix.to) ? undefined : "SKILL.md is there now"
    case "unlink":
      return stat.isSymbolicLink() && isDangling(fix.path) ? undefined : "it leads somewhere now"
    case "remove-copy":
      if (!stat.isDirectory() || !isSameCopy(fix.path, fix.same)) return `it differs from ${fix.same} now`
      fs.cpSync(fix.path, at, { recursive: true, preserveTimestamps: true, errorOnExist: true, verbatimSymlinks: true })
      return isSameCopy(fix.path, at) ? undefined : "it could not be kept"
  }
}

/** Where case does not matter, both names are one file. */
function isOtherFile(from: string, to: string): boolean {
  const other = fs.lstatSync(to, { throwIfNoEntry: false })
  return other !== undefined && other.ino !== fs.lstatSync(from).ino
}

function isSameCopy(one: string, other: string): boolean {
  try {
    const [a, b] = [one, other].map((folder) => digestSkill(path.join(folder, "SKILL.md"), "folder").digest)
    return a === b
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return false
    throw error
  }
}

function carryOut(fix: SkillFix): void {
  switch (fix.kind) {
    case "rewrite":
      return rewriteFile(fix.path, fix.text)
    case "rename":
      return fs.renameSync(fix.path, fix.to)
    case "unlink":
      return fs.unlinkSync(fix.path)
    case "remove-copy":
      return fs.rmSync(fix.path, { recursive: true })
  }
}

/** Puts everything back that nobody has changed since; the rest is named and left alone. */
export function undoSkillFixes(session: Session, id: string): UndoResult {
  const folder = path.join(locateFixes(session), id)
  const record = /^[0-9a-f]{8}$/.test(id) ? readRecord(folder) : undefined
  if (record === undefined)
    throw new SkilletError("doctor.no-such-fix", `nothing was fixed under the number ${id}`, {
      retry: "no",
      next: `look at ${locateFixes(session)}: it has one directory for each time`,
    })
  const undone: string[] = []
  const kept: UnreadPath[] = []
  for (const one of record.toReversed()) {
    const reason = explainRefusal(() => undoOne(one, folder))
    if (reason === undefined) undone.push(one.fix.path)
    else kept.push({ path: one.fix.path, reason })
  }
  if (kept.length === 0) fs.rmSync(folder, { recursive: true })
  return { undone, kept }
}

function undoOne({ fix, copy }: Kept, folder: string): string | undefined {
  const at = path.join(folder, copy)
  const isThere = fs.lstatSync(fix.path, { throwIfNoEntry: false }) !== undefined
  switch (fix.kind) {
    case "rewrite": {
      // A file that was also renamed is back under its old name here, because the last fix is undone first.
      if (!isThere) return "it is gone"
      const now = fs.readFileSync(fix.path)
      const original = fs.readFileSync(at)
      if (now.equals(original)) return undefined
      if (sha256(now) !== sha256(fix.text)) return "it was edited since"
      rewriteFile(fix.path, original)
      return undefined
    }
    case "rename":
      if (isThere && isOtherFile(fix.path, fix.to)) return "something has its name"
      if (fs.existsSync(fix.to)) fs.renameSync(fix.to, fix.path)
      return fs.existsSync(fix.path) ? undefined : "it is gone"
    case "unlink":
      if (isLinkTo(fix.path, fix.target)) return undefined
      if (isThere) return "something has its name"
      fs.symlinkSync(fix.target, fix.path)
      return undefined
    case "remove-copy":
      if (isThere && !isPartly(fix.path, at)) return "something has its name"
      fs.cpSync(at, fix.path, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
      return undefined
  }
}

function isLinkTo(link: string, target: string): boolean {
  return fs.lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && fs.readlinkSync(link) === target
}

/** Whether a directory has nothing but what is in another one: its removal was interrupted, or it is back already. */
function isPartly(folder: string, whole: string): boolean {
  const [part, all] = [folder, whole].map((at) => fs.lstatSync(at, { throwIfNoEntry: false }))
  if (part?.isFile() === true && all?.isFile() === true) return fs.readFileSync(folder).equals(fs.readFileSync(whole))
  if (part?.isDirectory() !== true || all?.isDirectory() !== true) return false
  return fs.readdirSync(folder).every((name) => isPartly(path.join(folder, name), path.join(whole, name)))
}

const RECORD = "record.json"

function writeRecord(folder: string, done: readonly Kept[]): void {
  const text = JSON.stringify({ edition: 1, done }, null, 1)
  replaceFile(path.join(folder, RECORD), `${text}\n`, { mode: 0o600, isDurable: true })
}

function readRecord(folder: string): readonly Kept[] | undefined {
  const file = path.join(folder, RECORD)
  if (!fs.existsSync(file)) return undefined
  try {
    const stored: unknown = JSON.parse(fs.readFileSync(file, "utf8"))
    if (isMap(stored) && Array.isArray(stored["done"])) return stored["done"] as readonly Kept[]
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new SkilletError("doctor.bad-record", `${file} cannot be understood, so nothing was undone`, {
    retry: "no",
    next: `take the originals from ${folder} yourself`,
  })
}

function locateFixes(session: Session): string {
  return path.join(locateOwnFiles(session.options.env ?? process.env).data, "fixed")
}
