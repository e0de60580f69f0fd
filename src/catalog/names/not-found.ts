import { SkilletError } from "../../problem/failure.ts"
import { nearestNames } from "../../text/nearest-names.ts"
import type { Catalog } from "../catalog.ts"
import type { Resolved } from "./resolve.ts"

type Missing = Pick<Resolved & { readonly kind: "missing" }, "copies" | "near">

/** What was perhaps meant: the copies there are, or the nearest names. */
export function nextFor({ copies, near }: Missing): string | undefined {
  if (copies.length > 0) return `the copies there are: ${copies.join(", ")}`
  return near.length > 0 ? `did you mean ${near.join(" or ")}?` : undefined
}

/** The failure when no host at all has a skill of this name. */
export function notFoundByAny(ref: string, resolved: Resolved, catalogs: readonly Catalog[]): SkilletError {
  const { copies, near } = resolved.kind === "missing" ? resolved : { copies: [], near: [] }
  const names = catalogs.flatMap(({ skills }) => skills.map(({ name }) => name))
  const found = { copies, near: near.length > 0 ? near : nearestNames(ref, names) }
  return new SkilletError("skill.not-found", `no agent would find a skill called "${ref}" from here`, {
    retry: "no",
    next: nextFor(found) ?? "skillet list --all shows every name there is",
  })
}
