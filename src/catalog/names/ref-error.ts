import { formatCount } from "../../text/format-count.ts"
import { SkilletError } from "../../problem/failure.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import type { Catalog, CatalogSkill, ShadowedSkill } from "../catalog.ts"
import type { Resolved } from "./resolve.ts"

/** The copy that a reference means; undefined if it means none, or several. */
export function pickCopy(resolved: Resolved): CatalogSkill | ShadowedSkill | undefined {
  return resolved.kind === "winner" || resolved.kind === "shadowed" ? resolved.skill : undefined
}

/** Why a reference does not mean a single skill, what was searched, and similar names. */
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
  if (missing.wrong !== undefined) return badNameError(missing.wrong)
  return new SkilletError(
    "skill.not-found",
    `there is no skill "${ref}" for ${searched.host} (looked in ${formatCount(searched.folders, "directory", "directories")})`,
    { retry: "no", next: suggestNext(missing) ?? "skillet list shows every name" },
  )
}

export function badNameError(wrong: string): SkilletError {
  return new SkilletError("ref.bad-name", wrong, { retry: "no", next: "skillet list shows the names" })
}

type Missing = Pick<Resolved & { readonly kind: "missing" }, "copies" | "near">

/** What may have been meant: the existing copies, or the nearest names. */
function suggestNext({ copies, near }: Missing): string | undefined {
  if (copies.length > 0) return `the copies are ${copies.join(", ")}`
  return near.length > 0 ? `did you mean ${near.join(" or ")}?` : undefined
}

/** The failure if no host has a skill of this name. */
export function notFoundError(ref: string, resolved: Resolved, catalogs: readonly Catalog[]): SkilletError {
  const { copies, near } = resolved.kind === "missing" ? resolved : { copies: [], near: [] }
  const names = catalogs.flatMap(({ skills }) => skills.map(({ name }) => name))
  const found = { copies, near: near.length > 0 ? near : findNearestNames(ref, names) }
  return new SkilletError("skill.not-found", `no agent would find a skill called "${ref}" from here`, {
    retry: "no",
    next: suggestNext(found) ?? "skillet list --all shows every name",
  })
}
