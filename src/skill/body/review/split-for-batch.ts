import type { Methodology } from "./methodology.ts"

/** A method for agents that work alone, and the steps that make no sense for them. */
export interface BatchMethodology {
  readonly methodology: Methodology
  readonly leftOut: readonly string[]
}

/**
 * Reviewers work alone and change nothing: steps that talk to a person, commit, or go on with another skill are left
 * out.
 */
export function splitForBatch(methodology: Methodology): BatchMethodology {
  const { approach, mindset, steps } = methodology
  const prose = [approach, mindset].map(splitProse)
  return {
    methodology: {
      ...methodology,
      approach: prose[0]?.kept ?? null,
      mindset: prose[1]?.kept ?? null,
      steps: steps.filter((step) => !needsPerson(step)),
    },
    leftOut: [...prose.flatMap(({ leftOut }) => leftOut), ...steps.filter(needsPerson)],
  }
}

function needsPerson(step: string): boolean {
  return personSigns.some((sign) => sign.test(step.replace(/[*_]{2}/g, "")))
}

/** The sentences of a paragraph that an agent can follow alone. */
function splitProse(text: string | null): { readonly kept: string | null; readonly leftOut: readonly string[] } {
  if (text === null || !needsPerson(text)) return { kept: text, leftOut: [] }
  const sentences = text.split(/(?<=[.!?]["”]?)\s+/)
  const kept = sentences.filter((sentence) => !needsPerson(sentence)).join(" ")
  return { kept: kept === "" ? null : kept, leftOut: sentences.filter(needsPerson) }
}

const personSigns: readonly RegExp[] = [
  // Talks to a person.
  /\bask(?:ing)?\b[^.;]{0,30}\b(?:users?|people|person|human|partner|them|questions?)\b/i,
  /\bask after each\b/i,
  /\b(?:user|human|partner)(?:['’]s)? (?:approv|review|confirm|accept|agree|respon|choos|decid)/i,
  /\b(?:your|the) human(?: partner)?\b|\byour partner\b/i,
  /\b(?:get|obtain|wait for|request|need)\b[^.;]{0,40}\b(?:approval|confirmation|response|sign-off|permission)\b/i,
  /\b(?:tell|show|offer|present|help|inform)\b[^.;]{0,40}\b(?:to )?(?:the )?user\b/i,
  /^(?:offer|announce)\b/i,
  /\bone question (?:per message|at a time)\b|\bquestions? one at a time\b|\bmultiple[- ]choice questions?\b/i,
  /\bpresent (?:the |your )?(?:design|options)\b|\bgo back and clarify\b|\bpartner updates\b/i,
  // Changes the project or its history.
  /(?:^|\band |\bthen |[.;,:] ?)(?:git )?commit(?:$|[.,;]| (?:it|them|the|your|all|changes|everything|to)\b)/i,
  /\bgit (?:commit|push|merge)\b|\bpush (?:it|the|your|to)\b|\b(?:open|create) an? (?:pull request|PR)\b/i,
  // Goes on with another skill.
  /\bfollow (?:that|the [\w-]+) skill\b/i,
  /\b(?:invoke|use|run|call|load|switch to|hand (?:off|over) to)\b[^.;]{0,60}\bskill\b/i,
  /\b(?:invoke|use|run|call|load|follow)\b[^.;]{0,20}\b[\w-]+:[a-z][\w-]*-[\w-]+/i,
]
