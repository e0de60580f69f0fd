import type { AuditReport } from "../../../audit/audit-report.ts"
import type { AuditSkillsOptions } from "../../../audit/io/audit-skills.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { PlannedAudit } from "../../../review/audit/plan-readings.ts"
import type { Progress } from "../../../run/drive/drive-settings.ts"
import type { DriverName } from "../../../settings/agent-settings.ts"
import type { Skillet } from "../../../skillet/skillet.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import { formatCount, groupDigits } from "../../../text/format-count.ts"
import { formatDollars } from "../../../text/format-dollars.ts"
import { quoteForShell } from "../../../text/quote-for-shell.ts"
import type { Io } from "../../output.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { renderHint } from "../../render-hint.ts"
import { openActivity } from "../../terminal/agent-activity.ts"
import { saysYes } from "../../terminal/says-yes.ts"
import { readBudget } from "../run/budget.ts"
import { printDirective } from "../run/print-directive.ts"
import type { auditFormats } from "./print-audit.ts"

export interface AgentGiven {
  readonly agent?: DriverName
  readonly program?: string
  readonly "at-once"?: number
  readonly "max-cost"?: string
  readonly "max-agents"?: number
  readonly yes?: boolean
  readonly "dry-run"?: boolean
  readonly json?: boolean
  readonly format?: (typeof auditFormats)[number]
}

interface Asking {
  readonly options: AgentGiven
  readonly io: Io
  /** The rules have run. */
  readonly searched: () => void
}

/** The audit with what an agent added; undefined if there is none yet, and what comes first was printed. */
export async function auditByAgent(
  skillet: Skillet,
  wanted: AuditSkillsOptions & { readonly agent: DriverName },
  { options, io, searched }: Asking,
): Promise<AuditReport | undefined> {
  const { program, "at-once": atOnce } = options
  const all = { ...wanted, program, atOnce, budget: readBudget(options) }
  try {
    if (options["dry-run"] === true) {
      const plan = await skillet.audits.plan(all)
      searched()
      if (options.json === true || options.format === "json") io.json(plan)
      else io.out(renderPlannedAudit(plan))
      return undefined
    }
    const watched = watchAudit(io, { agent: wanted.agent, program, atOnce, searched })
    const confirm = () => options.yes === true || saysYes(io, "Start it?")
    const read = await skillet.audits.read({ ...all, hooks: { ...watched.hooks, confirm } }).finally(watched.end)
    if (read.kind === "reported") return read.report
    io.err(renderHint(`when everything is answered, for the report: skillet audit --run ${read.run}`, io))
    const { runs } = skillet
    await printDirective(await runs.current(read.run), {
      runs,
      io,
      options: options.json === true ? { json: true } : {},
    })
    return undefined
  } catch (error) {
    const isWrong = error instanceof SkilletError && usedWrongly.has(error.code)
    throw isWrong ? new UsageError(error.message, error.next) : error
  } finally {
    searched()
  }
}

const usedWrongly: ReadonlySet<string> = new Set(["review.no-program", "audit.too-expensive"])

interface Watched {
  readonly agent: string
  readonly program?: string | undefined
  readonly atOnce?: number | undefined
  readonly searched: () => void
}

/** Shows what the agents cost and do. */
function watchAudit(io: Io, { searched, ...how }: Watched) {
  const activity = openActivity(Date.now)
  const progress = io.progress("reading")
  return {
    hooks: {
      planned(plan: PlannedAudit) {
        searched()
        io.err(renderQuote(plan))
      },
      told: (sentence: string) => io.err(sentence),
      heard: activity.heard,
      progress: (at: Progress) => progress.say(activity.text(at)),
      again: (run: string) => writeContinueCommands(run, how),
    },
    end: progress.end,
  }
}

function writeContinueCommands(run: string, { agent, program, atOnce }: Omit<Watched, "searched">) {
  const who = program === undefined ? agent : `${agent} --program ${quoteForShell(program)}`
  const many = atOnce === undefined ? "" : ` --at-once ${atOnce}`
  const drive = `skillet run drive ${run} --agent ${who}${many}`
  return { what: "audit", drive, report: `skillet audit --run ${run}` }
}

function renderPlannedAudit(plan: PlannedAudit): string {
  const prompts = plan.agents.map(({ item, prompt }) => `--- ${item}\n${prompt}`)
  return escapeHidden([renderQuote(plan), "", ...prompts].join("\n"))
}

function renderQuote({ skills, agents, tokens, money }: PlannedAudit): string {
  return `${formatCount(skills, "skill")} to read, ${formatCount(agents.length, "agent")}: ${groupDigits(tokens)} tokens of prompts, about ${formatDollars(money)}.`
}
