import { findNearestNames } from "../text/find-nearest-names.ts"
import { headerFields } from "./header/schema/fields.ts"
import type { SkillText } from "./read-skill.ts"

const keys: readonly string[] = headerFields.map(({ key }) => key)

/** Fields that no agent is known to read. A known field that could not be read has a problem of its own. */
export function listUnknownFields(skill: Pick<SkillText, "unknown"> | undefined): readonly string[] {
  return Object.keys(skill?.unknown ?? {}).filter((written) => !keys.includes(written))
}

/** The fields that an unknown one may be meant to be. */
export function findNearestFields(written: string): readonly string[] {
  if (written.length <= 4) return []
  return findNearestNames(written, keys).filter((key) => Math.abs(key.length - written.length) <= 2)
}
