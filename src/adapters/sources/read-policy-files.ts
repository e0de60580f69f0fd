import fs from "node:fs"
import path from "node:path"
import type { FoundSkill } from "../../ports/skill-source.ts"
import { SkilletError } from "../../problem/failure.ts"
import { readSafely } from "../files/read-safely.ts"

const MOST_BYTES = 64 * 1024

/**
 * Adds what a file beside each SKILL.md says about who may use the skill (Codex: `agents/openai.yaml`). A file that is not
 * there or cannot be read says nothing, as for the agent itself.
 */
export async function withPolicyFiles(
  skills: readonly FoundSkill[],
  name: string | undefined,
): Promise<readonly FoundSkill[]> {
  if (name === undefined) return skills
  return Promise.all(
    skills.map(async (skill) => {
      const file = path.join(path.dirname(skill.realPath), name)
      return fs.existsSync(file) ? { ...skill, ...(await readPolicy(file, name)) } : skill
    }),
  )
}

async function readPolicy(file: string, name: string): Promise<Pick<FoundSkill, "off" | "unlisted">> {
  const { policy } = await readMap(file)
  if (typeof policy !== "object" || policy === null) return {}
  const { products, allow_implicit_invocation: implicit } = policy as Readonly<Record<string, unknown>>
  if (Array.isArray(products) && products.length > 0 && !products.some((one) => String(one).toLowerCase() === "codex"))
    return { off: `${name} offers it to other products only` }
  return implicit === false ? { unlisted: `${name} sets allow_implicit_invocation to false` } : {}
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
