/** A skill that a hook gave to the model. */
export interface HookSkill {
  readonly name: string
  readonly body?: string | undefined
}

/** What a hook's text says if it gives a skill, in each way that is known. */
const ways: readonly ((text: string) => readonly HookSkill[])[] = [
  // A packet of Skillet.
  (text) =>
    text.includes("[Skillet wake-up ") ? [...text.matchAll(/^You are using `([^`\n]{1,200})`/gm)].map(toSkill) : [],
  // A skill that the prompt activated.
  (text) =>
    [
      ...text.matchAll(
        /^Skillet: the skill (\S{1,200}) was added to this prompt[^\n]*\n+<skill name="[^"\n]*">\n([\s\S]*?)\n<\/skill>/gm,
      ),
    ].map(([, name = "", body = ""]) => ({ name, body })),
  // A whole SKILL.md, as plugins with a hook at the beginning of a session add it.
  (text) =>
    [
      ...text.matchAll(/(?:^|\n)---\n(?:[^\n]*\n){0,40}?name:[ \t]*["']?([^\s"']{1,200})["']?[ \t]*\n([\s\S]*)/g),
    ].flatMap(([, name = "", rest = ""]) =>
      rest.includes("\n---\n") ? [{ name, body: rest.slice(rest.indexOf("\n---\n") + 5) }] : [],
    ),
]

export function findHookSkills(text: string): readonly HookSkill[] {
  const found = ways.flatMap((way) => way(text))
  return [...new Map(found.map((skill) => [skill.name, skill])).values()]
}

function toSkill([, name = ""]: RegExpExecArray): HookSkill {
  return { name }
}
