import { driverNames } from "../../../settings/agent-settings.ts"
import { BASELINE_FILE } from "../../../review/review-defaults.ts"
import { paidAgentOptions } from "../../parsing/paid-agent-options.ts"
import { type ProgramName, programNames } from "../../../review/programs/program-rows.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { ReviewHooks } from "../../../review/io/review-project.ts"
import type { ReviewSettings } from "../../../review/review-settings.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { withSkillet } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../output.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { readBudget } from "../run/budget.ts"
import { printDirective } from "../run/print-directive.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { parseLanguages } from "./parse-languages.ts"
import { renderPlan } from "./render-plan.ts"
import { watchReview } from "./watch-review.ts"
import { printReport, type ReportGiven, writeReportFlags, reportOptions } from "./print-report.ts"

export const review = defineCommand({
  more: "Every claim is checked against the code.",
  usage: "[PATH…] [--skills LIST] [--depth deep|quick] [--agent WHO]",
  examples: [
    { line: "skillet review --diff main --fail-on minor", about: "what a branch changes, for CI" },
    { line: "skillet review src --skills reviewing-security --agent host", about: "the calling agent reviews" },
  ],
  options: {
    skills: { kind: "text", value: "LIST", about: "review and method skills, as a,plugin:b", completes: "skill" },
    depth: {
      kind: "choice",
      values: ["deep", "quick"] as const,
      about: "deep: two rounds of reviewers; quick: one (default deep)",
    },
    agent: { kind: "choice", values: driverNames, about: "who reviews (default offline)" },
    ...paidAgentOptions,
    docs: { kind: "flag", about: "review documents instead of code" },
    staged: { kind: "flag", about: "only what is staged" },
    diff: { kind: "text", value: "BASE", about: "only what changed against a commit, branch or range" },
    prompt: { kind: "text", value: "TEXT", about: "add this to every agent's prompt" },
    language: {
      kind: "choice",
      values: ["dotnet", "nodejs", "react"] as const,
      about: "the project's language (default: by its files)",
    },
    "skip-agents": { kind: "text", value: "LIST", about: "skip these agents" },
    sarif: { kind: "list", value: "FILE", about: "add the results of another program (repeatable)", completes: "file" },
    with: { kind: "text", value: "LIST", about: `also run these programs: ${programNames.join(", ")}` },
    "dry-run": { kind: "flag", about: "show agents, prompts, tokens and price; start no agent" },
    ...reportOptions,
    baseline: {
      kind: "text",
      value: "FILE",
      about: `leave out findings with a recorded decision (default ${BASELINE_FILE})`,
      completes: "file",
    },
    run: { kind: "text", value: "RUN", about: "print the report of an earlier review; review nothing" },
    ...catalogOptions,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "files or directories", completes: "file" },
  async run({ options, arguments: paths }, io) {
    if (options.staged === true && options.diff !== undefined)
      throw new UsageError("--staged and --diff exclude each other", "give one of them")
    parseLanguages(options["allow-unchecked"] ?? "")
    return withSkillet(io, options, async (skillet) => {
      const { cwd } = skillet.around
      const { run: done, baseline } = options
      const baselineMissing = (named: string) =>
        io.err(`--baseline: ${named} does not exist, so no finding is left out`)
      if (done !== undefined) {
        const { report, settings } = await skillet.reviews.show(done, { baseline, hooks: { baselineMissing } })
        return printReport(report, { options, io, settings, cwd, run: done })
      }
      const searching = openSearching(io)
      const wanted = { ...readWanted(options, paths), hooks: { baselineMissing, ...searching.hooks } }
      try {
        if (options["dry-run"] !== true) return await startReview(skillet, wanted, { options, io })
        const plan = await skillet.reviews.plan(wanted)
        if (options.json === true || options.format === "json") io.json(plan)
        else io.out(renderPlan(plan, io.width))
        return 0
      } catch (error) {
        throw toUsageError(error)
      } finally {
        searching.end()
      }
    })
  },
})

interface Starting {
  readonly options: ReportGiven & {
    readonly "max-cost"?: string
    readonly "max-agents"?: number
    readonly yes?: boolean
  }
  readonly io: Io
}

/** Reviews, and prints the report; if the calling agent reviews, what it does first. */
async function startReview(
  skillet: Skillet,
  wanted: ReturnType<typeof readWanted> & { readonly hooks: ReviewHooks },
  { options, io }: Starting,
): Promise<0 | 1> {
  const budget = readBudget(options)
  const writeFlags = (settings: ReviewSettings) => writeReportFlags(options, settings)
  const watched = wanted.agent === "offline" ? undefined : watchReview(io, { ...wanted, writeFlags })
  const confirm = () => options.yes === true || saysYes(io, "Start it?")
  const hooks = { ...wanted.hooks, ...watched?.hooks, confirm }
  const reviewed = await skillet.review({ ...wanted, budget, hooks }).finally(watched?.end)
  const { run, settings } = reviewed
  const { cwd } = skillet.around
  if (reviewed.kind === "reported") return printReport(reviewed.report, { options, io, settings, cwd, run })
  for (const line of laterLines(run, writeFlags(settings))) io.err(renderHint(line, io))
  const { runs } = skillet
  await printDirective(await runs.current(run), { runs, io, options: directiveOptions(options) })
  return 0
}

function openSearching(io: Io) {
  const progress = io.progress("searching file")
  const gathered = (warnings: readonly string[]) => {
    progress.end()
    for (const warning of warnings) io.err(renderHint(warning, io))
  }
  return { hooks: { scanning: progress.step, gathered }, end: progress.end }
}

/** What was asked for is refused before anything starts: used wrongly. */
const usedWrongly: ReadonlySet<string> = new Set(["review.no-program", "review.too-expensive"])

function toUsageError(error: unknown): unknown {
  const isWrong = error instanceof SkilletError && usedWrongly.has(error.code)
  return isWrong ? new UsageError(error.message, error.next) : error
}

interface Given {
  readonly agent?: (typeof driverNames)[number]
  readonly program?: string
  readonly "at-once"?: number
  readonly baseline?: string
  readonly skills?: string
  readonly depth?: "deep" | "quick"
  readonly docs?: boolean
  readonly staged?: boolean
  readonly diff?: string
  readonly prompt?: string
  readonly "skip-agents"?: string
  readonly language?: string
  readonly sarif?: readonly string[]
  readonly with?: string
}

function readWanted(options: Given, paths: readonly string[]) {
  const { agent = "offline", program, baseline, skills, depth, staged, diff, language, sarif } = options
  return {
    paths,
    agent,
    program,
    atOnce: options["at-once"],
    baseline,
    skills,
    depth,
    kind: options.docs === true ? ("docs" as const) : ("code" as const),
    additional: options.prompt,
    skipAgents: (options["skip-agents"] ?? "").split(",").filter((name) => name.trim() !== ""),
    staged,
    diff,
    language,
    sarif,
    with: parsePrograms(options.with ?? ""),
  }
}

function parsePrograms(list: string): readonly ProgramName[] {
  const names = list.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim().toLowerCase()]))
  const isKnown = (name: string): name is ProgramName => (programNames as readonly string[]).includes(name)
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined) throw new UsageError(`--with: "${unknown}" is not known`, `use ${programNames.join(", ")}`)
  return names.filter(isKnown)
}

/** A directive has its own formats; data is JSON for both. */
function directiveOptions({ json, format }: { readonly json?: boolean; readonly format?: string }) {
  const isJson = json === true || format === "json" || format === "sarif"
  return isJson ? { json: true } : format === "text" ? ({ format } as const) : {}
}

/** The report comes later: how it was asked for would be lost otherwise. */
function laterLines(run: string, flags: string): readonly string[] {
  return flags === "" ? [] : [`when the review is done, for the report: skillet review --run ${run}${flags}`]
}
