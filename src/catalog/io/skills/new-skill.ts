import fs from "node:fs"
import path from "node:path"
import type { HostId } from "../../../hosts/profile.ts"
import { findReadingHosts, newSkillFolder } from "../../../hosts/skill-folders.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { findNameProblem } from "../../../skill/lint-skill.ts"
import { writeSkillSkeleton, writeWorkflowSkeleton } from "../../../skill/skeleton.ts"
import type { Session } from "../session/open-session.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { writeNew } from "../../../system/files/write-new.ts"

export interface NewSkillOptions {
  readonly name: string
  readonly description?: string | undefined
  /** In the user's own directory instead of the project's. */
  readonly user?: boolean
  /** The directory of skills to put it into. */
  readonly into?: string | undefined
  /** With a procedure of two steps. */
  readonly workflow?: boolean
}

export interface NewSkill {
  readonly name: string
  /** Its SKILL.md. */
  readonly path: string
  readonly text: string
  /** All its files, by their path in its directory. */
  readonly files: Readonly<Record<string, string>>
  /** The hosts that will find it there. */
  readonly seenBy: readonly HostId[]
  /** The copy of this name that is in use now: one of the two will be hidden. */
  readonly clashesWith?: string | undefined
}

/** What a new skill would be and where; nothing is written. */
export async function planNewSkill(skillet: Session, options: NewSkillOptions): Promise<NewSkill> {
  const fault = findNameProblem(options.name)
  if (fault !== undefined) {
    throw new SkilletError("name.rules", `the name "${options.name}" ${fault}`, {
      retry: "no",
      next: "use lower-case letters, digits and single hyphens, at most 64",
    })
  }
  const { around } = skillet
  const folder =
    options.into === undefined
      ? path.join(options.user === true ? around.home : around.root, newSkillFolder[skillet.host])
      : path.resolve(around.cwd, options.into)
  const files = options.workflow === true ? writeWorkflowSkeleton(options) : { "SKILL.md": writeSkillSkeleton(options) }
  const taken = Object.keys(files)
    .map((name) => path.join(folder, options.name, name))
    .find((file) => fs.existsSync(file))
  if (taken !== undefined) throw existsError(taken)
  const { skills } = await skillet.catalog()
  return {
    name: options.name,
    path: path.join(folder, options.name, "SKILL.md"),
    text: files["SKILL.md"] ?? "",
    files,
    seenBy: findReadingHosts(folder, around),
    clashesWith: skills.find(({ name }) => name === options.name)?.ref,
  }
}

function existsError(file: string): SkilletError {
  const next = "choose another name, or edit that file"
  return new SkilletError("new.exists", `${file} is there already`, { retry: "no", next })
}

/** Writes a planned skill; an existing one is never overwritten. */
export function writeNewSkill(plan: NewSkill): void {
  const folder = path.dirname(plan.path)
  try {
    for (const [name, text] of Object.entries(plan.files)) {
      makeDirectory(path.dirname(path.join(folder, name)))
      if (!writeNew(path.join(folder, name), text)) throw existsError(plan.path)
    }
  } catch (error) {
    if (error instanceof SkilletError || !(error instanceof Error) || !("code" in error)) throw error
    throw new SkilletError("new.failed", `${plan.path} cannot be written (${error.message})`, {
      retry: "no",
      next: "check that you have write permission",
      cause: error,
    })
  }
}
