import fs from "node:fs"
import path from "node:path"
import { geminiExtension } from "../../hosts/host-folders.ts"
import { isExtensionOn } from "../../hosts/settings/extension-on.ts"
import { readSafely } from "../files/read-safely.ts"

const MOST_BYTES = 256 * 1024

/** The extensions that Gemini CLI uses in a folder: those with a manifest that gives a name and a version. */
export function extensionsIn(folder: string, cwd: string): readonly string[] {
  if (!fs.existsSync(folder)) return []
  const enablement = readJson(path.join(folder, "extension-enablement.json"))
  const below = fs.readdirSync(folder, { withFileTypes: true }).map(({ name }) => path.join(folder, name))
  return below.filter((extension) => isUsed(extension, enablement, cwd)).sort()
}

function isUsed(extension: string, enablement: Values, cwd: string): boolean {
  const { name, version } = readJson(path.join(extension, geminiExtension.manifest))
  if (typeof name !== "string" || typeof version !== "string") return false
  const { overrides } = mapOf(enablement[name])
  return !Array.isArray(overrides) || isExtensionOn(overrides.map(String), cwd)
}

type Values = Readonly<Record<string, unknown>>

/** What cannot be read says nothing. */
function readJson(file: string): Values {
  if (!fs.existsSync(file)) return {}
  try {
    return mapOf(JSON.parse(readSafely(file, MOST_BYTES).toString("utf8")))
  } catch {
    return {}
  }
}

function mapOf(value: unknown): Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {}
}
