/** A home directory with skills, and what happens in one session of an agent there. */
export interface SkillTree {
  /** What is odd in it. */
  readonly about: string
  /** By path, relative to the home directory; the project is in `project`. */
  readonly files: Readonly<Record<string, string>>
  readonly options?: readonly string[]
  /** `/name arguments` by the user, `model name arguments` by the model, `read FILE` for a file that the model reads. */
  readonly events: readonly string[]
  /** Where Skillet deliberately differs, or the difference is accepted: names in the listing and events. */
  readonly differs?: readonly string[]
}

export const HEAD = "description: Does it."

/** Skills of the project, by the directory's name; a text that begins with a fence is the whole file. */
export function skills(texts: Readonly<Record<string, string>>, at = "project/.claude/skills"): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${at}/${name}/SKILL.md`, text]))
}

/** One skill for each header, with the same body; the user invokes every one. */
export function headers(
  about: string,
  texts: Readonly<Record<string, string>>,
  { body = "Body of it: $0.\n", differs = [] }: { readonly body?: string; readonly differs?: readonly string[] } = {},
): SkillTree {
  const whole = Object.fromEntries(
    Object.entries(texts).map(([name, header]) => [name, `---\n${header}\n---\n${body}`]),
  )
  return { about, files: skills(whole), events: Object.keys(texts).map((name) => `/${name} one two`), differs }
}

interface BodyCase {
  readonly header?: string
  readonly args?: string
  readonly differs?: readonly string[]
}

/** One skill for each body, with the same header; the user invokes every one. */
export function bodies(about: string, texts: Readonly<Record<string, string>>, how: BodyCase = {}): SkillTree {
  const { header = HEAD, args = "one two", differs = [] } = how
  const whole = Object.fromEntries(Object.entries(texts).map(([name, body]) => [name, `---\n${header}\n---\n${body}`]))
  return { about, files: skills(whole), events: Object.keys(texts).map((name) => `/${name} ${args}`.trim()), differs }
}

export const plugin = (name: string, files: Readonly<Record<string, string>>, manifest: object = {}) => ({
  [`plug/${name}/.claude-plugin/plugin.json`]: JSON.stringify({ name, version: "1.0.0", ...manifest }),
  ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`plug/${name}/${file}`, text])),
})

export const skill = (header: string, body = "Body: $0.\n") => `---\n${header}\n---\n${body}`
