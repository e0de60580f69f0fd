import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { openLastUsed } from "../../../text/memoise.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { replaceFile } from "../../../system/files/replace-file.ts"
import { decodeCell, type Cell, type ReadCell } from "../../../system/database/decode-cells.ts"
import { damagedError } from "../../../system/database/store-failure.ts"

const LARGEST_IN_ROW = 256 * 1024

/** How many characters of recently read or written texts are cached: every step of a review reads what was gathered. */
const MOST_KNOWN = 64 * 1024 * 1024

/** Large texts, each found by its SHA-256. */
export interface Artifacts {
  isLarge(text: string): boolean
  /** It is stored when this returns. */
  keep(text: string): Body
  text(body: Body): string
}

/** Each in a file next to the database. */
export function openArtifacts(databaseFile: string): Artifacts {
  const folder = locateArtifacts(databaseFile)
  const place = (digest: string) => path.join(folder, digest.slice(0, 2), digest)
  const known = openLastUsed<{ readonly text: string; readonly mark: string }>(MOST_KNOWN)
  const remember = (digest: string, text: string): void =>
    known.put(digest, { text, mark: readChangeMark(place(digest)) ?? "" }, text.length)
  return {
    isLarge: isLargeText,
    keep(text) {
      const bytes = Buffer.from(text)
      const digest = sha256(bytes)
      if (holds(place(digest), digest)) markUsed(place(digest))
      else put(place(digest), bytes)
      remember(digest, text)
      return { kind: "artifact", digest }
    },
    text(body) {
      if (body.kind === "text") return body.text
      const file = place(body.digest)
      const mark = readChangeMark(file)
      if (mark === undefined) throw damagedError(databaseFile, `its artifact ${file} is missing`)
      const before = known.get(body.digest)
      if (before?.mark === mark) return before.text
      const bytes = fs.readFileSync(file)
      if (sha256(bytes) !== body.digest) throw damagedError(databaseFile, `its artifact ${file} was changed`)
      const text = bytes.toString()
      remember(body.digest, text)
      return text
    },
  }
}

export function isLargeText(text: string): boolean {
  return text.length > LARGEST_IN_ROW / 3 && Buffer.byteLength(text) > LARGEST_IN_ROW
}

export function locateArtifacts(databaseFile: string): string {
  return path.join(path.dirname(databaseFile), "artifacts")
}

/** Differs after any change to a file: only the system sets the time of its last change of any kind. */
function readChangeMark(file: string): string | undefined {
  const stat = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.size} ${stat.ctimeNs}`
}

/** The code that removes unreferenced files spares those that were used a moment ago. */
function markUsed(file: string): void {
  const now = new Date()
  fs.utimesSync(file, now, now)
}

function holds(file: string, digest: string): boolean {
  return fs.existsSync(file) && sha256(fs.readFileSync(file)) === digest
}

function put(file: string, bytes: Buffer): void {
  const folder = path.dirname(file)
  makeDirectory(folder, 0o700)
  replaceFile(file, bytes, { mode: 0o600, isDurable: true })
  for (const changed of [folder, path.dirname(folder)]) sync(changed)
}

/** The name of a new file is in its directory, which must be on disk too. */
function sync(folder: string): void {
  const handle = fs.openSync(folder, "r")
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex")
}

/** A text in the row, or the digest of a file next to the database. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "artifact"; readonly digest: string }

const TEXT = "\0"
const DIGEST = 1

/** The first byte is a tag: 1 for a digest, 0 for a text that would begin with either, none for any other text. */
export function toBodyCell(body: Body): Cell {
  if (body.kind === "artifact") return Buffer.from(`01${body.digest}`, "hex")
  return body.text.charCodeAt(0) <= DIGEST ? `${TEXT}${body.text}` : body.text
}

export function readArtifactBody(cell: ReadCell | undefined): Body | undefined {
  const bytes = decodeCell(cell)
  if (bytes === undefined) return undefined
  if (bytes[0] === DIGEST) return { kind: "artifact", digest: bytes.toString("hex", 1) }
  return { kind: "text", text: bytes.toString("utf8", bytes[0] === 0 ? 1 : 0) }
}

/** The part of it that a row's checksum covers. */
export function toBodyMark(body: Body): string {
  return body.kind === "text" ? body.text : `\u0001${body.digest}`
}
