import { nearestNames } from "../../text/nearest-names.ts"
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
  slip,
  type Slips,
  textOf,
  wordsOf,
} from "../../workflow/reading/yaml/fields.ts"
import { agentNamed, agentNames } from "../agents.ts"
import { type Branch, contextPatterns, END_PHASE, type Phase, type PhaseContext, phaseTypes } from "../composite.ts"

export interface PhaseDesk {
  readonly slips: Slips
  /** The skill's folder. */
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
  const { slips } = desk
  const fields = fieldsOf(field, { what: "a phase", keys, required: ["id"] }, slips)
  const id = textOf(fields?.get("id"), slips)
  if (fields === undefined || id === undefined) return undefined
  const type = choiceOf(fields.get("type"), phaseTypes, slips) ?? "LINEAR"
  const iterationAgents = (wordsOf(fields.get("iteration_agents"), slips) ?? []).flatMap(
    (name) => knownAgent(name, fields.get("iteration_agents")?.line ?? field.line, slips) ?? [],
  )
  const branches = branchesOf(fields.get("parallel_branches"), desk)
  const agent = agentOf(fields, field.line, slips) ?? iterationAgents[0] ?? branches[0]?.agent
  if (agent === undefined) {
    const named = fields.has("agent") || fields.has("uses_atomic_skill")
    if (!named) missingAgent(id, field.line, slips)
    return undefined
  }
  const title = textOf(fields.get("title"), slips) ?? textOf(fields.get("name"), slips) ?? id
  return {
    id,
    title,
    description: textOf(fields.get("description"), slips) ?? "",
    type,
    agent,
    content: contentOf(fields.get("content"), { id, line: field.line, desk }),
    next: nextOf(fields.get("next"), desk),
    trigger: textOf(fields.get("trigger"), slips),
    skipCondition: textOf(fields.get("skip_condition"), slips),
    configuration: Object.fromEntries(
      namedEntries(fields.get("configuration"), slips).map((one) => [one.name, textOf(one, slips) ?? ""]),
    ),
    iterationAgents,
    remediationTarget: textOf(fields.get("remediation_target"), slips),
    maxRemediation: countOf(fields.get("max_remediation"), slips, 1) ?? DEFAULT_REMEDIATIONS,
    branches,
    context: contextOf(fields.get("context"), desk),
  }
}

function agentOf(fields: Fields, line: number, slips: Slips): Role | undefined {
  const field = fields.get("agent") ?? fields.get("uses_atomic_skill")
  const name = textOf(field, slips)
  return name === undefined ? undefined : knownAgent(name, field?.line ?? line, slips)
}

function knownAgent(name: string, line: number, slips: Slips): Role | undefined {
  const agent = agentNamed(name)
  if (agent !== undefined) return agent
  const near = nearestNames(name, agentNames)[0]
  const fix = near === undefined ? `use ${agentNames.join(", ")}` : `did you mean ${near}?`
  slip(slips, "workflow.unknown-role", { line, message: `there is no agent "${name}"`, fix })
  return undefined
}

function missingAgent(id: string, line: number, slips: Slips): void {
  const message = `phase "${id}" names no agent`
  slip(slips, "workflow.missing-key", { line, message, fix: "add agent: research, or uses_atomic_skill" })
}

/** `next: end`, `next: null` and the last phase without one all say that it is the last. */
function nextOf(field: Field | undefined, { slips, after }: PhaseDesk): string {
  if (field === undefined) return after ?? END_PHASE
  return textOf(field, slips) ?? END_PHASE
}

interface ContentOf {
  readonly id: string
  readonly line: number
  readonly desk: PhaseDesk
}

/** The text of a phase: a file below the skill's folder, by default `content/<id>.md`. */
function contentOf(field: Field | undefined, { id, line, desk }: ContentOf): string {
  const named = textOf(field, desk.slips) ?? `content/${id}.md`
  const path = `${desk.folder}/${named}`
  const text = Object.hasOwn(desk.texts, path) ? desk.texts[path] : undefined
  if (text !== undefined && text.trim() !== "") return text.trim()
  const message = `phase "${id}" has no text: ${named} is ${text === undefined ? "not there" : "empty"}`
  slip(desk.slips, "workflow.missing-file", {
    line: field?.line ?? line,
    message,
    fix: "write the file: what the agent does in this phase",
  })
  return ""
}

function branchesOf(field: Field | undefined, desk: PhaseDesk): readonly Branch[] {
  const { slips } = desk
  return itemsOf(field, slips).flatMap((entry) => {
    const expected = {
      what: "a parallel branch",
      keys: ["name", "agent", "uses_atomic_skill", "content", "fail_on_error"],
      required: ["name"],
    }
    const fields = fieldsOf(entry, expected, slips)
    const name = textOf(fields?.get("name"), slips)
    const agent = fields === undefined ? undefined : agentOf(fields, entry.line, slips)
    if (fields === undefined || name === undefined) return []
    if (agent === undefined) {
      if (!fields.has("agent") && !fields.has("uses_atomic_skill")) missingAgent(name, entry.line, slips)
      return []
    }
    const content = fields.has("content") ? contentOf(fields.get("content"), { id: name, line: entry.line, desk }) : ""
    return [{ name, agent, content, failOnError: flagOf(fields.get("fail_on_error"), slips) ?? true }]
  })
}

/** `context: WORKFLOW_ONLY`, or a map with the phases whose files are needed. */
function contextOf(field: Field | undefined, { slips, isFirst }: PhaseDesk): PhaseContext {
  const usual = isFirst ? "WORKFLOW_ONLY" : "IMMEDIATE_PREDECESSORS"
  if (field === undefined) return { pattern: usual, required: [], optional: [] }
  if (field.node.kind === "scalar")
    return { pattern: choiceOf(field, contextPatterns, slips) ?? usual, required: [], optional: [] }
  const expected = { what: "a context", keys: ["pattern", "required", "optional"], required: ["pattern"] }
  const fields = fieldsOf(field, expected, slips)
  return {
    pattern: choiceOf(fields?.get("pattern"), contextPatterns, slips) ?? usual,
    required: wordsOf(fields?.get("required"), slips) ?? [],
    optional: wordsOf(fields?.get("optional"), slips) ?? [],
  }
}
