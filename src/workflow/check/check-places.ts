import { findNearestNames } from "../../text/find-nearest-names.ts"
import { listFailingLevels, inspections } from "../review-policy.ts"
import { listPlaceholders, type FilledText, listFilledTexts } from "../template.ts"
import { listReads, type Step, type Workflow } from "../workflow.ts"
import { fixForName, type WorkflowProblem, workflowProblem } from "./workflow-problem.ts"

const HEADS = ["params", "values", "item", "run", "loop"]
const ANYTHING_IN_BRACES = /\{\{\s*([\w-]+)((?:\.[\w-]+)*)\s*\}\}/g

/** Checks that every placeholder in a text, and every value that a step uses, is declared. */
export function checkPlaces(workflow: Workflow): readonly WorkflowProblem[] {
  return workflow.steps.flatMap((step) => [
    ...listFilledTexts(step).flatMap((text) => [...checkText(step, text, workflow), ...checkSpelling(step, text)]),
    ...listLookups(step).flatMap(({ field, path }) => checkPath({ step, field, path }, workflow)),
    ...checkCommands(step),
    ...checkInspections(step),
  ])
}

function checkText(step: Step, text: FilledText, workflow: Workflow): readonly WorkflowProblem[] {
  return [...new Set(listPlaceholders(text.text))].flatMap((path) => {
    if (path.startsWith("item.") && !text.hasItem)
      return [
        workflowProblem(
          "workflow.unknown-place",
          { step: step.id, field: text.field },
          {
            message: `step "${step.id}" has {{${path}}} in ${text.field}, where there is no item`,
            fix: "only the prompts of a fan-out have an item",
          },
        ),
      ]
    return checkPath({ step, field: text.field, path }, workflow)
  })
}

interface UsedPath {
  readonly step: Step
  readonly field: string
  readonly path: string
}

function checkPath({ step, field, path }: UsedPath, workflow: Workflow): readonly WorkflowProblem[] {
  const [head = "", name = ""] = path.split(".")
  const params = workflow.params.map((param) => param.name)
  const reads = listReads(step).map((read) => read.name)
  if (head === "params" && !params.includes(name))
    return [
      workflowProblem(
        "workflow.unknown-place",
        { step: step.id, field },
        {
          message: `step "${step.id}" uses ${path} in ${field}, but the workflow has no parameter "${name}"`,
          fix: fixForName(name, params, `declare ${name} in the workflow's params`),
        },
      ),
    ]
  if (head === "values" && !reads.includes(name))
    return [
      workflowProblem(
        "workflow.undeclared-read",
        { step: step.id, field },
        {
          message: `step "${step.id}" uses the value "${name}" in ${field} but does not read it`,
          fix: fixForName(name, reads, `add ${name} to the reads of "${step.id}"`),
        },
      ),
    ]
  return []
}

/** A gate's command decides how the gate ends, so no agent may choose it. */
function checkCommands(step: Step): readonly WorkflowProblem[] {
  if (step.kind !== "gate") return []
  return step.evidence.flatMap((evidence, at) => {
    if (evidence.kind !== "command" || !/^\s*\{\{\s*values\./.test(evidence.command)) return []
    return [
      workflowProblem(
        "workflow.claimed-command",
        { step: step.id, field: `evidence.${at}.command` },
        {
          message: `gate "${step.id}" runs a command that another step chose: ${evidence.command}`,
          fix: "write the program itself, or take the command from a parameter",
        },
      ),
    ]
  })
}

/** An inspection must be able to find something: a path inside the project, and a valid level. */
function checkInspections(step: Step): readonly WorkflowProblem[] {
  if (step.kind !== "gate") return []
  return step.evidence.flatMap((evidence, at) => {
    if (!("path" in evidence)) return []
    const { kind, path, failOn } = evidence
    const wrong = (field: string, message: string, fix: string) =>
      workflowProblem(
        "workflow.bad-value",
        { step: step.id, field: `evidence.${at}.${field}` },
        { message: `gate "${step.id}" ${message}`, fix },
      )
    const isOutside = path.startsWith("/") || /(?:^|\/)\.\.(?:\/|$)/.test(path)
    return [
      ...(path.trim() === "" ? [wrong("path", `names no path for ${kind}`, `name a path of the project`)] : []),
      ...(isOutside
        ? [wrong("path", `runs ${kind} outside the project: ${path}`, "name a path inside the project")]
        : []),
      ...(listFailingLevels(kind, failOn) === undefined
        ? [wrong("failOn", `lets ${kind} fail on "${failOn}"`, `use ${inspections[kind].levels.join(", ")}`)]
        : []),
    ]
  })
}

/** Values that a step uses by name, outside of texts. */
export function listLookups(step: Step): readonly { readonly field: string; readonly path: string }[] {
  switch (step.kind) {
    case "gate":
      return step.evidence.flatMap((evidence, at) =>
        "of" in evidence ? [{ field: `evidence.${at}.of`, path: `values.${evidence.of}` }] : [],
      )
    case "fanout":
      return step.items.kind === "each" ? [{ field: "items.of", path: `values.${step.items.of}` }] : []
    case "ask":
      return "from" in step.questions ? [{ field: "questions.from", path: `values.${step.questions.from}` }] : []
    case "compute":
      return typeof step.compute === "function"
        ? []
        : step.compute.rows.flatMap((row, at) =>
            (row.when ?? []).map(({ of }, nth) => ({ field: `compute.rows.${at}.when.${nth}.of`, path: of })),
          )
    case "do":
    case "dispatch":
    case "wait":
      return []
  }
}

/** Braces around something that is nearly a placeholder stay in the text unchanged, which is hardly intended. */
function checkSpelling(step: Step, { field, text }: FilledText): readonly WorkflowProblem[] {
  return [...text.matchAll(ANYTHING_IN_BRACES)].flatMap(([whole, head = "", rest = ""]) => {
    if (HEADS.includes(head) && rest !== "") return []
    const near = findNearestNames(head, HEADS)[0]
    if (near === undefined) return []
    return [
      workflowProblem(
        "workflow.misspelt-place",
        { step: step.id, field },
        {
          message: `step "${step.id}" has ${whole} in ${field}, which is left unchanged`,
          fix: rest === "" ? `say which: {{${near}.name}}` : `did you mean {{${near}${rest}}}?`,
        },
      ),
    ]
  })
}
