import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { allowListedEnvironment } from "../../system/programs/allow-listed-environment.ts"

/**
 * Our database and the agent's name: an agent that calls Skillet uses the same ones. None of them is a secret; the address
 * of a server may be, so it is left out.
 */
const ours = ["SKILLET_AGENT", "SKILLET_DB", "SKILLET_BY", "SKILLET_HOST"]

/**
 * What an agent's program may see: the usual variables, the directory for temporary files, ours, and those that are
 * named.
 */
export function buildAgentEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> {
  const isServer = isPostgresAddress(env["SKILLET_DB"] ?? "")
  const shared = ours.filter((name) => name !== "SKILLET_DB" || !isServer)
  return allowListedEnvironment(env, ["TMPDIR", ...shared, ...named])
}
