import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Sandbox } from "../../../ports/shell-runner.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { findProgram } from "../find-program.ts"
import { captureOutput } from "../output/capture-output.ts"
import { runProgram } from "../process/run-program.ts"
import { bubblewrapOptions, notIsolatedBy, type SandboxSystem } from "./bubblewrap.ts"
import { systemView } from "./system-view.ts"

export type FoundSandbox =
  | { readonly kind: "bubblewrap"; readonly said: Sandbox; readonly program: string; readonly system: SandboxSystem }
  | { readonly kind: "none"; readonly said: Sandbox & { readonly kind: "none" } }

/** What was found in this process, by the program that was asked for. */
const found = new Map<string | undefined, Promise<FoundSandbox>>()

/** Whether bubblewrap can shut commands in here, found out once by doing it. */
export function findBubblewrap(given?: string): Promise<FoundSandbox> {
  const known = found.get(given) ?? probe(given)
  found.set(given, known)
  // A machine too busy to say is asked again.
  known.catch(() => found.delete(given))
  return known
}

async function probe(given: string | undefined): Promise<FoundSandbox> {
  if (process.platform !== "linux") return none("bubblewrap exists for Linux only")
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

/** Shuts in a command that does nothing. */
async function whyNot(bubblewrap: string, system: SandboxSystem): Promise<string | undefined> {
  const program = findProgram("true")
  if (program === undefined) return "there is no `true` to try it with"
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

/** Empty when it does not answer: then it cannot do what it was asked about. */
async function ask(program: string, option: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, [option], { env: {}, timeout: 10_000 })).stdout
  } catch (error) {
    if (error instanceof Error) return ""
    throw error
  }
}
