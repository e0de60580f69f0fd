import type { Context } from "hono"
import { SkilletError } from "../../problem/failure.ts"
import type { Shape } from "../../skillet/arguments/shape.ts"

/** What a page sends, in the shape that a view wants. The verbs check what it means. */
export async function readBody<Body>(context: Context, shape: Shape): Promise<Body> {
  const value = parseJson(await context.req.text())
  const misfit = shape.findMisfit(value, "request")
  if (misfit === undefined) return value as Body
  throw new SkilletError("web.bad-request", `${misfit.at} is ${misfit.is}, and should be ${misfit.expected}`, {
    retry: "no",
    next: "reload the page: it may be older than the server",
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
