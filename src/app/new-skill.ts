import fs from "node:fs"
import path from "node:path"
import type { HostId } from "../hosts/profile.ts"
import { SkilletError } from "../problem/failure.ts"
import { writeHeader } from "../skill/header/write.ts"
import { nameFault } from "../skill/lint/rules.ts"
import type { Skillet } from "./open-skillet.ts"

export interface NewSkillOptions {
  readonly name: string
  readonly description?: string | undefined
  /** In the user's own folder instead of the project's. */
  readonly user?: boolean
  /** The folder of skills to put it into. */
  readonly into?: string | undefined
}

export interface NewSkill {
  readonly name: string
  readonly path: string
  readonly text: string
}

/** What a new skill would be and where; nothing is written. */
export function planNewSkill(skillet: Skillet, options: NewSkillOptions): NewSkill {
  const fault = nameFault(options.name)
  if (fault !== undefined) {
    throw new SkilletError("name.rules", `the name "${options.name}" ${fault}`, {
      retry: "no",
      next: "use small letters, digits and single hyphens, at most 64",
    })
  }
  const { around } = skillet
  const folder =
    options.into === undefined
      ? path.join(options.user === true ? around.home : around.root, folderFor(skillet.host))
      : path.resolve(around.cwd, options.into)
  return { name: options.name, path: path.join(folder, options.name, "SKILL.md"), text: skeleton(options) }
}

/** Writes a planned skill; an existing one is never overwritten. */
export function writeNewSkill(plan: NewSkill): void {
  try {
    fs.mkdirSync(path.dirname(plan.path), { recursive: true })
    fs.writeFileSync(plan.path, plan.text, { flag: "wx" })
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    if (error.code === "EEXIST")
      throw new SkilletError("new.exists", `${plan.path} is there already`, {
        retry: "no",
        next: "choose another name, or edit that file",
        cause: error,
      })
    throw new SkilletError("new.failed", `${plan.path} cannot be written (${error.message})`, {
      retry: "no",
      next: "check that you may write there",
      cause: error,
    })
  }
}

function folderFor(host: HostId): string {
  return host === "claude" ? ".claude/skills" : ".agents/skills"
}

function skeleton({ name, description }: NewSkillOptions): string {
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase())
  const text = description ?? `TODO: what ${name} does, and when to use it.`
  return [
    ...writeHeader({ name, description: text }),
    "",
    `# ${title}`,
    "",
    "## When to use",
    "",
    "- TODO: a request, in the words people use",
    "",
    "## Steps",
    "",
    "1. TODO: the first thing to do, and what shows that it is done",
    "",
    "## Never",
    "",
    "- TODO: what must not happen",
    "",
  ].join("\n")
}
