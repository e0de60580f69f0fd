import fs from "node:fs"
import { readSafely } from "../../system/files/read-safely.ts"
import { SkilletError } from "../../problem/failure.ts"
import { sha256 } from "../../text/sha256.ts"
import type { Pin } from "../model.ts"
import { findOtherVersion } from "./find-other-version.ts"
import { locatePlugin } from "../skills/locate-plugin.ts"
import { compileSkill } from "../skills/compile-skill.ts"
import { COMPILED_VERSION, type CompiledSkill } from "../skills/skill-piece.ts"
import type { WakeStore } from "../store.ts"
import type { SkillFact } from "../wake-facts.ts"

/** A skill that an agent got earlier, as it was then. Undefined if the stored text is lost. */
export async function loadPinnedSkill(store: WakeStore, pin: Pin): Promise<SkillFact | undefined> {
  const content = await store.pinned(pin.digest)
  if (content === undefined) return undefined
  return {
    skill: pin.skill,
    file: pin.path,
    body: content.body,
    compiled: readCompiled(content.compiled) ?? compileSkill(content.body),
    digest: pin.digest,
    reason: pin.reason,
    next: pin.next,
    changed: detectChange(pin),
    version: locatePlugin(pin.path)?.version,
    installed: await findOtherVersion(pin.path),
  }
}

/** What another version of Skillet compiled has another form. */
function readCompiled(stored: string): CompiledSkill | undefined {
  const compiled = JSON.parse(stored) as Partial<CompiledSkill>
  return compiled.version === COMPILED_VERSION ? (compiled as CompiledSkill) : undefined
}

/** What a server offers has no file to compare with. */
function detectChange({ path: file, digest }: Pin): SkillFact["changed"] {
  if (file.includes("://")) return undefined
  try {
    return sha256(readSafely(fs.realpathSync(file), MOST).toString("utf8")) === digest ? undefined : "changed"
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return "gone"
    throw error
  }
}

const MOST = 1024 * 1024
