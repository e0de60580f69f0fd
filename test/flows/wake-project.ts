import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { onTestFinished } from "vitest"
import { skillet } from "./run-cli.ts"

/** A project with a skill, and its own home directory. */
export function project() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-wake-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const cwd = path.join(root, "project")
  const skill = path.join(cwd, ".agents/skills/login-guide")
  fs.mkdirSync(skill, { recursive: true })
  fs.mkdirSync(path.join(cwd, ".git"))
  fs.writeFileSync(path.join(cwd, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(path.join(skill, "SKILL.md"), "---\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n")
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: path.join(root, "home"),
    SKILLET_DB: path.join(root, "a.db"),
    USER: "ann",
  }
  const run = (words: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
    skillet(words, { cwd, env: { ...env, ...more.env }, input: more.input ?? "" })
  return { root, cwd, env, skill: path.join(skill, "SKILL.md"), run }
}

/** Puts `skillet` on a search path of its own, as an installation does. */
export function installSkillet(root: string): { readonly PATH: string } {
  const bin = path.join(root, "bin")
  fs.mkdirSync(bin, { mode: 0o755 })
  const script = `#!/bin/sh\nexec '${process.execPath}' '${path.resolve("dist/cli.cjs")}' "$@"\n`
  fs.writeFileSync(path.join(bin, "skillet"), script, { mode: 0o755 })
  return { PATH: `${bin}:${process.env["PATH"] ?? ""}` }
}

export const hookInput = (more: object) => JSON.stringify({ session_id: "s1", hook_event_name: "x", ...more })
export const contextOf = (out: string) =>
  (JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext
