import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { ShellRequest, ShellResult, ShellRunner } from "../shell-runner.ts"
import { SkilletError } from "../../problem/failure.ts"
import {
  nameProgram,
  openSearchPath,
  type Program,
  requireOutside,
  type SearchPath,
} from "../../system/programs/find-program.ts"
import { childVariables } from "../../system/programs/start-program.ts"
import { captureOutput } from "../../system/programs/capture-output.ts"
import type { Launch } from "../../system/programs/launch.ts"
import { runProgram } from "../../system/programs/run-program.ts"
import { type ShownFolder, writeBubblewrapOptions } from "./sandbox/bubblewrap.ts"
import { keepFolders } from "./sandbox/keep-folders.ts"
import { type FoundSandbox, findBubblewrap } from "./probe-bubblewrap.ts"
import { readResourceLimits, type ResourceLimits, writeLimitedArguments } from "./limit-resources.ts"
import { listShownFolders } from "./sandbox/shown-folders.ts"

export interface ShellRunnerOptions {
  /** The directory for output that is too long. It is created, for this user only, when first needed. */
  readonly overflow: string
  /** The project, if commands run in other directories too: none of its files is found as a program. */
  readonly project?: string
  /** The environment whose search path finds the sandbox before there is a command. Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The directory that a sandbox never shows as a project. Default: this user's home. */
  readonly home?: string
  /** Programs to use instead of the ones that are found. */
  readonly programs?: { readonly bash?: string; readonly powershell?: string; readonly bubblewrap?: string }
  /** More output than this is never collected. Default: 64 MiB. */
  readonly mostBytes?: number
  /** How many milliseconds a command has to end by itself after it was asked to. Default: 500. */
  readonly grace?: number
  /** What a command may use of the machine. Default: see `readResourceLimits`. */
  readonly resources?: ResourceLimits
}

/** Runs commands with bash or PowerShell, in bubblewrap if that works. */
export function openShellRunner(options: ShellRunnerOptions): ShellRunner {
  const given = options.project === undefined ? [] : [options.project]
  const findSandbox = (search: SearchPath) => findBubblewrap(search, options.programs?.bubblewrap)
  return {
    sandbox: async () => (await findSandbox(openSearchPath({ env: options.env ?? process.env, projects: given }))).said,
    run: async (asked, signal) => {
      signal?.throwIfAborted()
      const request = { ...asked, cwd: path.resolve(asked.cwd) }
      refuseUnrunnable(request)
      const search = openSearchPath({ env: request.env, projects: [...given, request.cwd] })
      requireOutside(search)
      const sandbox = await findSandbox(search)
      if (sandbox.kind === "none" && request.sandbox === "required") throw sandboxMissing(sandbox.said.why)
      signal?.throwIfAborted()
      const { launch, undo } = planLaunch({ ...request, search }, sandbox, options)
      try {
        return await run({ launch, request, options, signal })
      } finally {
        undo()
      }
    },
  }
}

interface Run {
  readonly launch: Launch
  readonly request: ShellRequest
  readonly options: ShellRunnerOptions
  readonly signal: AbortSignal | undefined
}

async function run({ launch, request, options, signal }: Run): Promise<ShellResult> {
  const capture = captureOutput({
    characters: request.limits.characters,
    bytes: options.mostBytes ?? 64 * 1024 * 1024,
    folder: options.overflow,
  })
  try {
    const limits = { milliseconds: request.limits.milliseconds, grace: options.grace ?? 500, signal }
    const ending = await runProgram(launch, capture, limits)
    const { output, overflow, isFull } = capture.finish()
    if (ending.kind === "not-reached") throw sandboxFailed(output)
    return {
      exitCode: ending.kind === "exited" ? ending.code : null,
      output,
      overflow,
      timedOut: ending.kind === "stopped" && ending.why === "time",
      ...(isFull ? { outputCapped: true } : {}),
      sandboxed: launch.shutIn !== undefined,
    }
  } catch (error) {
    capture.discard()
    throw error
  }
}

interface PlannedLaunch {
  readonly launch: Launch
  /** What to remove once the command has ended. */
  undo(): void
}

interface PlacedRequest extends ShellRequest {
  readonly search: SearchPath
}

function planLaunch(request: PlacedRequest, sandbox: FoundSandbox, options: ShellRunnerOptions): PlannedLaunch {
  const { cwd, search } = request
  const resources = options.resources ?? readResourceLimits()
  const shell = findShell(request.shell, search, { ...options.programs, resources })
  const env = { ...shell.environment(request.env), ...childVariables(search) }
  const bare = { program: shell.program, args: shell.argumentsFor(request.command), search, cwd, env }
  if (sandbox.kind === "none") return { launch: bare, undo: () => undefined }
  const shown = listShownFolders({ cwd, grants: request.grants, home: options.home ?? os.homedir() })
  const { folders, undo } = keepFolders(shown)
  const plan = { cwd, env, network: request.grants.network, folders: [...shell.folders, ...shown, ...folders] }
  const shutIn = { bubblewrap: sandbox.program, options: writeBubblewrapOptions(plan, sandbox.system) }
  return { launch: { ...bare, shutIn }, undo }
}

/** A NUL would end a word early and begin a new option of the sandbox. */
function refuseUnrunnable({ command, cwd, env, grants }: ShellRequest): void {
  const words = [command, cwd, ...Object.entries(env).flat(), ...grants.read, ...grants.write]
  const isBadName = (name: string) => name === "" || name.includes("=")
  if (words.some((word) => word.includes("\0")) || Object.keys(env).some(isBadName))
    throw new SkilletError("shell.bad-request", "a command, a directory or a variable has an invalid character", {
      retry: "no",
      next: "check for a NUL in the command and for = in variable names",
    })
  if (!isFolder(cwd))
    throw new SkilletError("shell.no-folder", `the command's working directory ${cwd} does not exist`, {
      retry: "no",
      next: "run it in a directory that exists",
    })
}

function isFolder(file: string): boolean {
  try {
    return fs.statSync(file).isDirectory()
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

function sandboxMissing(why: string): SkilletError {
  return new SkilletError("sandbox.missing", `a sandbox is required, but none is available: ${why}`, {
    retry: "no",
    next: "install bubblewrap (on Debian and Ubuntu: apt-get install bubblewrap), then run `skillet doctor`",
  })
}

function sandboxFailed(output: string): SkilletError {
  return new SkilletError("sandbox.failed", `the sandbox could not be set up: ${output.split("\n")[0]}`, {
    retry: "no",
    next: "check the directory it names; run `skillet doctor` to see whether a sandbox works here",
  })
}

interface Shell {
  readonly program: Program
  /** What a sandbox must show for it, besides the system directories. */
  readonly folders: readonly ShownFolder[]
  argumentsFor(command: string): readonly string[]
  /** Without variables that make it run more than the command. */
  environment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}

/** Files and functions that bash runs or imports before the command. */
const beforeBash = /^(?:BASH_ENV|ENV|BASHOPTS|SHELLOPTS|BASH_FUNC_.*)$/s

function findShell(
  kind: "bash" | "powershell",
  search: SearchPath,
  { resources, ...given }: ShellRunnerOptions["programs"] & { readonly resources: ResourceLimits },
): Shell {
  switch (kind) {
    case "bash":
      return {
        ...located(choose("bash", given.bash) ?? missing("bash", "install bash")),
        argumentsFor: (command) => writeLimitedArguments(resources, command),
        environment: (env) => Object.fromEntries(Object.entries(env).filter(([name]) => !beforeBash.test(name))),
      }
    case "powershell":
      return {
        ...located(
          choose("pwsh", given.powershell) ??
            missing("PowerShell (pwsh)", "install PowerShell 7, or write the skill's commands for bash"),
        ),
        argumentsFor: (command) => ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", command],
        environment: (env) => env,
      }
  }

  function choose(name: string, at: string | undefined): Program | undefined {
    return at === undefined ? search.find(name) : nameProgram(at)
  }
}

function located(program: Program): Pick<Shell, "program" | "folders"> {
  const folder = path.dirname(program)
  const isShown = /^\/(?:usr|s?bin|nix\/store)\//.test(program)
  return { program, folders: isShown ? [] : [{ from: folder, at: folder, access: "read" }] }
}

function missing(name: string, next: string): never {
  throw new SkilletError("shell.missing", `${name} is not installed`, { retry: "no", next })
}
