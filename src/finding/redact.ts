/** Cuts everything that looks like a secret to its first four characters, so that a report can be shown to anyone. */
export function redact(text: string): string {
  return redactRange(text, 0, text.length)
}

/** The same for a part of a text. A secret that crosses the ends of the part is recognised as a whole. */
export function redactRange(text: string, from: number, to: number): string {
  let shown = ""
  let at = from
  for (const secret of findSecrets(text)) {
    if (secret.end <= at || secret.start >= to) continue
    if (secret.start > at) shown += text.slice(at, secret.start)
    shown += `${text.slice(secret.start, secret.start + SHOWN)}…`
    at = secret.end
  }
  return at < to ? shown + text.slice(at, to) : shown
}

/** For code that contains a secret of any shape: cuts every quoted text, and every long word with a digit. */
export function redactValues(code: string): string {
  return code
    .replace(
      /(["'`])((?:(?!\1)[^\\\n]|\\.){5,})\1/g,
      (_, quote: string, text: string) => `${quote}${text.slice(0, SHOWN)}…${quote}`,
    )
    .replace(/[\w+/=.~-]{12,}/g, (word) => (/\d/.test(word) ? `${word.slice(0, SHOWN)}…` : word))
}

const SHOWN = 4
/** No pattern below matches fewer characters. */
const SHORTEST = 8

interface Secret {
  readonly start: number
  readonly end: number
}

/** In order, and never overlapping. */
function findSecrets(text: string): readonly Secret[] {
  if (text.length < SHORTEST || !CLUE.test(text)) return []
  const found = shapes.flatMap((shape) => [...text.matchAll(shape)].flatMap(locateSecret))
  const apart: Secret[] = []
  for (const secret of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1)
    if (last === undefined || secret.start >= last.end) apart.push(secret)
    else if (secret.end > last.end) apart[apart.length - 1] = { start: last.start, end: secret.end }
  }
  return apart
}

function locateSecret(match: RegExpExecArray): readonly Secret[] {
  const value = match.groups?.["value"] ?? match[0]
  const start = match.index + match[0].lastIndexOf(value)
  return [{ start, end: start + value.length }]
}

/** Something that every secret below has. Most texts do not, and one search is faster than one for each shape. */
const CLUE =
  /gh[opsur]_|github_pat_|glpat-|npm_|hf_|[srp]k[-_]|xox[abeoprs]-|a[ks]ia|aiza|eyj|-----begin|bearer|:\/\/|key|token|secret|auth|credential|passw|passphrase|pwd/i

/** Each matches a whole secret, or captures it as `value`. */
const shapes: readonly RegExp[] = [
  /\b(?:gh[opsur]_[A-Za-z0-9]{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|npm_[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{16,})/g,
  /\b(?:sk|rk|pk)[-_](?=[\w-]{0,200}\d)[\w-]{16,}/g,
  /\bxox[abeoprs]-[\w-]{8,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\bAIza[\w-]{20,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:[A-Za-z0-9+/=\s]|\\[nr])*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /\bBearer\s{1,4}(?=[\w.~+/=-]{0,200}\d)(?<value>[\w.~+/=-]{16,})/gi,
  /:\/\/[^\s/:@"'`<>]{0,80}:(?<value>[^\s/:@"'`<>$]{4,200})@/g,
  /(?:key|token|secret|auth|credentials?)[\w-]{0,20}["']?\s{0,4}[:=]\s{0,4}["']?(?=[\w+/.-]{0,200}\d)(?<value>[A-Za-z0-9][\w+/-]{15,}={0,2})/gi,
  /(?:passw(?:or)?d|passphrase|pwd)[\w-]{0,20}["']?\s{0,4}[:=]\s{0,4}["']?(?=[^\s"'`]{0,60}\d)(?<value>[^\s"'`$<>{}()|;&,]{8,})/gi,
]
