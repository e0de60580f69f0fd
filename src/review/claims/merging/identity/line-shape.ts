/**
 * A line of code without what may change while it stays the same code: white space, comments, the names of variables,
 * and the values of literals. Names of members, of called functions and of types stay.
 */
export function toLineShape(line: string): string {
  return abstractLine(line, (literal) => (/^\d/.test(literal) ? "0" : '""'))
}

/** The same with the values of its literals. */
export function toLineCode(line: string): string {
  return abstractLine(line, (literal) => literal)
}

/** A line of prose: only its words count. */
export function toProseShape(line: string): string {
  return (line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")
}

const TOKEN =
  /\/\/.*|(?<![\w$])#(?![\w[]).*|\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?|\d[\w.]*|[\p{L}_$][\p{L}\p{N}_$]*|\S/gu

function abstractLine(line: string, literal: (text: string) => string): string {
  const tokens = [...line.matchAll(TOKEN)]
  const seen = new Map<string, number>()
  const parts = tokens.flatMap((token, at) => {
    const text = token[0]
    if (isComment(text)) return []
    if (/^["'`\d]/.test(text)) return [literal(text)]
    if (!/^[\p{L}_$]/u.test(text) || keepsName(text, tokens[at - 1]?.[0], tokens[at + 1]?.[0])) return [text]
    if (!seen.has(text)) seen.set(text, seen.size)
    return [`$${seen.get(text)}`]
  })
  return parts.length > 0 ? parts.join(" ") : toProseShape(line)
}

function isComment(text: string): boolean {
  return text.startsWith("//") || text.startsWith("/*") || (text.startsWith("#") && text.length > 1)
}

/** A bare lower-case name counts as a variable. */
function keepsName(name: string, before: string | undefined, behind: string | undefined): boolean {
  return before === "." || behind === "(" || /^\p{Lu}/u.test(name) || keywords.has(name)
}

const keywords = new Set(
  `abstract and as assert async await bool break byte case catch char class const continue decimal def default del delete
  do double elif else enum except export extends false finally float for foreach from func function global go if implements
  import in instanceof int interface internal is lambda let long namespace new nil none not null number object of or out
  override package params pass private protected public raise readonly ref return sealed self short static string struct
  super switch template this throw true try type typeof undefined using var virtual void while with yield`.split(/\s+/),
)
