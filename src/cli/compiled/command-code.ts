import { openCachedChunks, type Chunks, openPlainChunks } from "./load-chunks.ts"
import { openCodeCache } from "./open-code-cache.ts"
import { locateOwnFiles } from "../../system/own-files.ts"

export interface CommandCodeOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the built files are. */
  readonly folder: string
  /** What is cached together: command lines of one kind use the same functions. */
  readonly kind: string
}

/** The built files of the command. Compiled code is cached between processes if only this user can have written it. */
export function openCommandCode({ env, folder, kind }: CommandCodeOptions): Chunks {
  const uid = process.geteuid?.()
  if (uid === undefined || isUnwanted(env)) return openPlainChunks(folder)
  const cache = openCodeCache({
    cacheFolder: locateOwnFiles(env).cache,
    owner: [folder, kind],
    maker: describeRuntime(env),
    uid,
  })
  return cache === undefined ? openPlainChunks(folder) : openCachedChunks(folder, cache)
}

/** Node's own switch, and coverage, which needs all code compiled again. */
function isUnwanted(env: CommandCodeOptions["env"]): boolean {
  return [env["NODE_DISABLE_COMPILE_CACHE"], env["NODE_V8_COVERAGE"]].some((set) => (set ?? "") !== "")
}

/**
 * V8 itself refuses code compiled with other options; with them in the name, two ways to start do not overwrite each
 * other's code.
 */
function describeRuntime(env: CommandCodeOptions["env"]): string {
  const { version, versions, arch, platform, execArgv } = process
  return JSON.stringify([version, versions.v8, platform, arch, execArgv, env["NODE_OPTIONS"] ?? ""])
}
