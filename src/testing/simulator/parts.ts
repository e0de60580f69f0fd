import type { Join } from "../../workflow/workflow.ts"

/**
 * A part of a generated workflow; parts follow each other. Plain data, so that a schedule can be printed and reduced. A
 * part keeps its id when others are removed: agents answer by it.
 */
export type Part = { readonly id: string } /** One agent that may say `iterate`, up to a cap. */ & (
  | { readonly kind: "do"; readonly cap: number }
  /** One agent; if it cannot answer at all, the run continues at another step or fails. */
  | { readonly kind: "prompt"; readonly onError: boolean }
  | { readonly kind: "fan"; readonly items: number; readonly join: Join }
  /** As many agents as an answer lists. */
  | { readonly kind: "each"; readonly items: number }
  /** Child runs, one for each item, and agents next to them. */
  | {
      readonly kind: "runs"
      readonly items: number
      readonly beside: number
      readonly join: Join
      readonly parts: readonly Part[]
    }
  | { readonly kind: "gate"; readonly commands: number }
  /** Work, review, gate, and again. */
  | { readonly kind: "loop"; readonly limit: number; readonly reviewers: number }
  | { readonly kind: "ask"; readonly questions: number }
  | { readonly kind: "wait"; readonly seconds: number }
  /** Waits until a person reports. */
  | { readonly kind: "told" }
  | { readonly kind: "calc" }
)

/** The same list with one part less, or one part smaller, in every possible way. */
export function listSmallerParts(parts: readonly Part[]): readonly (readonly Part[])[] {
  const without = parts.length > 1 ? parts.map((_, at) => parts.filter((_part, other) => other !== at)) : []
  const inside = parts.flatMap((part, at) =>
    smallerPart(part).map((smaller) => parts.map((one, other) => (other === at ? smaller : one))),
  )
  const instead = parts.flatMap((part, at) =>
    part.kind === "runs" ? [parts.flatMap((one, other) => (other === at ? part.parts : [one]))] : [],
  )
  return [...without, ...instead, ...inside]
}

function smallerPart(part: Part): readonly Part[] {
  switch (part.kind) {
    case "do":
      return part.cap > 1 ? [{ ...part, cap: part.cap - 1 }] : []
    case "fan":
    case "each":
      return part.items > 1 ? [{ ...part, items: part.items - 1 }] : []
    case "runs":
      return [
        ...(part.items > 1 ? [{ ...part, items: part.items - 1 }] : []),
        ...(part.beside > 0 ? [{ ...part, beside: part.beside - 1 }] : []),
        ...listSmallerParts(part.parts).map((parts) => ({ ...part, parts })),
      ]
    case "gate":
      return part.commands > 1 ? [{ ...part, commands: part.commands - 1 }] : []
    case "loop":
      return part.reviewers > 0 ? [{ ...part, reviewers: part.reviewers - 1 }] : []
    case "ask":
      return part.questions > 1 ? [{ ...part, questions: part.questions - 1 }] : []
    case "prompt":
    case "wait":
    case "told":
    case "calc":
      return []
  }
}
