import fs from "node:fs"
import path from "node:path"
import { type LinkBoundary, linkLeavesProblem, mayRead } from "../../catalog/io/sources/link-boundary.ts"
import { walkSkills } from "../../catalog/io/sources/walk-skills.ts"
import type { AuditFile } from "../rules/reading/split-passages.ts"
import type { Problem } from "../../problem/problem.ts"
import { mayHaveFiles, findOwnDirectory, identifySkill, type SkillForm } from "../../skill/skill-form.ts"
import type { LinkBoundaries } from "../../catalog/io/session/link-boundaries.ts"
import { readFolder, readOneFile } from "./read-folder.ts"

/** One skill to audit. */
export interface FoundTarget {
  readonly path: string
  readonly name: string
  /** It comes from a source without full trust. */
  readonly isForeign: boolean
  /** It is in a directory of the user, the machine or Skillet, so its ignore comments count. */
  readonly isOwn: boolean
  /** The paths that its grants may name. */
  readonly variables: Readonly<Record<string, string>>
  readonly from: TargetContent
}

/** Where its text comes from. */
export interface TargetContent {
  /** The name of its SKILL.md among the files. */
  readonly main: string
  /** Where approvals know it, if it is on disk. */
  readonly onDisk?: OnDisk | undefined
  /** Reads its files; `skip` is called with everything that was not searched. */
  files(skip: (file: string, reason: string) => void): readonly AuditFile[] | Promise<readonly AuditFile[]>
}

export interface OnDisk {
  readonly realPath: string
  readonly form: SkillForm
}

export function openContentOnDisk(file: string, onDisk: OnDisk): TargetContent {
  const main = path.basename(file)
  const read = mayHaveFiles(onDisk) ? readFolder : readOneFile
  return { main, onDisk, files: (skip) => read(path.dirname(file), { main, realPath: onDisk.realPath, skip }) }
}

/** A link that leaves its boundary is reported, and its target is not read. */
function linkContent(link: string, to: string): TargetContent {
  const main = path.basename(link)
  return { main, files: () => [{ path: main, link: to, executable: false, size: 0 }] }
}

interface Around {
  readonly own: ReadonlySet<string>
  readonly boundary: LinkBoundary | undefined
  readonly boundaries: LinkBoundaries
}

/** The skills at a path that a person named. */
export function findTargetsOnDisk(at: string, { own, boundary, boundaries }: Around): readonly FoundTarget[] {
  const placed = (file: string, name: string, onDisk: OnDisk) => {
    const isOwned = own.has(onDisk.realPath)
    const directory = findOwnDirectory({ form: onDisk.form, path: file })
    const variables: Readonly<Record<string, string>> = directory === undefined ? {} : { SKILL_DIR: directory }
    return { path: file, name, isForeign: !isOwned, isOwn: isOwned, variables, from: openContentOnDisk(file, onDisk) }
  }
  const stat = fs.statSync(at, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (stat.isDirectory()) {
    const tree = { kind: "skills", depth: 8, anyCase: true, rootSkill: true, dotFolders: true } as const
    const walk = walkSkills(at, tree, boundary)
    return [
      ...walk.files.map(({ path: file, realPath, name, form }) => placed(file, name, { form, realPath })),
      ...findLeavingLinks(walk.problems, boundaries),
    ]
  }
  const realPath = fs.realpathSync(at)
  if (!mayRead(boundary, realPath)) return findLeavingLinks([linkLeavesProblem(boundary, at, realPath)], boundaries)
  if (!/\.md$/i.test(at)) return []
  const { name, form } = identifySkill(at)
  return [placed(at, name, { form, realPath })]
}

/** A link to one of the user's own skills is a question of approval, not a danger. */
export function findLeavingLinks(problems: readonly Problem[], boundaries: LinkBoundaries): readonly FoundTarget[] {
  return problems.flatMap(({ code, path: link }) => {
    if (code !== "source.link-leaves" || !fs.existsSync(link)) return []
    const to = fs.realpathSync(link)
    if (boundaries.leadsToOwn(to)) return []
    const isFile = path.basename(link).toLowerCase() === "skill.md"
    const name = path.basename(isFile ? path.dirname(link) : link, ".md")
    return [{ path: link, name, isForeign: true, isOwn: false, variables: {}, from: linkContent(link, to) }]
  })
}
