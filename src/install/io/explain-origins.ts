import fs from "node:fs"
import path from "node:path"
import { openReader } from "../../system/files/read-below.ts"
import { MOST_SKILL_BYTES } from "../../trust/combine-digests.ts"
import { findRealCopy, type LockedSkill, type LockedSource } from "../lock/lock-file.ts"
import { loadLock } from "./install-scope.ts"
import { type Installer, readName } from "./installer.ts"

/** Where an installed skill came from. */
export interface InstalledOrigin {
  /** The name in the lock. */
  readonly name: string
  /** What its frontmatter calls it, or its directory in the source. */
  readonly calledItself: string
  readonly lockFile: string
  readonly source: LockedSource
  /** Over the files of the source. */
  readonly digest: string
  /** The real copy. */
  readonly path: string
  /** The user's own changes: the patch, and the files whose text it changes. */
  readonly overlay?: { readonly path: string; readonly files: readonly string[] } | undefined
}

/** The installed skills with a name, and those that call themselves the same and were installed under another one. */
export function explainOrigins(installers: readonly Installer[], name: string): readonly InstalledOrigin[] {
  const all = installers.flatMap(({ scope }) =>
    [...loadLock(scope).lock.skills].map(([own, row]) => describeOrigin(scope, own, row)),
  )
  const meant = new Set([name, ...all.filter((one) => one.name === name).map(({ calledItself }) => calledItself)])
  return all.filter((one) => meant.has(one.name) || meant.has(one.calledItself))
}

function describeOrigin({ root, lockFile }: Installer["scope"], name: string, row: LockedSkill): InstalledOrigin {
  const { source, digest, overlay } = row
  const at = path.join(root, findRealCopy(row))
  const main = fs.existsSync(at) ? openReader(at)(Buffer.from("SKILL.md"), MOST_SKILL_BYTES) : undefined
  const written = main?.kind === "bytes" ? readName(Buffer.from(main.bytes).toString("utf8")) : undefined
  const listed = source.name ?? path.posix.basename(source.path ?? "")
  const calledItself = written ?? (listed === "" || listed === "." ? name : listed)
  return {
    name,
    calledItself,
    lockFile,
    source,
    digest,
    path: at,
    overlay: overlay === undefined ? undefined : { path: overlay.path, files: [...overlay.files.keys()] },
  }
}
