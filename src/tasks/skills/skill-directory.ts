import path from "node:path"

/** The directory of a skill's file; undefined for a skill that a server offers. */
export function findSkillDirectory(file: string): string | undefined {
  return file.includes("://") ? undefined : path.dirname(file).replaceAll("\\", "/")
}

/** A skill's text with `${CLAUDE_SKILL_DIR}` filled in, as hosts do it. */
export function fillSkillDirectory(text: string, file: string): string {
  const directory = text.includes("_SKILL_DIR}") ? findSkillDirectory(file) : undefined
  return directory === undefined ? text : text.replace(VARIABLE, () => directory)
}

const VARIABLE = /(?<!\\)\$\{(?:CLAUDE|SKILLET)_SKILL_DIR\}/g
