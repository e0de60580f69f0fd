import type { Problem } from "../../problem/problem.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import type { Param } from "../params.ts"
import type { Workflow } from "../workflow.ts"
import { type SourcePlace, openSourcePlaces, type WrittenStep } from "./source-places.ts"
import { readStep } from "./read-step.ts"
import { readStepText } from "./step-text.ts"
import {
  readChoiceField,
  addFault,
  type FaultList,
  type YamlField,
  type YamlFields,
  readMapField,
  readFlagField,
  dropUndefined,
  readListField,
  readNamedEntries,
  readNumberField,
  readScalarField,
  readTextField,
  readWordsField,
} from "./yaml/read-fields.ts"
import { readYaml, type YamlNode } from "./yaml/yaml-node.ts"
import { readStepDefs } from "./legacy/from-step-defs.ts"
import { readSteps } from "./legacy/from-steps.ts"
import type { LegacyReading } from "./legacy/legacy-forms.ts"
import { type Loose, toLooseMap, toLooseText, addNote, type Notes } from "./legacy/legacy-values.ts"

/** The texts a workflow is made of. */
export interface WorkflowFiles {
  readonly yaml: string
  readonly yamlPath: string
  /** The name of a workflow whose file has none: the skill's. */
  readonly name?: string
  /** Markdown files by path; those of other workflows may be among them. */
  readonly steps: Readonly<Record<string, string>>
  readonly resources: Readonly<Record<string, string>>
}

export interface WorkflowReading {
  /** What could be read. With an error among the problems it must not be run. */
  readonly workflow?: Workflow | undefined
  readonly problems: readonly Problem[]
  /** Where a step, or a field of it such as `loop.work`, is written. */
  locate(step?: string, field?: string): SourcePlace
}

/** Reads `workflow.yaml` with the texts of its steps. Every error is reported with its line. */
export function readWorkflow(files: WorkflowFiles): WorkflowReading {
  const faults: FaultList = { path: files.yamlPath, found: [] }
  const yaml = readYaml(files.yaml.replace(/^\ufeff/, ""))
  if (yaml.kind === "refused") {
    addFault(faults, "workflow.unreadable", yaml)
    return { problems: faults.found, locate: () => ({ path: files.yamlPath, line: yaml.line }) }
  }
  const isLegacy = yaml.node.kind === "map" && yaml.node.entries.has("legacy")
  return isLegacy ? readOld(files, yaml.node, faults) : readNew(files, yaml.node, faults)
}

/** The directory with the texts of a workflow's steps: `steps/` next to workflow.yaml, `x/` next to x.yaml. */
export function locateStepFolder(yamlPath: string): string {
  const cut = Math.max(yamlPath.lastIndexOf("/"), yamlPath.lastIndexOf("\\")) + 1
  const name = yamlPath.slice(cut).replace(/\.ya?ml$/, "")
  return `${yamlPath.slice(0, cut)}${name === "workflow" ? "steps" : name}${yamlPath[cut - 1] ?? "/"}`
}

const workflowKeys = ["name", "description", "aliases", "params", "start", "result", "steps"]

function readNew(files: WorkflowFiles, node: YamlNode, faults: FaultList): WorkflowReading {
  const required = files.name === undefined ? ["name", "steps"] : ["steps"]
  const whole: YamlField = { name: "the file", line: 1, node }
  const fields = readMapField(whole, { what: "a workflow", keys: workflowKeys, required }, faults)
  if (fields === undefined) return { problems: faults.found, locate: () => ({ path: files.yamlPath, line: 1 }) }
  const desk = openDesk(files, faults)
  const steps = readListField(fields.get("steps"), faults).flatMap((step) => readStep(step, desk) ?? [])
  desk.tellUnused()
  const workflow: Workflow = {
    name: readTextField(fields.get("name"), faults) ?? files.name ?? "",
    description: readTextField(fields.get("description"), faults) ?? "",
    params: readParams(fields.get("params"), faults),
    start: readTextField(fields.get("start"), faults) ?? steps[0]?.id ?? "",
    steps,
    ...optional(fields, faults),
    ...(desk.resources.size === 0 ? {} : { resources: Object.fromEntries(desk.resources) }),
  }
  return { workflow, problems: inOrder(faults), locate: openSourcePlaces(files.yamlPath, node, desk.texts) }
}

/** In reading order: first the YAML file from its top, then the texts. */
function inOrder({ path, found }: FaultList): readonly Problem[] {
  const rank = (file: string) => (file === path ? "" : file)
  return [...found].sort((a, b) =>
    a.path === b.path ? (a.line ?? 0) - (b.line ?? 0) : rank(a.path) < rank(b.path) ? -1 : 1,
  )
}

function optional(fields: YamlFields, faults: FaultList) {
  return dropUndefined({
    aliases: readWordsField(fields.get("aliases"), faults),
    result: readTextField(fields.get("result"), faults),
  })
}

function readOld(files: WorkflowFiles, node: YamlNode, faults: FaultList): WorkflowReading {
  const { workflow, problems } = readLegacy(toPlainValue(node), files.name)
  const locate = openSourcePlaces(files.yamlPath, node, new Map())
  for (const { at, ...found } of problems) faults.found.push({ ...found, ...locate(undefined, at) })
  return { workflow, problems: faults.found, locate }
}

/** The texts and resources of a workflow while its steps are read, and which of them were used. */
function openDesk(files: WorkflowFiles, faults: FaultList) {
  const folder = locateStepFolder(files.yamlPath)
  const texts = new Map<string, WrittenStep>()
  const resources = new Map<string, string>()
  const asked = new Set<string>()
  return {
    faults,
    texts,
    resources,
    text(id: string, { line, isNeeded }: { readonly line: number; readonly isNeeded: boolean }) {
      const path = `${folder}${id}.md`
      asked.add(path)
      if (!Object.hasOwn(files.steps, path)) {
        if (isNeeded) missingFile(faults, { id, line, path })
        return undefined
      }
      const source = files.steps[path] ?? ""
      const text = readStepText(source)
      texts.set(id, { path, source, text })
      for (const found of text.faults) addFault({ ...faults, path }, "workflow.bad-text", found)
      return text
    },
    prompt(id: string, { line, isUsed }: { readonly line: number; readonly isUsed: boolean }) {
      if (isUsed) return
      const message = `step "${id}" does not use this prompt`
      const fix = "make it a dispatch or fanout without its own prompt, or remove the section"
      addFault({ ...faults, path: `${folder}${id}.md` }, "workflow.bad-text", { line, message, fix })
    },
    resource(name: string, line: number) {
      const isThere = Object.hasOwn(files.resources, name)
      if (isThere) resources.set(name, files.resources[name] ?? "")
      else missingResource(faults, { name, line, known: Object.keys(files.resources) })
      return isThere
    },
    tellUnused() {
      for (const path of Object.keys(files.steps)) {
        if (!path.startsWith(folder) || asked.has(path)) continue
        const without = [...asked].filter((file) => !Object.hasOwn(files.steps, file))
        const near = findNearestNames(
          path.slice(folder.length, -3),
          without.map((file) => file.slice(folder.length, -3)),
        )[0]
        const fix = near === undefined ? "remove it, or add the step" : `rename it to ${near}.md?`
        addFault({ ...faults, path }, "workflow.unused-file", { line: 1, message: "no step has this name", fix })
      }
    },
  }
}

function missingFile(faults: FaultList, { id, line, path }: { id: string; line: number; path: string }): void {
  const message = `step "${id}" has no text: ${path} does not exist`
  addFault(faults, "workflow.missing-file", { line, message, fix: "write the file: what to do in this step" })
}

function missingResource(
  faults: FaultList,
  { name, line, known }: { name: string; line: number; known: readonly string[] },
): void {
  const near = findNearestNames(name, known)[0]
  const there = known.length === 0 ? `write resources/${name}.md` : `there are ${known.join(", ")}`
  const fix = near === undefined ? there : `did you mean ${near}?`
  addFault(faults, "workflow.missing-resource", { line, message: `there is no resource "${name}"`, fix })
}

const types = ["text", "number", "integer", "boolean", "run"] as const
const keys = ["about", "type", "default", "required", "min", "max", "choices"]

function readParams(field: YamlField | undefined, faults: FaultList): readonly Param[] {
  return readNamedEntries(field, faults).flatMap((entry): readonly Param[] => {
    const fields = readMapField(entry, { what: "a parameter", keys, required: ["about"] }, faults)
    if (fields === undefined) return []
    const preset = fields.get("default")
    const choices = fields.get("choices")
    const param = dropUndefined({
      default: preset && readScalarField(preset, faults),
      required: readFlagField(fields.get("required"), faults),
      min: readNumberField(fields.get("min"), faults),
      max: readNumberField(fields.get("max"), faults),
      choices: choices && readListField(choices, faults).flatMap((choice) => readScalarField(choice, faults) ?? []),
    })
    const type = readChoiceField(fields.get("type"), types, faults) ?? "text"
    return [{ name: entry.name, type, about: readTextField(fields.get("about"), faults) ?? "", ...param }]
  })
}

/** The value without its line numbers, in objects without a prototype. */
export function toPlainValue(node: YamlNode): unknown {
  if (node.kind === "scalar") return node.value
  if (node.kind === "list") return node.items.map(toPlainValue)
  const plain: Record<string, unknown> = Object.create(null)
  for (const [key, entry] of node.entries) plain[key] = toPlainValue(entry.node)
  return plain
}

/** A workflow.yaml that says `legacy: steps` or `legacy: step-defs`. `name` is used if it has none. */
export function readLegacy(value: unknown, name?: string): LegacyReading {
  const written = { name, ...toLooseMap(value) }
  const { legacy: form, name: called } = written as Loose
  const notes: Notes = { found: [] }
  if (toLooseText(called) === undefined)
    addNote(notes, "legacy.bad-value", { at: "", message: "the workflow has no name", fix: "add name: …" })
  if (form === "steps") return withNotes(readSteps(written), notes)
  if (form === "step-defs") return withNotes(readStepDefs(written), notes)
  const message = `there is no older format "${String(form)}"`
  addNote(notes, "legacy.bad-value", { at: "legacy", message, fix: "write legacy: steps or legacy: step-defs" })
  return { problems: notes.found }
}

function withNotes(reading: LegacyReading, { found }: Notes): LegacyReading {
  return { ...reading, problems: [...found, ...reading.problems] }
}
