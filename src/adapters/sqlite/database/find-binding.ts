import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { usesGlibc } from "./uses-glibc.ts"

/** The version whose functions `connectBinding` knows. */
const VERSION = "0.5.29"

/**
 * The file of libsql's binding, where a plain Linux installation has it. Node finds the same file, in three times the time
 * that loading it takes. Undefined wherever anything is unusual.
 */
export function findBinding(): string | undefined {
  if (process.platform !== "linux" || !isKnown(process.arch) || !usesGlibc()) return undefined
  const libsql = findUpwards(path.dirname(fileURLToPath(import.meta.url)), "node_modules/libsql")
  if (libsql === undefined) return undefined
  const binding = findUpwards(fs.realpathSync(libsql), `node_modules/@libsql/linux-${process.arch}-gnu`)
  return binding !== undefined && versionOf(binding) === VERSION ? path.join(binding, "index.node") : undefined
}

function isKnown(arch: string): boolean {
  return arch === "x64" || arch === "arm64"
}

function findUpwards(from: string, name: string): string | undefined {
  const found = path.join(from, name)
  if (fs.existsSync(found)) return found
  const above = path.dirname(from)
  return above === from ? undefined : findUpwards(above, name)
}

function versionOf(folder: string): unknown {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")) as { version?: unknown }
  return manifest.version
}
