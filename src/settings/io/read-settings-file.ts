import { isUtf8 } from "node:buffer"
import fs from "node:fs"
import path from "node:path"
import type { SettingsFile } from "../settings-file.ts"

const MOST = 1024 * 1024

export function readSettingsFile(file: string): SettingsFile {
  try {
    if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) return withoutFile(file)
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat === undefined)
      return unreadable("it is a link that points nowhere", `remove the link ${file}, or correct it`)
    if (!stat.isFile()) return unreadable("it is not a regular file", `put a regular file at ${file}`)
    if (stat.size > MOST) return unreadable("it is larger than 1 MiB", `shorten ${file}`)
    const bytes = fs.readFileSync(file)
    if (!isUtf8(bytes)) return unreadable("it is not UTF-8", `save ${file} as UTF-8`)
    return { kind: "text", text: bytes.toString("utf8").replace(/^\ufeff/, "") }
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    if (error.code === "ENOTDIR") return withoutFile(file)
    return unreadable(
      `it cannot be read (${error.message.replace(/,.*$/, "")})`,
      `check that you have read permission for ${file}`,
    )
  }
}

/**
 * Settings that were meant to count are never ignored: those in a directory of that name, those with another extension
 * or in capitals, and those behind a link that points nowhere. A home that is not a directory has none.
 */
function withoutFile(file: string): SettingsFile {
  const folder = path.dirname(file)
  const stat = readStat(folder)
  if (stat?.isDirectory() === true) return misnamed(file)
  if (stat !== undefined)
    return unreadable(`${folder} is not a directory`, `make ${folder} a directory, with the settings in ${file}`)
  const link = linkAbove(folder)
  if (link === undefined) return { kind: "none" }
  return unreadable(`${link} is a link that points nowhere`, `remove the link ${link}, or correct it`)
}

/** The nearest missing directory, if it is a link. */
function linkAbove(folder: string): string | undefined {
  if (isLink(folder)) return folder
  const above = path.dirname(folder)
  return above === folder || readStat(above) !== undefined ? undefined : linkAbove(above)
}

/** Whether the settings were written to `config.yml`, `Config.yaml` or the like instead. */
function misnamed(file: string): SettingsFile {
  // Files of other programs may have any neighbours.
  if (path.basename(file) !== "config.yaml") return { kind: "none" }
  const wanted = /^(?:config|settings|skillet)(?:\.local)?(?:\.(?:ya?ml|json|jsonc|json5|toml|txt|ya?ml\.txt))?$/i
  const entries = fs.readdirSync(path.dirname(file), { withFileTypes: true })
  const found = entries.find((entry) => !entry.isDirectory() && wanted.test(entry.name))?.name
  if (found === undefined) return { kind: "none" }
  return unreadable(
    `the settings are in ${found}, which is not read`,
    `rename ${found} to ${path.basename(file)}, or remove it`,
  )
}

function readStat(folder: string): fs.Stats | undefined {
  try {
    return fs.statSync(folder, { throwIfNoEntry: false })
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined
    throw error
  }
}

function isLink(folder: string): boolean {
  try {
    return fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return false
    throw error
  }
}

function unreadable(why: string, fix: string): SettingsFile {
  return { kind: "unreadable", why, fix }
}
