/** What decides whether a request is thought through, and when. */
export interface ReasoningFacts {
  /** It was asked for. */
  readonly isAsked: boolean
  /** The skill that fits by its words asks for it. */
  readonly isOfSkill: boolean
  /** A skill or a route was named, so nothing is left to choose. */
  readonly isChosen: boolean
  /** It was done before. */
  readonly isDone: boolean
}

/**
 * When a request is thought through: in a job of its own before the skill is chosen; if nothing is left to choose, as the
 * first phase of the job; or not at all.
 */
export function decideReasoning({ isAsked, isOfSkill, isChosen, isDone }: ReasoningFacts): "before" | "within" | "no" {
  if (isDone || !(isAsked || isOfSkill)) return "no"
  return isChosen ? "within" : "before"
}
