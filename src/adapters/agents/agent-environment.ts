import { allowListedEnvironment } from "../allow-listed-environment.ts"

/** Where our runs are and who one is there: an agent that calls Skillet reaches the same. None of them is a secret. */
const ours = ["SKILLET_AGENT", "SKILLET_DB", "SKILLET_BY", "SKILLET_HOST"]

/** What an agent's program may see: the everyday variables, the place for temporary files, ours, and those that are named. */
export function agentEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> {
  return allowListedEnvironment(env, ["TMPDIR", ...ours, ...named])
}
