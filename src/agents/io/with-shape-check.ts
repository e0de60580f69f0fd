import { addUsage, noUsage } from "../add-usage.ts"
import type { AgentAnswer, AgentDriver, AgentRequest } from "../agent-driver.ts"
import { AgentFailure } from "../agent-failure.ts"

export interface ShapeCheck {
  /** What is wrong with an answer; empty if it has the requested shape. */
  readonly wrongWith: (text: string, schema: NonNullable<AgentRequest["schema"]>) => readonly string[]
}

/**
 * A driver whose answers have the requested shape. The host is asked for it in its own way; the answer is checked in
 * any case, and the agent may correct it once.
 */
export function withShapeCheck(driver: AgentDriver, { wrongWith }: ShapeCheck): AgentDriver {
  return {
    name: driver.name,
    async ask(request, signal, heard) {
      const said = await driver.ask(request, signal, heard)
      const { schema } = request
      if (schema === undefined) return said
      const first = bare(said)
      const wrong = wrongWith(first.text, schema)
      if (wrong.length === 0) return first
      heard?.({ kind: "notice", text: `the answer does not have the required shape: ${wrong.join("; ")}` })
      const second = bare(
        await driver.ask(repair(request, first, wrong), signal, heard).catch((error: unknown) => {
          throw addEarlierUsage(error, first)
        }),
      )
      const usage = addUsage(first.usage ?? noUsage, second.usage ?? noUsage)
      const left = wrongWith(second.text, schema)
      if (left.length === 0) return { ...second, usage }
      throw new AgentFailure(
        "agent.wrong-shape",
        `the answer does not have the required shape: ${left.slice(0, 5).join("; ")}`,
        {
          retry: "later",
          next: "ask again, or ask another agent",
          usage,
          session: second.session,
        },
      )
    },
  }
}

/** JSON often comes inside a code fence. */
function bare(answer: AgentAnswer): AgentAnswer {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n```\s*$/.exec(answer.text)?.[1]
  return fenced === undefined ? answer : { ...answer, text: fenced }
}

function repair(request: AgentRequest, { text, session }: AgentAnswer, wrong: readonly string[]): AgentRequest {
  const words = [
    "Your answer does not have the required shape:",
    ...wrong.slice(0, 10).map((one) => `- ${one}`),
    "",
    `Answer again with JSON that matches this schema, and nothing else: ${JSON.stringify(request.schema)}`,
  ].join("\n")
  if (session !== undefined) return { ...request, session, prompt: words }
  return { ...request, prompt: `${request.prompt}\n\nYou answered:\n\n${text}\n\n${words}` }
}

function addEarlierUsage(error: unknown, { usage }: AgentAnswer): unknown {
  if (!(error instanceof AgentFailure) || usage === undefined) return error
  return error.having({ usage: addUsage(usage, error.usage ?? noUsage) })
}
