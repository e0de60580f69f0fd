import { expect, test } from "vitest"
import { describeSchema } from "./output-schema.ts"
import type { ValueSchema } from "./workflow.ts"

test.each<{ schema: ValueSchema; text: string }>([
  { schema: { type: "string" }, text: "text" },
  { schema: { type: "string", minLength: 80 }, text: "text of at least 80 characters" },
  {
    schema: {
      type: "string",
      parts: ["Answer", "Open"],
      lines: [
        { form: "VERDICT: <A | B>" },
        { form: "Because: <why>" },
        { form: "<id> | <what>", atLeast: 2 },
        { form: "<path:line>: <what>", atLeast: 1, or: "none" },
      ],
    },
    text: "text, with the parts `Answer`, `Open` (each under a heading or after a label such as `Answer:`), with one line `VERDICT: <A | B>`, with a line `Because: <why>`, with at least 2 lines `<id> | <what>`, with one or more lines `<path:line>: <what>` or the line `none`",
  },
  { schema: { type: "object" }, text: "a JSON object" },
  { schema: { type: "object", required: ["a", "b"] }, text: "a JSON object with `a`, `b`" },
  {
    schema: {
      type: "object",
      required: ["kind"],
      properties: {
        kind: { enum: ["x", "y"] },
        note: { type: "string" },
        tags: { type: "array", items: { type: "string" } },
      },
    },
    text: "a JSON object with `kind` (one of `x`, `y`), `note` (text; may be left out), `tags` (a list, each text; may be left out)",
  },
  { schema: { type: "array", minItems: 1 }, text: "a JSON list of at least 1 entry" },
  {
    schema: { type: "array", minItems: 1, maxItems: 8, items: { type: "object", required: ["title"] } },
    text: "a JSON list of 1 to 8 entries, each an object with `title`",
  },
  { schema: { type: "array", items: { type: "integer" } }, text: "a JSON list, each a whole number" },
])("a schema reads as: $text", ({ schema, text }) => {
  expect(describeSchema(schema)).toBe(text)
})
