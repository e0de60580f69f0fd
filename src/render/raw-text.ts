import type { RawText } from "../hosts/profile.ts"

export interface RawSkill {
  readonly name: string
  readonly file: string
  readonly body: string
  /** Absent where the text may not know it. */
  readonly folder?: string | undefined
}

/** What a host's model gets of a skill that is handed over as it is, with the host's own tags around it. */
export const rawTexts: Readonly<Record<RawText, (skill: RawSkill) => string>> = {
  codex: ({ name, file, folder }) =>
    lines("<skill>", `<name>${name}</name>`, folder && `<path>${folder}/SKILL.md</path>`, file, "</skill>"),
  opencode: ({ name, body, folder }) =>
    lines(
      `<skill_content name="${name}">`,
      `# Skill: ${name}\n`,
      body.trim(),
      folder && `\nBase directory for this skill: ${folder}`,
      "</skill_content>",
    ),
  gemini: ({ name, body }) =>
    lines(`<activated_skill name="${name}">`, "<instructions>", body.trim(), "</instructions>", "</activated_skill>"),
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n")
}
