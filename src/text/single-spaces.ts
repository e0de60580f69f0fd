/** White space as Unicode says: the next-line control is some, the byte order mark is none. */
const WHITE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/

/** Every run of white space becomes one space, and none is left at the ends. */
export function singleSpaces(text: string): string {
  return text
    .split(WHITE)
    .filter((part) => part !== "")
    .join(" ")
}
