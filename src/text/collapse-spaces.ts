/** White space as Unicode defines it: the next-line control character counts, the byte order mark does not. */
const WHITE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

/** Replaces every run of white space with one space, and trims both ends. */
export function collapseSpaces(text: string): string {
  return text
    .split(WHITE)
    .filter((part) => part !== "")
    .join(" ")
}
