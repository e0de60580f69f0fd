/** A description taken apart by what its words are worth. */
export interface DescriptionParts {
  /** What it says the skill is for: "use when …", "when the user …", "triggers: …". */
  readonly purpose: string
  readonly rest: string
}

const FOR = new RegExp(
  [
    String.raw`\b(?:use|used|using|invoke[ds]?|activate[ds]?|appl(?:y|ies)|trigger(?:s|ed)?|call(?:ed)?|load|helpful|useful|ideal|run)\b[^.;]{0,60}?\b(?:when(?:ever)?|if|for|before|after|during|on|to)\b`,
    String.raw`\bwhen(?:ever)? (?:the user|a user|users|you|someone|asked|working|starting|dealing|encountering)\b`,
    String.raw`\b(?:triggers?|keywords|use cases?|examples?)\s*(?:include|on|:)`,
  ].join("|"),
  "i",
)
const NOT_FOR =
  /\b(?:(?:do |does |should )?(?:not|never)|don['’]?t)\b[^.;]{0,20}\b(?:use|used|invoke|activate|apply|trigger|intended|meant|for)\b|^\W*(?:skip|avoid)\b/i

/** What says what the skill is *not* for is left out: those words belong to other skills. */
export function descriptionParts(description: string): DescriptionParts {
  const purpose: string[] = []
  const rest: string[] = []
  for (const sentence of description.split(/(?<=[.!?;])\s+|\n\n+|\s[-–—]\s/)) {
    const not = NOT_FOR.exec(sentence)?.index ?? sentence.length
    const kept = sentence.slice(0, not)
    const from = FOR.exec(kept)?.index ?? kept.length
    rest.push(kept.slice(0, from))
    purpose.push(kept.slice(from))
  }
  return { purpose: purpose.join("\n"), rest: rest.join("\n") }
}

const SKILL = /\bskills?\b|\bSKILL\.md\b/gi
const ITSELF =
  /\b(?:this|the|that|it'?s|an?)\s+(?:[\w-]+\s+){0,3}skills?\s+(?:that|which|to|for|when|should|is|helps?|provides?|covers?|teaches)\b|\b(?:this|the) skills?\b|^\W*skills?\s+(?:for|to|that)\b|\b(?:soft|language|technical|coding|programming|communication|people|social|work) skills\b/gi

/** How often a description speaks of skills other than itself: a skill about skills does so. */
export function mentionsOfSkills(description: string): number {
  return description.replace(ITSELF, " ").match(SKILL)?.length ?? 0
}
