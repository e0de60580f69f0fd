import path from "node:path"
import { previewDirective } from "../../run/preview-directive.ts"
import { directiveJson } from "../../run/directive/directive-json.ts"
import { renderText } from "../../run/directive/text/render-text.ts"
import { renderXml } from "../../run/directive/xml/render-xml.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { readParams } from "../../workflow/params.ts"
import { selectIgnoredConventions } from "../../workflow/ignored-convention.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import { defineCommand } from "../parsing/command.ts"
import { catalogOptions } from "../parsing/common-options.ts"
import { openWithOptions } from "../open-with-options.ts"
import type { Io } from "../output.ts"
import { renderProblems } from "../terminal/problems.ts"
import { UsageError } from "../parsing/usage-error.ts"
import { resolveCwd } from "../with-resources.ts"
import { formatOption } from "./run/print-directive.ts"
import { readParamOptions } from "./run/start.ts"

export const step = defineCommand({
  more: "Nothing is recorded.",
  usage: "WORKFLOW --step N",
  examples: [
    { line: "skillet step decision-critic --step 1 --param decision='drop IE'", about: "the first step" },
    { line: "skillet step planner --step 7 --qr-status fail --qr-iteration 2", about: "a gate after a review" },
  ],
  options: {
    step: { kind: "text", value: "N", about: "the number (from 1) or id of the step" },
    "total-steps": { kind: "number", value: "M", about: "ignored: the number comes from the workflow" },
    "qr-iteration": { kind: "number", value: "N", about: "the iteration of the review (default 1)" },
    "qr-fail": { kind: "flag", about: "the step fixes issues that a review reported" },
    "qr-status": {
      kind: "choice",
      values: ["pass", "fail"] as const,
      about: "the result of the review; required for a gate",
    },
    param: { kind: "list", value: "NAME=VALUE", about: "a parameter of the workflow" },
    ...formatOption,
    ...catalogOptions,
  },
  arguments: { least: 1, most: 1, what: "a workflow's name", completes: "skill" },
  async run({ options, arguments: [name = ""] }, io) {
    const skillet = openWithOptions(options, io)
    const { workflow, problems: known } = await skillet.workflows.open(name)
    const ignored = selectIgnoredConventions(known)
    if (ignored.length > 0) io.err(renderProblems(ignored, io, skillet.around.cwd).join("\n"))
    const found = stepNamed(workflow, options.step)
    const status = options["qr-status"]
    if (found.kind === "gate" && status === undefined)
      throw new UsageError(`${found.id} is a gate: it needs the result of the review`, "give --qr-status pass or fail")
    const { params, problems } = readParams(workflow.params, readParamOptions(options.param ?? []))
    const [wrong] = problems
    if (wrong !== undefined)
      throw new UsageError(wrong.message, wrong.fix ?? `skillet workflow show ${workflow.name} lists the parameters`)
    const directive = previewDirective(workflow, found, {
      params,
      iteration: options["qr-iteration"] ?? 1,
      failed: options["qr-fail"] === true,
      call: {
        program: io.program?.(skillet.around.root),
        params: options.param,
        options: repeated(options, io),
      },
      status,
    })
    const format = options.json === true ? "json" : (options.format ?? (io.isTerminal ? "text" : "xml"))
    if (format === "json") io.json(directiveJson(directive))
    else io.out(format === "text" ? renderText(directive) : renderXml(directive))
    return 0
  },
})

/** The options that decide which workflow is found and how it is printed, with paths that are valid in any directory. */
function repeated(options: Readonly<Record<string, unknown>>, io: Io): readonly string[] {
  const cwd = resolveCwd(io, options)
  const lists = PATHS.flatMap((name) => toList(options[name]).flatMap((at) => [`--${name}`, path.resolve(cwd, at)]))
  const words = WORDS.flatMap((name) => toList(options[name]).flatMap((value) => [`--${name}`, value]))
  return [...lists, ...words, ...(options["cwd"] === undefined ? [] : ["--cwd", cwd])]
}

const PATHS = ["add-dir", "skills-dir", "plugin-dir", "touched"] as const
const WORDS = ["versions", "host", "format"] as const

function toList(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}

function stepNamed(workflow: Workflow, given: string | undefined) {
  const ids = workflow.steps.map(({ id }) => id)
  if (given === undefined) throw new UsageError("--step is missing", `give --step 1 to ${ids.length}`)
  const found = workflow.steps.find(({ id }) => id === given) ?? workflow.steps[Number(given) - 1]
  if (found !== undefined) return found
  const near = findNearestNames(given, ids)
  throw new UsageError(
    `${workflow.name} has no step "${given}"`,
    near.length > 0 ? `did you mean ${near.join(" or ")}?` : `it has steps 1 to ${ids.length}`,
  )
}
