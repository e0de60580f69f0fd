import { hostIds } from "../../../hosts/profiles.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { memoise } from "../../../text/memoise.ts"
import { digestSkill, type SkillDigest } from "../../../trust/io/digest-skill.ts"
import type { FoundSkill } from "../../skill-source.ts"
import type { Session } from "../session/open-session.ts"

/** A copy of a skill with the digests of its files, or the reason why they cannot be read. */
export interface DigestedCopy {
  readonly skill?: FoundSkill | undefined
  readonly content?: SkillDigest | undefined
  readonly unread?: string | undefined
}

export function digestCopy(skill: FoundSkill | undefined): DigestedCopy {
  if (skill === undefined) return { unread: "its files are not on this machine" }
  try {
    return { skill, content: digestSkill(skill.realPath, skill.form) }
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error))
      return { skill, unread: error.message }
    throw error
  }
}

/** Every skill that any agent finds, by its path. */
export async function findSkillFiles(session: Session): Promise<ReadonlyMap<string, FoundSkill>> {
  const hosts = await Promise.all(hostIds.map((id) => session.copies(id)))
  const sources = [...hosts.flat(), ...(await session.bundled()).listed]
  return new Map(sources.flatMap(({ listing }) => listing.skills.map((skill) => [skill.path, skill] as const)))
}

/** What stands for the content of the copy at a path; its path, if it cannot be read. */
export async function openVersions(session: Session): Promise<(path: string) => string> {
  const found = await findSkillFiles(session)
  return memoise((path: string) => digestCopy(found.get(path)).content?.digest ?? path)
}
