import fs from "node:fs"
import path from "node:path"
import { findOwnPackage } from "../../../system/own-package.ts"
import {
  geminiExtension,
  locateHostFolders,
  listNestedFolders,
  listUsedExtensions,
} from "../../../hosts/host-folders.ts"
import type { Surroundings } from "../../../hosts/profile.ts"
import type { SkilletOptions } from "./options.ts"
import { findHome, listFoldersAbove } from "../../../system/own-files.ts"
import { readSafely } from "../../../system/files/read-safely.ts"

/** Where we are: the directories above and around the working directory that hosts look in. */
export function lookAround(options: SkilletOptions): Surroundings {
  const env = options.env ?? process.env
  const cwd = path.resolve(options.cwd ?? process.cwd())
  const home = findHome(env)
  const within = (folder: string) => path.resolve(cwd, folder)
  const upwards = listFoldersAbove(cwd)
  const top = upwards.at(-1) ?? cwd
  const inRepository = fs.existsSync(path.join(top, ".git"))
  const folders = locateHostFolders(env, home, options.managed)
  const extensions = path.join(folders.geminiHome, geminiExtension.folder)
  return {
    ...folders,
    cwd,
    upwards,
    root: inRepository ? top : cwd,
    home,
    inRepository,
    geminiExtensions: listUsedExtensions(
      readManifests(extensions, geminiExtension.manifest),
      readJsonFile(path.join(extensions, geminiExtension.enablement)),
      cwd,
    ),
    settingsDirs: [],
    nested: listNestedFolders(cwd, (options.touched ?? []).map(within)),
    addDirs: (options.addDirs ?? []).map(within),
    skillsDirs: (options.skillsDirs ?? []).map(within),
    pluginDirs: (options.pluginDirs ?? []).map(within),
    bundled: bundledFolders(),
  }
}

/** None if the skills were taken out of the package. */
function bundledFolders(): readonly string[] {
  const folder = path.join(findOwnPackage(), "skills")
  return fs.existsSync(folder) ? [folder] : []
}

const MOST_BYTES = 256 * 1024

/** The directories in a directory that have a manifest of this name, by path, each with what the manifest says. */
function readManifests(folder: string, manifest: string): ReadonlyMap<string, unknown> {
  if (!fs.existsSync(folder)) return new Map()
  const below = fs.readdirSync(folder, { withFileTypes: true }).map(({ name }) => path.join(folder, name))
  const having = below.filter((one) => fs.existsSync(path.join(one, manifest))).sort()
  return new Map(having.map((one) => [one, readJsonFile(path.join(one, manifest))]))
}

/** The content of a JSON file; nothing if it cannot be read. */
function readJsonFile(file: string): unknown {
  if (!fs.existsSync(file)) return undefined
  try {
    return JSON.parse(readSafely(file, MOST_BYTES).toString("utf8"))
  } catch {
    return undefined
  }
}
