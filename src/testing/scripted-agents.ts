import type { AgentAnswer, AgentDriver, AgentRequest, ItemKey } from "../agents/agent-driver.ts"

/** What an agent answers: always the same, one after another (the last one stays), or a function of the request. */
export type ScriptedAgent =
  | string
  | readonly string[]
  | ((request: AgentRequest, times: number) => string | AgentAnswer)

export interface ScriptedAgents extends AgentDriver {
  /** What was asked, as `step/item` or `step`, in order; each attempt counts. */
  readonly asked: readonly string[]
}

/** Agents for tests, with their answers by step, by `step/item` or by role. `*` answers for all others. */
export function scriptedAgents(script: Readonly<Record<string, ScriptedAgent>>): ScriptedAgents {
  const asked: string[] = []
  const times = new Map<string, number>()
  return {
    name: "scripted",
    asked,
    async ask(request, signal) {
      signal.throwIfAborted()
      const name = nameItem(request.key)
      asked.push(name)
      const key = [name, request.key.step, request.agent, "*"].find((one) => Object.hasOwn(script, one))
      if (key === undefined) throw new Error(`no agent of the script answers ${name}`)
      const count = (times.get(key) ?? 0) + 1
      times.set(key, count)
      return answer(script[key] ?? "", request, count)
    },
  }
}

function answer(agent: ScriptedAgent, request: AgentRequest, count: number): AgentAnswer {
  if (typeof agent === "string") return { text: agent }
  if (typeof agent !== "function") return { text: agent[Math.min(count, agent.length) - 1] ?? "" }
  const said = agent(request, count)
  return typeof said === "string" ? { text: said } : said
}

function nameItem({ step, item }: ItemKey): string {
  return item === "-" ? step : `${step}/${item}`
}
