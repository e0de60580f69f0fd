import type { SourceEntryKind } from "../content/check-files.ts"
import { type ArchiveEntry, type ArchiveFault, MOST_ENTRIES } from "./archive-entry.ts"

const BLOCK = 512
/** Headers that only describe the next entry. */
const MOST_HEADER = 64 * 1024

const kinds: Readonly<Record<string, SourceEntryKind>> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "1": "link",
  "2": "link",
}

interface Extended {
  readonly path?: string | undefined
  readonly size?: number | undefined
}

/** The entries of a tar archive: ustar, with the longer names of pax and GNU. Directories have no entry of their own. */
export function readTar(bytes: Uint8Array): readonly ArchiveEntry[] | ArchiveFault {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ArchiveEntry[] = []
  let extended: Extended = {}
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const head = archive.subarray(at, at + BLOCK)
    if (head.every((byte) => byte === 0)) break
    if (!hasRightSum(head)) return { wrong: `the header at byte ${at} is damaged` }
    const type = String.fromCharCode(head[156] ?? 0)
    const isAbout = "xgLK".includes(type)
    const size = isAbout ? readNumber(head, 124, 12) : (extended.size ?? readNumber(head, 124, 12))
    if (size === undefined || at + BLOCK + size > archive.length) return { wrong: `the entry at byte ${at} is cut off` }
    const content = archive.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
    if (isAbout) {
      if (size > MOST_HEADER) return { wrong: `a header has more than ${MOST_HEADER / 1024} KiB` }
      extended = { ...extended, ...readExtended(type, content) }
      continue
    }
    const path = extended.path ?? readName(head)
    extended = {}
    if (type === "5") continue
    if (entries.length >= MOST_ENTRIES) return { wrong: `it has more than ${MOST_ENTRIES} files` }
    const kind = kinds[type] ?? "other"
    const isExecutable = kind === "file" && ((readNumber(head, 100, 8) ?? 0) & 0o111) !== 0
    entries.push({ path: path.replace(/^\.\//, ""), kind: isExecutable ? "executable" : kind, bytes: content })
  }
  return entries
}

/** pax: `LENGTH KEY=VALUE` and a line feed, repeated; GNU: the name itself. */
function readExtended(type: string, content: Buffer): Extended {
  if (type === "L") return { path: content.toString("utf8").replace(/\0.*$/s, "") }
  if (type !== "x") return {}
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at)
    const length = Number(content.toString("latin1", at, space))
    if (space === -1 || !Number.isSafeInteger(length) || length <= space - at) break
    const [, key, value = ""] = /^([^=]+)=([\s\S]*)\n$/.exec(content.toString("utf8", space + 1, at + length)) ?? []
    if (key === "path") found.path = value
    if (key === "size" && /^\d+$/.test(value)) found.size = Number(value)
    at += length
  }
  return found
}

function readName(head: Buffer): string {
  const name = readText(head, 0, 100)
  const prefix = head.toString("latin1", 257, 262) === "ustar" ? readText(head, 345, 155) : ""
  return prefix === "" ? name : `${prefix}/${name}`
}

function readText(head: Buffer, at: number, length: number): string {
  return head.toString("utf8", at, at + length).replace(/\0.*$/s, "")
}

/** Octal digits; larger numbers are binary with the first bit set, and no skill has files that large. */
function readNumber(head: Buffer, at: number, length: number): number | undefined {
  const digits = readText(head, at, length).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || "0", 8) : undefined
}

function hasRightSum(head: Buffer): boolean {
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return readNumber(head, 148, 8) === sum
}
