import { badgeOf, categoriesOf } from "../claims/merging/join-findings.ts"
import { languageOf } from "../languages.ts"
import type { Insight, Patch, ReviewFinding } from "../claims/review-finding.ts"
import { PATTERNS } from "../claims/match-findings.ts"
import type { ReviewReport } from "../review-data.ts"
import { bullets, code, fence, inline, prose } from "./markdown-text.ts"
import { evidenceNote, placeOf, relatedText, stepTexts } from "./report-texts.ts"

/** A finding in Markdown: what and where, why, the code, how to fix it, who reported it. */
export function findingMarkdown(finding: ReviewFinding): readonly string[] {
  const { id, title, file, confidence, description, evidence, proof, extras, patch, fix, place } = finding
  const badge = badgeOf(finding)
  const steps = stepTexts(finding)
  const extra = Object.entries(extras).filter(([, text]) => text.trim() !== "")
  return [
    `### ${inline(id)}: ${inline(title)}${badge === undefined ? "" : ` ${badge}`}`,
    [
      code(placeOf(finding)),
      categoriesOf(finding).map(inline).join(", "),
      `${confidence} confidence`,
      ...(place === undefined ? [] : [`in ${place} code`]),
      ...(proof === undefined
        ? finding.isOwn === true
          ? [`found by rule ${code(finding.rule)}`]
          : []
        : [`proved by pattern ${code(proof.pattern)}${evidenceNote(proof.pattern)}`]),
    ].join(" · "),
    prose(description),
    ...(evidence.trim() === "" ? [] : [fence(evidence, languageOf(file) ?? "")]),
    ...(steps.length === 0
      ? []
      : [
          bullets(
            steps.map(
              ({ label, places }) =>
                `**${spoken(label)}:** ${places.map(({ place, text }) => `${code(place)} ${code(text)}`).join(", ")}`,
            ),
          ),
        ]),
    ...(extra.length === 0
      ? []
      : [bullets(extra.map(([name, text]) => `**${inline(spoken(name))}:** ${inline(text)}`))]),
    ...fixMarkdown(patch, fix),
    ...originMarkdown(finding),
  ]
}

export function insightMarkdown(insight: Insight, report: Pick<ReviewReport, "findings">): readonly string[] {
  const { id, title, text, category, severity, patch, reason, ...place } = insight
  return [
    `### ${inline(id)}: ${inline(title)}`,
    `${inline(relatedText(insight, report))} · ${severity} · ${inline(category)} · ${code(placeOf(place))}`,
    prose(text),
    ...fixMarkdown(patch),
    ...(reason === undefined || reason.trim() === "" ? [] : [`Judged: ${inline(reason)}`]),
  ]
}

function fixMarkdown(patch: Patch | undefined, fix?: string): readonly string[] {
  const said = fix === undefined || fix.trim() === "" ? undefined : fix
  if (patch === undefined) return said === undefined ? [] : [`**Fix:** ${inline(said)}`]
  switch (patch.kind) {
    case "diff":
      return [said === undefined ? "**Fix:**" : `**Fix:** ${inline(said)}`, fence(patch.diff, "diff")]
    case "prompt":
      if (said !== undefined && said.trim() === patch.prompt.trim()) return [`**Fix:** ${inline(said)}`]
      return [
        said === undefined ? "**Fix** (instruction for an agent):" : `**Fix:** ${inline(said)}`,
        fence(patch.prompt, "text"),
      ]
  }
}

function originMarkdown({ saidBy, verdict, reason, related, severity, isOwn }: ReviewFinding): readonly string[] {
  const names = [...new Set(saidBy.map(sayerOf))]
  // Our rule is named next to the place.
  const isOnlyOurs = isOwn === true && names.length === 1
  const judged = reason === undefined || reason.trim() === "" ? [] : [inline(reason)]
  const lines = [
    ...(names.length === 0 || isOnlyOurs ? [] : [`Reported by ${names.join(", ")}`]),
    ...judged.map((why) => {
      if (verdict === "downgraded") return `Lowered to ${severity}: ${why}`
      if (isOwn === true) return `Not judged: ${why}`
      return verdict === undefined ? capital(why) : `Judged: ${why}`
    }),
    ...(related.length === 0 ? [] : [`At the same place: ${related.map((one) => inline(one)).join(", ")}`]),
  ]
  return lines.length === 0 ? [] : [bullets(lines)]
}

function sayerOf({ agent, round }: ReviewFinding["saidBy"][number]): string {
  if (agent === PATTERNS) return "Skillet's rules"
  return inline(`${agent ?? "unknown"}${round === undefined ? "" : ` (${round})`}`)
}

/** `attack_vector` as words: `Attack vector`. */
function spoken(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim()
  if (words.toLowerCase() === "cwe") return "CWE"
  return capital(words)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
