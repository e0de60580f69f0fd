import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { compareFolder, type FoundPlace, listEffectiveFiles } from "../compare-installed.ts"
import { type CandidateFile, toCandidateFile } from "../content/read-candidate.ts"
import { describeSource } from "../decide-install.ts"
import { findRealCopy, type LockedSkill } from "../lock/lock-file.ts"
import { applyOverlay } from "../overlay/overlay-patch.ts"
import { openReader } from "../../system/files/read-below.ts"
import { MOST_SKILL_BYTES } from "../../trust/combine-digests.ts"
import { findPlace } from "./find-places.ts"
import { type Installer, openSources, reloadLocked, type SourceOpener } from "./installer.ts"

/**
 * Makes sure that every byte of a locked skill is at hand: from the store, from the disk where it is installed and
 * unchanged, or from its source. Bytes that are not the locked ones are an error that names the first file. If it
 * is to be compared, a directory or archive of this machine is compared in any case, because that costs nothing.
 */
export async function ensureContents(
  installer: Installer,
  { name, row, isCompared = false, open = openSources(installer, [row]) }: EnsuredSkill,
): Promise<void> {
  const { store } = installer
  const isKept = () => [...row.files.values()].every(({ sha256 }) => store.read(sha256) !== undefined)
  if (!isKept()) keepFromDisk(installer, row)
  if (!isKept() || (isCompared && isLocal(row))) await checkSource(installer, { name, row, open })
  keepOverlay(installer, name, row)
}

interface EnsuredSkill {
  readonly name: string
  readonly row: LockedSkill
  readonly isCompared?: boolean
  /** For several skills of one source. */
  readonly open?: SourceOpener
}

function keepFromDisk({ scope, store }: Installer, row: LockedSkill): void {
  const real = findRealCopy(row)
  const found = findPlace(scope.root, real)
  if (found.kind !== "folder") return
  const same = [...row.files].filter(([name, { sha256 }]) => found.files.get(name)?.sha256 === sha256)
  const read = openReader(path.join(scope.root, real))
  for (const [name, { sha256 }] of same) {
    const file = read(Buffer.from(name), MOST_SKILL_BYTES)
    if (file.kind === "bytes") store.keep(sha256, file.bytes)
  }
}

/** A directory or archive of this machine can be looked at again at no cost. */
export function isLocal({ source }: LockedSkill): boolean {
  return source.type === "path" || (source.type === "archive" && !/^https?:/i.test(source.url ?? ""))
}

async function checkSource(
  installer: Installer,
  { name, row, open }: Required<Omit<EnsuredSkill, "isCompared">>,
): Promise<void> {
  const found = await reloadLocked(installer, row, open)
  const at = describeSource(row.source)
  if (found === undefined) throw makeSourceError(`${name} is no longer in ${at}`)
  const [first] = compareFolder(row.files, { kind: "folder", files: found.files, others: [] })
  if (first === undefined) return
  const { kind, path: file } = first
  const what = { changed: "is not the locked one", missing: "is missing", mode: "has another mode", extra: "is new" }[
    kind
  ]
  throw makeSourceError(`${name}: ${file} ${what} in ${at}`)
}

function makeSourceError(message: string): SkilletError {
  return new SkilletError("install.source-differs", message, {
    retry: "no",
    next: "see what changed with skillet update --dry-run; the lock was not changed",
  })
}

/** The user's own files are made from the patch, and must be exactly those of the lock. */
function keepOverlay({ scope, store }: Installer, name: string, { files, overlay }: LockedSkill): void {
  if (overlay === undefined) return
  if ([...overlay.files.values()].every(({ sha256 }) => store.read(sha256) !== undefined)) return
  const file = path.join(scope.root, overlay.path)
  const patch = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined
  const readBase = (one: string) => {
    const bytes = store.read(files.get(one)?.sha256 ?? "")
    return bytes === undefined ? undefined : Buffer.from(bytes).toString("utf8")
  }
  // A checkout may have changed the line endings of the patch, and a patch of a text with CRLF needs its own.
  const made = [patch ?? "", (patch ?? "").replaceAll("\r\n", "\n")].map((text) => applyOverlay(text, readBase))
  for (const [one, { sha256, mode }] of overlay.files) {
    const files = made.map((texts) => toCandidateFile(Buffer.from(texts.get(one) ?? ""), mode))
    const right = files.find((file) => file.sha256 === sha256)
    if (right === undefined) throw makeOverlayError(name, overlay.path)
    store.keep(sha256, right.bytes)
  }
}

function makeOverlayError(name: string, at: string): SkilletError {
  return new SkilletError("install.overlay-differs", `${at} does not make the locked files of ${name}`, {
    retry: "no",
    next: `restore ${at} from version control`,
  })
}

/** A file of a copy that no version of a skill had, so that somebody must have written it. */
export function findOwnText({ store }: Installer, row: LockedSkill, found: FoundPlace): string | undefined {
  if (found.kind !== "folder") return undefined
  const own = listEffectiveFiles(row)
  const isMine = (path: string, sum: string) => own.get(path)?.sha256 !== sum && store.read(sum) === undefined
  const [mine] = [...found.files].find(([path, { sha256 }]) => own.has(path) && isMine(path, sha256)) ?? []
  return mine
}

/** The bytes of a file that was made sure of before. */
export function readContent({ store }: Installer, sha256: string): Uint8Array {
  const bytes = store.read(sha256)
  if (bytes === undefined) throw new Error(`the content ${sha256} was not kept`)
  return bytes
}

/** The files of a locked skill with their bytes: those of the source, or with the user's own changes. */
export function readLockedFiles(
  installer: Installer,
  row: LockedSkill,
  which: "source" | "effective",
): ReadonlyMap<string, CandidateFile> {
  const files = which === "source" ? row.files : listEffectiveFiles(row)
  return new Map([...files].map(([name, file]) => [name, { ...file, bytes: readContent(installer, file.sha256) }]))
}
