/** The options that may come before the command's name: printed commands begin with them. */
const LEADING = /^--(?:host|cwd|database|add-dir|skills-dir|plugin-dir)(=|$)/

/** A command line in two parts: the options before the command's name, and the rest. */
export function cutLeadingOptions(words: readonly string[]): {
  readonly leading: readonly string[]
  readonly rest: readonly string[]
} {
  let at = 0
  for (let found = LEADING.exec(words[at] ?? ""); found !== null; found = LEADING.exec(words[at] ?? ""))
    at += found[1] === "=" ? 1 : 2
  return { leading: words.slice(0, at), rest: words.slice(at) }
}
