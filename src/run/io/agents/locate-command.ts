import path from "node:path"
import {
  nameProgram,
  openSearchPath,
  type Program,
  requireOutside,
  type SearchPath,
} from "../../../system/programs/find-program.ts"
import { AgentFailure } from "../../../agents/agent-failure.ts"
import type { AgentSettings } from "../../../settings/agent-settings.ts"
import { splitArguments } from "../../../render/split-arguments.ts"

interface Searched {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The directory that is worked on. */
  readonly cwd: string
}

/** The search path for agents; a failure if nothing may be started. */
export function openSearch({ env, cwd }: Searched): SearchPath {
  const search = openSearchPath({ env, projects: [cwd] })
  requireOutside(search)
  return search
}

interface NamedCommand {
  readonly settings: AgentSettings
  /** The words of `--program`. */
  readonly program?: string | undefined
  readonly cwd: string
}

/** The words of `--program`, or of the settings: only a person who types a relative path means this directory. */
export function locateCommand(
  { program, settings, cwd }: NamedCommand,
  search: SearchPath,
): readonly [Program, ...(readonly string[])] {
  const [named, ...args] = splitArguments(program ?? settings.drivers.command?.program ?? "", false)
  if (named === undefined || named === "")
    throw new AgentFailure("agent.no-program", "agent command needs a program", {
      retry: "no",
      next: "name it with --program 'PROGRAM ARGUMENT…' (in the library: program), or in your settings under agents.drivers.command",
    })
  const file = program !== undefined && named.includes("/") ? path.resolve(cwd, named) : named
  const found = file.includes("/") ? nameProgram(file) : search.find(file)
  if (found !== undefined) return [found, ...args]
  throw new AgentFailure("agent.not-found", `${named} is not a program that can be started`, {
    retry: "no",
    next: "give its absolute path, or a name on PATH; skillet doctor shows which directories are searched",
  })
}
