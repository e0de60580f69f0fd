import { execFile } from "node:child_process"
import { SkilletError } from "../../skill/failure.ts"

/** A repository's own settings start no programs of theirs here. */
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
  "safe.bareRepository=explicit",
]
const ENV = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
  LC_ALL: "C",
  // What a partial clone left out stays out: fetching it would start the programs of its transports.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
} as const
const MOST_BYTES = 256 * 1024 * 1024

type Variables = Readonly<Record<string, string | undefined>>

interface GitHow {
  readonly env: Variables
}

/** What git prints for a question about a repository. Nothing in it is changed. */
export async function runGit(cwd: string, args: readonly string[], how: GitHow): Promise<string> {
  const env: Variables = { PATH: how.env["PATH"], HOME: how.env["HOME"], ...ENV }
  const names = await execGit(cwd, ["config", "--list", "--name-only", "-z"], { env })
  return execGit(cwd, args, { env: { ...env, ...withoutFilters(names.split("\0")) } })
}

/** Settings that empty every filter, by variables because the name of a filter may hold any sign. */
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

function execGit(cwd: string, args: readonly string[], { env }: GitHow): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      [...SAFE, ...args],
      { cwd, env, maxBuffer: MOST_BYTES, encoding: "utf8" },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout)
        const said = stderr.trim().split("\n")[0] ?? error.message
        const isMissing = "code" in error && error.code === "ENOENT"
        reject(
          new SkilletError("git.failed", isMissing ? "git is not installed" : said === "" ? error.message : said, {
            retry: "no",
            next: isMissing ? "name the files to review" : "run the same git command by hand to see more",
            cause: error,
          }),
        )
      },
    )
  })
}
