import { findNearestNames } from "../../text/find-nearest-names.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import type { Role } from "../../workflow/roles.ts"
import {
  readChoiceField,
  readCountField,
  type YamlField,
  type YamlFields,
  readMapField,
  readFlagField,
  readListField,
  readNamedEntries,
  addFault,
  type FaultList,
  readTextField,
  readWordsField,
} from "../../workflow/reading/yaml/read-fields.ts"
import { findAgentRole, agentNames } from "../agents.ts"
import { type Branch, contextPatterns, END_PHASE, type Phase, type PhaseContext, phaseTypes } from "../composite.ts"

export interface PhaseDesk {
  readonly faults: FaultList
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

export function readPhase(field: YamlField, desk: PhaseDesk): Phase | undefined {
  const { faults } = desk
  const fields = readMapField(field, { what: "a phase", keys, required: ["id"] }, faults)
  const id = readTextField(fields?.get("id"), faults)
  if (fields === undefined || id === undefined) return undefined
  const type = readChoiceField(fields.get("type"), phaseTypes, faults) ?? "LINEAR"
  const iterationAgents = (readWordsField(fields.get("iteration_agents"), faults) ?? []).flatMap(
    (name) => knownAgent(name, fields.get("iteration_agents")?.line ?? field.line, faults) ?? [],
  )
  const branches = readBranches(fields.get("parallel_branches"), desk)
  const agent = readAgent(fields, field.line, faults) ?? iterationAgents[0] ?? branches[0]?.agent
  if (agent === undefined) {
    const named = fields.has("agent") || fields.has("uses_atomic_skill")
    if (!named) missingAgent(id, field.line, faults)
    return undefined
  }
  const title = toVisibleLine(
    readTextField(fields.get("title"), faults) ?? readTextField(fields.get("name"), faults) ?? id,
  )
  return {
    id,
    title,
    description: readTextField(fields.get("description"), faults) ?? "",
    type,
    agent,
    content: readContent(fields.get("content"), { id, line: field.line, desk }),
    next: readNext(fields.get("next"), desk),
    trigger: readTextField(fields.get("trigger"), faults),
    skipCondition: readTextField(fields.get("skip_condition"), faults),
    configuration: Object.fromEntries(
      readNamedEntries(fields.get("configuration"), faults).map((one) => [one.name, readTextField(one, faults) ?? ""]),
    ),
    iterationAgents,
    remediationTarget: readTextField(fields.get("remediation_target"), faults),
    maxRemediation: readCountField(fields.get("max_remediation"), faults, 1) ?? DEFAULT_REMEDIATIONS,
    branches,
    context: readContext(fields.get("context"), desk),
  }
}

function readAgent(fields: YamlFields, line: number, faults: FaultList): Role | undefined {
  const field = fields.get("agent") ?? fields.get("uses_atomic_skill")
  const name = readTextField(field, faults)
  return name === undefined ? undefined : knownAgent(name, field?.line ?? line, faults)
}

function knownAgent(name: string, line: number, faults: FaultList): Role | undefined {
  const agent = findAgentRole(name)
  if (agent !== undefined) return agent
  const near = findNearestNames(name, agentNames)[0]
  const fix = near === undefined ? `use ${agentNames.join(", ")}` : `did you mean ${near}?`
  addFault(faults, "workflow.unknown-role", { line, message: `there is no agent "${name}"`, fix })
  return undefined
}

function missingAgent(id: string, line: number, faults: FaultList): void {
  const message = `phase "${id}" has no agent`
  addFault(faults, "workflow.missing-key", { line, message, fix: "add agent: research, or uses_atomic_skill" })
}

/** `next: end`, `next: null` and the last phase without one all mean that it is the last. */
function readNext(field: YamlField | undefined, { faults, after }: PhaseDesk): string {
  if (field === undefined) return after ?? END_PHASE
  return readTextField(field, faults) ?? END_PHASE
}

interface ContentPlace {
  readonly id: string
  readonly line: number
  readonly desk: PhaseDesk
}

/** The text of a phase: a file below the skill's directory, by default `content/<id>.md`. */
function readContent(field: YamlField | undefined, { id, line, desk }: ContentPlace): string {
  const named = readTextField(field, desk.faults) ?? `content/${id}.md`
  const path = `${desk.folder}/${named}`
  const text = Object.hasOwn(desk.texts, path) ? desk.texts[path] : undefined
  if (text !== undefined && text.trim() !== "") return text.trim()
  const message = `phase "${id}" has no text: ${named} is ${text === undefined ? "not there" : "empty"}`
  addFault(desk.faults, "workflow.missing-file", {
    line: field?.line ?? line,
    message,
    fix: "write the file: what the agent does in this phase",
  })
  return ""
}

function readBranches(field: YamlField | undefined, desk: PhaseDesk): readonly Branch[] {
  const { faults } = desk
  return readListField(field, faults).flatMap((entry) => {
    const expected = {
      what: "a parallel branch",
      keys: ["name", "agent", "uses_atomic_skill", "content", "fail_on_error"],
      required: ["name"],
    }
    const fields = readMapField(entry, expected, faults)
    const name = readTextField(fields?.get("name"), faults)
    const agent = fields === undefined ? undefined : readAgent(fields, entry.line, faults)
    if (fields === undefined || name === undefined) return []
    if (agent === undefined) {
      if (!fields.has("agent") && !fields.has("uses_atomic_skill")) missingAgent(name, entry.line, faults)
      return []
    }
    const content = fields.has("content")
      ? readContent(fields.get("content"), { id: name, line: entry.line, desk })
      : ""
    return [{ name, agent, content, failOnError: readFlagField(fields.get("fail_on_error"), faults) ?? true }]
  })
}

/** `context: WORKFLOW_ONLY`, or a map with the phases whose files are needed. */
function readContext(field: YamlField | undefined, { faults, isFirst }: PhaseDesk): PhaseContext {
  const usual = isFirst ? "WORKFLOW_ONLY" : "IMMEDIATE_PREDECESSORS"
  if (field === undefined) return { pattern: usual, required: [], optional: [] }
  if (field.node.kind === "scalar")
    return { pattern: readChoiceField(field, contextPatterns, faults) ?? usual, required: [], optional: [] }
  const expected = { what: "a context", keys: ["pattern", "required", "optional"], required: ["pattern"] }
  const fields = readMapField(field, expected, faults)
  return {
    pattern: readChoiceField(fields?.get("pattern"), contextPatterns, faults) ?? usual,
    required: readWordsField(fields?.get("required"), faults) ?? [],
    optional: readWordsField(fields?.get("optional"), faults) ?? [],
  }
}
