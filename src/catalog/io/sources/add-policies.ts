import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import type { PolicyFileRule } from "../../../skill/place.ts"
import { readSafely } from "../../../system/files/read-safely.ts"
import type { FoundSkill } from "../../skill-source.ts"

const MOST_BYTES = 64 * 1024

/**
 * Adds what the host's policy file next to each SKILL.md says about who may use the skill. A file that is missing or
 * cannot be read is ignored, as the agent itself does.
 */
export async function addPolicies(
  skills: readonly FoundSkill[],
  rule: PolicyFileRule | undefined,
): Promise<readonly FoundSkill[]> {
  if (rule === undefined) return skills
  return Promise.all(
    skills.map(async (skill) => {
      const file = path.join(path.dirname(skill.realPath), rule.file)
      return fs.existsSync(file) ? { ...skill, ...rule.read(await readMap(file)) } : skill
    }),
  )
}

async function readMap(file: string): Promise<Readonly<Record<string, unknown>>> {
  const { load, YAMLException } = await import("js-yaml")
  try {
    const value: unknown = load(readSafely(file, MOST_BYTES).toString("utf8"))
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (error instanceof YAMLException || error instanceof SkilletError) return {}
    if (error instanceof Error && "code" in error) return {}
    throw error
  }
}
