import type { AgentEvent, AgentRequest } from "../../agents/agent-driver.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import type { Run } from "../../run/model.ts"
import { groupDigits } from "../../text/format-count.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"

/** What agents are doing, for a progress line. */
export interface AgentActivity {
  heard(request: AgentRequest, event: AgentEvent): void
  /** The step, what each agent is doing and for how long, and how much of each limit is used. */
  text(progress: Progress): string
}

interface Doing {
  readonly began: number
  readonly what: string
}

const SHOWN = 3

export function openActivity(now: () => number): AgentActivity {
  const doing = new Map<string, Doing>()
  return {
    heard({ key }, event) {
      const name = key.item === "-" ? key.step : `${key.step}/${key.item}`
      const { began, what } = doing.get(name) ?? { began: now(), what: "" }
      doing.set(name, { began, what: doingText(event) ?? what })
    },
    text({ run, working }) {
      for (const name of doing.keys()) if (!working.includes(name)) doing.delete(name)
      const shown = working.slice(0, SHOWN).map((name) => agentText(name, doing.get(name), now()))
      const more = working.length > SHOWN ? ` and ${working.length - SHOWN} more` : ""
      const agents = shown.length === 0 ? "" : `: ${shown.join(", ")}${more}`
      return `${run.step}${run.round > 1 ? ` (round ${run.round})` : ""}${doneText(run)}${agents}; ${formatSpent(run)}`
    },
  }
}

/** ` 3 of 9`, where a step asks several agents. */
function doneText({ visit }: Run): string {
  return visit === undefined || visit.total < 2 ? "" : ` ${visit.ok + visit.failed} of ${visit.total}`
}

function agentText(name: string, doing: Doing | undefined, now: number): string {
  const item = name.slice(name.indexOf("/") + 1)
  if (doing === undefined) return item
  const seconds = Math.round((now - doing.began) / 1000)
  return toVisibleLine(`${item} (${[...(doing.what === "" ? [] : [doing.what]), `${seconds} s`].join(", ")})`)
}

/** What an event shows about what an agent is doing; undefined if nothing. */
function doingText(event: AgentEvent): string | undefined {
  switch (event.kind) {
    case "thinking":
      return "thinking"
    case "message":
      return "writing"
    case "tool_call":
      return event.tool
    case "notice":
      return event.text.slice(0, 60)
    case "session":
    case "tool_result":
    case "usage":
      return undefined
  }
}

/** What was spent, compared with the ceilings of the run. */
export function formatSpent({ spent, budget }: Pick<Run, "spent" | "budget">): string {
  const of = (used: string, limit: string | undefined) => (limit === undefined ? used : `${used} of ${limit}`)
  const dollars = (amount: number) => `$${amount.toFixed(2)}`
  const { agents, tokens, money } = budget
  return [
    of(`${spent.agents}`, agents === undefined ? undefined : `${agents}`) +
      ((agents ?? spent.agents) === 1 ? " agent" : " agents"),
    of(groupDigits(spent.tokens), tokens === undefined ? undefined : groupDigits(tokens)) + " tokens",
    of(dollars(spent.money), money === undefined ? undefined : dollars(money)),
  ].join(", ")
}
