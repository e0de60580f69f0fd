import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import { openSearchPath, requireProgram } from "../../../system/programs/find-program.ts"
import { collectOutput } from "../../../system/programs/start-program.ts"
import { toMap } from "../../../text/is-map.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import type { ArchiveEntry } from "../../archive/archive-entry.ts"
import type { SourceSpec } from "../../source/parse-source.ts"
import { openEntries, readArchive } from "./archive-source.ts"
import type { OpenedSource, SourceContext } from "./opened-source.ts"

const MOST_BYTES = 64 * 1024 * 1024
const MOST_TIME = 5 * 60 * 1000

const passed = [
  "HOME",
  "XDG_CONFIG_HOME",
  "NPM_CONFIG_USERCONFIG",
  "npm_config_userconfig",
  "NPM_CONFIG_REGISTRY",
  "npm_config_registry",
  "NPM_CONFIG_CACHE",
  "npm_config_cache",
  "NPM_TOKEN",
  "http_proxy",
  "https_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "no_proxy",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
] as const

/**
 * A package, downloaded by the user's own npm with the user's settings. Its scripts do not run, and its dependencies are
 * not looked at.
 */
export async function openNpmSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  const { bytes, version, integrity } = await downloadPackage(spec, context)
  const entries = readArchive(bytes, `npm:${spec.at}`).map(cutFirstFolder)
  return openEntries({
    shown: `npm:${spec.at}@${version} (${integrity})`,
    entries,
    locate: (offer) => ({ type: "npm", package: spec.at, ref: spec.ref, version, integrity, path: offer.path }),
  })
}

/** Every archive of npm has one directory around everything, usually `package`. */
function cutFirstFolder(entry: ArchiveEntry): ArchiveEntry {
  return { ...entry, path: entry.path.replace(/^[^/]+\//, "") }
}

interface Package {
  readonly bytes: Uint8Array
  readonly version: string
  readonly integrity: string
}

async function downloadPackage({ at, ref }: SourceSpec, { env, cache, root }: SourceContext): Promise<Package> {
  const above = path.join(cache, "npm")
  makeDirectory(above, 0o700)
  const folder = fs.mkdtempSync(path.join(above, "pack-"))
  try {
    const search = openSearchPath({ env, projects: [root] })
    const wanted = ref === undefined ? at : `${at}@${ref}`
    const start = {
      program: requireProgram(search, "npm"),
      args: [
        "pack",
        wanted,
        "--json",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--no-update-notifier",
        "--loglevel=error",
      ],
      search,
      // Not in the project, whose settings could name another registry.
      cwd: folder,
      env: Object.fromEntries(passed.map((variable) => [variable, env[variable]])),
    }
    const { printed, failure } = await collectOutput(start, { mostBytes: 16 * 1024 * 1024, milliseconds: MOST_TIME })
    if (failure !== undefined) throw makeNpmError(wanted, failure.said)
    return readPackage(folder, printed.toString("utf8"), wanted)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function readPackage(folder: string, printed: string, wanted: string): Package {
  const [file] = fs.readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  const { version, integrity } = readAnswer(printed)
  if (file === undefined || typeof version !== "string" || typeof integrity !== "string")
    throw makeNpmError(wanted, "npm did not say what it downloaded")
  const bytes = readSafely(path.join(fs.realpathSync(folder), file), MOST_BYTES)
  const computed = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
  if (computed !== integrity) throw makeNpmError(wanted, `it has the integrity ${computed}, and npm says ${integrity}`)
  return { bytes, version, integrity }
}

function readAnswer(printed: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(printed)
    return toMap(Array.isArray(value) ? value[0] : Object.values(toMap(value))[0])
  } catch {
    return {}
  }
}

function makeNpmError(wanted: string, said: string): SkilletError {
  const why = said.split("\n").find((line) => /\S/.test(line)) ?? "npm did not say why"
  return new SkilletError(
    "install.npm-failed",
    `npm could not download ${wanted}: ${why.replace(/^npm (?:error|ERR!) /, "")}`,
    {
      retry: "later",
      next: `check with npm view ${quoteForShell(wanted)} version`,
    },
  )
}
