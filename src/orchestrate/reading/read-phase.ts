import { nearestNames } from "../../text/nearest-names.ts"
import { visibleLine } from "../../text/visible-text.ts"
import type { Role } from "../../workflow/roles.ts"
import {
  choiceOf,
  countOf,
  type Field,
  type Fields,
  fieldsOf,
  flagOf,
  itemsOf,
  namedEntries,
  fault,
  type Faults,
  textOf,
  wordsOf,
} from "../../workflow/reading/yaml/fields.ts"
import { agentNamed, agentNames } from "../agents.ts"
import { type Branch, contextPatterns, END_PHASE, type Phase, type PhaseContext, phaseTypes } from "../composite.ts"

export interface PhaseDesk {
  readonly faults: Faults
  /** The skill's directory. */
  readonly folder: string
  readonly texts: Readonly<Record<string, string>>
  /** The id of the phase that is written next. */
  readonly after?: string | undefined
  readonly isFirst: boolean
}

const keys = [
  "id",
  "name",
  "title",
  "description",
  "type",
  "agent",
  "uses_atomic_skill",
  "content",
  "next",
  "trigger",
  "skip_condition",
  "configuration",
  "iteration_agents",
  "remediation_target",
  "max_remediation",
  "parallel_branches",
  "context",
]

const DEFAULT_REMEDIATIONS = 2

export function readPhase(field: Field, desk: PhaseDesk): Phase | undefined {
  const { faults } = desk
  const fields = fieldsOf(field, { what: "a phase", keys, required: ["id"] }, faults)
  const id = textOf(fields?.get("id"), faults)
  if (fields === undefined || id === undefined) return undefined
  const type = choiceOf(fields.get("type"), phaseTypes, faults) ?? "LINEAR"
  const iterationAgents = (wordsOf(fields.get("iteration_agents"), faults) ?? []).flatMap(
    (name) => knownAgent(name, fields.get("iteration_agents")?.line ?? field.line, faults) ?? [],
  )
  const branches = branchesOf(fields.get("parallel_branches"), desk)
  const agent = agentOf(fields, field.line, faults) ?? iterationAgents[0] ?? branches[0]?.agent
  if (agent === undefined) {
    const named = fields.has("agent") || fields.has("uses_atomic_skill")
    if (!named) missingAgent(id, field.line, faults)
    return undefined
  }
  const title = visibleLine(textOf(fields.get("title"), faults) ?? textOf(fields.get("name"), faults) ?? id)
  return {
    id,
    title,
    description: textOf(fields.get("description"), faults) ?? "",
    type,
    agent,
    content: contentOf(fields.get("content"), { id, line: field.line, desk }),
    next: nextOf(fields.get("next"), desk),
    trigger: textOf(fields.get("trigger"), faults),
    skipCondition: textOf(fields.get("skip_condition"), faults),
    configuration: Object.fromEntries(
      namedEntries(fields.get("configuration"), faults).map((one) => [one.name, textOf(one, faults) ?? ""]),
    ),
    iterationAgents,
    remediationTarget: textOf(fields.get("remediation_target"), faults),
    maxRemediation: countOf(fields.get("max_remediation"), faults, 1) ?? DEFAULT_REMEDIATIONS,
    branches,
    context: contextOf(fields.get("context"), desk),
  }
}

function agentOf(fields: Fields, line: number, faults: Faults): Role | undefined {
  const field = fields.get("agent") ?? fields.get("uses_atomic_skill")
  const name = textOf(field, faults)
  return name === undefined ? undefined : knownAgent(name, field?.line ?? line, faults)
}

function knownAgent(name: string, line: number, faults: Faults): Role | undefined {
  const agent = agentNamed(name)
  if (agent !== undefined) return agent
  const near = nearestNames(name, agentNames)[0]
  const fix = near === undefined ? `use ${agentNames.join(", ")}` : `did you mean ${near}?`
  fault(faults, "workflow.unknown-role", { line, message: `there is no agent "${name}"`, fix })
  return undefined
}

function missingAgent(id: string, line: number, faults: Faults): void {
  const message = `phase "${id}" has no agent`
  fault(faults, "workflow.missing-key", { line, message, fix: "add agent: research, or uses_atomic_skill" })
}

/** `next: end`, `next: null` and the last phase without one all mean that it is the last. */
function nextOf(field: Field | undefined, { faults, after }: PhaseDesk): string {
  if (field === undefined) return after ?? END_PHASE
  return textOf(field, faults) ?? END_PHASE
}

interface ContentOf {
  readonly id: string
  readonly line: number
  readonly desk: PhaseDesk
}

/** The text of a phase: a file below the skill's directory, by default `content/<id>.md`. */
function contentOf(field: Field | undefined, { id, line, desk }: ContentOf): string {
  const named = textOf(field, desk.faults) ?? `content/${id}.md`
  const path = `${desk.folder}/${named}`
  const text = Object.hasOwn(desk.texts, path) ? desk.texts[path] : undefined
  if (text !== undefined && text.trim() !== "") return text.trim()
  const message = `phase "${id}" has no text: ${named} is ${text === undefined ? "not there" : "empty"}`
  fault(desk.faults, "workflow.missing-file", {
    line: field?.line ?? line,
    message,
    fix: "write the file: what the agent does in this phase",
  })
  return ""
}

function branchesOf(field: Field | undefined, desk: PhaseDesk): readonly Branch[] {
  const { faults } = desk
  return itemsOf(field, faults).flatMap((entry) => {
    const expected = {
      what: "a parallel branch",
      keys: ["name", "agent", "uses_atomic_skill", "content", "fail_on_error"],
      required: ["name"],
    }
    const fields = fieldsOf(entry, expected, faults)
    const name = textOf(fields?.get("name"), faults)
    const agent = fields === undefined ? undefined : agentOf(fields, entry.line, faults)
    if (fields === undefined || name === undefined) return []
    if (agent === undefined) {
      if (!fields.has("agent") && !fields.has("uses_atomic_skill")) missingAgent(name, entry.line, faults)
      return []
    }
    const content = fields.has("content") ? contentOf(fields.get("content"), { id: name, line: entry.line, desk }) : ""
    return [{ name, agent, content, failOnError: flagOf(fields.get("fail_on_error"), faults) ?? true }]
  })
}

/** `context: WORKFLOW_ONLY`, or a map with the phases whose files are needed. */
function contextOf(field: Field | undefined, { faults, isFirst }: PhaseDesk): PhaseContext {
  const usual = isFirst ? "WORKFLOW_ONLY" : "IMMEDIATE_PREDECESSORS"
  if (field === undefined) return { pattern: usual, required: [], optional: [] }
  if (field.node.kind === "scalar")
    return { pattern: choiceOf(field, contextPatterns, faults) ?? usual, required: [], optional: [] }
  const expected = { what: "a context", keys: ["pattern", "required", "optional"], required: ["pattern"] }
  const fields = fieldsOf(field, expected, faults)
  return {
    pattern: choiceOf(fields?.get("pattern"), contextPatterns, faults) ?? usual,
    required: wordsOf(fields?.get("required"), faults) ?? [],
    optional: wordsOf(fields?.get("optional"), faults) ?? [],
  }
}
