import { findSources, type Source } from "./find-sources.ts"

/** What each name of a text was made from. */
export type SecretHolders = ReadonlyMap<string, readonly Source[]>

const MOST_NAMES = 60
const MOST_VALUE = 400
const ROUNDS = 3

/** `name = value`, `for name in value`, `value.forEach(name`, `with value as name`, in any of the usual languages. */
const GIVEN =
  /(?:^|[\n;{(&|])[ \t]*(?:(?:export|const|let|var|local|readonly|my|declare)[ \t]+)?[$@]?([A-Za-z_]\w{0,40})[ \t]*(?::[ \t]*[\w[\], .|]{1,40})?(?:\+|:)?=(?!=|>)[ \t]*([^\n]{1,400})/g
const UNPACKED = /\{([^{}\n]{1,200})\}[ \t]*=[ \t]*([^\n]{1,200})/g
const LOOPED =
  /\bfor[ \t]*\(?[ \t]*(?:const|let|var)?[ \t]*[[(]?[$]?(\w{1,40})(?:[ \t]*,[ \t]*(\w{1,40}))?[\])]?[ \t]+(?:in|of)[ \t]+([^\n]{1,300})/g
const PASSED = /\.(?:forEach|map|each)\((?<=([\w$.()[\]]{1,80})\.\w{3,7}\()[ \t]*(?:async[ \t]*)?\(?[ \t]*(\w{1,40})/g
const OPENED = /\bwith[ \t]+([^\n]{1,200})[ \t]as[ \t]+(\w{1,40})[ \t]*:/g

/** Follows values from the environment and from files with keys through assignments. */
export function followValues(text: string): SecretHolders {
  const holders = new Map<string, readonly Source[]>()
  const given = readAssignments(text)
  for (let round = 0; round < ROUNDS; round++) {
    const before = holders.size
    for (const { name, value } of given) {
      if (holders.has(name) || holders.size >= MOST_NAMES) continue
      const sources = findValueSources(value, holders)
      if (sources.length > 0) holders.set(name, sources)
    }
    if (holders.size === before) break
  }
  return holders
}

interface Assignment {
  readonly name: string
  readonly value: string
}

function readAssignments(text: string): readonly Assignment[] {
  const found: Assignment[] = []
  for (const match of text.matchAll(GIVEN)) {
    const value = takeValue(text, match.index + match[0].length - (match[2] ?? "").length)
    // An object that keeps its key for itself: client = Service(key).
    if (
      !/^(?:await\s+)?(?:new\s+)?(?:\w+\.)*[A-Z][A-Za-z]+\(/.test(value) ||
      /^(?:JSON|Buffer|Path|String|Object)\b/.test(value)
    )
      found.push({ name: match[1] ?? "", value })
  }
  for (const [, names = "", value = ""] of text.matchAll(UNPACKED))
    for (const part of names.split(",")) {
      const [key = "", name] = part.split(":").map((word) => word.trim())
      const whole = /^process\.env\b/.test(value) ? `process.env.${key}` : value
      found.push({ name: name ?? key, value: whole })
    }
  for (const [, one = "", other, value = ""] of text.matchAll(LOOPED)) {
    found.push({ name: one, value })
    if (other !== undefined) found.push({ name: other, value })
  }
  for (const [, value = "", name = ""] of text.matchAll(PASSED)) found.push({ name, value })
  for (const [, value = "", name = ""] of text.matchAll(OPENED)) found.push({ name, value })
  return found.filter(({ name }) => name !== "").slice(0, 400)
}

/** A value up to the end of its line, or of its brackets when they are still open there. */
function takeValue(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length && at - from < MOST_VALUE; at++) {
    const letter = text[at] ?? ""
    if ("([{".includes(letter)) depth++
    else if (")]}".includes(letter)) depth--
    else if (letter === "\n" && depth <= 0) return text.slice(from, at)
  }
  return text.slice(from, from + MOST_VALUE)
}

/** The sources of an expression: those it has itself, and those of the names in it. */
export function findValueSources(text: string, holders: SecretHolders): readonly Source[] {
  const found = [...findSources(text)]
  if (holders.size === 0) return found
  for (const match of text.matchAll(/(?<![\w.$-])\$?\{?([A-Za-z_]\w{0,40})(?!\w*\s*[:=](?!=|:))/g))
    for (const { kind, name } of holders.get(match[1] ?? "") ?? []) found.push({ kind, name, at: match.index })
  return found
}
