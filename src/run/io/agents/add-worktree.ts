import fs from "node:fs"
import path from "node:path"
import type { AgentAnswer, AgentDriver, AgentRequest } from "../../../agents/agent-driver.ts"
import { toAgentFailure } from "../../../agents/agent-failure.ts"
import type { WorktreeMode } from "../../../settings/agent-settings.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { type LeftToPerson, selectForPerson } from "../../drive/select-for-person.ts"
import { runGit } from "../../../system/git/run-git.ts"
import { locateTranscript } from "./transcript.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"

export interface AgentWorktree {
  readonly path: string
  readonly branch: string
  /** The changes are committed to the branch and part of the answer; the worktree is gone. */
  finish(answer: AgentAnswer, mode: WorktreeMode): Promise<AgentAnswer>
  /** The worktree stays, and the failure names it. */
  keptAfter(error: unknown): unknown
}

const LONGEST_DIFF = 256 * 1024
const DIFF = ["diff", "--cached", "--binary", "--no-renames", "--no-ext-diff", "--no-textconv"] as const
const AUTHOR = ["-c", "user.name=skillet", "-c", "user.email=skillet@localhost", "-c", "commit.gpgsign=false"]

/** A driver whose writers work in their own git worktrees; their changes are part of the answer. */
export function withWorktrees(driver: AgentDriver, folder: string, mode: WorktreeMode): AgentDriver {
  return {
    name: driver.name,
    async ask(request, signal, heard) {
      if (request.access !== "write") return driver.ask(request, signal, heard)
      const tree = await addWorktree(request, folder)
      heard?.({ kind: "notice", text: `works in ${tree.path} on branch ${tree.branch}` })
      const answer = await driver.ask({ ...request, cwd: tree.path }, signal, heard).catch((error: unknown) => {
        throw tree.keptAfter(error)
      })
      return tree.finish(answer, mode)
    },
  }
}

/** A separate worktree for one attempt of a writer, on its own branch, from the last commit. */
export async function addWorktree(request: AgentRequest, folder: string): Promise<AgentWorktree> {
  const at = locateTranscript(folder, request).replace(/\.jsonl$/, "")
  const branch = `skillet/${path.basename(path.dirname(at))}/${path.basename(at)}`
  const git = (cwd: string, ...args: readonly string[]) => runGit(cwd, args, { env: process.env, project: request.cwd })
  const top = (await git(request.cwd, "rev-parse", "--show-toplevel")).trim()
  if (fs.existsSync(at)) await git(top, "worktree", "remove", "--force", at)
  makeDirectory(path.dirname(at), 0o700)
  await git(top, "worktree", "add", "-B", branch, at, "HEAD")
  return { path: at, branch, finish, keptAfter: noteKept }

  async function finish(answer: AgentAnswer, mode: WorktreeMode): Promise<AgentAnswer> {
    await git(at, "add", "-A")
    const patch = await git(at, ...DIFF, "HEAD")
    if (patch === "") {
      await git(top, "worktree", "remove", "--force", at)
      await git(top, "branch", "-D", branch)
      return answer
    }
    const file = `${at}.patch`
    fs.writeFileSync(file, patch, { mode: 0o600 })
    const left = mode === "apply" ? await listLeft() : []
    const rest = left.length === 0 ? patch : await git(at, ...DIFF, "HEAD", "--", ".", ...left.map(excludePath))
    await git(at, ...AUTHOR, "commit", "-qm", `${request.key.step} ${request.key.item}: ${request.agent}`)
    const became = mode === "apply" ? await inTurn(() => apply(rest, left)) : `They are offered: git merge ${branch}`
    await git(top, "worktree", "remove", "--force", at)
    const diff = patch.length <= LONGEST_DIFF ? `\n\n\`\`\`diff\n${patch}\`\`\`` : ""
    return { ...answer, text: `${answer.text}\n\nChanges are on branch ${branch} and in ${file}. ${became}${diff}` }
  }

  async function listLeft(): Promise<readonly LeftToPerson[]> {
    const raw = await git(at, "diff", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "HEAD")
    // The rules of the project count, because the agent may have changed its own.
    const rules = path.join(top, ".gitignore")
    const own = fs.existsSync(rules) ? [`--exclude-from=${rules}`] : []
    const ignored = await git(at, "ls-files", "-c", "-i", "-z", "--exclude-standard", ...own)
    return selectForPerson(raw, new Set(ignored.split("\0")))
  }

  async function apply(rest: string, left: readonly LeftToPerson[]): Promise<string> {
    const file = `${at}.apply`
    try {
      if (rest !== "") {
        fs.writeFileSync(file, rest, { mode: 0o600 })
        await git(top, "apply", "--check", file)
        await git(top, "apply", file)
      }
      return describeApplied(rest !== "", left, branch)
    } catch (error) {
      if (!(error instanceof SkilletError)) throw error
      return `They do not apply (${error.message}) and are offered: git merge ${branch}`
    } finally {
      fs.rmSync(file, { force: true })
    }
  }

  function noteKept(error: unknown): unknown {
    if (!(error instanceof SkilletError)) return error
    const message = `${error.message} (its worktree is kept: ${at})`
    return toAgentFailure(error).having({ message })
  }
}

function describeApplied(isAny: boolean, left: readonly LeftToPerson[], branch: string): string {
  if (left.length === 0) return "They were applied."
  const list = left.map((one) => `- ${toVisibleLine(one.path)} (${one.why})`).join("\n")
  const applied = isAny ? "They were applied, except these" : "None of them were applied"
  return `${applied}: only a person may take them over, after reading them (git diff HEAD...${branch}):\n${list}\n`
}

function excludePath({ path: name }: LeftToPerson): string {
  return `:(exclude,literal,top)${name}`
}

let last: Promise<unknown> = Promise.resolve()

/** One after another: two patches must not be applied at the same time. */
function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const next = last.then(act, act)
  last = next.catch(() => undefined)
  return next
}
