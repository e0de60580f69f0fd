import { execFile } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import type { Sandbox } from "../../ports/shell-runner.ts"
import { SkilletError } from "../../problem/failure.ts"
import { findProgram } from "../find-program.ts"
import { captureOutput } from "./capture-output.ts"
import { runProgram } from "./process/run-program.ts"
import { type SandboxSystem, type SystemMount, bubblewrapOptions, notIsolatedBy } from "./sandbox/bubblewrap.ts"

export type FoundSandbox =
  | { readonly kind: "bubblewrap"; readonly said: Sandbox; readonly program: string; readonly system: SandboxSystem }
  | { readonly kind: "none"; readonly said: Sandbox & { readonly kind: "none" } }

/** The results in this process, by the requested program. */
const found = new Map<string | undefined, Promise<FoundSandbox>>()

/** Whether bubblewrap works here, found out once by trying it. */
export function findBubblewrap(given?: string): Promise<FoundSandbox> {
  const known = found.get(given) ?? probe(given)
  found.set(given, known)
  // If the machine was too busy to answer, it is tried again.
  known.catch(() => found.delete(given))
  return known
}

async function probe(given: string | undefined): Promise<FoundSandbox> {
  if (process.platform !== "linux") return none("bubblewrap is available only on Linux")
  const program = findProgram("bwrap", given)
  if (program === undefined) return none("bubblewrap is not installed")
  const help = await ask(program, "--help")
  const best: SandboxSystem = {
    ...systemView(),
    canRefuseUserNamespaces: help.includes("--disable-userns"),
    canLimitSize: help.includes("--size"),
  }
  const why = await whyNot(program, best)
  if (why === undefined) return shutIn(program, best)
  const lesser: SandboxSystem = { ...best, canRefuseUserNamespaces: false }
  const isWorking = best.canRefuseUserNamespaces && (await whyNot(program, lesser)) === undefined
  return isWorking ? shutIn(program, lesser) : none(`bubblewrap is installed but cannot start here (${why})`)
}

/** Runs a command that does nothing in a sandbox. */
async function whyNot(bubblewrap: string, system: SandboxSystem): Promise<string | undefined> {
  const program = findProgram("true")
  if (program === undefined) return "there is no `true` program to test it with"
  const options = bubblewrapOptions({ cwd: "/", env: {}, network: false, folders: [] }, system)
  const capture = captureOutput({ characters: 10_000, bytes: 10_000, folder: "/nonexistent" })
  const launch = { program, args: [], cwd: "/", env: {}, shutIn: { bubblewrap, options } }
  try {
    const ending = await runProgram(launch, capture, { milliseconds: 10_000, grace: 500 })
    if (ending.kind === "exited" && ending.code === 0) return undefined
    return ending.kind === "stopped" ? "it did not answer" : capture.finish().output.split("\n")[0]
  } catch (error) {
    if (error instanceof SkilletError && error.retry === "no") return error.message
    throw error
  }
}

async function shutIn(program: string, system: SandboxSystem): Promise<FoundSandbox> {
  const version = (await ask(program, "--version")).replace(/^bubblewrap\s*/, "").trim()
  return {
    kind: "bubblewrap",
    said: { kind: "bubblewrap", version, notIsolated: notIsolatedBy(system) },
    program,
    system,
  }
}

function none(why: string): FoundSandbox {
  return { kind: "none", said: { kind: "none", why } }
}

/** Empty if it does not answer: it then cannot do what was asked. */
async function ask(program: string, option: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, [option], { env: {}, timeout: 10_000 })).stdout
  } catch (error) {
    if (error instanceof Error) return ""
    throw error
  }
}

const programs = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"]

/** Names of users and hosts, the loader's own, the time zone; never keys, passwords or settings of services. */
const settings = [
  "/etc/alternatives",
  "/etc/group",
  "/etc/hosts",
  "/etc/ld.so.cache",
  "/etc/localtime",
  "/etc/nsswitch.conf",
  "/etc/passwd",
]

/** How hosts are found, and certificates. */
const networkSettings = [
  "/etc/gai.conf",
  "/etc/host.conf",
  "/etc/pki/ca-trust/extracted",
  "/etc/pki/tls/certs",
  "/etc/protocols",
  "/etc/resolv.conf",
  "/etc/services",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
]

interface SystemView {
  readonly mounts: readonly SystemMount[]
  readonly networkMounts: readonly SystemMount[]
}

/** The parts of this machine that programs in a sandbox need. Each takes a fraction of a millisecond. */
function systemView(): SystemView {
  return { mounts: [...programs, ...settings].flatMap(present), networkMounts: networkSettings.flatMap(present) }
}

/**
 * Most systems have links where others have directories (/bin leads to usr/bin); a link out of /usr is shown as a file.
 */
function present(at: string): readonly SystemMount[] {
  if (!fs.existsSync(at)) return []
  const link = fs.lstatSync(at).isSymbolicLink() ? fs.readlinkSync(at) : undefined
  const isShown = link !== undefined && path.resolve(path.dirname(at), link).startsWith("/usr/")
  return isShown ? [{ at, link }] : [{ at }]
}
