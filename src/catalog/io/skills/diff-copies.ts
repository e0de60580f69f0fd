import path from "node:path"
import type { ExplainedCopy } from "../../names/explain-for-hosts.ts"
import { hostIds } from "../../../hosts/profiles.ts"
import { readSmallText } from "../../../trust/io/approved-copies.ts"
import type { SkillDigest } from "../../../trust/io/digest-skill.ts"
import type { FoundSkill } from "../../skill-source.ts"
import type { Session } from "../session/open-session.ts"
import { type DigestedCopy, digestCopy, findSkillFiles } from "./digest-files.ts"
import { explainName } from "./explain-name.ts"
import { type PatchedFile, patchFiles } from "./patch-files.ts"

/** How the copies of a name differ. */
export interface CopyDiff {
  readonly name: string
  /** Every copy once, even if several directories link to it. The first is what the others are compared with. */
  readonly copies: readonly DiffedCopy[]
  /** Whether all copies could be compared and have the same files. */
  readonly isSame: boolean
}

export interface DiffedCopy extends Pick<ExplainedCopy, "ref" | "source" | "path" | "usedBy" | "atRandomBy"> {
  /** Of all its files; undefined if they cannot be read, as those of a server. */
  readonly digest?: string | undefined
  /** Why it cannot be compared. */
  readonly unread?: string | undefined
  /** From the first copy to this one; empty if both are the same. */
  readonly differences: readonly PatchedFile[]
}

/** Compares all files of all copies that any agent would find under a name. */
export async function diffCopies(session: Session, ref: string): Promise<CopyDiff> {
  const { name, copies } = await explainName(session, ref)
  const files = await findSkillFiles(session)
  const byFile = new Map<string, ReadCopy>()
  for (const copy of copies) {
    const skill = files.get(copy.path)
    const key = skill?.realPath ?? copy.path
    const before = byFile.get(key)
    const usedBy = hostIds.filter((id) => before?.copy.usedBy.includes(id) === true || copy.usedBy.includes(id))
    const atRandomBy = hostIds.filter(
      (id) => before?.copy.atRandomBy.includes(id) === true || copy.atRandomBy.includes(id),
    )
    const known = before ?? { ...digestCopy(skill), copy }
    byFile.set(key, { ...known, copy: { ...known.copy, usedBy, atRandomBy } })
  }
  const read = [...byFile.values()]
  const first = read.find(({ content }) => content !== undefined)
  const diffed = await Promise.all(read.map((one) => diffWithFirst(one, first)))
  const isSame = diffed.every(({ digest, differences }) => digest !== undefined && differences.length === 0)
  return { name, copies: diffed, isSame }
}

interface ReadCopy extends DigestedCopy {
  readonly copy: ExplainedCopy
}

async function diffWithFirst({ copy, skill, content, unread }: ReadCopy, first: ReadCopy | undefined) {
  const { ref, source, path: file, usedBy, atRandomBy } = copy
  const differences =
    content === undefined || first?.content === undefined || first.copy.path === file
      ? []
      : await patchFiles(toSide(first.content, first.skill, first.copy.path), toSide(content, skill, file))
  return { ref, source, path: file, usedBy, atRandomBy, digest: content?.digest, unread, differences }
}

function toSide({ files }: SkillDigest, skill: FoundSkill | undefined, label: string) {
  const folder = path.dirname(skill?.realPath ?? "")
  return {
    files,
    label: `(${label})`,
    readText: (file: { path: string }) => readSmallText(path.join(folder, file.path)),
  }
}
