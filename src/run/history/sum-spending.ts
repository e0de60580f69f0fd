import type { Result, Run } from "../model.ts"

/** What answers cost, added up under one name. */
export interface Spending {
  readonly name: string
  readonly answers: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly money: number
}

/** The same sum under each way to divide it: every one of these lists adds up to the same total. */
export interface SpendingReport {
  readonly total: Spending
  readonly byWorkflow: readonly Spending[]
  readonly bySkill: readonly Spending[]
  readonly byStep: readonly Spending[]
  readonly byAgent: readonly Spending[]
  readonly byDay: readonly Spending[]
  /** Runs of which only the total was added, because they are many and old. */
  readonly runs: number
}

export interface SpentAnswer {
  readonly run: Pick<Run, "workflow" | "skill">
  readonly result: Pick<Result, "step" | "agent" | "by" | "at" | "usage" | "reused">
}

/** Answers that were taken over from another run cost nothing here. */
export function sumSpending(answers: readonly SpentAnswer[], runs: number): SpendingReport {
  const paid = answers.filter(({ result }) => result.usage !== undefined && result.reused === undefined)
  const by = (nameIt: (answer: SpentAnswer) => string) => groupSpending(paid, nameIt)
  return {
    total: groupSpending(paid, () => "total")[0] ?? { name: "total", answers: 0, tokensIn: 0, tokensOut: 0, money: 0 },
    byWorkflow: by(({ run }) => run.workflow),
    bySkill: by(({ run }) => run.skill?.path ?? "no skill"),
    byStep: by(({ run, result }) => `${run.workflow}: ${result.step}`),
    byAgent: by(({ result }) => (result.agent === "" ? result.by : result.agent)),
    byDay: by(({ result }) => new Date(result.at).toISOString().slice(0, 10)).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
    runs,
  }
}

/** The most expensive first. */
function groupSpending(answers: readonly SpentAnswer[], nameIt: (answer: SpentAnswer) => string): readonly Spending[] {
  const sums = new Map<string, Spending>()
  for (const answer of answers) {
    const name = nameIt(answer)
    const { usage } = answer.result
    const sum = sums.get(name) ?? { name, answers: 0, tokensIn: 0, tokensOut: 0, money: 0 }
    sums.set(name, {
      name,
      answers: sum.answers + 1,
      tokensIn: sum.tokensIn + (usage?.tokensIn ?? 0),
      tokensOut: sum.tokensOut + (usage?.tokensOut ?? 0),
      money: sum.money + (usage?.money ?? 0),
    })
  }
  return [...sums.values()].toSorted(
    (a, b) => b.money - a.money || b.tokensIn + b.tokensOut - a.tokensIn - a.tokensOut || (a.name < b.name ? -1 : 1),
  )
}
