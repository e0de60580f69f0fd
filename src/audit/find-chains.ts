import { isOnlyMentioned } from "./rules/reading/context.ts"
import { findNearby, SECRETS, SENDS } from "./rules/reading/shared-patterns.ts"
import type { AuditRule, Hit, RuleHit } from "./audit-rule.ts"
import { makeHit } from "./run-rule.ts"
import type { AuditView } from "./audit-view.ts"

/** What one skill leaves behind for others, and what it sends. Small, so that thousands can be compared. */
export interface Traces {
  readonly skill: string
  readonly keeps: readonly SkillTrace[]
  readonly sends: readonly SkillTrace[]
}

export interface SkillTrace {
  /** A file outside the project. */
  readonly path: string
  readonly hit: Hit
}

export interface ChainHit extends RuleHit {
  /** The skill that the hit is in. */
  readonly skill: string
}

const SHARED_PATH = /(?<![\w/])((?:\/tmp|\/var\/tmp|\/dev\/shm|~|\$HOME)\/[\w./-]{2,100})/g

export function collectTraces({ passages, input }: AuditView): Traces {
  const keeps: SkillTrace[] = []
  const sends: SkillTrace[] = []
  for (const passage of passages) {
    if (
      passage.kind === "header" ||
      passage.kind === "prose" ||
      !/\/tmp\/|~\/|\$HOME\/|\/dev\/shm\//.test(passage.text)
    )
      continue
    for (const found of passage.text.matchAll(SHARED_PATH)) {
      const path = (found[1] ?? "").replace(/[.,]$/, "")
      if (isOnlyMentioned(passage, found.index)) continue
      const around = passage.text.slice(Math.max(0, found.index - 400), found.index + path.length + 300)
      const own = [new RegExp(escape(path), "g"), SENDS] as const
      if (findNearby(around, own, 200) !== undefined) sends.push({ path, hit: makeHit(passage, found.index) })
      else if (
        !SECRET_PATH.test(path) &&
        findNearby(around, [new RegExp(escape(path), "g"), SECRETS], 200) !== undefined
      )
        keeps.push({ path, hit: makeHit(passage, found.index) })
    }
  }
  return { skill: input.name, keeps, sends }
}

/** One skill puts secrets where another finds and sends them: each skill alone is only suspicious. */
export function findChains(all: readonly Traces[]): readonly ChainHit[] {
  const kept = new Map<string, { readonly skill: string; readonly hit: Hit }[]>()
  for (const { skill, keeps } of all) {
    for (const { path, hit } of keeps) kept.set(path, [...(kept.get(path) ?? []), { skill, hit }])
  }
  if (kept.size === 0) return []
  return all.flatMap(({ skill, sends }) =>
    sends.flatMap(({ path, hit }) => {
      const from = findWritten(kept, path).find((other) => other.skill !== skill)
      if (from === undefined) return []
      const told = (other: string, what: string) => `${path} is ${what} by the skill ${other}.`
      return [
        {
          rule: chainRule,
          skill,
          hit: { ...hit, about: told(from.skill, "filled with credentials or environment variables") },
        },
        { rule: chainRule, skill: from.skill, hit: { ...from.hit, about: told(skill, "sent to a remote host") } },
      ]
    }),
  )
}

/** What was written to a path, or below it if the whole directory is sent. */
function findWritten<T>(kept: ReadonlyMap<string, readonly T[]>, path: string): readonly T[] {
  if (!path.endsWith("/")) return kept.get(path) ?? []
  return [...kept].flatMap(([place, all]) => (place.startsWith(path) && path.split("/").length > 3 ? all : []))
}

const SECRET_PATH = /\/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|config)\b/

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}

export const chainRule: AuditRule = {
  id: "chain",
  class: "A18",
  title: "Two skills together may exfiltrate secrets",
  severity: "critical",
  confidence: "high",
  persona: "regular",
  where: ["skill"],
  match: { kind: "skill", check: () => [] },
  about:
    "One skill writes credentials or environment variables to a file, and another sends that file to a remote host.",
  fix: "Use neither skill until you know why they share that file.",
  examples: { positive: [], negative: [] },
}
