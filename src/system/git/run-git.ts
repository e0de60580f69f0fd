import { SkilletError } from "../../problem/failure.ts"
import { openSearchPath, requireProgram } from "../programs/find-program.ts"
import { collectOutput } from "../programs/start-program.ts"

/** A repository's own settings must not start programs here. */
const SAFE = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "core.pager=cat",
  "-c",
  "diff.external=",
  "-c",
  // Otherwise git compares the files of a submodule with the programs that its settings name.
  "diff.submodule=short",
  "-c",
  "safe.bareRepository=explicit",
]
const ENV = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  // Objects that a partial clone left out are not fetched: fetching would start the programs of its transports.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  // Objects are read as they are, not the ones that the repository replaces them with.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
} as const
const MOST_BYTES = 256 * 1024 * 1024

type Variables = Readonly<Record<string, string | undefined>>

interface GitOptions {
  /** Only the search path and the home directory of these are used. */
  readonly env: Variables
  /** The project, if git works in another directory. */
  readonly project?: string | undefined
  /** What git reads from its standard input. */
  readonly input?: string | undefined
  /** Where git keeps what it writes, such as an index of our own: variables of git. */
  readonly places?: Variables | undefined
  /** It is stopped after this long. */
  readonly milliseconds?: number | undefined
}

/** The output of git for a read-only question about a repository. */
export async function runGit(cwd: string, args: readonly string[], how: GitOptions): Promise<string> {
  return (await runGitBytes(cwd, args, how)).toString("utf8")
}

/** The same without decoding: names and contents are bytes. */
export async function runGitBytes(cwd: string, args: readonly string[], how: GitOptions): Promise<Buffer> {
  const names = await execGit(cwd, ["config", "--list", "--name-only", "-z"], { ...how, input: undefined })
  return execGit(cwd, args, { ...how, settings: withoutFilters(names.toString("utf8").split("\0")) })
}

/** Settings that empty every filter, set by variables because the name of a filter may contain any character. */
function withoutFilters(names: readonly string[]): Variables {
  const filters = new Set(names.flatMap((name) => /^(filter\..+)\.[^.]+$/s.exec(name)?.[1] ?? []))
  const settings = [...filters].flatMap((filter) => [
    [`${filter}.clean`, ""],
    [`${filter}.smudge`, ""],
    [`${filter}.process`, ""],
    [`${filter}.required`, "false"],
  ])
  const pairs = settings.flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) }
}

async function execGit(
  cwd: string,
  args: readonly string[],
  { env, project, input, places, milliseconds, settings }: GitOptions & { readonly settings?: Variables },
): Promise<Buffer> {
  const search = openSearchPath({ env, projects: [cwd, ...(project === undefined ? [] : [project])] })
  const git = {
    program: requireProgram(search, "git"),
    args: [...SAFE, ...args],
    search,
    cwd,
    env: { HOME: env["HOME"], ...places, ...ENV, ...settings },
  }
  const { printed, failure } = await collectOutput(git, { input, mostBytes: MOST_BYTES, milliseconds })
  if (failure === undefined) return printed
  throw new SkilletError("git.failed", failure.said.split("\n")[0] || failure.error.message, {
    retry: "no",
    next: "run the same git command yourself to see more",
    cause: failure.error,
  })
}
