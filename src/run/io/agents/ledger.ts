import { randomUUID } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { AgentDriver, Usage } from "../../../agents/agent-driver.ts"
import { noUsage } from "../../../agents/add-usage.ts"
import { AgentFailure } from "../../../agents/agent-failure.ts"
import type { DriverLimits } from "../../../settings/agent-settings.ts"
import { isAlive } from "../../../system/programs/is-alive.ts"
import {
  choosePause,
  decideAdmission,
  SPENDING_DAY,
  type LedgerRow,
  listWaitingProcesses,
} from "../../drive/decide-admission.ts"
import { chooseRetryDelay } from "../../drive/decide-retry.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"

/** Who asks agents, and who waits to: all that share it count towards the limits of a driver. */
export interface Ledger {
  readonly now: () => number
  add(row: Omit<LedgerRow, "pid">): void | Promise<void>
  /** What counts for a driver, in order. A process that reads it is alive. */
  read(driver: string, id: string): LedgerState | Promise<LedgerState>
}

export interface LedgerState {
  readonly rows: readonly LedgerRow[]
  readonly alive: ReadonlySet<number>
}

/** A driver within its limits: how many at the same time, per minute, and dollars per day, over all who share the ledger. */
export function withLimits(driver: AgentDriver, limits: DriverLimits, ledger: Ledger): AgentDriver {
  return {
    name: driver.name,
    async ask(request, signal, heard) {
      const row = { id: randomUUID(), driver: driver.name }
      await ledger.add({ ...row, kind: "want", at: ledger.now() })
      let usage: Usage = noUsage
      try {
        await waitForAdmission({ ledger, limits, ...row }, signal)
        await ledger.add({ ...row, kind: "start", at: ledger.now() })
        const answer = await driver.ask(request, signal, heard)
        usage = answer.usage ?? noUsage
        return answer
      } catch (error) {
        if (error instanceof AgentFailure) usage = error.usage ?? noUsage
        throw error
      } finally {
        const { money, tokensIn, tokensOut } = usage
        const end = { ...row, kind: "end", at: ledger.now(), money, tokens: tokensIn + tokensOut } as const
        await noteEnd(ledger, end)
      }
    },
  }
}

/** An answer that was paid for is not lost because its end cannot be noted now: that is tried again, while others work. */
async function noteEnd(ledger: Ledger, end: Omit<LedgerRow, "pid">, tried = 0): Promise<void> {
  try {
    await ledger.add(end)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    setTimeout(() => void noteEnd(ledger, end, tried + 1), chooseRetryDelay({ tried })).unref()
  }
}

interface Waiting {
  readonly ledger: Ledger
  readonly limits: DriverLimits
  readonly id: string
  readonly driver: string
}

async function waitForAdmission({ ledger, limits, id, driver }: Waiting, signal: AbortSignal): Promise<void> {
  if (Object.values(limits).every((limit) => limit === undefined)) return
  for (;;) {
    signal.throwIfAborted()
    const { rows, alive } = await ledger.read(driver, id)
    const decided = decideAdmission(rows, { id, driver, limits, now: ledger.now(), alive })
    if (decided.kind === "go") return
    if (decided.kind === "over") throw overspent(driver, decided.spent, limits.perDay ?? 0)
    await sleep(choosePause(decided.ahead), undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function overspent(driver: string, spent: number, limit: number): AgentFailure {
  const message = `${driver}: $${spent.toFixed(2)} of today's limit of $${limit.toFixed(2)} has been spent`
  return new AgentFailure("agent.limit", message, {
    retry: "no",
    next: "continue the run tomorrow, with another --agent, or with a higher per-day limit in your settings",
  })
}

export interface FileLedger {
  /** One file per day, to which all processes of this user append. */
  readonly folder: string
  readonly now: () => number
}

export function openFileLedger(at: FileLedger): Ledger {
  return {
    now: at.now,
    add: (row) => append(at, { ...row, pid: process.pid }),
    read(driver) {
      const rows = readRows(at)
      return { rows, alive: new Set(listWaitingProcesses(rows, driver).filter(isAlive)) }
    },
  }
}

function append({ folder, now }: FileLedger, row: LedgerRow): void {
  makeDirectory(folder, 0o700)
  fs.appendFileSync(dayFile(folder, now()), `${JSON.stringify(row)}\n`, { mode: 0o600 })
}

/** Includes yesterday: an agent that started before midnight may still be working. */
function readRows({ folder, now }: FileLedger): readonly LedgerRow[] {
  return [dayFile(folder, now() - SPENDING_DAY), dayFile(folder, now())]
    .flatMap((file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n") : []))
    .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line) as LedgerRow] : []))
}

function dayFile(folder: string, at: number): string {
  return path.join(folder, `${new Date(at).toISOString().slice(0, 10)}.jsonl`)
}
