import { spawnSync } from "node:child_process"
import path from "node:path"
import { findStartCommand } from "../../src/cli/find-start-command.ts"

export const cli = path.resolve(import.meta.dirname, "../../dist/cli.cjs")

/** How printed commands begin if the command is started as `skillet`. */
export const called = findStartCommand({ script: cli, node: process.execPath, path: process.env["PATH"] }, "/")

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the built command as its own process. */
export function skillet(
  words: readonly string[],
  how: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>>; readonly input?: string },
): Ran {
  const ran = spawnSync(process.execPath, [cli, ...words], {
    cwd: how.cwd,
    env: how.env as NodeJS.ProcessEnv,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...(how.input === undefined ? {} : { input: how.input }),
  })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}
