import type { CatalogSkill, ShadowedSkill } from "../../catalog.ts"
import { pickCopy, refError } from "../../names/ref-error.ts"
import type { Session } from "../session/open-session.ts"

/** The copy that a reference means. Throws a SkilletError with what was searched and similar names. */
export async function findSkill(skillet: Session, ref: string): Promise<CatalogSkill | ShadowedSkill> {
  const resolved = await skillet.resolve(ref)
  const found = pickCopy(resolved)
  if (found !== undefined) return found
  throw refError(ref, resolved, { host: skillet.host, folders: (await skillet.copies()).length })
}
