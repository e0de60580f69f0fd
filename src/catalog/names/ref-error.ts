import { SkilletError } from "../../problem/failure.ts"
import type { CatalogSkill, ShadowedSkill } from "../catalog.ts"
import { nextFor } from "./not-found.ts"
import type { Resolved } from "./resolve.ts"

/** The copy that a reference led to; undefined where it led to none, or to several. */
export function copyOf(resolved: Resolved): CatalogSkill | ShadowedSkill | undefined {
  return resolved.kind === "winner" || resolved.kind === "shadowed" ? resolved.skill : undefined
}

/** Why a reference leads to no single skill, what was searched, and what is near. */
export function refError(
  ref: string,
  resolved: Resolved,
  searched: { readonly host: string; readonly folders: number },
): SkilletError {
  if (resolved.kind === "ambiguous")
    return new SkilletError("ref.ambiguous", `"${ref}" could be ${resolved.candidates.join(" or ")}`, {
      retry: "no",
      next: `name one of them, such as ${resolved.candidates[0]}`,
    })
  const missing = resolved.kind === "missing" ? resolved : { wrong: undefined, near: [], copies: [] }
  if (missing.wrong !== undefined) return badName(missing.wrong)
  return new SkilletError(
    "skill.not-found",
    `there is no skill "${ref}" for ${searched.host} (looked in ${searched.folders} directories)`,
    { retry: "no", next: nextFor(missing) ?? "skillet list shows every name there is" },
  )
}

export function badName(wrong: string): SkilletError {
  return new SkilletError("ref.bad-name", wrong, { retry: "no", next: "skillet list shows the names" })
}
