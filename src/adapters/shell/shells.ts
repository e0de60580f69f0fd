import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import type { ShownFolder } from "./sandbox/bubblewrap.ts"
import { findProgram } from "./find-program.ts"

export interface Shell {
  readonly program: string
  /** What a sandbox must show for it besides the system's folders. */
  readonly folders: readonly ShownFolder[]
  argumentsFor(command: string): readonly string[]
  /** Without what makes it run more than the command. */
  environment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>>
}

/** Files and functions that bash runs or takes over before the command. */
const beforeBash = /^(?:BASH_ENV|ENV|BASHOPTS|SHELLOPTS|BASH_FUNC_.*)$/s

export function findShell(
  kind: "bash" | "powershell",
  given: { readonly bash?: string; readonly powershell?: string } = {},
): Shell {
  switch (kind) {
    case "bash":
      return {
        ...located(findProgram("bash", given.bash) ?? missing("bash", "install bash")),
        argumentsFor: (command) => ["--noprofile", "--norc", "-c", "--", command],
        environment: (env) => Object.fromEntries(Object.entries(env).filter(([name]) => !beforeBash.test(name))),
      }
    case "powershell":
      return {
        ...located(
          findProgram("pwsh", given.powershell) ??
            missing("PowerShell (pwsh)", "install PowerShell 7, or write the skill's commands for bash"),
        ),
        argumentsFor: (command) => ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", command],
        environment: (env) => env,
      }
  }
}

function located(program: string): Pick<Shell, "program" | "folders"> {
  const folder = path.dirname(program)
  const isShown = /^\/(?:usr|s?bin|nix\/store)\//.test(program)
  return { program, folders: isShown ? [] : [{ from: folder, at: folder, access: "read" }] }
}

function missing(name: string, next: string): never {
  throw new SkilletError("shell.missing", `${name} is not installed`, { retry: "no", next })
}
