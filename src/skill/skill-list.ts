import { isQualified, parseSkillRef } from "./reference.ts"

/** One entry of a list such as `reviewing-security,superpowers:brainstorming`. */
export type ListedRef =
  | {
      readonly text: string
      readonly plugin?: string
      readonly name: string
      /** One particular copy was named, as in `deploy@user`. */
      readonly isCopy?: true
    }
  | { readonly text: string; readonly wrong: string }

/** Reads a list of skills, in order and each once. One bad entry never hides the good ones. */
export function parseSkillList(list: string): readonly ListedRef[] {
  const texts = list.split(",").map((text) => text.trim())
  return [...new Set(texts)].filter((text) => text !== "").map(readEntry)
}

function readEntry(text: string): ListedRef {
  if (text.startsWith("/"))
    return { text, wrong: "a path is not a name; name a skill, such as deploy or plugin:deploy" }
  const parsed = parseSkillRef(text)
  if ("wrong" in parsed) return { text, wrong: parsed.wrong }
  const [first = "", second, ...more] = parsed.ref.name.split(":")
  if (more.length > 0) return { text, wrong: "there is more than one colon; write plugin:skill" }
  const name = second ?? first
  const owners = second === undefined ? [] : first.split("/")
  if (![name, ...owners].every(isName))
    return {
      text,
      wrong: "a name has letters, digits, dots, hyphens and underscores, and begins with a letter or digit",
    }
  const copy = isQualified(parsed.ref) ? { isCopy: true as const } : {}
  return second === undefined ? { text, name, ...copy } : { text, plugin: first, name, ...copy }
}

function isName(text: string): boolean {
  return text.length <= 128 && /^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u.test(text)
}
