import type { AuditReport } from "../../audit/audit-report.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Budget } from "../../run/model.ts"
import type { DriverName } from "../../settings/agent-settings.ts"
import { formatDollars } from "../../text/format-dollars.ts"
import type { Prices } from "../../workflow/quote/prices.ts"
import { ASK_ABOVE } from "../review-defaults.ts"
import type { AuditMaterial } from "./audit-material.ts"
import { type PlannedAudit, planAudit } from "./plan-readings.ts"

/**
 * The order of an audit with an agent.
 *
 * 1. The rules run first, and their report is stored with the texts before anybody is asked.
 * 2. Nothing is stored and no agent starts before the price is known. If it is above the limit and nobody confirms it,
 *    nothing starts.
 * 3. `offline` asks nobody, so it is refused: such an audit would seem to have been read.
 * 4. The agents are opened before the run is stored, so a driver that cannot be used leaves no run.
 */
export async function conductAudit<Agents>(
  { agent, budget }: { readonly agent: DriverName; readonly budget: Budget },
  doing: AuditDoing<Agents>,
): Promise<ConductedAudit> {
  if (agent === "offline") throw nobodyReads()
  const material = await doing.collect()
  const plan = planAudit(material, await doing.readPrices())
  doing.planned?.(plan)
  const allowed = await allowPrice(plan, budget, doing.confirm)
  const agents = await doing.openAgents()
  const run = await doing.start(material, allowed)
  doing.started?.(run)
  if (agent === "host") return { kind: "handed-over", run }
  return { kind: "reported", run, report: await doing.finish(run, agents) }
}

export type ConductedAudit =
  /** The calling agent continues the run. */
  | { readonly kind: "handed-over"; readonly run: string }
  | { readonly kind: "reported"; readonly run: string; readonly report: AuditReport }

/** What an audit with an agent does outside. */
export interface AuditDoing<Agents> {
  collect(): Promise<AuditMaterial>
  readPrices(): Promise<Prices>
  readonly planned?: ((plan: PlannedAudit) => void) | undefined
  readonly confirm?: ((price: AuditPrice) => boolean | Promise<boolean>) | undefined
  openAgents(): Promise<Agents | undefined>
  start(material: AuditMaterial, budget: Budget): Promise<string>
  readonly started?: ((run: string) => void) | undefined
  finish(run: string, agents: Agents | undefined): Promise<AuditReport>
}

export interface AuditPrice {
  readonly plan: PlannedAudit
  /** In dollars. */
  readonly limit: number
}

/** The ceilings of the run: once a higher price is confirmed, the limit no longer applies. */
async function allowPrice(
  plan: PlannedAudit,
  budget: Budget,
  confirm: AuditDoing<unknown>["confirm"],
): Promise<Budget> {
  const { money, ...others } = budget
  const limit = money ?? ASK_ABOVE
  if (plan.money <= limit) return budget
  if ((await confirm?.({ plan, limit })) === true) return others
  throw new SkilletError(
    "audit.too-expensive",
    `reading the skills costs about ${formatDollars(plan.money)}, more than ${formatDollars(limit)}`,
    {
      retry: "no",
      next: `give --yes or --max-cost ${Math.ceil(plan.money)} (in the library: budget.money, or the hook confirm) to start it anyway, or name fewer skills`,
    },
  )
}

function nobodyReads(): SkilletError {
  return new SkilletError("audit.offline", "offline asks no agent, so nobody would read the skills", {
    retry: "no",
    next: "leave the agent out, or name one",
  })
}
