import { type AuditReport, hasFailed, updateBaseline } from "../../../audit/audit-report.ts"
import { personas } from "../../../finding/persona.ts"
import { severities } from "../../../finding/severity.ts"
import { paidAgentOptions } from "../../parsing/paid-agent-options.ts"
import { driverNames } from "../../../settings/agent-settings.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { formatCount } from "../../../text/format-count.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import type { AgentGiven } from "./audit-by-agent.ts"
import { auditFormats, type PrintGiven, printAudit, writeOutput } from "./print-audit.ts"

const failLevels = [...severities, "never"] as const

export const audit = defineCommand({
  more: "It runs nothing in them. It searches for patterns and does not understand prose, so no findings does not mean safe. With --agent, an agent reads the skills as well: its claims are checked against the text and added, and nothing that the rules found goes away.",
  usage: "[PATH|REF…] [--agent WHO] [--format text|json|sarif]",
  examples: [
    { line: "skillet audit", about: "every skill you have here" },
    { line: "skillet audit ./downloaded --fail-on minor", about: "before you trust it" },
    { line: "skillet audit ./downloaded --agent auto", about: "an agent reads the prose too" },
    { line: "skillet audit --format sarif --output a.sarif", about: "for a code host" },
  ],
  options: {
    format: { kind: "choice", values: auditFormats, about: "how to print it (default text)" },
    "fail-on": {
      kind: "choice",
      values: failLevels,
      about: "exit 1 if a finding is at or above this severity (default major)",
    },
    persona: { kind: "choice", values: personas, about: "how much to report (default regular)" },
    agent: { kind: "choice", values: driverNames, about: "who reads the skills after the rules (default offline)" },
    ...paidAgentOptions,
    "dry-run": { kind: "flag", about: "with --agent: show prompts, tokens and price; start no agent" },
    run: { kind: "text", value: "RUN", about: "print the report of an earlier audit by an agent; audit nothing" },
    baseline: {
      kind: "text",
      value: "FILE",
      about: "leave out findings that this file lists as known",
      completes: "file",
    },
    "write-baseline": {
      kind: "text",
      value: "FILE",
      about: "write the findings to this file as known",
      completes: "file",
    },
    reason: { kind: "text", value: "TEXT", about: "why they are accepted, for --write-baseline" },
    "trust-remarks": { kind: "flag", about: "also honour skillet-ignore comments in skills that are not your own" },
    output: { kind: "text", value: "FILE", about: "write the result to this file", completes: "file" },
    ...catalogOptions,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "files, directories or names", completes: "file" },
  async run({ options, arguments: paths }, io) {
    refuseUnused(options)
    return withSkillet(io, options, async (skillet) => {
      const report = await findReport(skillet, { options, paths, io })
      return report === undefined ? 0 : concludeAudit(report, { options, paths, io, cwd: skillet.around.cwd })
    })
  },
})

interface Given extends AgentGiven, PrintGiven {
  readonly "fail-on"?: (typeof failLevels)[number]
  readonly "write-baseline"?: string
  readonly reason?: string
  readonly run?: string
  readonly persona?: (typeof personas)[number]
  readonly baseline?: string
  readonly "trust-remarks"?: boolean
}

interface Asked {
  readonly options: Given
  readonly paths: readonly string[]
  readonly io: Io
}

/** Options that would have no effect are a mistake, not a wish that was granted. */
function refuseUnused(options: Given): void {
  const isAsked = options.agent !== undefined && options.agent !== "offline"
  const unused = (["program", "at-once", "max-cost", "max-agents", "yes", "dry-run"] as const).find(
    (name) => options[name] !== undefined && !isAsked,
  )
  if (unused !== undefined) throw new UsageError(`--${unused} has no effect without an agent`, "give --agent WHO too")
  if (options.run !== undefined && options.agent !== undefined)
    throw new UsageError("--run and --agent exclude each other", "--run only prints what an agent has read")
}

/** Undefined if there is nothing to print yet. */
async function findReport(skillet: Skillet, { options, paths, io }: Asked): Promise<AuditReport | undefined> {
  if (options.run !== undefined) return skillet.audits.show(options.run)
  const progress = io.progress("auditing skill")
  const wanted = {
    onProgress: progress.step,
    paths,
    persona: options.persona,
    ...(options["trust-remarks"] === true ? ({ remarks: "all" } as const) : {}),
    baseline: options.baseline,
  }
  const { agent } = options
  if (agent !== undefined && agent !== "offline") {
    const { auditByAgent } = await import("./audit-by-agent.ts")
    return auditByAgent(skillet, { ...wanted, agent }, { options, io, searched: progress.end })
  }
  const report = await skillet.audit(wanted)
  progress.end()
  return report
}

function concludeAudit(report: AuditReport, { options, paths, io, cwd }: Asked & { readonly cwd: string }): 0 | 1 {
  const into = options["write-baseline"]
  if (into !== undefined) {
    const known = updateBaseline(report, options.reason ?? "found when the baseline was written")
    writeOutput(cwd, into, JSON.stringify(known, null, 2))
    io.err(`wrote ${formatCount(known.findings.length, "finding")} to ${into}`)
  }
  printAudit(report, { options, io, cwd, isPathGiven: paths.length > 0 })
  return hasFailed(report, options["fail-on"] ?? "major") && into === undefined ? 1 : 0
}
