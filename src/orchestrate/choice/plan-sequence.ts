import type { AgentFunction } from "../agents.ts"
import { type Composite, END_PHASE, type Phase } from "../composite.ts"

/** The functions of a sequence, in the fixed order in which they run. */
const order = ["clarification", "research", "analysis", "synthesis", "generation", "validation"] as const
type Function_ = (typeof order)[number] & AgentFunction

/** Which words of a request ask for a function. Clarification always comes first. */
const signs: Readonly<Record<Function_, RegExp>> = {
  clarification: /^/,
  research:
    /\b(?:research|find out|look up|investigate|compare|survey|sources?|best|which|latest|state of the art|learn|what is)\b/i,
  analysis:
    /\b(?:analy[sz]e|evaluate|assess|why|cause|trade-?offs?|risks?|decide|compare|pros and cons|understand|review)\b/i,
  synthesis: /\b(?:design|plan|architecture|strategy|combine|integrate|summari[sz]e|concept|proposal|synthesi[sz]e)\b/i,
  generation: /\b(?:build|create|write|make|generate|implement|develop|draft|produce|code|compose|add|fix)\b/i,
  validation: /\b(?:validate|verify|check|test|prove|ensure|make sure|review|build|implement|develop|fix)\b/i,
}

const contents: Readonly<Record<Function_, string>> = {
  clarification: "Find out what the user really wants. Write the specification that the later phases work from.",
  research: "Find out what the job depends on that the request does not say.",
  analysis: "Judge the options for this job, with their costs and risks.",
  synthesis: "Combine everything known into one design for the result.",
  generation: "Make the result, all of it.",
  validation: "Check the result against the specification. Everything that is wrong is a fix.",
}

export interface PlannedSequence {
  readonly composite: Composite
  readonly functions: readonly { readonly name: string; readonly because: string }[]
}

/** The sequence for a request that no composite skill fits: the functions it needs, in their fixed order. */
export function planSequence(query: string): PlannedSequence {
  const found = order.flatMap((name) => {
    const said = signs[name].exec(query)
    return said === null ? [] : [{ name, because: said[0] === "" ? "always first" : `the request says "${said[0]}"` }]
  })
  const functions =
    found.length > 1 ? found : order.map((name) => ({ name, because: "the request does not name a function" }))
  const names = functions.map(({ name }) => name)
  return { functions, composite: dynamicComposite(names) }
}

function dynamicComposite(names: readonly Function_[]): Composite {
  return {
    name: "dynamic-skill-sequencing",
    description: `A sequence planned for one request: ${names.join(", ")}.`,
    phases: names.map((name, at) => makePhase(name, names[at - 1], names[at + 1] ?? END_PHASE)),
    criteria: [],
    checks: [],
    constraints: [],
    standards: [],
    artifacts: [],
    memoryAgent: false,
    reasoning: false,
    isDynamic: true,
    ownFiles: true,
  }
}

/** Validation sends the work back to the phase before it. */
function makePhase(name: Function_, before: Function_ | undefined, next: string): Phase {
  const judges = name === "validation"
  return {
    id: name,
    title: `${name[0]?.toUpperCase() ?? ""}${name.slice(1)}`,
    description: "",
    type: judges ? "REMEDIATION" : "LINEAR",
    agent: name,
    content: contents[name],
    next,
    configuration: {},
    iterationAgents: [],
    remediationTarget: judges ? before : undefined,
    maxRemediation: 2,
    branches: [],
    context: { pattern: before === undefined ? "WORKFLOW_ONLY" : "IMMEDIATE_PREDECESSORS", required: [], optional: [] },
  }
}
