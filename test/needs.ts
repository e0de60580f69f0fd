/* oxlint-disable vitest/no-conditional-tests, vitest/valid-title, vitest/valid-describe-callback -- this is what registers tests */
import { spawnSync } from "node:child_process"
import { describe, test } from "vitest"
import { openShellRunner } from "../src/shell/io/open-shell-runner.ts"

/** Something that tests need from the machine. */
export interface Need {
  /** Why the machine cannot offer it; undefined if it can. */
  readonly missing: string | undefined
  /** In CI, tests that need it fail instead of being skipped. */
  readonly isRequiredInCi?: boolean
}

/**
 * Registers a suite if this machine has what it needs. Otherwise one skipped test takes its place, with the reason, which
 * `npm test` prints at its end.
 */
export function describeWith(need: Need, name: string, body: () => void): void {
  if (need.missing === undefined) describe(name, body)
  else test(name, (context) => skipTest(need, context))
}

export function testWith(need: Need, name: string, body: () => void | Promise<void>): void {
  if (need.missing === undefined) test(name, body)
  else test(name, (context) => skipTest(need, context))
}

/** Fails instead where CI requires it. */
export function skipTest({ missing, isRequiredInCi }: Need, context: { skip(note?: string): never }): never {
  if (isRequiredInCi === true && process.env["CI"] === "true") throw new Error(`CI must test this, but ${missing}`)
  return context.skip(missing)
}

export function needProgram(name: string, words: readonly string[] = ["--version"]): Need {
  const { status } = spawnSync(name, words, { stdio: "ignore" })
  return { missing: status === 0 ? undefined : `${name} is not installed` }
}

/** A sandbox that works here; bubblewrap may be installed and still be refused by the system. */
export async function needSandbox(): Promise<Need> {
  const found = await openShellRunner({ overflow: "/nonexistent" }).sandbox()
  return { missing: found.kind === "none" ? `there is no sandbox: ${found.why}` : undefined, isRequiredInCi: true }
}

export const needLinux: Need = {
  missing: process.platform === "linux" ? undefined : `this is ${process.platform}, not Linux`,
}

/** The system has users with numbers: everywhere but on Windows. */
export const needUserIds: Need = {
  missing: process.geteuid === undefined ? "this system has no user ids" : undefined,
}

export const needRoot: Need = { missing: process.geteuid?.() === 0 ? undefined : "the tests do not run as root" }

/** Root may write everywhere, so it cannot be shown what happens where writing is forbidden. */
export const needNoRoot: Need = { missing: process.geteuid?.() === 0 ? "the tests run as root" : undefined }

/** What a development checkout has next to it, and a plain clone has not. */
export function needData(exists: boolean): Need {
  return { missing: exists ? undefined : "its data is not next to this checkout" }
}

/** A copy of the superpowers plugin, which is not part of this project. */
export const needSuperpowers: Need = {
  missing: process.env["SKILLET_SUPERPOWERS"] ? undefined : "SKILLET_SUPERPOWERS does not name a copy of superpowers",
}
