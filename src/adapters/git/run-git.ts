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
]
const ENV = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", GIT_PAGER: "cat", LC_ALL: "C" } as const
const MOST_BYTES = 256 * 1024 * 1024

/** What git prints for a question about a repository. Nothing in it is changed. */
export function runGit(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      [...SAFE, ...args],
      { cwd, env: { PATH: env["PATH"], HOME: env["HOME"], ...ENV }, maxBuffer: MOST_BYTES, encoding: "utf8" },
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
