import type { CatalogSkill, ShadowedSkill } from "../../catalog/catalog.ts"
import { nextFor } from "../../catalog/names/not-found.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Skillet } from "../session/open-skillet.ts"

/** The copy a reference means. Throws a SkilletError that names what was searched and what is near. */
export async function findSkill(skillet: Skillet, ref: string): Promise<CatalogSkill | ShadowedSkill> {
  const resolved = await skillet.resolve(ref)
  switch (resolved.kind) {
    case "winner":
    case "shadowed":
      return resolved.skill
    case "ambiguous":
      throw new SkilletError("ref.ambiguous", `"${ref}" could be ${resolved.candidates.join(" or ")}`, {
        retry: "no",
        next: `name one of them, such as ${resolved.candidates[0]}`,
      })
    case "missing": {
      if (resolved.wrong !== undefined)
        throw new SkilletError("ref.bad-name", resolved.wrong, { retry: "no", next: "skillet list shows the names" })
      const places = (await skillet.copies()).map(({ source }) => source.label)
      const next = nextFor(resolved) ?? "skillet list shows every name there is"
      throw new SkilletError(
        "skill.not-found",
        `there is no skill "${ref}" for ${skillet.host} (looked in ${places.length} directories)`,
        { retry: "no", next },
      )
    }
  }
}
