/** What a value can do where it ends up; each is made harmless in a different way. */
export const harms = [
  "sql",
  "nosql",
  "shell",
  "code",
  "template",
  "path",
  "html",
  "url",
  "redirect",
  "xpath",
  "ldap",
  "xml",
  "object",
  "trust",
  "regex",
  "key",
  "header",
  "hash",
  "archive",
  /** As the URL of a link in a page, where `javascript:` runs a script. */
  "link",
  /** Inside a script of a page, where other characters do harm than in its text. */
  "script",
  /** As an argument of a program, where a leading `-` makes it an option. */
  "option",
  /** As a page that a browser on the server opens: it can read what the server can. */
  "render",
] as const
export type Harm = (typeof harms)[number]

/** Harms as bits of one number. */
export function toMask(list: readonly Harm[] | "all"): number {
  if (list === "all") return ALL
  return list.reduce((mask, harm) => mask | bitOf[harm], 0)
}

export const bitOf = Object.fromEntries(harms.map((harm, at) => [harm, 1 << at])) as Readonly<Record<Harm, number>>

export const ALL = 2 ** harms.length - 1
