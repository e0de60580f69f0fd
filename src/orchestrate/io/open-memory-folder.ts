import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import { type FoundFile, LARGEST_FILE, type MemoryFolder } from "../memory/memory-folder.ts"
import { SkilletError } from "../../problem/failure.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { makeDirectory } from "../../system/files/make-directory.ts"

/**
 * The memory directory of a project, by its path from the project's top directory. It stays within the project: neither
 * it nor a directory above it may be a link, and no link in it is followed.
 */
export function openMemoryFolder(top: string, folder: string): MemoryFolder {
  const parts = path.posix.normalize(folder).split("/")
  if (path.isAbsolute(folder) || parts.some((part) => part === ".." || part === "" || part === "."))
    throw outside(folder)
  const real = fs.realpathSync(top)
  return {
    read(file) {
      const at = resolveMemoryFile(real, folder, file)
      const link = findLink(real, parts)
      if (link !== undefined) return refused(`${link} is a link or not a directory`)
      return readFile(at)
    },
    write(file, text) {
      const at = resolveMemoryFile(real, folder, file)
      const link = findLink(real, parts)
      if (link !== undefined) throw notAFolder(link)
      makeDirectory(path.dirname(at))
      replaceFile(at, text, { mode: 0o644, isDurable: true })
    },
  }
}

/** A file must be directly in the directory. */
function resolveMemoryFile(real: string, folder: string, file: string): string {
  if (path.posix.dirname(file) !== path.posix.normalize(folder)) throw outside(file)
  return path.join(real, file)
}

function readFile(at: string): FoundFile {
  const stat = fs.lstatSync(at, { throwIfNoEntry: false })
  if (stat === undefined) return { kind: "missing" }
  if (stat.isSymbolicLink()) return refused("it is a link")
  if (!stat.isFile()) return refused("it is not a regular file")
  try {
    const bytes = readSafely(at, LARGEST_FILE)
    if (!isUtf8(bytes)) return refused("it is not UTF-8 text")
    return { kind: "read", text: bytes.toString("utf8"), changed: stat.mtimeMs }
  } catch (error) {
    if (error instanceof SkilletError) return refused(error.message)
    throw error
  }
}

function refused(reason: string): FoundFile {
  return { kind: "refused", reason }
}

/** The first part of the directory's path that exists but is not a directory. */
function findLink(real: string, parts: readonly string[]): string | undefined {
  let at = real
  for (const part of parts) {
    at = path.join(at, part)
    const stat = fs.lstatSync(at, { throwIfNoEntry: false })
    if (stat === undefined) return undefined
    if (!stat.isDirectory()) return path.relative(real, at)
  }
  return undefined
}

function outside(file: string): SkilletError {
  return new SkilletError("memory.outside", `${file} is not a valid location for memory files in the project`, {
    retry: "no",
    next: "use a directory within the project, such as .claude/memory",
  })
}

function notAFolder(link: string): SkilletError {
  return new SkilletError("memory.not-a-folder", `${link} is a link or not a directory, so nothing is written there`, {
    retry: "no",
    next: "put a real directory there, or use another with --memory or --to",
  })
}
