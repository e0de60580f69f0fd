import { randomBytes } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { makeDirectory } from "../files/make-directory.ts"
import { openSearchPath, requireProgram } from "../programs/find-program.ts"
import { collectOutput } from "../programs/start-program.ts"
import { runGitBytes } from "./run-git.ts"

type Variables = Readonly<Record<string, string | undefined>>

/** A bare repository of ours, with what was fetched from one address. Nothing is ever checked out of it. */
export interface FetchedRepository {
  /** The full id of what a branch, a tag or an id means there; without one, of the default branch. */
  fetch(ref: string | undefined): Promise<string>
  /** Every entry of a commit, by name and object. */
  list(commit: string): Promise<readonly GitEntry[]>
  /** Fetches those of the objects that are not there yet, all at once. */
  complete(commit: string, ids: readonly string[]): Promise<void>
  /** For reading objects. */
  readonly folder: string
}

export interface GitEntry {
  readonly mode: string
  readonly id: string
  /** Its path; bytes that are not UTF-8 are replaced. */
  readonly path: string
}

/**
 * What git needs to reach a host as it does for the user: keys, helpers, proxies and certificates. Nothing else of the
 * environment is passed on.
 */
const passed = [
  "HOME",
  "USER",
  "LOGNAME",
  "XDG_CONFIG_HOME",
  "XDG_RUNTIME_DIR",
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "SSH_ASKPASS",
  "GIT_ASKPASS",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "GIT_PROXY_SSL_CAINFO",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
  "http_proxy",
  "https_proxy",
  "HTTPS_PROXY",
  "all_proxy",
  "ALL_PROXY",
  "no_proxy",
  "NO_PROXY",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "DBUS_SESSION_BUS_ADDRESS",
  "GPG_TTY",
] as const

/** Nothing may ask at the terminal, work in the background or look for further repositories. */
const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "fetch.recurseSubmodules=false",
  "fetch.writeCommitGraph=false",
  "fetch.fsckObjects=false",
  "transfer.bundleURI=false",
  "protocol.version=2",
].flatMap((setting) => ["-c", setting])

const FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--recurse-submodules=no",
  "--filter=blob:none",
]

const MOST_BYTES = 256 * 1024 * 1024
const MOST_TIME = 10 * 60 * 1000

export interface RepositoryOptions {
  readonly env: Variables
  /** Where repositories are kept. */
  readonly cache: string
  /** The directory that is worked on; no program inside it is started. */
  readonly project: string
  /** The name of the repository in the cache. */
  readonly name: string
}

/** Opens the repository for an address; it is made when it is first used. */
export function openRepository(url: string, options: RepositoryOptions): FetchedRepository {
  const { env, cache, project, name } = options
  const folder = path.join(cache, `${name}.git`)
  const ask = (args: readonly string[]) => runGitBytes(cache, ["--git-dir", folder, ...args], { env, project })
  const askText = async (args: readonly string[]) => (await ask(args)).toString("utf8")
  const execute = (args: readonly string[], input?: string) => fetchInto(folder, { url, args, input }, options)
  const hasCommit = async (commit: string) =>
    fs.existsSync(folder) && (await askText(["for-each-ref", `${COMMITS}/${commit}`])).includes(commit)

  return {
    folder,
    async fetch(ref) {
      if (ref !== undefined && /^[0-9a-f]{40}$/.test(ref) && (await hasCommit(ref))) return ref
      const kept = `refs/skillet/${randomBytes(8).toString("hex")}`
      await execute([...FETCH, "--depth=1", "origin", `+${ref ?? "HEAD"}:${kept}`])
      const commit = (await askText(["rev-parse", "--verify", `${kept}^{commit}`])).trim()
      await ask(["update-ref", `${COMMITS}/${commit}`, commit])
      await ask(["update-ref", "-d", kept])
      return commit
    },
    list: async (commit) => parseTree(await ask(["ls-tree", "-r", "-z", "--full-tree", commit])),
    async complete(commit, ids) {
      const wanted = new Set(ids)
      const walked = await askText(["rev-list", "--objects", "--no-object-names", "--missing=print", "-n", "1", commit])
      const missing = walked.split("\n").flatMap((line) => (line.startsWith("?") ? [line.slice(1)] : []))
      const needed = missing.filter((id) => wanted.has(id))
      if (needed.length === 0) return
      await execute(["-c", "fetch.negotiationAlgorithm=noop", ...FETCH, "--stdin", "origin"], `${needed.join("\n")}\n`)
    },
  }
}

/** Commits that were fetched, so that a second project needs no network for them. */
const COMMITS = "refs/commits"

interface Fetching {
  readonly url: string
  readonly args: readonly string[]
  readonly input?: string | undefined
}

async function fetchInto(folder: string, { url, args, input }: Fetching, options: RepositoryOptions): Promise<void> {
  const { env, cache, project } = options
  makeRepository(folder, url)
  const search = openSearchPath({ env, projects: [project] })
  const start = {
    program: requireProgram(search, "git"),
    args: ["--git-dir", folder, ...SETTINGS, ...args],
    search,
    cwd: cache,
    env: {
      ...Object.fromEntries(passed.map((variable) => [variable, env[variable]])),
      GIT_TERMINAL_PROMPT: "0",
      GIT_ALLOW_PROTOCOL: "https:http:ssh:file",
      GIT_NO_REPLACE_OBJECTS: "1",
    },
  }
  const { failure } = await collectOutput(start, { input, mostBytes: MOST_BYTES, milliseconds: MOST_TIME })
  if (failure !== undefined) throw fetchFailed(url, failure)
}

/** `MODE TYPE ID`, a tab, the path, a NUL; repeated. */
function parseTree(listed: Buffer): readonly GitEntry[] {
  const entries: GitEntry[] = []
  for (let at = 0; at < listed.length; ) {
    const end = listed.indexOf(0, at)
    const tab = listed.indexOf(9, at)
    const [mode = "", , id = ""] = listed.toString("latin1", at, tab).split(" ")
    entries.push({ mode, id, path: listed.toString("utf8", tab + 1, end) })
    at = end + 1
  }
  return entries
}

/**
 * Written by us alone, without the user's templates and so without their hooks. It appears at once, so that two
 * processes may make it at the same time.
 */
function makeRepository(folder: string, url: string): void {
  if (fs.existsSync(folder)) return
  makeDirectory(path.dirname(folder), 0o700)
  const beside = fs.mkdtempSync(path.join(path.dirname(folder), ".new-"))
  try {
    for (const below of ["objects", "refs"]) fs.mkdirSync(path.join(beside, below))
    fs.writeFileSync(path.join(beside, "HEAD"), "ref: refs/heads/none\n")
    fs.writeFileSync(path.join(beside, "config"), renderConfig(url))
    fs.renameSync(beside, folder)
  } catch (error) {
    fs.rmSync(beside, { recursive: true, force: true })
    if (!fs.existsSync(path.join(folder, "config"))) throw error
  }
}

function renderConfig(url: string): string {
  const quoted = `"${url.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
  return [
    "[core]",
    "\trepositoryformatversion = 1",
    "\tbare = true",
    "[extensions]",
    "\tpartialClone = origin",
    '[remote "origin"]',
    `\turl = ${quoted}`,
    "\tpromisor = true",
    "\tpartialclonefilter = blob:none",
    "",
  ].join("\n")
}

function fetchFailed(url: string, { error, said }: { readonly error: Error; readonly said: string }): SkilletError {
  const reason = said
    .split("\n")
    .filter((line) => /^(?:fatal|error|remote|ssh|git@|Permission|Host key)/i.test(line.trim()))
    .slice(0, 2)
    .join("; ")
  return new SkilletError(
    "git.fetch-failed",
    `git could not fetch ${url}: ${reason || said.split("\n")[0] || error.message}`,
    {
      retry: "later",
      next: `check with git ls-remote ${quoteForShell(url)}`,
      cause: error,
    },
  )
}
