/** How a step went. The possible outcomes of a step are the keys of its `next`. */
export const outcomes = ["ok", "fail", "skip", "iterate"] as const
export type Outcome = (typeof outcomes)[number]

/** Where a run ends. No step may have this id. */
export const END = "end"
export type End = typeof END

/** What follows each outcome; `default` stands for every outcome that is not named, and is never reported itself. */
export type Next<Id extends string = string> = { readonly [K in Outcome | "default"]?: Id | End }

/** The step that follows, or undefined if the workflow names none: that is an error, never an end. */
export function findNextStep(next: Next, outcome: Outcome): string | undefined {
  return next[outcome] ?? next.default
}

export function isOutcome(text: string): text is Outcome {
  return (outcomes as readonly string[]).includes(text)
}
