/** A skill from a more trusted place. */
export interface KnownSkill {
  readonly name: string
  readonly description: string
}

/** Known skills, indexed so that thousands can be compared with thousands. */
export interface KnownSkills {
  readonly names: ReadonlySet<string>
  readonly byLook: ReadonlyMap<string, string>
  /** Every known name with one character left out, and the names it came from. */
  readonly byGap: ReadonlyMap<string, readonly string[]>
  readonly byDescription: ReadonlyMap<string, readonly string[]>
}

/** Well-known and trusted names; a name one letter away from them is not an accident. */
const FAMOUS = [
  "skill-creator",
  "mcp-builder",
  "webapp-testing",
  "frontend-design",
  "code-review",
  "claude-api",
  "doc-coauthoring",
  "internal-comms",
  "brand-guidelines",
]

export function indexKnownSkills(skills: readonly KnownSkill[]): KnownSkills {
  const names = new Set([...skills.map(({ name }) => name.toLowerCase()), ...FAMOUS])
  const byGap = new Map<string, string[]>()
  const byDescription = new Map<string, string[]>()
  for (const name of names) {
    for (const gap of [name, ...omitEachLetter(name)]) byGap.set(gap, [...(byGap.get(gap) ?? []), name])
  }
  for (const { name, description } of skills) {
    const words = plain(description)
    if (words.length >= LEAST_DESCRIPTION) byDescription.set(words, [...(byDescription.get(words) ?? []), name])
  }
  return { names, byLook: new Map([...names].map((name) => [look(name), name])), byGap, byDescription }
}

/** The known name with which this one could be confused. */
export function findSimilarName(name: string, { names, byLook, byGap }: KnownSkills): string | undefined {
  const own = name.toLowerCase()
  if (names.has(own)) return undefined
  const alike = byLook.get(look(own))
  if (alike !== undefined) return alike
  const near = [own, ...omitEachLetter(own)].flatMap((gap) => byGap.get(gap) ?? [])
  return near.find((other) => isOneEdit(own, other))
}

/** The known skill whose description this one repeats under another name. */
export function findCopiedSkill(name: string, description: string, known: KnownSkills): string | undefined {
  return known.byDescription.get(plain(description))?.find((other) => other !== name)
}

export const noKnownSkills: KnownSkills = indexKnownSkills([])

const LEAST_DESCRIPTION = 40

function omitEachLetter(name: string): readonly string[] {
  if (name.length < 6 || name.length > 64) return []
  return Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))
}

/** Characters that look the same at a glance become one. */
function look(name: string): string {
  return name.replace(/[1l|]/g, "i").replace(/0/g, "o").replace(/rn/g, "m").replace(/vv/g, "w").replace(/[-_]/g, "")
}

/** One insertion, deletion, replacement or swap of neighbours; digits and a plural are intentional. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 6 || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  let end = 0
  while (end < Math.min(a.length, b.length) - from && a.at(-1 - end) === b.at(-1 - end)) end++
  const [x, y] = [a.slice(from, a.length - end), b.slice(from, b.length - end)]
  if (/^[\ds]+$/.test(x + y)) return false
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0])
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}
