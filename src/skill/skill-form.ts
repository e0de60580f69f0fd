import path from "node:path"

/** A directory with a SKILL.md, one file named after the skill, or a legacy command. */
export type SkillForm = "folder" | "flat" | "command"

/** The directory that belongs to a skill alone. A single file has none, and neither has a skill that is not on disk. */
export function findOwnDirectory({
  form,
  path: at,
}: {
  readonly form: SkillForm
  readonly path: string
}): string | undefined {
  return mayHaveFiles({ form }) && path.isAbsolute(at) ? path.dirname(at) : undefined
}

/** Whether a skill may have files besides its text, on disk or with a server. */
export function mayHaveFiles({ form }: { readonly form: SkillForm }): boolean {
  return form === "folder"
}

/** Directories that version control and package managers keep in a skill's directory; nobody wrote them as part of it. */
export const notOfAuthors: readonly string[] = [".git", "node_modules"]

/** What a Markdown file that a person named is as a skill, by its name and its directory. */
export function identifySkill(file: string): { readonly name: string; readonly form: SkillForm } {
  const isSkill = path.basename(file).toLowerCase() === "skill.md"
  if (isSkill) return { name: path.basename(path.dirname(file)), form: "folder" }
  return { name: path.basename(file, ".md"), form: file.split("/").includes("commands") ? "command" : "flat" }
}
