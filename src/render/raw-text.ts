import type { RawText } from "../hosts/profile.ts"

export interface RawSkill {
  readonly name: string
  readonly file: string
  readonly body: string
  /** Absent if the text may not contain it. */
  readonly folder?: string | undefined
  /** The files in the directory, relative to it. */
  readonly files: readonly string[]
}

/** What a host's model gets of a skill that is passed on unchanged, with the host's own tags around it. */
export const rawTexts: Readonly<Record<RawText, (skill: RawSkill) => string>> = {
  codex: ({ name, file, folder }) =>
    lines("<skill>", `<name>${name}</name>`, folder && `<path>${folder}/SKILL.md</path>`, file, "</skill>"),
  opencode: (skill) =>
    lines(
      `<skill_content name="${skill.name}">`,
      `# Skill: ${skill.name}\n`,
      skill.body.trim(),
      opencodeFiles(skill),
      "</skill_content>",
    ),
  gemini: (skill) =>
    lines(
      `<activated_skill name="${skill.name}">`,
      "  <instructions>",
      `    ${skill.body.trim()}`,
      "  </instructions>",
      geminiFiles(skill),
      "</activated_skill>",
    ),
}

/** How many files opencode names. It takes them as its search finds them, in no fixed order. */
const MOST_OPENCODE_FILES = 10

function opencodeFiles({ folder, files }: RawSkill): string | undefined {
  if (folder === undefined) return undefined
  const beside = files.filter((file) => file !== "SKILL.md").slice(0, MOST_OPENCODE_FILES)
  return [
    `\nBase directory for this skill: ${folder}`,
    "Relative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.",
    "Note: file list is sampled.\n",
    "<skill_files>",
    beside.map((file) => `<file>${folder}/${file}</file>`).join("\n"),
    "</skill_files>",
  ].join("\n")
}

function geminiFiles({ folder, files }: RawSkill): string | undefined {
  if (folder === undefined) return undefined
  return ["\n  <available_resources>", `    ${renderFolderTree(folder, files)}`, "  </available_resources>"].join("\n")
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n")
}

/** How many files and directories Gemini CLI shows. */
const MOST_ITEMS = 200

interface Branch {
  readonly files: string[]
  readonly folders: Map<string, Branch>
}

/** A directory drawn the way Gemini CLI shows it to its model: files first at each level, then subdirectories. */
export function renderFolderTree(folder: string, files: readonly string[]): string {
  const { root, isCut } = grow(files)
  const note = isCut
    ? ` Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (${MOST_ITEMS} items) was reached.`
    : ""
  return [`Showing up to ${MOST_ITEMS} items (files + folders).${note}`, "", `${folder}/`, ...draw(root, "")].join("\n")
}

function grow(files: readonly string[]): { readonly root: Branch; readonly isCut: boolean } {
  const root: Branch = { files: [], folders: new Map() }
  let items = 0
  for (const file of files) {
    const parts = file.split("/")
    const name = parts.pop() ?? file
    let at = root
    for (const part of parts) {
      const below = at.folders.get(part) ?? { files: [], folders: new Map() }
      if (!at.folders.has(part)) items++
      at.folders.set(part, below)
      at = below
    }
    if (++items > MOST_ITEMS) {
      at.files.push("...")
      return { root, isCut: true }
    }
    at.files.push(name)
  }
  return { root, isCut: false }
}

function draw({ files, folders }: Branch, indent: string): readonly string[] {
  const last = files.length + folders.size - 1
  const sign = (at: number) => (at === last ? "└───" : "├───")
  return [
    ...files.map((file, at) => `${indent}${sign(at)}${file}`),
    ...[...folders].flatMap(([name, below], at) => [
      `${indent}${sign(files.length + at)}${name}/`,
      ...draw(below, `${indent}${files.length + at === last ? "    " : "│   "}`),
    ]),
  ]
}
