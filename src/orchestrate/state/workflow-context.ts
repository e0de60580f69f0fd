import { wrapInFence, toVisibleLine } from "../../text/escape-hidden.ts"
import type { Composite } from "../composite.ts"
import type { PhaseHistory } from "../memory-record.ts"
import { describeCriterion } from "../describe-criterion.ts"
import { nameUnitAgents } from "../units.ts"

export interface ContextFacts {
  readonly jobId: string
  readonly query: string
  readonly composite: Composite
  readonly values: Readonly<Record<string, unknown>>
  readonly history: PhaseHistory
}

/**
 * The file that every agent reads first. It is written from the committed state alone, and rewritten after each phase.
 */
export function renderWorkflowContext({ jobId, query, composite, values, history }: ContextFacts): string {
  const domain = values["domain"] as {
    readonly domain?: string
    readonly confidence?: string
    readonly standards?: string
  }
  const { entries, unknowns } = history
  const active = unknowns.filter(({ state }) => state !== "resolved")
  const resolved = unknowns.filter(({ state }) => state === "resolved")
  return `${[
    `# Workflow context: job ${jobId}`,
    section("Workflow Metadata", [
      `- Job: ${jobId}`,
      `- Skill: ${composite.name}`,
      `- Domain: ${domain?.domain ?? ""} (${domain?.confidence ?? ""})`,
      `- Phases: ${composite.phases.map((phase) => `${phase.id} (${nameUnitAgents(phase)})`).join(", ")}`,
      ...(composite.thought?.file === undefined
        ? []
        : [`- Reasoning about the request, done before the skill was chosen: ${composite.thought.file}`]),
      "- Request:",
      wrapInFence(query, "text"),
    ]),
    section("Critical Constraints", listed(composite.constraints)),
    section("Quality Standards", [...(domain?.standards ?? "").split("\n"), ...listed(composite.standards, false)]),
    section("Artifact Types", listed(composite.artifacts)),
    section(
      "Success Criteria",
      composite.criteria.length === 0
        ? ["- what the specification of the clarification phase says"]
        : composite.criteria.map((criterion) => `- ${describeCriterion(criterion)}`),
    ),
    section("Unknown Registry", [
      "### Active",
      ...quoted(
        active.map(
          ({ id, priority, category, description, resolver, state }) =>
            `${id} ${priority} [${category}] ${state}, for ${resolver}: ${description}`,
        ),
      ),
      "### Resolved",
      ...quoted(
        resolved.map(({ id, description, resolved: by }) => `${id}: ${description} (${by?.agent}: ${by?.how})`),
      ),
    ]),
    section(
      "Phase History",
      listed(
        entries.map(
          ({ phase, branch, agent, attempt, status, memory_file }) =>
            `${phase}${branch === undefined ? "" : `/${branch}`}, attempt ${attempt}: ${agent}, ${status}, ${memory_file}`,
        ),
      ),
    ),
    section("Current Context", [describeLastPhase(history)]),
  ].join("\n\n")}\n`
}

/** An agent that asked something, or failed, has not finished its phase. */
function describeLastPhase({ entries }: PhaseHistory): string {
  const last = entries.findLast(({ status }) => status === "completed" || status === "needs_remediation")
  if (last === undefined) return "- no phase has finished yet"
  const back = last.status === "completed" ? "" : ", which sent the work back"
  return `- the last finished phase is ${last.phase} (${last.agent})${back}`
}

function section(title: string, lines: readonly string[]): string {
  return [`## ${title}`, "", ...lines].join("\n")
}

function listed(entries: readonly string[], orNone = true): readonly string[] {
  if (entries.length === 0) return orNone ? ["- none"] : []
  return entries.map((entry) => `- ${entry.replace(/\s+/g, " ")}`)
}

/** What agents wrote: in a fence, as it is in prompts. */
function quoted(entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return ["- none"]
  return [wrapInFence(entries.map((entry) => `- ${toVisibleLine(entry)}`).join("\n"), "text")]
}
