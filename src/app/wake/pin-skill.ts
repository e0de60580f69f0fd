import { bodyOf } from "../../skill/require-skill.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Address, Pin } from "../../wake/model.ts"
import { compileSkill } from "../../wake/skills/compile-skill.ts"
import type { SkillFact } from "../../wake/wake-facts.ts"
import type { WakeStore } from "../../wake/store.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { findSkill } from "../skills/find-skill.ts"

/** Pins a skill as it is now. What was pinned before stays until `pin update`. */
export async function pinSkill(
  { store, skillet, now }: { readonly store: WakeStore; readonly skillet: Skillet; readonly now: number },
  address: Address,
  { skill, reason, task }: Pick<Pin, "skill" | "reason" | "task">,
): Promise<SkillFact> {
  const { path, text, body, version } = await textOfSkill(skillet, skill)
  const compiled = compileSkill(body)
  const pin: Pin = { ...address, skill, path, version, digest: sha256(text), task, reason, pinned: now }
  await store.pin(pin, { body, compiled: JSON.stringify(compiled) })
  return { skill, file: path, body, compiled, digest: pin.digest, reason }
}

/** A skill as it is now. */
export async function textOfSkill(skillet: Skillet, ref: string) {
  const { path } = await findSkill(skillet, ref)
  const text = await skillet.read(path)
  return { path, text, ...bodyOf(text) }
}
