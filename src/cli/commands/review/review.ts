import { driverNames } from "../../../settings/agent-settings.ts"
import path from "node:path"
import type { Skillet } from "../../../catalog/io/session/open-skillet.ts"
import { type AppReview, type GatherOptions, openReview } from "../../../review/io/open-review.ts"
import { type PlannedReview, planReview } from "../../../review/plan/plan-review.ts"
import {
  BASELINE_FILE,
  isBaseline,
  readDecisions,
  loadReviewSettings,
  leaveOutDecidedFindings,
} from "../../../review/io/review-baseline.ts"
import { driveReview, readReviewTiers, loadReviewReport, startReview } from "../../../review/io/run-review.ts"
import { openAgents } from "../../../run/io/agents/open-agents.ts"
import type { Runs } from "../../../run/io/open-runs.ts"
import { withDecisions } from "../../../review/report/leave-out-decided.ts"
import type { ReviewedChange } from "../../../review/review-data.ts"
import { type ProgramName, programNames } from "../../../review/programs/program-rows.ts"
import type { AgentDriver } from "../../../agents/agent-driver.ts"
import { currentDirective } from "../../../run/current-directive.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import type { Budget } from "../../../run/model.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { renderHint } from "../../render-hint.ts"
import type { Io } from "../../io.ts"
import { type AgentActivity, openActivity } from "../../terminal/agent-activity.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { readBudget } from "../run/budget.ts"
import { withRuns } from "../run/open.ts"
import { printDirective } from "../run/print-directive.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { formatDollars } from "../run/amounts.ts"
import { renderPlan, renderCostQuote } from "./render-plan.ts"
import { printReport, writeReportFlags, reportOptions } from "./print-report.ts"

/** In dollars: a more expensive review needs a confirmation, unless `--max-cost` sets another limit. */
const ASK_ABOVE = 10

export const review = defineCommand({
  more: "Every claim is checked against the code.",
  usage: "[PATH…] [--skills LIST] [--depth deep|quick] [--agent WHO]",
  examples: [
    { line: "skillet review --diff main --fail-on major", about: "what a branch changes, for CI" },
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
    program: { kind: "text", value: "LINE", about: "the program to run with --agent command" },
    "at-once": { kind: "number", value: "N", about: "how many agents work in parallel (default 4)" },
    "max-cost": {
      kind: "text",
      value: "DOLLARS",
      about: `ask before spending more than this (default ${ASK_ABOVE})`,
    },
    budget: { kind: "text", value: "DOLLARS", about: "ask before spending more than this", sameAs: "max-cost" },
    "max-agents": { kind: "number", value: "N", about: "ask a person before starting more agents than this" },
    yes: { kind: "flag", about: "do not ask about the cost" },
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
    "no-cache": catalogOptions["no-cache"],
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "files or directories", completes: "file" },
  async run({ options, arguments: paths }, io) {
    if (options.staged === true && options.diff !== undefined)
      throw new UsageError("--staged and --diff exclude each other", "give one of them")
    const skillet = openWithOptions(options, io)
    if (options.agent === "command" && options.run === undefined) await requireProgram(skillet, options.program)
    const baseline = baselineFor(skillet, options.baseline)
    const isChange = options.staged === true || options.diff !== undefined
    if (!isChange && !isBaseline(baseline) && options.baseline !== undefined)
      io.err(`--baseline: ${options.baseline} does not exist, so no finding is left out`)
    const where = { cwd: skillet.around.cwd, env: io.env, file: baseline }
    const { run: done } = options
    if (done !== undefined) {
      return withRuns(io, options, async (runs) => {
        const read = (change?: ReviewedChange) => readDecisions(change, where)
        const report = await leaveOutDecidedFindings(runs, await loadReviewReport(runs, done), { run: done, read })
        const settings = await loadReviewSettings(runs, done, where)
        return printReport(report, { options, io, settings, cwd: skillet.around.cwd, run: done })
      })
    }
    const agent = options.agent ?? "offline"
    const gathered = await gatheredFor(
      skillet,
      { ...gatherOptions(skillet, options, paths), isOffline: agent === "offline" },
      io,
    )
    // Agents can write files: only decisions from before they start count.
    const decisions = await readDecisions(gathered.gathered.change, where)
    for (const warning of gathered.gathered.warnings) io.err(warning)
    const plan = planReview(gathered.gathered, await readReviewTiers(skillet, agent))
    if (options["dry-run"] === true) {
      if (options.json === true || options.format === "json") io.json(plan)
      else io.out(renderPlan(plan, io.width))
      return 0
    }
    const limits = readBudget(
      { "max-money": options["max-cost"] ?? options.budget, "max-agents": options["max-agents"] },
      "max-cost",
    )
    const asking = { limits, isYes: options.yes === true }
    const budget = agent === "offline" ? limits : await askPrice(plan, asking, io)
    return withRuns(io, options, async (runs) => {
      const activity = openActivity(runs.engine.now)
      const told = (sentence: string) => io.err(sentence)
      const wanted = { agent, program: options.program, env: io.env, told, heard: activity.heard }
      const driver = agent === "offline" ? undefined : await openAgents(skillet, runs, wanted)
      const known = { ...gathered, gathered: withDecisions(gathered.gathered, decisions) }
      const run = await startReview(runs, known, budget)
      const flags = writeReportFlags(options, gathered.settings)
      if (agent === "host") {
        for (const line of laterLines(run, flags)) io.err(renderHint(line, io))
        await printDirective(await currentDirective(runs.engine, run), { runs, io, options: directiveOptions(options) })
        return 0
      }
      const whole =
        driver === undefined
          ? await loadReviewReport(runs, run)
          : await driven({ skillet, runs, run, driver, activity, wanted, atOnce: options["at-once"], flags }, io)
      const report = await leaveOutDecidedFindings(runs, whole, { run, read: async () => decisions })
      return printReport(report, { options, io, settings: gathered.settings, cwd: skillet.around.cwd, run })
    })
  },
})

async function gatheredFor(skillet: Skillet, options: GatherOptions, io: Io): Promise<AppReview> {
  const progress = io.progress("searching file")
  try {
    return await openReview(skillet, { ...options, progress: progress.step })
  } finally {
    progress.end()
  }
}

async function requireProgram(skillet: Skillet, given: string | undefined): Promise<void> {
  const { program } = (await skillet.settings()).agents.drivers.command ?? {}
  if ((given ?? program ?? "").trim() === "")
    throw new UsageError("--agent command needs a program", "give --program 'PROGRAM ARGUMENT…'")
}

function baselineFor({ around }: Skillet, given: string | undefined): string {
  return given === undefined ? path.join(around.root, BASELINE_FILE) : path.resolve(around.cwd, given)
}

interface Given {
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

function gatherOptions(skillet: Skillet, options: Given, paths: readonly string[]): Omit<GatherOptions, "isOffline"> {
  const { staged, diff, language, sarif } = options
  return {
    paths,
    depth: options.depth ?? "deep",
    kind: options.docs === true ? "docs" : "code",
    skills: options.skills ?? "",
    additional: options.prompt ?? "",
    skipAgents: (options["skip-agents"] ?? "").split(",").filter((name) => name.trim() !== ""),
    staged,
    diff,
    language,
    sarif,
    with: programsIn(options.with ?? ""),
    cacheFolder: skillet.cache,
  }
}

function programsIn(list: string): readonly ProgramName[] {
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

interface Driving {
  readonly skillet: Skillet
  readonly runs: Runs
  readonly run: string
  readonly driver: AgentDriver
  readonly activity: AgentActivity
  readonly wanted: { readonly agent: string; readonly program?: string | undefined }
  readonly atOnce?: number | undefined
  /** How the report was asked for. */
  readonly flags: string
}

async function driven({ skillet, runs, activity, wanted, flags, ...how }: Driving, io: Io) {
  const progress = io.progress("reviewing")
  const continuing = { ...wanted, atOnce: how.atOnce, flags }
  const onInterrupt = () => {
    progress.end()
    for (const line of explainInterruption(how.run, continuing)) io.err(renderHint(line, io))
  }
  const onTerminate = () => {
    onInterrupt()
    process.exit(143)
  }
  // Must come before the listener that ends the process, and with it the agents it started.
  process.prependOnceListener("SIGINT", onInterrupt)
  process.once("SIGTERM", onTerminate)
  try {
    const again = continueWith(how.run, continuing)
    return await driveReview(skillet, runs, { ...how, again, progress: (at) => progress.say(activity.text(at)) })
  } finally {
    process.removeListener("SIGINT", onInterrupt)
    process.removeListener("SIGTERM", onTerminate)
    progress.end()
  }
}

interface Asking {
  readonly limits: Budget
  readonly isYes: boolean
}

/**
 * Shows the cost of a review, and asks above the limit. Without a terminal it cannot ask, so it refuses. Returns the
 * run's ceilings: if a person agrees to a higher cost, the limit no longer applies.
 */
async function askPrice(plan: PlannedReview, { limits, isYes }: Asking, io: Io): Promise<Budget> {
  io.err(renderCostQuote(plan))
  const { money, ...others } = limits
  const limit = money ?? ASK_ABOVE
  if (plan.money <= limit) return limits
  if (isYes || (await saysYes(io, "Start it?"))) return others
  const enough = Math.ceil(plan.money)
  throw new UsageError(
    `the review costs about ${formatDollars(plan.money)}, more than ${formatDollars(limit)}`,
    `give --yes or --max-cost ${enough} to start it anyway, or name fewer files`,
  )
}

interface Continuing {
  readonly agent: string
  readonly program?: string | undefined
  readonly atOnce?: number | undefined
  readonly flags?: string
}

/** Two commands that can be run as printed. */
function continueWith(run: string, { agent, program, atOnce, flags = "" }: Continuing) {
  const who = program === undefined ? agent : `${agent} --program ${quoteForShell(program)}`
  const many = atOnce === undefined ? "" : ` --at-once ${atOnce}`
  return { drive: `skillet run drive ${run} --agent ${who}${many}`, report: `skillet review --run ${run}${flags}` }
}

export function explainInterruption(run: string, how: Continuing): readonly string[] {
  const { drive, report } = continueWith(run, how)
  return ["interrupted: all answers so far are kept", `  to continue: ${drive}`, `  then, for the report: ${report}`]
}

/** The report comes later: how it was asked for would be lost otherwise. */
function laterLines(run: string, flags: string): readonly string[] {
  return flags === "" ? [] : [`when the review is done, for the report: skillet review --run ${run}${flags}`]
}
