import fs from "node:fs"
import path from "node:path"
import { readErrorCode } from "../../problem/failure.ts"
import { keptIn } from "../../hosts/skill-folders.ts"
import { findLinkBelow } from "../../system/files/make-folders-below.ts"
import { openReader } from "../../system/files/read-below.ts"
import { sha256 } from "../../text/sha256.ts"
import { MOST_SKILL_BYTES } from "../../trust/combine-digests.ts"
import type { FoundPlace } from "../compare-installed.ts"
import type { LockedFile } from "../lock/lock-file.ts"
import { listEntries } from "./sources/folder-source.ts"

/** What is at a path below a directory. A link on the way to it is something else than a directory. */
export function findPlace(root: string, place: string): FoundPlace {
  if (findLinkBelow(root, place.split("/").slice(0, -1)) !== undefined) return { kind: "other" }
  const at = path.join(root, place)
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  if (stat === undefined) return { kind: "nothing" }
  if (stat.isSymbolicLink()) return { kind: "link", to: fs.readlinkSync(at) }
  return stat.isDirectory() ? readInstalledFolder(at) : { kind: "other" }
}

/** The text of a file below a directory; undefined if there is no such file, or only behind a link. */
export function readPlace(root: string, place: string): string | undefined {
  const file = openReader(root)(Buffer.from(place), MOST_SKILL_BYTES)
  return file.kind === "bytes" ? Buffer.from(file.bytes).toString("utf8") : undefined
}

/** The files of a directory by their checksums. */
export function readInstalledFolder(folder: string): Extract<FoundPlace, { readonly kind: "folder" }> {
  const read = openReader(folder)
  const files = new Map<string, LockedFile>()
  const others: string[] = []
  for (const { path: name, kind, id } of listEntries(folder)) {
    const found =
      kind === "file" || kind === "executable" ? read(Buffer.from(id, "latin1"), MOST_SKILL_BYTES) : undefined
    if (found?.kind !== "bytes") others.push(name)
    else
      files.set(name, {
        sha256: sha256(found.bytes),
        size: found.bytes.length,
        mode: kind === "executable" ? "755" : "644",
      })
  }
  return { kind: "folder", files, others }
}

/** Every directory with a SKILL.md where agents look for skills, and links to such directories. */
export function findSkillFolders(root: string): readonly string[] {
  return keptIn.flatMap((folder) => listBelow(root, folder).filter((place) => hasMain(path.join(root, place))))
}

function listBelow(root: string, folder: string): readonly string[] {
  try {
    return fs.readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`)
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(readErrorCode(error) ?? "")) return []
    throw error
  }
}

function hasMain(folder: string): boolean {
  return fs.existsSync(path.join(folder, "SKILL.md"))
}
