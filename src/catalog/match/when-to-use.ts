import { type Outline, readOutline } from "../../skill/body/read-outline.ts"

/** A body divided by how much its words count. */
export interface BodyParts {
  /** The text about when to use the skill, wherever it is. */
  readonly when: string
  readonly headings: string
  readonly prose: string
  readonly code: string
}

/** Text about when *not* to use the skill is left out: those words belong to other skills. */
export function splitBody(body: string): BodyParts {
  const outline = readOutline(body)
  const isCode = codeLines(outline)
  const parts: Record<"when" | "headings" | "prose", string[]> = { when: [], headings: [], prose: [] }
  let whenThrough = 0
  let notThrough = 0
  for (const section of outline.sections) {
    const title = section.heading?.text ?? ""
    const kind = classifyTitle(title)
    if (kind === "not") notThrough = Math.max(notThrough, section.through)
    if (kind === "when") whenThrough = Math.max(whenThrough, section.through)
    if (section.from <= notThrough) continue
    if (kind !== "when") parts.headings.push(title)
    const first = (section.heading?.endLine ?? section.from - 1) + 1
    const lines = outline.lines.slice(first - 1, section.to).filter((_, at) => isCode[first + at] === 0)
    if (section.from <= whenThrough) parts.when.push(lines.join("\n"))
    else for (const line of splitLeads(lines)) parts[line.kind].push(line.text)
  }
  return {
    when: parts.when.join("\n"),
    headings: parts.headings.join("\n"),
    prose: parts.prose.join("\n"),
    code: outline.fences.map(({ code }) => code).join("\n"),
  }
}

const WHEN = new RegExp(
  [
    String.raw`\bwhen[ _-]to[ _-](?:use|apply|activate|invoke|trigger|call|run|reach)`,
    String.raw`\bwhen (?:you need|this applies|this skill)`,
    String.raw`\b(?:use|invoke|activate|apply|trigger) (?:this|it|when|if|for)\b`,
    String.raw`\b(?:use[ -]cases?|triggers?|activation|applies when|applicability)\b`,
    String.raw`\b(?:cuando|quando) (?:usar|utilizar)|\bquand (?:l'|les )?utiliser|\bne zaman kullan`,
    String.raw`\bwann (?:zu )?(?:verwenden|nutzen|benutzen)`,
  ].join("|"),
  "i",
)
const WHEN_ELSEWHERE = new RegExp(
  [
    "何时使用|何時使用|使用时机|使用時機|适用场景|適用場景|使用场景|应用场景|触发|使うとき|使う場面|使用する場面|いつ使",
    "利用シーン|トリガー|사용 시점|언제 사용|트리거|cuándo (?:usar|utilizar)|когда использовать",
  ].join("|"),
  "i",
)
const NOT = /\b(?:not|never|don['’]?t|avoid|nicht|não)\b|不适用|不要|何时不|いつ使わない/i

/** What a heading says about its section. */
export function classifyTitle(title: string): "when" | "not" | "other" {
  const saysWhen = WHEN.test(title) || (/[^\0-\x7f]/.test(title) && WHEN_ELSEWHERE.test(title))
  if (!saysWhen && !/\bwhen not\b/i.test(title)) return "other"
  return NOT.test(title) ? "not" : "when"
}

/** By line: 1 if it is in a fenced block. */
function codeLines({ lines, fences }: Outline): Uint8Array {
  const isCode = new Uint8Array(lines.length + 1)
  for (const { from, to } of fences) isCode.fill(1, from, to + 1)
  return isCode
}

const LEAD = /^\W*(?:use (?:this|it|when|for|if)|when to use|triggers?\b|(?:activate|invoke|trigger) (?:this|when|if))/i

/** A line such as "Use this skill when:" and the list below it count as well, even without a heading. */
function splitLeads(lines: readonly string[]): readonly { readonly kind: "when" | "prose"; readonly text: string }[] {
  let isWhen = false
  return lines.map((text) => {
    if (LEAD.test(text)) isWhen = !NOT.test(text)
    else if (isWhen && text.trim() !== "" && !/^\s*(?:[-*+]|\d+[.)])\s|^\s{2}/.test(text)) isWhen = false
    return { kind: isWhen ? "when" : "prose", text }
  })
}
