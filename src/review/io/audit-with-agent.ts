import type { AgentDriver } from "../../agents/agent-driver.ts"
import { findTierPrices } from "../../agents/io/tier-prices.ts"
import type { AuditTarget } from "../../audit/audit-all.ts"
import type { AuditReport } from "../../audit/audit-report.ts"
import { type AuditSkillsOptions, auditTargets } from "../../audit/io/audit-skills.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { SkilletError } from "../../problem/failure.ts"
import { requireStarted, startRun } from "../../run/advance/start-run.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import { findRun } from "../../run/engine.ts"
import { openHistory } from "../../run/history.ts"
import type { AgentsWanted } from "../../run/io/agents/open-agents.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { Budget } from "../../run/model.ts"
import type { DriverName } from "../../settings/agent-settings.ts"
import type { AuditMaterial, ReadSkill } from "../audit/audit-material.ts"
import { AUDIT, auditWorkflow } from "../audit/audit-workflow.ts"
import { type AuditDoing, conductAudit, type ConductedAudit } from "../audit/conduct-audit.ts"
import { type PlannedAudit, planAudit } from "../audit/plan-readings.ts"
import { type Again, requireEnd } from "../review-failures.ts"
import { REVIEWER } from "../reviewers.ts"
import { reportOwnStep } from "./report-own-step.ts"
import { requireReviewProgram } from "./require-review-program.ts"

/** What is audited, who reads it after the rules did, and how much that may cost. */
export interface AgentAuditOptions extends AuditSkillsOptions {
  /** Who reads. With `host` the calling agent continues the run. */
  readonly agent: DriverName | AgentDriver
  /** The program of `command`; without it the settings name one. */
  readonly program?: string | undefined
  /** The ceilings of the run. An audit that costs more than `money` (default 10 dollars) needs `confirm`. */
  readonly budget?: Budget | undefined
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly hooks?: AuditHooks | undefined
}

/** Called while an audit with an agent proceeds. It is as safe without them. */
export interface AuditHooks
  extends Pick<AgentsWanted, "told" | "heard">,
    Pick<AuditDoing<unknown>, "planned" | "confirm" | "started"> {
  readonly progress?: ((at: Progress) => void) | undefined
  /** The commands that continue an unfinished audit and print its report, for errors. */
  readonly again?: ((run: string) => Again) | undefined
}

/** Audits skills, and lets an agent add to it. The order, and what it guarantees, is told in `conduct-audit.ts`. */
export async function auditWithAgent(
  session: Session,
  runs: Runs,
  options: AgentAuditOptions,
): Promise<ConductedAudit> {
  const { agent, program, budget = {}, hooks = {} } = options
  if (agent === "command") await requireReviewProgram(session, program)
  const name = typeof agent === "string" ? agent : "auto"
  return conductAudit<AgentDriver>(
    { agent: name, budget },
    {
      collect: () => collectMaterial(session, options),
      readPrices: async () => findTierPrices((await session.settings()).agents, { agent: name, role: REVIEWER }),
      planned: hooks.planned,
      confirm: hooks.confirm,
      started: hooks.started,
      async openAgents() {
        if (typeof agent !== "string") return agent
        if (agent === "host") return undefined
        const { openAgents } = await import("../../run/io/agents/open-agents.ts")
        const { told, heard } = hooks
        return openAgents(session, runs, { agent, program, env: session.options.env ?? process.env, told, heard })
      },
      start: (material, allowed) => startAudit(runs, material, allowed),
      async finish(run, driver) {
        const { driveRun } = await import("../../run/io/drive-run.ts")
        const { atOnce, signal } = options
        if (driver !== undefined) {
          const driven = await driveRun(session, runs, { run, driver, atOnce, signal, progress: hooks.progress })
          requireEnd(run, driven, hooks.again?.(run) ?? writeAgain(run))
        }
        return loadAudit(runs, run)
      },
    },
  )
}

/** The agents that would be asked, and what they would cost. Nothing is stored, and nobody is asked. */
export async function planAgentAudit(session: Session, options: AgentAuditOptions): Promise<PlannedAudit> {
  const agent = typeof options.agent === "string" ? options.agent : "auto"
  const { agents } = await session.settings()
  return planAudit(await collectMaterial(session, options), findTierPrices(agents, { agent, role: REVIEWER }))
}

/** The report of an audit by its run. */
export async function loadAudit(runs: Runs, id: string): Promise<AuditReport> {
  const run = await findRun(runs.engine, id)
  const value = run.workflow === auditWorkflow.name ? run.values["report"] : undefined
  const text = value === undefined ? undefined : await openHistory(runs.engine.store).text({ run: id, ...value })
  if (text === undefined)
    throw new SkilletError("audit.no-report", `run ${id} has no report of an audit: it is ${run.status}`, {
      retry: "no",
      next: `skillet run show ${id} shows what happened`,
    })
  const report = JSON.parse(text) as AuditReport
  return report.agent === undefined ? report : { ...report, agent: { ...report.agent, run: id } }
}

async function collectMaterial(session: Session, options: AgentAuditOptions): Promise<AuditMaterial> {
  const skills: ReadSkill[] = []
  const { report, baseline } = await auditTargets(session, options, (target) => void skills.push(toReadSkill(target)))
  const agent = typeof options.agent === "string" ? options.agent : options.agent.name
  return { agent, report, skills, accepted: baseline?.findings ?? [] }
}

function toReadSkill({ name, path, input, shown }: AuditTarget): ReadSkill {
  const texts = input.files.flatMap(({ path: file, text }) =>
    text === undefined ? [] : [{ path: file, shown: shown(file), text }],
  )
  const [main, others] = [
    texts.filter((one) => one.path === input.main),
    texts.filter((one) => one.path !== input.main),
  ]
  return { name, path, files: [...main, ...others] }
}

async function startAudit(runs: Runs, material: AuditMaterial, budget: Budget): Promise<string> {
  const id = runs.newId()
  const { project, branch, program, directory } = runs
  const place = { project, branch, program, directory }
  const started = await startRun(runs.engine, auditWorkflow, { id, params: {}, ...place, budget })
  const text = JSON.stringify(material)
  await reportOwnStep(requireStarted(started, auditWorkflow.name), { step: "collect", text, through: AUDIT })
  return id
}

function writeAgain(run: string): Again {
  return { what: "audit", drive: `skillet run drive ${run}`, report: `skillet audit --run ${run}` }
}
