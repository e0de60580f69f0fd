import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { onTestFinished } from "vitest"
import { skillet } from "./run-cli.ts"
import { needProgram } from "../needs.ts"

export const needGit = needProgram("git")

export const SAFE = "export const one = 1\n"
export const EVAL = "export function run(req) {\n  return eval(req.query.code)\n}\n"

export function folder(name: string): string {
  const made = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), name)))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

/** A repository with `a.js` on `main`, and a branch `topic` that is checked out. */
export function repository(files: Readonly<Record<string, string>> = {}) {
  const root = folder("review-")
  const home = folder("home-")
  const git = (args: readonly string[], input?: Uint8Array): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: root,
      stdio: "pipe",
      ...(input === undefined ? {} : { input }),
    }).toString("utf8")
  const write = (name: string | Buffer, text: string | Uint8Array) => {
    const file = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name)])
    fs.mkdirSync(file.subarray(0, file.lastIndexOf("/")), { recursive: true })
    fs.writeFileSync(file, text)
  }
  const commit = () => {
    git(["add", "-A"])
    git(["commit", "-qm", "change"])
  }
  const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    skillet(words, {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: home, SKILLET_DB: path.join(home, "runs.db"), ...env },
    })
  git(["init", "-q", "-b", "main"])
  for (const [name, text] of Object.entries({ "a.js": SAFE, ...files })) write(name, text)
  commit()
  git(["checkout", "-q", "-b", "topic"])
  return { root, home, git, write, commit, run }
}

/** A tree object with any names, as only a hostile server would send it. */
export function craftTree(
  git: (args: readonly string[], input?: Uint8Array) => string,
  entries: readonly { readonly mode: string; readonly name: string; readonly id: string }[],
): string {
  const rows = entries.map(({ mode, name, id }) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]),
  )
  return git(["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], Buffer.concat(rows)).trim()
}
