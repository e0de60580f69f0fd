import type { Hit } from "../../audit-rule.ts"
import type { AuditView } from "../../audit-view.ts"

/** A hit in a frontmatter field. */
export function makeHeaderHit(view: AuditView, key: string, more: Partial<Hit> = {}): Hit {
  const lines = view.text.split("\n", Math.max(1, view.skill?.bodyLine ?? 1))
  const at = lines.findIndex((line) => line.trimStart().startsWith(`${key}:`))
  return {
    file: view.input.main,
    line: Math.max(0, at) + 1,
    column: 1,
    evidence: (lines[at] ?? `${key}: ${view.input.name}`).slice(0, 240),
    ...more,
  }
}

/** Whether one word of a name mixes look-alike letters of more than one alphabet. */
export function hasMixedScripts(name: string): boolean {
  return (
    name
      .split(/[-_\s.]+/)
      .some(
        (word) =>
          /\p{Script=Latin}/u.test(word) &&
          /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word),
      ) || /[\uff21-\uff5a\u{1d400}-\u{1d7ff}]/u.test(name)
  )
}

const EVERY = String.raw`(?:every|all|any|each(?: and every)?)\s+(?:\w+\s+)?(?:requests?|tasks?|messages?|conversations?|prompts?|questions?|interactions?|kinds? of tasks?|user (?:requests?|messages?))`
const STRONG = new RegExp(
  String.raw`\b${EVERY}\b[^.]{0,60}\b(?:before|over|instead of|ahead of)\s+(?:any|all|the|every)\s+other|\b(?:before|over|instead of|ahead of)\s+(?:any|all|every)\s+other\s+skills?\b|\bwhatever the user asks\b|siempre[^.]{0,40}cualquier|immer[^.]{0,40}jede`,
  "i",
)
const WEAK = new RegExp(
  String.raw`\b(?:use|invoke|load|trigger|activate|come up|call|run)\b[^.]{0,60}\b${EVERY}\b|\balways\s+(?:use|invoke|load|activate|trigger)(?:\s+(?:this|it)(?:\s+skill)?)?\s*(?:[.,;!]|$|for\b|first\b|before\b)|\bany message at all\b|\bevery (?:message|conversation|session)\b|\bprefer it over\b`,
  "i",
)

/** How far a description claims to match every request. */
export function rateMatchClaim(text: string): "strong" | "weak" | undefined {
  if (STRONG.test(text)) return "strong"
  return WEAK.test(text) ? "weak" : undefined
}

/** A whole skill for an example, built from its frontmatter lines. */
export function makeExampleSkill(header: string): { readonly files: Readonly<Record<string, string>> } {
  return { files: { "SKILL.md": `---\n${header}\n---\n# A\n` } }
}
