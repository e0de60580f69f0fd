import { randomUUID } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { Sandbox } from "../shell-runner.ts"
import { SkilletError } from "../../problem/failure.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import {
  describeStart,
  nameProgram,
  type Program,
  type SearchPath,
  systemShell,
} from "../../system/programs/find-program.ts"
import { collectOutput } from "../../system/programs/start-program.ts"
import { captureOutput } from "../../system/programs/capture-output.ts"
import { runProgram } from "../../system/programs/run-program.ts"
import { type SandboxSystem, type SystemMount, writeBubblewrapOptions, listNotIsolated } from "./sandbox/bubblewrap.ts"

export type FoundSandbox =
  | { readonly kind: "bubblewrap"; readonly said: Sandbox; readonly program: Program; readonly system: SandboxSystem }
  | { readonly kind: "none"; readonly said: Sandbox & { readonly kind: "none" } }

/** The results in this process, by the program that was tried. */
const found = new Map<string, Promise<FoundSandbox>>()

/** Whether bubblewrap works here, found out once by trying it. */
export async function findBubblewrap(search: SearchPath, given?: string): Promise<FoundSandbox> {
  if (process.platform !== "linux") return none("bubblewrap is available only on Linux")
  if (search.startedIn !== undefined) return none(describeStart(search.startedIn))
  const program = given === undefined ? search.find("bwrap") : nameProgram(given)
  if (program === undefined) return none("bubblewrap is not installed")
  const known = found.get(program) ?? probe({ program, search })
  found.set(program, known)
  // If the machine was too busy to answer, it is tried again.
  known.catch(() => found.delete(program))
  return known
}

interface Candidate {
  readonly program: Program
  readonly search: SearchPath
}

async function probe(candidate: Candidate): Promise<FoundSandbox> {
  const help = await ask(candidate, "--help")
  const best: SandboxSystem = {
    ...systemView(),
    canRefuseUserNamespaces: help.includes("--disable-userns"),
    canLimitSize: help.includes("--size"),
  }
  const why = await whyNot(candidate, best)
  if (why === undefined) return describeSandbox(candidate, best)
  const lesser: SandboxSystem = { ...best, canRefuseUserNamespaces: false }
  const isWorking = best.canRefuseUserNamespaces && (await whyNot(candidate, lesser)) === undefined
  return isWorking ? describeSandbox(candidate, lesser) : none(`bubblewrap is installed but cannot start here (${why})`)
}

/**
 * Tries to write out of a sandbox. Only what a program does shows that it is bubblewrap: it must run the command, which
 * proves it by a text that is only in a file, and the command must not be able to write anywhere that lasts.
 */
async function whyNot(candidate: Candidate, system: SandboxSystem): Promise<string | undefined> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "skillet-sandbox-"))
  try {
    const [shown, hidden] = [path.join(folder, "shown"), path.join(folder, "hidden")]
    fs.mkdirSync(shown)
    fs.mkdirSync(hidden)
    const proof = randomUUID()
    fs.writeFileSync(path.join(shown, "proof"), proof)
    const why = await tryCandidate(candidate, system, { shown, hidden, proof })
    const isOpen = fs.readdirSync(shown).length !== 1 || fs.readdirSync(hidden).length !== 0
    return isOpen ? "a command in it could write outside the sandbox" : why
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

interface Trial {
  /** A directory that the sandbox shows for reading. */
  readonly shown: string
  /** A directory that it does not show. */
  readonly hidden: string
  /** What the file `proof` in the shown directory contains. */
  readonly proof: string
}

async function tryCandidate(
  { program: bubblewrap, search }: Candidate,
  system: SandboxSystem,
  { shown, hidden, proof }: Trial,
): Promise<string | undefined> {
  const folders = [{ from: shown, at: shown, access: "read" }] as const
  const options = writeBubblewrapOptions({ cwd: "/", env: {}, network: false, folders }, system)
  const capture = captureOutput({ characters: 10_000, bytes: 10_000, folder: "/nonexistent" })
  const [read, write] = [quoteForShell(shown), quoteForShell(hidden)]
  // `read` and `echo` are part of the shell: nothing else needs to be installed.
  const script = `(: > ${read}/canary) 2>/dev/null; (: > ${write}/canary) 2>/dev/null
IFS= read -r line < ${read}/proof; echo "$line"`
  const launch = {
    program: systemShell,
    args: ["-c", script],
    search,
    cwd: "/",
    env: {},
    shutIn: { bubblewrap, options },
  }
  try {
    const ending = await runProgram(launch, capture, { milliseconds: 10_000, grace: 500 })
    if (ending.kind === "stopped") return "it did not answer"
    const { output } = capture.finish()
    if (ending.kind === "exited" && ending.code === 0 && output.trim() === proof) return undefined
    return ending.kind === "exited" && ending.code === 0
      ? "it did not run a command"
      : output.split("\n")[0] || "it failed"
  } catch (error) {
    if (error instanceof SkilletError && error.retry === "no") return error.message
    throw error
  }
}

async function describeSandbox(candidate: Candidate, system: SandboxSystem): Promise<FoundSandbox> {
  const version = (await ask(candidate, "--version")).replace(/^bubblewrap\s*/, "").trim()
  return {
    kind: "bubblewrap",
    said: { kind: "bubblewrap", version, notIsolated: listNotIsolated(system) },
    program: candidate.program,
    system,
  }
}

function none(why: string): FoundSandbox {
  return { kind: "none", said: { kind: "none", why } }
}

/** Empty if it does not answer: it then cannot do what was asked. */
async function ask({ program, search }: Candidate, option: string): Promise<string> {
  const limits = { mostBytes: 1024 * 1024, milliseconds: 10_000 }
  const { printed, failure } = await collectOutput({ program, args: [option], search, env: {} }, limits)
  return failure === undefined ? printed.toString("utf8") : ""
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
