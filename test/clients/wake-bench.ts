import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import type { ModelServer } from "../agents/model-server.ts"

/** Where `scripts/test-clients.mjs` installed the CLIs. */
export const clients = process.env["SKILLET_CLIENTS"] ?? ""
export const cli = path.resolve("dist/cli.cjs")

export type WakeBench = ReturnType<typeof openWakeBench>

/** A home directory with a project, and the built command in it. */
export function openWakeBench(name: string) {
  const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `${name}-`))
  const project = path.join(home, "project")
  const env: Record<string, string> = {
    PATH: `${path.join(home, "bin")}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    LANG: "C.UTF-8",
    SKILLET_DB: path.join(home, "a.db"),
  }
  fs.mkdirSync(path.join(project, ".git"), { recursive: true })
  fs.writeFileSync(path.join(project, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.mkdirSync(path.join(home, "bin"))
  const start = `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`
  fs.writeFileSync(path.join(home, "bin/skillet"), start, { mode: 0o755 })
  return {
    home,
    project,
    env,
    put(file: string, text: string): void {
      fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
      fs.writeFileSync(path.join(home, file), text)
    },
    skillet(...words: readonly string[]): string {
      const how = { cwd: project, env, encoding: "utf8" } as const
      const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...words], how)
      if (status !== 0) throw new Error(stderr)
      return stdout
    },
    remove: () => fs.rmSync(home, { recursive: true, force: true }),
  }
}

/** All texts of each request to a model, in order, one list per request. */
export function askedTexts(server: ModelServer): readonly (readonly string[])[] {
  return server.asked
    .filter(({ path: at }) => /\/(?:messages|responses)(?!\/count)/.test(at))
    .map(({ body }) => collectTexts(body))
}

export function packetsIn(request: string, because: string): number {
  return [...request.matchAll(new RegExp(`\\[Skillet wake-up \\d+: ${because}\\]`, "g"))].length
}

export function count(text: string, part: string): number {
  return text.split(part).length - 1
}

/** All texts of a value, in order. */
export function collectTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(collectTexts)
}
