import { isRole, type Role, roles } from "../workflow/roles.ts"

/** An agent as data: the steps it follows, and how much it may read and write, in tokens. */
export interface AgentProtocol {
  readonly steps: readonly AgentStep[]
  readonly input: number
  readonly output: number
}

export interface AgentStep {
  readonly name: string
  readonly about: string
}

const LEARNING: AgentStep = {
  name: "learning_injection",
  about: "Read the learnings below. Name those you will use, and say how.",
}

const DISCOVERY: AgentStep = {
  name: "discovery_of_unknowns",
  about:
    "List what you do not know and need. If only the user can answer it, stop here: write the questions into the memory file and finish.",
}

function protocol(input: number, output: number, steps: Readonly<Record<string, string>>): AgentProtocol {
  const own = Object.entries(steps).map(([name, about]) => ({ name, about }))
  return { input, output, steps: [LEARNING, DISCOVERY, ...own] }
}

/** The seven functions. */
export const agents = {
  clarification: protocol(2000, 1500, {
    context_assessment: "Separate what the request says from what it leaves open.",
    question_formulation: "Write one question for each open point whose answer would change the result.",
    systematic_interrogation: "Answer what the context answers. Keep the rest as questions, most urgent first.",
    specification_construction: "Write the specification: goal, scope, what is out of scope, constraints, criteria.",
    knowledge_synthesis: "Summarise what is known now and what later phases must find out.",
  }),
  research: protocol(3000, 2500, {
    context_extraction: "Read the context to learn what must be found out, and why.",
    unknown_resolution: "Resolve the registered unknowns assigned to you, one by one.",
    strategy_formulation: "Say where you will look and what would settle each question.",
    discovery_process: "Look there. Note every fact with its source, and what contradicts it.",
    synthesis_documentation: "Write down what you found, how certain it is, and what is still open.",
  }),
  analysis: protocol(2500, 2000, {
    context_extraction: "Take the facts and constraints from the context.",
    decomposition: "Break the problem into parts that can be judged separately.",
    evaluation: "Assess each part: options, costs, risks, what depends on it.",
    pattern_synthesis: "Say what the parts have in common and which known solution fits.",
    output_generation: "Write down your assessment, with its reasons.",
  }),
  synthesis: protocol(3000, 2500, {
    context_loading: "Read what the earlier phases found.",
    integration_mapping: "Say which finding matters for which part of the result.",
    conflict_resolution: "If findings contradict each other, decide and say why.",
    framework_construction: "Write the one design that the result follows.",
    validation_prep: "Say how each part of it can be checked.",
  }),
  generation: protocol(4000, 8000, {
    context_extraction: "Take the design and its constraints from the context.",
    creation_cycle: "Make the parts one by one. Check each before you start the next.",
    artifact_generation: "Write the files. Name each with its path.",
    quality_checks: "Run what can be run. Read everything once as a newcomer would.",
    output_preparation: "List what you made, where it is, and what you left out.",
  }),
  validation: protocol(2500, 1500, {
    criteria_loading: "List the criteria from the request, the specification and the quality standards.",
    systematic_verification: "Check them one by one against the result itself, never against what others say about it.",
    gap_analysis: "List what is missing or wrong, each with its place.",
    gate_decision: "Decide: GO, CONDITIONAL with at most 2 fixes, or NO-GO.",
  }),
  memory: protocol(1500, 800, {
    context_loading: "Read the memory file of the last phase.",
    goal_reconstruction: "Say in one sentence what the user wants.",
    progress_assessment: "Say what is done and what is left.",
    impasse_detection:
      "Say whether the job is stuck: CONFLICT, MISSING-KNOWLEDGE, TIE or NO-CHANGE, and how sure you are.",
    remediation_determination: "If it is stuck, say what would unblock it.",
    output_generation: "Write down the transition for the next phase.",
  }),
} as const satisfies Partial<Record<Role, AgentProtocol>>

export type AgentFunction = keyof typeof agents

const OTHERS = protocol(3000, 2500, {
  context_extraction: "Take what is asked of you, and its constraints, from the context.",
  work: "Do it, and nothing else.",
  output_preparation: "Write down what you did, where it is, and what you left out.",
})

/** The steps of an agent; one without its own function works in three steps. */
export function findProtocol(agent: string): AgentProtocol {
  return Object.hasOwn(agents, agent) ? agents[agent as AgentFunction] : OTHERS
}

/** The agent of `research`, or of the atomic skill `orchestrate-research`. */
export function findAgentRole(name: string): Role | undefined {
  const bare = name.replace(/^orchestrate-/, "")
  return isRole(bare) ? bare : undefined
}

export const agentNames = Object.keys(roles) as readonly Role[]

/** The words of an agent's name in capitals, as in its completion marker. */
export function writeCompletionMarker(agent: string): string {
  return `**${agent.replaceAll("-", "_").toUpperCase()}_COMPLETE**`
}

/** Which function resolves an unknown of a category. */
export const resolvers: Readonly<Record<string, AgentFunction>> = {
  requirement: "clarification",
  preference: "clarification",
  scope: "clarification",
  fact: "research",
  technology: "research",
  domain: "research",
  tradeoff: "analysis",
  risk: "analysis",
  design: "synthesis",
  implementation: "generation",
  quality: "validation",
}
