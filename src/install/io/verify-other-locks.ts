import fs from "node:fs"
import path from "node:path"
import { openReader } from "../../system/files/read-below.ts"
import { requireAbsolute } from "../../text/folder-paths.ts"
import { MOST_SKILL_BYTES } from "../../trust/combine-digests.ts"
import {
  computeTreeId,
  type HashedContent,
  matchComputedHash,
  type OtherLock,
  type OtherSkill,
  type OtherLockKind,
  readOtherLock,
} from "../lock/other-locks.ts"
import { APM_LOCK, otherLocks } from "../../skill/lock-names.ts"
import { type ApmSkill, readApmLock } from "../lock/apm-lock.ts"
import { findPlace } from "./find-places.ts"
import type { InstallScope } from "./install-scope.ts"
import { listEntries } from "./sources/folder-source.ts"

/** Where agents find what other tools installed. */
const folders = [".agents/skills", ".claude/skills"] as const

/** Checks the lock files of other tools that are in this scope. */
export function verifyOtherLocks({ root, env }: InstallScope, home: string): readonly OtherLock[] {
  const state = requireAbsolute(env["XDG_STATE_HOME"])
  const global = [path.join(home, ".agents"), ...(state === undefined ? [] : [path.join(state, "skills")])]
  const files =
    root === home
      ? global.map((folder) => ({ kind: "global" as const, file: path.join(folder, otherLocks.global.name) }))
      : [{ kind: "project" as const, file: path.join(root, otherLocks.project.name) }]
  const checked = files.flatMap(({ kind, file }) => (fs.existsSync(file) ? [verifyOtherLock(root, file, kind)] : []))
  const apm = path.join(root, APM_LOCK)
  return root !== home && fs.existsSync(apm) ? [...checked, verifyApmLock(root, apm)] : checked
}

function verifyApmLock(root: string, file: string): OtherLock {
  const read = readApmLock(fs.readFileSync(file, "utf8"))
  if ("wrong" in read) return { path: file, wrong: read.wrong, skills: [] }
  return { path: file, skills: read.skills.map((skill) => verifyApmSkill(root, skill)), others: read.others }
}

function verifyApmSkill(root: string, { name, path: at, files }: ApmSkill): OtherSkill {
  const found = findPlace(root, at)
  if (found.kind === "nothing") return { name, path: at, state: "missing" }
  if (found.kind !== "folder") return { name, path: at, state: "differs" }
  for (const [file, sum] of files)
    if (found.files.get(file)?.sha256 !== sum)
      return { name, path: at, state: found.files.has(file) ? "differs" : "missing", file }
  const extra = [...found.files.keys(), ...found.others].find((file) => !files.has(file))
  return extra === undefined ? { name, path: at, state: "same" } : { name, path: at, state: "extra", file: extra }
}

function verifyOtherLock(root: string, file: string, kind: OtherLockKind): OtherLock {
  const read = readOtherLock(fs.readFileSync(file, "utf8"), kind)
  if ("wrong" in read) return { path: file, wrong: read.wrong, skills: [] }
  return { path: file, skills: [...read.skills].map(([name, hash]) => verifySkill(root, { name, hash, kind })) }
}

interface OtherRow {
  readonly name: string
  readonly hash: string
  readonly kind: OtherLockKind
}

function verifySkill(root: string, { name, hash, kind }: OtherRow): OtherSkill {
  const isPlain = !/[/\\\0]|^\.+$/.test(name)
  const found = isPlain ? folders.find((folder) => fs.existsSync(path.join(root, folder, name, "SKILL.md"))) : undefined
  const at = `${found ?? folders[0]}/${name}`
  if (found === undefined) return { name, path: at, state: "missing" }
  if (hash === "") return { name, path: at, state: "no-checksum" }
  const files = readLockContents(fs.realpathSync(path.join(root, at)))
  if (kind === "global") return { name, path: at, state: computeTreeId(files) === hash ? "same" : "differs" }
  const match = matchComputedHash(files, hash)
  if (match.kind === "differs") return { name, path: at, state: "differs" }
  const { language } = match
  return { name, path: at, state: language === "en" ? "same" : "other-order", language }
}

/** The other tool leaves out third-party packages, and so do we. */
export function readLockContents(folder: string): readonly HashedContent[] {
  const read = openReader(folder)
  return listEntries(folder).flatMap(({ path: name, kind, id }) => {
    if (name.split("/").includes("node_modules")) return []
    const found = read(Buffer.from(id, "latin1"), MOST_SKILL_BYTES)
    return found.kind === "bytes" ? [{ path: name, bytes: found.bytes, executable: kind === "executable" }] : []
  })
}
