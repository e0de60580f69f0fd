import { type Explanation, explainForHosts } from "../../names/explain-for-hosts.ts"
import { badNameError, pickCopy, notFoundError } from "../../names/ref-error.ts"
import type { HostId } from "../../../hosts/profile.ts"
import { hostIds, profiles } from "../../../hosts/profiles.ts"
import { formatSkillRef, isQualified, parseSkillRef } from "../../../skill/reference.ts"
import type { Session } from "../session/open-session.ts"

/** Explains a name as every host sees it, the session's own host first. */
export async function explainName(skillet: Session, ref: string): Promise<Explanation> {
  const ids = [skillet.host, ...hostIds.filter((id) => id !== skillet.host)]
  const name = await nameMeant(skillet, ref, ids)
  const [own, ...others] = await Promise.all(ids.map((id) => hostCatalog(skillet, id)))
  const explanation = own === undefined || name === undefined ? undefined : explainForHosts(name, [own, ...others])
  if (explanation !== undefined && explanation.copies.length > 0)
    return { ...explanation, hosts: hostIds.flatMap((id) => explanation.hosts.filter(({ host }) => host === id)) }
  const catalogs = await Promise.all(ids.map((id) => skillet.catalog(id)))
  throw notFoundError(ref, await skillet.resolve(ref), catalogs)
}

async function hostCatalog(skillet: Session, id: HostId) {
  return { profile: profiles[id], catalog: await skillet.catalog(id), listed: await skillet.copies(id) }
}

/** A path, an alias or a particular copy means the skill it refers to, for the first host that has it. */
async function nameMeant(skillet: Session, ref: string, ids: readonly HostId[]): Promise<string | undefined> {
  for (const id of ids) {
    const found = pickCopy(await skillet.resolve(ref, id))
    if (found !== undefined) return found.name
  }
  const parsed = parseSkillRef(ref)
  if ("wrong" in parsed) throw badNameError(parsed.wrong)
  return isQualified(parsed.ref) ? undefined : formatSkillRef(parsed.ref)
}
