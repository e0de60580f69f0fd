import { allowListedEnvironment } from "../../system/programs/allow-listed-environment.ts"

/** A repository's own settings should not make git start programs: no monitor, no hooks, no pager, no questions. */
const QUIET_GIT = {
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "core.fsmonitor",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "core.hooksPath",
  GIT_CONFIG_VALUE_1: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
} as const

/**
 * Every variable that a command of a skill or a gate gets: the usual ones, those granted by name, and those that quiet
 * git.
 */
export function buildCommandEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  granted: readonly string[],
): Readonly<Record<string, string>> {
  return { ...allowListedEnvironment(env, granted), ...QUIET_GIT }
}
