import { readSkillBody } from "../../skill/require-skill.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Address, Pin } from "../model.ts"
import { compileSkill } from "../skills/compile-skill.ts"
import type { SkillFact } from "../wake-facts.ts"
import type { WakeStore } from "../store.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { findSkill } from "../../catalog/io/skills/find-skill.ts"
import { findTaskSkill } from "./find-task-skill.ts"
import { locatePlugin } from "../skills/locate-plugin.ts"
import { loadPinnedSkill } from "./load-pinned-skill.ts"

interface Pinning {
  readonly store: WakeStore
  readonly skillet: Session
  readonly now: number
  /** The agent's pins: a skill that is already pinned is not read again (default: none). */
  readonly pins?: readonly Pin[] | undefined
  /** False: the skill is only read (default true). */
  readonly isKept?: boolean | undefined
}

/** Pins a skill as it is now, or as it was when it was pinned for another task. `pin update` passes no pins. */
export async function pinSkill(
  { store, skillet, now, pins = [], isKept = true }: Pinning,
  address: Address,
  { skill, reason, task, next }: Pick<Pin, "skill" | "reason" | "task" | "next">,
): Promise<SkillFact> {
  const known = pins.find((pin) => pin.skill === skill)
  const kept = known === undefined ? undefined : await loadPinnedSkill(store, { ...known, reason, next })
  if (known !== undefined && kept !== undefined) {
    if (isKept)
      await store.pin(
        { ...known, task, reason, next, pinned: now },
        { body: kept.body, compiled: JSON.stringify(kept.compiled) },
      )
    return kept
  }
  const { path, text, body, version } = await readCurrentSkill(skillet, skill)
  const compiled = compileSkill(body)
  const pin: Pin = { ...address, skill, path, version, digest: sha256(text), task, reason, next, pinned: now }
  if (isKept) await store.pin(pin, { body, compiled: JSON.stringify(compiled) })
  return { skill, file: path, body, compiled, digest: pin.digest, reason, next, isFirst: true }
}

/** A skill as it is now, in whichever host it is. A plugin's skill that has no version of its own has the plugin's. */
export async function readCurrentSkill(skillet: Session, ref: string) {
  const { path } = (await findTaskSkill(skillet, ref)) ?? (await findSkill(skillet, ref))
  const text = await skillet.read(path)
  const { body, version } = readSkillBody(text)
  return { path, text, body, version: version ?? locatePlugin(path)?.version }
}
