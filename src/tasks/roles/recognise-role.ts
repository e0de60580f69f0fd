import type { RoleTemplate } from "./role-template.ts"

/** What a sub-agent is asked to do, in the words of the agent that starts it. */
export interface SubAgentRequest {
  readonly description: string
  readonly prompt: string
}

/**
 * Which role a request is for, by how much of each role's template it has. A template is filled in, and often shortened,
 * so 30 % of its phrases are enough, and so is its first sentence or its description with a number. Undefined if the
 * request resembles none, or two of them equally.
 */
export function recogniseRole<Known extends RoleTemplate>(
  request: SubAgentRequest,
  templates: readonly Known[],
): Known | undefined {
  const words = splitWords(request.prompt)
  const said = { text: ` ${words.join(" ")} `, phrases: new Set(cutPhrases(words)) }
  const rated = templates
    .map((template) => ({ template, score: scoreTemplate(template, request, said) }))
    .filter(({ score }) => score >= ENOUGH)
    .sort((a, b) => b.score - a.score)
  const [best] = rated
  const other = rated.find(({ template }) => template.role !== best?.template.role)
  if (best === undefined || (other !== undefined && best.score - other.score < MARGIN)) return undefined
  return best.template
}

const ENOUGH = 0.3
const MARGIN = 0.05
/** A template with fewer phrases says too little to be compared by them. */
const LEAST_PHRASES = 12
/** A first sentence or a description with fewer words is anybody's. */
const LEAST_OPENING = 4
const LEAST_DESCRIPTION = 2
/** How much of a prompt counts as its beginning, in characters. */
const BEGINNING = 600

/** The words of a prompt, between blanks, and its phrases. */
interface Said {
  readonly text: string
  readonly phrases: ReadonlySet<string>
}

function scoreTemplate({ prompt, descriptions }: RoleTemplate, request: SubAgentRequest, said: Said): number {
  const opens = startsAlike(prompt, said.text) ? ENOUGH : 0
  const described = Math.max(0, ...descriptions.map((one) => rateDescription(one, request.description)))
  return measureShared(prompt, said) + Math.max(opens, described)
}

/** The share of a template's phrases of three words that a prompt has. */
function measureShared(template: string, said: Said): number {
  // Phrases do not reach over a place that is to be filled in.
  const phrases = new Set(splitAtPlaceholders(template).flatMap((piece) => cutPhrases(splitWords(piece))))
  if (phrases.size < LEAST_PHRASES) return 0
  return [...phrases].filter((phrase) => said.phrases.has(phrase)).length / phrases.size
}

function cutPhrases(words: readonly string[]): readonly string[] {
  return words.slice(2).map((last, at) => `${words[at]} ${words[at + 1]} ${last}`)
}

/** Whether a prompt begins with the first sentence of a template, as far as nothing is to be filled in there. */
function startsAlike(template: string, said: string): boolean {
  const first = template.split("\n\n").find((part) => !/^\s*#/.test(part) && part.trim() !== "") ?? ""
  const [fixed = ""] = splitAtPlaceholders(first.split(/[.:;]\s/)[0] ?? "")
  const words = splitWords(fixed)
  return words.length >= LEAST_OPENING && said.slice(0, BEGINNING).includes(` ${words.join(" ")} `)
}

function rateDescription(template: string, description: string): number {
  const [fixed = "", ...filled] = splitAtPlaceholders(template)
  const words = splitWords(fixed)
  const said = joinWords(description)
  if (words.length < LEAST_DESCRIPTION || !said.startsWith(` ${words.join(" ")} `)) return 0
  const isNumbered = filled.length > 0 && /^ \d/.test(said.slice(words.join(" ").length + 1))
  return isNumbered ? ENOUGH : ENOUGH / 2
}

/** `Task N: [task name]` has two places to fill in. */
function splitAtPlaceholders(text: string): readonly string[] {
  return text.split(/\[[^\]\n]{0,400}\]|\{[^}\n]{0,400}\}|\b[A-Z]{2,}_[A-Z_]+\b|\b[NRX]\b/)
}

function joinWords(text: string): string {
  return ` ${splitWords(text).join(" ")} `
}

function splitWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
}
