/**
 * A line that a text must have. `<…>` in its form stands for text; `<A | B>` for one of these words; `<path:line>` for a
 * place in a file; `<n of m>` for two numbers of which the first is not larger.
 */
export interface LineForm {
  readonly form: string
  /** How many such lines there must be; without it exactly one if it offers words to choose from, else one or more. */
  readonly atLeast?: number | undefined
  /** The word that may be written instead of such lines. */
  readonly or?: string | undefined
}

export type FormPart =
  /** Text that must be there as it is. */
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "text"; readonly name: string }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  | { readonly kind: "place" }
  /** How many of how many. */
  | { readonly kind: "share" }

const PLACE = "path:line"
const SHARE = "n of m"

/** The parts of a form, in order. */
export function parseForm(form: string): readonly FormPart[] {
  return form
    .split(/(<[^<>]*>)/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map(toPart)
}

function toPart(text: string): FormPart {
  if (!/^<[^<>]*>$/.test(text)) return { kind: "literal", text }
  const name = text.slice(1, -1).trim()
  if (name === PLACE) return { kind: "place" }
  if (name === SHARE) return { kind: "share" }
  const choices = name.split("|").map((one) => one.trim())
  return choices.length > 1 ? { kind: "choice", choices } : { kind: "text", name }
}

/** Why no line can be compared with a form. */
export function findFormFault(form: string): string | undefined {
  const parts = parseForm(form)
  if (form.includes("\n")) return "has more than one line"
  if (parts.every(({ kind }) => kind === "literal")) return "has no <placeholder>"
  if (parts.some((part) => part.kind === "choice" && part.choices.includes(""))) return "offers an empty word"
  if (parts.some((part) => part.kind === "text" && part.name === "")) return "has a placeholder without a name"
  const isTouching = parts.some((part, at) => part.kind === "text" && (parts[at + 1]?.kind ?? "literal") !== "literal")
  return isTouching ? "has two placeholders with nothing between them" : undefined
}

/** Whether a form offers words to choose from, so that one line with it is a decision. */
export function isChoiceForm(form: string): boolean {
  return parseForm(form).some(({ kind }) => kind === "choice")
}

/** A line of this form. */
export function writeSampleLine(form: string): string {
  return form.replaceAll(/<[^<>]*>/g, (text) => writeSamplePart(toPart(text)))
}

function writeSamplePart(part: FormPart): string {
  switch (part.kind) {
    case "choice":
      return part.choices[0] ?? ""
    case "place":
      return "README.md:1"
    case "share":
      return "1 of 1"
    case "text":
    case "literal":
      return "something"
  }
}
