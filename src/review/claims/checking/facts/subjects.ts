/** The subjects of findings and rules, in the words of both. */
export const subjects = [
  {
    subject: "secrets",
    words: [
      "secret",
      "secrets",
      "credential",
      "credentials",
      "password",
      "passwords",
      "token",
      "tokens",
      "keys",
      "hardcoded",
      "hard-coded",
    ],
    shows: /secret|credential|passw|passphrase|token|api[-_ ]?key|private key|hard-?coded/i,
  },
  {
    subject: "duplication",
    words: ["duplication", "duplicate", "duplicated", "repetition", "repeated"],
    shows: /duplicat|repeat|repetition|copy|copied/i,
  },
  { subject: "numbers", words: ["magic", "numbers"], shows: /magic (?:number|value)/i },
  { subject: "notes", words: ["todo", "todos", "fixme"], shows: /\b(?:todo|fixme|hack|xxx)\b/i },
  {
    subject: "injection",
    words: ["injection"],
    shows: /inject|\beval\b|command|\bexec|\bsql\b|\bxss\b|traversal|deseriali/i,
  },
] as const satisfies readonly { readonly subject: string; readonly words: readonly string[]; readonly shows: RegExp }[]

export type Subject = (typeof subjects)[number]["subject"]

/** By its title: a description mentions many things. */
export function isAbout(title: string, subject: Subject): boolean {
  return subjects.some((one) => one.subject === subject && one.shows.test(title))
}
