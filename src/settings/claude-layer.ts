import { isMap } from "../text/is-map.ts"
import { mustBeKnown } from "./decide-settings.ts"
import type { LimitOwner, LimitsReading } from "./limits.ts"
import { sourceProblem } from "./problems.ts"
import type { SettingsFile } from "./settings-file.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import type { SettingsLayer } from "./settings.ts"
import { type Fault, type ReadValue, describeFault } from "./fault.ts"
import { readPermissions } from "./read-permissions.ts"
import { readSwitches } from "./read-switches.ts"
import { takeSettingsText, toUnreadableLayer } from "./settings-text.ts"

/**
 * What one of Claude Code's settings files says about skills. Its other keys do not concern us, and neither does an
 * allow rule that we cannot read: it simply allows nothing.
 */
export function readClaudeLayer(file: string, given: SettingsFile, owner: LimitOwner): LimitsReading<SettingsLayer> {
  const found = takeSettingsText(file, given, owner)
  if ("layer" in found) return found.layer
  const parsed = parseClaudeSettings(found.text)
  if (parsed.kind === "broken")
    return toUnreadableLayer(
      file,
      { message: parsed.why, fix: `correct line ${parsed.line}`, line: parsed.line },
      owner,
    )
  const { values } = parsed
  const reads = [
    ...(values["skillOverrides"] === undefined
      ? []
      : [readSwitches(values["skillOverrides"], ["skillOverrides"], "project")]),
    ...(values["permissions"] === undefined ? [] : [readPermissions(values["permissions"], ["permissions"])]),
    readShell(values["disableSkillShellExecution"]),
    readPlugins(values["enabledPlugins"]),
    readModels(values["availableModels"]),
  ]
  const told = reads
    .flatMap(({ faults }) => faults)
    .filter(({ limits }) => limits)
    .map((fault) => ({ fault, problem: toProblem(file, fault, { text: found.text, owner }) }))
  return {
    value: Object.assign({ listing: readListingSettings(values) }, ...reads.map(({ layer }) => layer)) as SettingsLayer,
    problems: told.map((one) => one.problem),
    unknown: mustBeKnown(owner) ? told.map((one) => ({ limit: one.fault.at.join("."), problem: one.problem })) : [],
  }
}

function readListingSettings(values: Readonly<Record<string, unknown>>): SettingsLayer["listing"] {
  const entry = values["skillListingMaxDescChars"]
  const share = values["skillListingBudgetFraction"]
  return {
    ...(typeof entry === "number" && entry > 0 ? { entryCharacters: entry } : {}),
    ...(typeof share === "number" && share > 0 ? { share } : {}),
  }
}

function readShell(value: unknown): ReadValue {
  if (value === undefined) return { layer: {}, faults: [] }
  if (typeof value === "boolean") return { layer: { shellOff: value }, faults: [] }
  const fault = { ...describeFault(["disableSkillShellExecution"], value, "true or false"), limits: true }
  return { layer: { shellOff: true }, faults: [fault] }
}

/** A plugin is on with `true`, or with a version; a value that is not understood may have meant off. */
function readPlugins(value: unknown): ReadValue {
  const at = "enabledPlugins"
  if (value === undefined) return { layer: {}, faults: [] }
  if (!isMap(value)) return { layer: {}, faults: [{ ...describeFault([at], value, "a map of plugins"), limits: true }] }
  const faults: Fault[] = []
  const pluginsOff = Object.entries(value).flatMap(([name, on]) => {
    if (on === true || Array.isArray(on)) return []
    if (on !== false) faults.push({ ...describeFault([at, name], on, "true or false"), limits: true })
    return [name]
  })
  return { layer: { pluginsOff }, faults }
}

/** A model that is not understood is left out, and with a value that is not a list, all are. */
function readModels(value: unknown): ReadValue {
  if (value === undefined) return { layer: {}, faults: [] }
  const fault = { ...describeFault(["availableModels"], value, "a list of models"), limits: true }
  if (!Array.isArray(value)) return { layer: { availableModels: [] }, faults: [fault] }
  const models = (value as readonly unknown[]).filter((one) => typeof one === "string")
  return { layer: { availableModels: models }, faults: models.length === value.length ? [] : [fault] }
}

function toProblem(
  file: string,
  { at, message, fix }: Fault,
  { text, owner }: { readonly text: string; readonly owner: LimitOwner },
): Problem {
  const code = mustBeKnown(owner) ? "settings.unknown-limit" : "settings.bad-value"
  const lines = text.split("\n")
  const line = lines.findIndex((one) => one.includes(JSON.stringify(at.at(-1) ?? ""))) + 1
  return placeProblem(file, sourceProblem(code, line === 0 ? {} : { line }, { message, fix }))
}

/** Claude Code's settings as written, or where they are not valid JSON. */
type ClaudeSettingsText =
  | { readonly kind: "map"; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: "broken"; readonly line: number; readonly why: string }

function parseClaudeSettings(text: string): ClaudeSettingsText {
  if (text.trim() === "") return { kind: "map", values: {} }
  try {
    const value: unknown = JSON.parse(text)
    return isMap(value)
      ? { kind: "map", values: value as Record<string, unknown> }
      : { kind: "broken", line: 1, why: "the file is not a JSON object" }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = Number(/at position (\d+)/.exec(error.message)?.[1] ?? text.length)
    return { kind: "broken", line: text.slice(0, position).split("\n").length, why: "the file is not valid JSON" }
  }
}
