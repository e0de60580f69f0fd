import { CODEX_POLICY_FILE } from "../../hosts/codex-policy.ts"
import { readSkill } from "../../skill/read-skill.ts"

/** The files of a skill by their path in its directory. */
export type SkillFiles = Readonly<Record<string, string>>

/**
 * What an agent needs of a skill that comes with Skillet, as a host that reads it itself sees it. Procedures stay with
 * Skillet: their text tells the agent how to start them.
 */
export function adaptSkill(files: SkillFiles, { isRaw }: { readonly isRaw: boolean }): SkillFiles {
  const isProcedure = PROCEDURES.some((name) => name in files)
  const needed = Object.entries(files).filter(([file]) => file === SKILL || !isProcedure || file.startsWith("scripts/"))
  const text = dropFlag(files[SKILL] ?? "")
  return {
    ...Object.fromEntries(needed),
    [SKILL]: isRaw ? fillForRaw(text) : text,
    ...(isRaw && isForUserOnly(text) ? { [CODEX_POLICY_FILE]: "policy:\n  allow_implicit_invocation: false\n" } : {}),
  }
}

const SKILL = "SKILL.md"

/** Files that make a skill a procedure or a composite. */
const PROCEDURES = ["workflow.yaml", "config.yaml"]

/** A flag decides whether Skillet offers a skill. Installing a skill is that decision. */
function dropFlag(text: string): string {
  return text.replace(/^ {2}skillet-when: .*\n/m, "").replace(/^metadata:\n(?! )/m, "")
}

/** A host that passes the text on as it is fills nothing in. */
function fillForRaw(text: string): string {
  const filled = text.replaceAll("$ARGUMENTS", "what the user named")
  if (!filled.includes(FOLDER)) return filled
  const note = "SKILL_DIR stands for the directory of this SKILL.md; put its path there."
  return filled.replaceAll(FOLDER, "SKILL_DIR").replace(/^(# .*\n)/m, `$1\n${note}\n`)
}

const FOLDER = "${CLAUDE_SKILL_DIR}"

function isForUserOnly(text: string): boolean {
  const reading = readSkill(text)
  return "skill" in reading && reading.skill.header.disableModelInvocation === true
}
