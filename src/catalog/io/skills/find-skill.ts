import fs from "node:fs"
import path from "node:path"
import type { CatalogSkill, ShadowedSkill } from "../../catalog.ts"
import { pickCopy, refError } from "../../names/ref-error.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import { toShownPath } from "./no-skill-error.ts"
import type { Session } from "../session/open-session.ts"

/** The copy that a reference means. Throws a SkilletError with what was searched and similar names. */
export async function findSkill(skillet: Session, ref: string): Promise<CatalogSkill | ShadowedSkill> {
  const resolved = await skillet.resolve(ref)
  const found = pickCopy(resolved)
  if (found !== undefined) return found
  const elsewhere = findElsewhere(skillet, ref)
  if (elsewhere !== undefined) throw elsewhere
  throw refError(ref, resolved, { host: skillet.host, folders: (await skillet.copies()).length })
}

/** The path of a skill that is not where this host looks. */
function findElsewhere({ around, host }: Session, ref: string): SkilletError | undefined {
  const at = path.resolve(around.cwd, ref)
  const folder = /^skill\.md$/i.test(path.basename(at)) ? path.dirname(at) : at
  if (!fs.existsSync(path.join(folder, "SKILL.md"))) return undefined
  const [name, parent] = [path.basename(folder), path.dirname(folder)]
  return new SkilletError("skill.not-listed", `${ref} is a skill, but ${host} does not look there`, {
    retry: "no",
    next: `add --skills-dir ${quoteForShell(toShownPath(around.cwd, parent))} and name it ${name}`,
  })
}
