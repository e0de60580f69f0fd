import fs from "node:fs"
import path from "node:path"
import { locatePlugin } from "../skills/locate-plugin.ts"

/** The version of a plugin that is installed now, if it is another one than that of a skill's file. */
export async function findOtherVersion(file: string): Promise<string | undefined> {
  const place = locatePlugin(file)
  if (place === undefined) return undefined
  const versions = listFolders(place.versions)
  if (versions.every((version) => version === place.version)) return undefined
  const found = versions.map((version) => {
    const root = path.join(place.versions, version)
    const isOrphaned = fs.existsSync(path.join(root, ".orphaned_at"))
    return { path: path.join(root, place.inside), root, version, from: "", changed: 0, isOrphaned }
  })
  const { chooseInstalled } = await import("../../catalog/io/sources/find-installed.ts")
  const installed = await chooseInstalled(found, "semver")
  return installed === undefined || installed.version === place.version ? undefined : installed.version
}

function listFolders(folder: string): readonly string[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  } catch (error) {
    // The whole plugin was removed: the file is reported as gone.
    if (error instanceof Error && "code" in error) return []
    throw error
  }
}
