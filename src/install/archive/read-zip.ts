import type { SourceEntryKind } from "../content/check-files.ts"
import { type ArchiveEntry, type ArchiveFault, MOST_ENTRIES, MOST_UNPACKED } from "./archive-entry.ts"

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const UNIX = 3
const STORED = 0
const DEFLATED = 8

/** Inflates bytes to exactly this many, or throws. */
type Inflate = (bytes: Uint8Array, size: number) => Uint8Array

/** The entries of a zip archive, by its central directory. Encrypted and very large archives are refused. */
export function readZip(bytes: Uint8Array, inflate: Inflate): readonly ArchiveEntry[] | ArchiveFault {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(archive)
  if (end === undefined) return { wrong: "it is not a zip archive" }
  const count = archive.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) return { wrong: `it has more than ${MOST_ENTRIES} files` }
  const entries: ArchiveEntry[] = []
  let unpacked = 0
  let at = archive.readUInt32LE(end + 16)
  for (let nth = 0; nth < count; nth++) {
    const head = readHead(archive, at)
    if (head === undefined) return { wrong: `its directory is damaged at byte ${at}` }
    at = head.next
    if (head.path.endsWith("/")) continue
    unpacked += head.size
    if (unpacked > MOST_UNPACKED)
      return { wrong: `it has more than ${MOST_UNPACKED / 1024 / 1024} MiB when it is unpacked` }
    const content = readContent(archive, head, inflate)
    if (content === undefined) return { wrong: `${JSON.stringify(head.path)} cannot be unpacked` }
    entries.push({ path: head.path, kind: head.kind, bytes: content })
  }
  return entries
}

interface Head {
  readonly path: string
  readonly kind: SourceEntryKind
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly local: number
  readonly next: number
}

function findEnd(archive: Buffer): number | undefined {
  const first = Math.max(0, archive.length - 22 - 0xffff)
  for (let at = archive.length - 22; at >= first; at--) if (archive.readUInt32LE(at) === END) return at
  return undefined
}

function readHead(archive: Buffer, at: number): Head | undefined {
  if (at + 46 > archive.length || archive.readUInt32LE(at) !== CENTRAL) return undefined
  const name = archive.readUInt16LE(at + 28)
  const isEncrypted = (archive.readUInt16LE(at + 8) & 1) === 1
  if (isEncrypted || at + 46 + name > archive.length) return undefined
  return {
    path: archive.toString("utf8", at + 46, at + 46 + name),
    kind: readKind(archive.readUInt8(at + 5), archive.readUInt32LE(at + 38) >>> 16),
    method: archive.readUInt16LE(at + 10),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    local: archive.readUInt32LE(at + 42),
    next: at + 46 + name + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32),
  }
}

/** The mode of a file, if the archive was made on a system that has modes. */
function readKind(system: number, mode: number): SourceEntryKind {
  if (system !== UNIX || mode === 0) return "file"
  const type = mode & 0o170000
  if (type === 0o120000) return "link"
  if (type !== 0o100000 && type !== 0) return "other"
  return (mode & 0o111) === 0 ? "file" : "executable"
}

function readContent(archive: Buffer, head: Head, inflate: Inflate): Uint8Array | undefined {
  const { local, packed, size, method } = head
  if (local + 30 > archive.length || archive.readUInt32LE(local) !== LOCAL) return undefined
  const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  if (begin + packed > archive.length) return undefined
  const content = archive.subarray(begin, begin + packed)
  if (method === STORED) return packed === size ? content : undefined
  return method === DEFLATED ? inflate(content, size) : undefined
}
