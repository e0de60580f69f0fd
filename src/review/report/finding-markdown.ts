import { renderBadge, listClaimCategories } from "../claims/merging/join-findings.ts"
import { detectLanguage } from "../detect-language.ts"
import type { Insight, Patch, ReviewFinding } from "../claims/review-finding.ts"
import { PATTERNS, UNJUDGED } from "../claims/read-matches.ts"
import type { ReviewReport } from "../review-data.ts"
import { renderBullets, renderCode, renderFence, renderInline, renderProse } from "./render-markdown.ts"
import { renderEvidenceNote, renderPlace, describeRelated, describeSteps } from "./report-texts.ts"

/** A finding in Markdown: what and where, why, the code, how to fix it, who reported it. */
export function renderFinding(finding: ReviewFinding): readonly string[] {
  const { id, title, file, confidence, description, evidence, proof, extras, patch, fix, place } = finding
  const badge = renderBadge(finding)
  const steps = describeSteps(finding)
  const extra = Object.entries(extras).filter(([, text]) => text.trim() !== "")
  return [
    `### ${renderInline(id)}: ${renderInline(title)}${badge === undefined ? "" : ` ${badge}`}`,
    [
      renderCode(renderPlace(finding)),
      listClaimCategories(finding).map(renderInline).join(", "),
      `${confidence} confidence`,
      ...(place === undefined ? [] : [`in ${place} code`]),
      ...(proof === undefined
        ? finding.isOwn === true
          ? [`found by rule ${renderCode(finding.rule)}`]
          : []
        : [`proved by pattern ${renderCode(proof.pattern)}${renderEvidenceNote(proof.pattern)}`]),
    ].join(" · "),
    renderProse(description),
    ...(evidence.trim() === "" ? [] : [renderFence(evidence, detectLanguage(file) ?? "")]),
    ...(steps.length === 0
      ? []
      : [
          renderBullets(
            steps.map(
              ({ label, places }) =>
                `**${spoken(label)}:** ${places.map(({ place, text }) => `${renderCode(place)} ${renderCode(text)}`).join(", ")}`,
            ),
          ),
        ]),
    ...(extra.length === 0
      ? []
      : [renderBullets(extra.map(([name, text]) => `**${renderInline(spoken(name))}:** ${renderInline(text)}`))]),
    ...fixMarkdown(patch, fix),
    ...originMarkdown(finding),
  ]
}

export function renderInsight(insight: Insight, report: Pick<ReviewReport, "findings">): readonly string[] {
  const { id, title, text, category, severity, patch, reason, ...place } = insight
  return [
    `### ${renderInline(id)}: ${renderInline(title)}`,
    `${renderInline(describeRelated(insight, report))} · ${severity} · ${renderInline(category)} · ${renderCode(renderPlace(place))}`,
    renderProse(text),
    ...fixMarkdown(patch),
    ...(reason === undefined || reason.trim() === "" ? [] : [`Judged: ${renderInline(reason)}`]),
  ]
}

function fixMarkdown(patch: Patch | undefined, fix?: string): readonly string[] {
  const said = fix === undefined || fix.trim() === "" ? undefined : fix
  if (patch === undefined) return said === undefined ? [] : [`**Fix:** ${renderInline(said)}`]
  switch (patch.kind) {
    case "diff":
      return [said === undefined ? "**Fix:**" : `**Fix:** ${renderInline(said)}`, renderFence(patch.diff, "diff")]
    case "prompt":
      if (said !== undefined && said.trim() === patch.prompt.trim()) return [`**Fix:** ${renderInline(said)}`]
      return [
        said === undefined ? "**Fix** (instruction for an agent):" : `**Fix:** ${renderInline(said)}`,
        renderFence(patch.prompt, "text"),
      ]
  }
}

function originMarkdown(finding: ReviewFinding): readonly string[] {
  const { saidBy, verdict, reason, related, severity, isOwn, lowered } = finding
  const names = [...new Set(saidBy.map(nameClaimant))]
  // Our rule is named next to the place.
  const isOnlyOurs = isOwn === true && names.length === 1
  const judged = reason === undefined || reason.trim() === "" ? [] : [renderInline(reason)]
  const lines = [
    ...(names.length === 0 || isOnlyOurs ? [] : [`Reported by ${names.join(", ")}`]),
    ...listOtherWords(finding),
    ...judged.map((why) => {
      if (lowered !== undefined)
        return `Judged to be a false alarm, quoting ${renderCode(renderPlace(lowered.quoted))}: ${why}`
      if (verdict === "downgraded") return `Lowered to ${severity}: ${why}`
      if (isOwn === true && (verdict === undefined || reason === UNJUDGED)) return `Not judged: ${why}`
      return verdict === undefined ? capital(why) : `Judged: ${why}`
    }),
    ...(related.length === 0 ? [] : [`At the same place: ${related.map((one) => renderInline(one)).join(", ")}`]),
  ]
  return lines.length === 0 ? [] : [renderBullets(lines)]
}

/** What the others said whose words are not the ones above: one text cannot replace another. */
function listOtherWords({ description, saidBy }: ReviewFinding): readonly string[] {
  const others = saidBy.filter((said) => said.description.trim() !== "" && said.description !== description)
  return [
    ...new Set(others.map((said) => `${nameClaimant(said)}: ${renderInline(`${said.title}: ${said.description}`)}`)),
  ]
}

function nameClaimant({ agent, round }: ReviewFinding["saidBy"][number]): string {
  if (agent === PATTERNS) return "Skillet's rules"
  return renderInline(`${agent ?? "unknown"}${round === undefined ? "" : ` (${round})`}`)
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
