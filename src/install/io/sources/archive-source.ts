import zlib from "node:zlib"
import { describeError, readErrorCode, SkilletError } from "../../../problem/failure.ts"
import { sha256 } from "../../../text/sha256.ts"
import { type ArchiveEntry, type ArchiveFault, MOST_UNPACKED } from "../../archive/archive-entry.ts"
import { readTar } from "../../archive/read-tar.ts"
import { readZip } from "../../archive/read-zip.ts"
import type { LockedSource } from "../../lock/lock-file.ts"
import type { SourceSkill } from "../../source/find-offers.ts"
import type { SourceSpec } from "../../source/parse-source.ts"
import { findReleaseRepository } from "../../source/read-attestation.ts"
import { checkAttestation } from "./check-attestation.ts"
import { download, downloadIfThere } from "./download.ts"
import { openTree } from "./open-tree.ts"
import type { OpenedSource, SourceContext } from "./opened-source.ts"

/** An archive that somebody made: a tar, compressed or not, or a zip. */
export async function openArchiveSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  const { bytes, url } = await download(spec.at, context)
  const digest = digestBytes(bytes)
  const entries = readArchive(bytes, spec.at)
  const attested = await findAttestation(spec, { bytes, url, digest }, context)
  const locate = ({ path }: SourceSkill): LockedSource => ({ type: "archive", url, digest, path, ...attested.row })
  return openEntries({ shown: `${spec.at} (${digest}${attested.shown})`, entries, locate })
}

interface ReadArchive {
  readonly bytes: Uint8Array
  readonly url: string
  readonly digest: string
}

/** Looked for if the user named a repository, or the archive is of a release; required only in the first case. */
async function findAttestation(
  spec: SourceSpec,
  { bytes, url, digest }: ReadArchive,
  context: SourceContext,
): Promise<{ readonly shown: string; readonly row: Pick<LockedSource, "attestedBy" | "checkedWith"> }> {
  const repository = spec.attestedBy ?? findReleaseRepository(url)
  if (repository === undefined) return { shown: "", row: {} }
  const readBundle = () => downloadIfThere(`${spec.at}.sigstore.json`, context)
  const archive = { bytes, sha256: digest.replace("sha256:", ""), repository, readBundle }
  const found = await checkAttestation(archive, context)
  if ("checkedWith" in found) {
    const row = { attestedBy: repository, checkedWith: found.checkedWith }
    return { shown: `, attested by workflows of ${repository} according to ${found.checkedWith}`, row }
  }
  if (spec.attestedBy === undefined) return { shown: `, no attestation was verified: ${found.why}`, row: {} }
  throw new SkilletError(
    "install.not-attested",
    `${spec.at} is not verified to be attested by workflows of ${repository}: ${found.why}`,
    { retry: "no", next: "ask its author; nothing was installed" },
  )
}

/** The SHA-256 checksum of bytes, as the lock writes it. */
export function digestBytes(bytes: Uint8Array): string {
  return `sha256:${sha256(bytes)}`
}

interface UnpackedSource {
  readonly shown: string
  readonly entries: readonly ArchiveEntry[]
  readonly locate: (offer: SourceSkill) => LockedSource
}

export function openEntries({ shown, entries, locate }: UnpackedSource): Promise<OpenedSource> {
  return openTree({
    shown,
    entries: entries.map(({ path, kind }, at) => ({ path, kind, id: String(at) })),
    read: async (wanted) =>
      new Map(
        wanted.map(({ path, id }) => {
          const bytes = entries[Number(id)]?.bytes ?? new Uint8Array()
          return [path, { bytes, size: bytes.length }]
        }),
      ),
    locate,
  })
}

/** The entries of an archive, in memory: nothing is unpacked onto the disk. */
export function readArchive(bytes: Uint8Array, shown: string): readonly ArchiveEntry[] {
  const read = readAny(bytes)
  if (!("wrong" in read)) return read
  throw new SkilletError("install.bad-archive", `${shown} is not unpacked: ${read.wrong}`, {
    retry: "no",
    next: "ask its author for an archive that a skill can be installed from",
  })
}

function readAny(bytes: Uint8Array): readonly ArchiveEntry[] | ArchiveFault {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes, inflate)
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    return readTar(isCompressed ? zlib.gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }) : bytes)
  } catch (error) {
    if (readErrorCode(error) === "ERR_BUFFER_TOO_LARGE")
      return { wrong: `it has more than ${MOST_UNPACKED / 1024 / 1024} MiB when it is unpacked` }
    if (error instanceof Error && "code" in error) return { wrong: describeError(error) }
    throw error
  }
}

/** An entry that is larger than it says is an attack or damaged. */
function inflate(bytes: Uint8Array, size: number): Uint8Array {
  return zlib.inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) })
}
