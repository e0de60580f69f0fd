import type { Problem } from "../../problem/problem.ts"
import {
  readChoiceField,
  type YamlField,
  readMapField,
  type YamlFields,
  readFlagField,
  readListField,
  addFault,
  type FaultList,
  readTextField,
  readWordsField,
} from "../../workflow/reading/yaml/read-fields.ts"
import { readYaml } from "../../workflow/reading/yaml/yaml-node.ts"
import { readOneEvidence } from "../../workflow/reading/read-gate.ts"
import { type PhaseCheck, type Composite, type Criterion, criterionLevels } from "../composite.ts"
import { checkPhases } from "./check-phases.ts"
import { readPhase } from "./read-phase.ts"

/** The texts a composite skill is made of. */
export interface CompositeFiles {
  readonly yaml: string
  readonly yamlPath: string
  /** The name of a composite whose file gives none: the skill's. */
  readonly name: string
  /** Markdown files by path. */
  readonly texts: Readonly<Record<string, string>>
}

export interface CompositeReading {
  /** What could be read. With an error among the problems it must not be run. */
  readonly composite?: Composite | undefined
  readonly problems: readonly Problem[]
  /** The line of a phase in the file, or 1. */
  findPhaseLine(phase: string): number
}

const keys = [
  "name",
  "description",
  "makes",
  "phases",
  "success_criteria",
  "anti_criteria",
  "criteria_target",
  "checks",
  "constraints",
  "quality_standards",
  "artifacts",
  "memory_agent",
  "reasoning",
]

/** Reads `config.yaml` with the texts of its phases. Every error is reported with its line. */
export function readComposite(files: CompositeFiles): CompositeReading {
  const faults: FaultList = { path: files.yamlPath, found: [] }
  const yaml = readYaml(files.yaml.replace(/^\ufeff/, ""))
  if (yaml.kind === "refused") {
    addFault(faults, "workflow.unreadable", yaml)
    return { problems: faults.found, findPhaseLine: () => yaml.line }
  }
  const whole: YamlField = { name: "the file", line: 1, node: yaml.node }
  const fields = readMapField(whole, { what: "a composite skill", keys, required: ["phases"] }, faults)
  if (fields === undefined) return { problems: faults.found, findPhaseLine: () => 1 }
  const folder = files.yamlPath.slice(0, Math.max(files.yamlPath.lastIndexOf("/"), 0))
  const listed = readListField(fields.get("phases"), faults)
  const ids = listed.map((field) => readId(field))
  const read = listed.flatMap((field, at) => {
    const after = ids[at + 1]
    return readPhase(field, { faults, folder, texts: files.texts, after, isFirst: at === 0 }) ?? []
  })
  const lines = new Map(listed.map((field, at) => [ids[at] ?? "", field.line]))
  const findPhaseLine = (phase: string) => lines.get(phase) ?? 1
  const composite = { ...readHead(files, fields, faults), phases: read }
  const problems = [...faults.found, ...checkPhases(composite, { path: files.yamlPath, findPhaseLine })]
  return { composite: read.length === 0 ? undefined : composite, problems, findPhaseLine }
}

function readId({ node }: YamlField): string {
  const id = node.kind === "map" ? node.entries.get("id")?.node : undefined
  return id?.kind === "scalar" ? String(id.value) : ""
}

function readHead(files: CompositeFiles, fields: YamlFields, faults: FaultList): Omit<Composite, "phases"> {
  const words = (key: string) => readWordsField(fields.get(key), faults) ?? []
  return {
    name: readTextField(fields.get("name"), faults) ?? files.name,
    description: readTextField(fields.get("description"), faults) ?? "",
    makes: fields.has("makes") ? words("makes") : undefined,
    criteria: [
      ...readCriteria(fields.get("success_criteria"), faults, { level: "must", letter: "C" }),
      ...readCriteria(fields.get("anti_criteria"), faults, { level: "never", letter: "A" }),
    ],
    criteriaTarget: readTextField(fields.get("criteria_target"), faults),
    checks: readListField(fields.get("checks"), faults).flatMap((entry) => readCheck(entry, faults) ?? []),
    constraints: words("constraints"),
    standards: words("quality_standards"),
    artifacts: words("artifacts"),
    memoryAgent: readFlagField(fields.get("memory_agent"), faults) ?? false,
    reasoning: readFlagField(fields.get("reasoning"), faults) ?? false,
    ownFiles: true,
  }
}

/** A check is a command, or a map with its kind. */
function readCheck(entry: YamlField, faults: FaultList): PhaseCheck | undefined {
  if (entry.node.kind !== "scalar") return readOneEvidence(entry, ["lint", "audit", "command"], faults)
  const command = readTextField(entry, faults)
  return command === undefined ? undefined : { kind: "command", command }
}

interface CriteriaDefault {
  readonly level: Criterion["level"]
  readonly letter: string
}

/** A criterion is a sentence, or a map with its level. */
function readCriteria(field: YamlField | undefined, faults: FaultList, given: CriteriaDefault): readonly Criterion[] {
  return readListField(field, faults).flatMap((entry, at) => {
    const id = `${given.letter}${at + 1}`
    if (entry.node.kind === "scalar") {
      const text = readTextField(entry, faults)
      return text === undefined ? [] : [{ id, text, level: given.level }]
    }
    const expected = { what: "a criterion", keys: ["text", "level"], required: ["text"] }
    const fields = readMapField(entry, expected, faults)
    const text = readTextField(fields?.get("text"), faults)
    const level = readChoiceField(fields?.get("level"), criterionLevels, faults) ?? given.level
    return text === undefined ? [] : [{ id, text, level }]
  })
}
