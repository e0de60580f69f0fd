import { isChoiceForm, type LineForm } from "./line-form.ts"
import type { Step, ValueSchema } from "./workflow.ts"

/** The shape that the output of a step must have, if it declares one. */
export function findOutputSchema(step: Step): ValueSchema | undefined {
  return step.kind === "do" || step.kind === "dispatch" || step.kind === "fanout" ? step.output : undefined
}

/** Whether the person or agent that does a step must report an output. */
export function needsOutput(step: Step): boolean {
  return step.kind === "do" && (step.outputRequired === true || step.output !== undefined)
}

/** What a schema asks for: "a JSON list of 1 to 8 entries, each an object with `title` (text)". */
export function describeSchema(schema: ValueSchema): string {
  const isJson = schema.type === "object" || schema.type === "array"
  return described(schema).replace(/^an? /, (article) => (isJson ? "a JSON " : article))
}

function described(schema: ValueSchema): string {
  if (schema.enum !== undefined) return `one of ${schema.enum.map((one) => `\`${one}\``).join(", ")}`
  switch (schema.type) {
    case "object":
      return `an object${fieldsText(schema)}`
    case "array":
      return `a list${countText(schema)}${schema.items === undefined ? "" : `, each ${described(schema.items)}`}`
    case "string":
      return describeText(schema)
    case "number":
      return "a number"
    case "integer":
      return "a whole number"
    case "boolean":
      return "true or false"
  }
  return "a value"
}

function describeText({ minLength = 0, parts = [], lines = [] }: ValueSchema): string {
  const [first = ""] = parts
  const named = parts.map((name) => `\`${name}\``).join(", ")
  return [
    minLength > 1 ? `text of at least ${minLength} characters` : "text",
    ...(parts.length === 0
      ? []
      : parts.length === 1
        ? [`with the part ${named} (under a heading, or after the label \`${first}:\`)`]
        : [`with the parts ${named} (each under a heading or after a label such as \`${first}:\`)`]),
    ...lines.map(describeLine),
  ].join(", ")
}

function describeLine({ form, atLeast, or }: LineForm): string {
  const count =
    atLeast === undefined
      ? isChoiceForm(form)
        ? "one line"
        : "a line"
      : atLeast === 1
        ? "one or more lines"
        : `at least ${atLeast} lines`
  return `with ${count} \`${form}\`${or === undefined ? "" : ` or the line \`${or}\``}`
}

function fieldsText({ properties = {}, required = [] }: ValueSchema): string {
  const names = [...new Set([...required, ...Object.keys(properties)])]
  if (names.length === 0) return ""
  const fields = names.map((name) => {
    const about = [
      ...(properties[name] === undefined ? [] : [described(properties[name])]),
      ...(required.includes(name) ? [] : ["may be left out"]),
    ]
    return about.length === 0 ? `\`${name}\`` : `\`${name}\` (${about.join("; ")})`
  })
  return ` with ${fields.join(", ")}`
}

function countText({ minItems = 0, maxItems }: ValueSchema): string {
  if (maxItems !== undefined) return ` of ${minItems === maxItems ? maxItems : `${minItems} to ${maxItems}`} entries`
  return minItems === 0 ? "" : ` of at least ${minItems} ${minItems === 1 ? "entry" : "entries"}`
}
