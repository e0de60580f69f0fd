import { type RunGrant, type RunStart, runGrants } from "../../../run/model.ts"
import type { OldStart } from "./tables.ts"

/** Grants were written among the rules, as `grant:write`. */
export function migratedStart({ allow, ...start }: OldStart): RunStart {
  const grantOf = (rule: string): RunGrant | undefined => runGrants.find((grant) => rule === `grant:${grant}`)
  const grants = allow.flatMap((rule) => grantOf(rule) ?? [])
  return { ...start, permissions: { rules: allow.filter((rule) => grantOf(rule) === undefined), grants } }
}
