import type { CallToolResult } from "@modelcontextprotocol/server"
import { describeError, SkilletError } from "../../problem/failure.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"

/** The key of the catalogued error in a result, for programs. */
const ERROR = "skillet/error"

/** What went wrong, as a model reads it: what, its code, and the next safe step. */
export function writeFailure(error: unknown): CallToolResult {
  const failure = describeFailure(error)
  const { code, message, next, retry } = failure
  const later = retry === "later" ? ", try again later" : ""
  return {
    isError: true,
    content: [{ type: "text", text: [escapeHidden(message), `code ${code}${later}`, escapeHidden(next)].join("\n") }],
    _meta: { [ERROR]: failure },
  }
}

interface Failure {
  readonly code: string
  readonly message: string
  readonly retry: "no" | "later"
  /** A next step that is safe for an agent. */
  readonly next: string
  readonly problems?: readonly { readonly code: string; readonly message: string }[] | undefined
}

const MOST_PROBLEMS = 20

export function describeFailure(error: unknown): Failure {
  if (!(error instanceof SkilletError))
    return {
      code: "mcp.bug",
      message: `this is a bug in Skillet: ${describeError(error)}`,
      retry: "no",
      next: "tell the user; the server goes on, and everything that was recorded is kept",
    }
  const { code, message, retry, next, problems } = error
  const told = problems.slice(0, MOST_PROBLEMS).map((one) => ({ code: one.code, message: one.message }))
  return { code, message, retry, next, ...(told.length === 0 ? {} : { problems: told }) }
}
