import { findFunctionStart } from "../find-function-start.ts"

/** Where a finding is, and what it says. */
export interface GuardClaim {
  readonly line: number
  readonly endLine: number
  readonly title: string
  readonly description: string
}

/**
 * Whether the values that a finding calls unchecked are checked above it, in the same function: by an early exit, or by
 * a branch around it. Only plain checks of exactly that name count, and none that is followed by an assignment.
 */
export function isGuardedAbove(claim: GuardClaim, lines: readonly string[]): boolean {
  const said = `${claim.title}\n${claim.description}`.slice(0, 4000)
  if (!/\b(?:null|undefined|none|nil|missing|unchecked|optional)\b|\bnot checked\b|\bwithout (?:a )?check/i.test(said))
    return false
  const here = lines
    .slice(claim.line - 1, claim.endLine)
    .join("\n")
    .slice(0, 4000)
  const firsts = new Map<string, string>()
  for (const [, name = ""] of said.matchAll(/[`'"]([A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,5})[`'"]/g)) {
    const root = name.split(".")[0] ?? name
    if (!firsts.has(root) && new RegExp(`(?<![\\w$.])${escape(name)}(?![\\w$])`).test(here)) firsts.set(root, name)
  }
  return firsts.size > 0 && [...firsts.values()].every((name) => isChecked(name, { said, lines, line: claim.line }))
}

const FARTHEST = 15

interface Asked {
  readonly said: string
  readonly lines: readonly string[]
  readonly line: number
}

function isChecked(name: string, { said, lines, line }: Asked): boolean {
  const start = findFunctionStart(lines, line)
  const checks = buildChecks(name, said)
  const assigned = new RegExp(
    `(?<![\\w$.])${escape(name.split(".")[0] ?? name)}(?:\\.[\\w$]+)*\\s*(?:[-+*/|&?]{1,2})?=(?![=>])`,
  )
  let indent = countIndent(lines[line - 1])
  for (let at = line - 1; at > Math.max(start ?? 0, line - FARTHEST - 1); at--) {
    const text = (lines[at - 1] ?? "").slice(0, 400)
    if (text.trim() === "") continue
    if (assigned.test(text)) return false
    const own = countIndent(text)
    if (own > indent) continue
    const branch = readBranch(text)
    if (branch !== undefined) {
      const leaves = LEAVES.test(branch.rest) || (OPENS.test(branch.rest) && LEAVES.test(lines[at] ?? ""))
      if (leaves && checks.missing(branch.condition)) return true
      if (own < indent && OPENS.test(branch.rest) && checks.there(branch.condition)) return true
    }
    indent = own
  }
  return false
}

const LEAVES = /^\s*\{?\s*(?:return|throw|raise|continue|break)\b/
const OPENS = /^\s*\{?\s*$/

interface Branch {
  readonly condition: string
  readonly rest: string
}

/** `if (a) …` or `if a: …`; not what follows an `else`, which applies only sometimes. */
function readBranch(text: string): Branch | undefined {
  const python = /^\s*if\s+([^(:][^:]{0,200}):(.*)$/.exec(text)
  if (python !== null) return { condition: python[1] ?? "", rest: python[2] ?? "" }
  const start = /^\s*if\s*\(/.exec(text)?.[0].length
  if (start === undefined) return undefined
  let depth = 1
  let at = start
  for (; at < text.length && depth > 0; at++) depth += text[at] === "(" ? 1 : text[at] === ")" ? -1 : 0
  return depth > 0 ? undefined : { condition: text.slice(start, at - 1), rest: text.slice(at) }
}

/** Plain checks of a name, without anything that could be true without it. */
function buildChecks(name: string, said: string) {
  const own = escape(name)
  const [isNull, isUndefined] = [/\bnull\b/i.test(said), /\bundefined\b/i.test(said)]
  const exact = isNull === isUndefined ? "(?!)" : isNull ? `${own}\\s*===\\s*null` : `${own}\\s*===\\s*undefined`
  const missing = new RegExp(
    `^(?:!\\s*${own}|not\\s+${own}|${own}\\s*==\\s*(?:null|undefined)|${own}\\s+is\\s+None|${exact})$`,
  )
  const there = new RegExp(`^(?:${own}|${own}\\s*!=\\s*(?:null|undefined)|${own}\\s+is\\s+not\\s+None)$`)
  return {
    missing: (condition: string) => condition.split(/\|\||\bor\b/).some((part) => missing.test(part.trim())),
    there: (condition: string) =>
      !/\|\||\bor\b/.test(condition) && condition.split(/&&|\band\b/).some((part) => there.test(part.trim())),
  }
}

function countIndent(line: string | undefined): number {
  return /^\s*/.exec(line ?? "")?.[0].length ?? 0
}

function escape(name: string): string {
  return name.replace(/[$.]/g, "\\$&")
}
