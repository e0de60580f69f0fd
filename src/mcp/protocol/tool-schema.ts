import { z } from "zod"
import type { ToolSchema } from "./offer.ts"

/** The schema of a tool's arguments or result. What clients are told has no `$ref`, and nothing that only costs tokens. */
export function toToolSchema(schema: z.ZodObject): ToolSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input", reused: "inline" })
  return {
    json: { ...json, type: "object" },
    check(value) {
      const parsed = schema.safeParse(value)
      return parsed.success ? { value: parsed.data } : { fault: describeIssues(parsed.error) }
    },
  }
}

const MOST_ISSUES = 5

function describeIssues({ issues }: z.ZodError): string {
  const told = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const at = path.map(String).join(".")
    return at === "" ? message : `${at}: ${message}`
  })
  return told.join("; ")
}
