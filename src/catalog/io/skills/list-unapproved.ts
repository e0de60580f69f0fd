import fs from "node:fs"
import path from "node:path"
import { readSkill } from "../../../skill/read-skill.ts"
import { listSkillActions, type SkillActions } from "../../../trust/skill-actions.ts"
import { canBeApproved } from "../../../trust/trust-state.ts"
import type { Session } from "../session/open-session.ts"
import { readTrust, type SkillCopy } from "./read-trust.ts"

/** A skill that asks for something, and that nobody approved or wrote. */
export interface UnapprovedSkill {
  readonly name: string
  readonly path: string
  /** Where it comes from, in words. */
  readonly source: string
  readonly commands: number
  readonly grants: number
  readonly hooks: number
  /** When its file was last changed, in milliseconds. */
  readonly changed: number
}

/** Which skills ask for something is read once for a session, because every page of the dashboard asks. */
const known = new WeakMap<Session, Promise<readonly AskingSkill[]>>()

/**
 * The skills that would run something if they were approved, and never were. Skills that an agent cannot use, or that
 * ask for nothing, are left out: nobody has to decide about them.
 */
export async function listUnapproved(skillet: Session): Promise<readonly UnapprovedSkill[]> {
  const asking = known.get(skillet) ?? listAsking(skillet)
  known.set(skillet, asking)
  const unapproved = (await asking).filter(({ copy, text }) => readTrust(skillet, copy, text).approval === "none")
  return unapproved.map(({ copy: { source, skill }, actions }) => ({
    name: skill.name,
    path: skill.path,
    source: source.label,
    commands: actions.commands.length,
    grants: actions.grants.length,
    hooks: actions.hooks.length,
    changed: fs.statSync(skill.realPath, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
}

interface AskingSkill {
  readonly copy: SkillCopy
  readonly text: string
  readonly actions: SkillActions
}

async function listAsking(skillet: Session): Promise<readonly AskingSkill[]> {
  const { skills } = await skillet.catalog()
  const usable = new Set(skills.flatMap(({ status, path: file }) => (UNUSABLE.has(status) ? [] : [file])))
  const copies = (await skillet.copies())
    .filter(({ source }) => canBeApproved(source, true))
    .flatMap(({ source, listing }) => listing.skills.map((skill) => ({ source, skill })))
    .filter(({ skill }) => usable.has(skill.path) && path.isAbsolute(skill.realPath))
  const read = await Promise.all(copies.map(async (copy) => ({ copy, text: await skillet.read(copy.skill.path) })))
  return read.flatMap(({ copy, text }) => {
    const reading = readSkill(text)
    if (!("skill" in reading)) return []
    const actions = listSkillActions(reading.skill, {})
    return actions.commands.length + actions.grants.length + actions.hooks.length === 0 ? [] : [{ copy, text, actions }]
  })
}

const UNUSABLE: ReadonlySet<string> = new Set(["off", "skipped"])
