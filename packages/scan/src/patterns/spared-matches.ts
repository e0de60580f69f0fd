import { optionOfChecks } from "../library-facts.ts"

/** Whether a match of a pattern is what it looks like: `start` is its place in the text of the file. */
type Look = (text: string, start: number) => boolean

/** Patterns that see one line only, and what the lines around a match may show. */
const spared: Readonly<Record<string, Look>> = {
  "debugger-left": isMeant,
  "breakpoint-left": (text, start) => isMeant(text, start) || isSwitchedOn(text, start),
  "check-silenced-python": isExplained,
  "private-key-in-code": isPlaceholder,
  "tls-check-off": (text, start) => isChosenByUser(text, start) || isServerWithoutClients(text, start),
  "tls-check-off-python": isChosenByUser,
}

export function isSpared(pattern: string, text: string, start: number): boolean {
  return spared[pattern]?.(text, start) === true
}

/** A linter was silenced on purpose here. A security finding cannot be silenced that way. */
export function isMeant(text: string, start: number): boolean {
  const from = text.lastIndexOf("\n", start - 1) + 1
  const to = text.indexOf("\n", start)
  if (/\b(?:eslint|oxlint|tslint)[-:]disable-line\b|# noqa\b/.test(text.slice(from, to === -1 ? text.length : to)))
    return true
  const above = text.slice(text.lastIndexOf("\n", from - 2) + 1, from)
  return /\b(?:eslint|oxlint|tslint)[-:]disable-next-line\b|\bbiome-ignore\b/.test(above)
}

/** `if settings.pdb:` among the lines above: somebody turns it on. */
function isSwitchedOn(text: string, start: number): boolean {
  const above = text.slice(0, start).split("\n").slice(-5)
  return above.some((line) => /^\s*(?:if|elif)\b.*(?:pdb|debug|break)/i.test(line))
}

/** A comment in words on the line above gives the reason, unless it only silences another check. */
function isExplained(text: string, start: number): boolean {
  const from = text.lastIndexOf("\n", start - 1) + 1
  if (/^\s*#/.test(text.slice(from, start + 1))) return false
  const above = text.slice(text.lastIndexOf("\n", from - 2) + 1, from)
  return /^\s*#\s*(?!(?:pylint|noqa|type|mypy|pyright|todo|fixme)\b)\w+(?:\W+\w+){3}/i.test(above)
}

const LONGEST_KEY = 8000
const SHORTEST_KEY = 60

/** The key is left out: only its first and last lines are written, with dots or a name between them. */
function isPlaceholder(text: string, start: number): boolean {
  const [, body] = /^-+BEGIN [A-Z ]+-+([^]*?)-+END /.exec(text.slice(start, start + LONGEST_KEY)) ?? []
  if (body === undefined) return false
  return /\.\.\.|…|<[\w -]+>/.test(body) || body.replace(/\\[rn]|[^A-Za-z0-9+/=]/g, "").length < SHORTEST_KEY
}

/** `if (options.insecure) {` around it: the nearest line above with less indentation that is a condition. */
function isChosenByUser(text: string, start: number): boolean {
  const lines = text.slice(0, start).split("\n")
  let depth = measureIndent(`${lines.at(-1)}x`)
  if (conditional.test(lines.at(-1) ?? "") && optionOfChecks.test(lines.at(-1) ?? "")) return true
  for (const line of lines.slice(0, -1).reverse().slice(0, MOST_ABOVE)) {
    const its = measureIndent(line)
    if (its === -1 || its >= depth) continue
    depth = its
    if (conditional.test(line) && optionOfChecks.test(line)) return true
    if (/\bfunction\b|=>\s*\{\s*$|^\s*(?:async )?def /.test(line)) return false
  }
  return false
}

const conditional = /^\s*(?:\}\s*else\s+)?(?:if|elif)\b|\?\s*\S|\s\?\s*$|&&/
const MOST_ABOVE = 20

function measureIndent(line: string): number {
  return line.search(/\S/)
}

/** A server that asks clients for no certificate has none to reject. */
function isServerWithoutClients(text: string, start: number): boolean {
  const around = text.slice(Math.max(0, start - NEAR), start + NEAR)
  return /\brequestCert\s*:\s*false\b/.test(around)
}

const NEAR = 120
