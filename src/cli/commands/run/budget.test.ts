import { expect, test } from "vitest"
import type { Budget } from "../../../run/model.ts"
import type { Io } from "../../output.ts"
import { defineCommand } from "../../parsing/command.ts"
import { budgetOptions, readBudget } from "./budget.ts"

test.each(["--max-cost", "--max-money", "--budget"])("%s limits the money of a run", async (name) => {
  expect(await read(name, "2.50", "--max-agents", "3")).toEqual({ money: 2.5, agents: 3 })
})

test.each(["", "0", "-1", "ten", "Infinity"])('"%s" is not an amount of money', async (amount) => {
  await expect(read(`--max-cost=${amount}`)).rejects.toMatchObject({
    message: `--max-cost is "${amount}"`,
    next: "give an amount such as 2.50",
  })
})

async function read(...words: readonly string[]): Promise<Budget | undefined> {
  let budget: Budget | undefined
  const command = defineCommand({
    usage: "",
    examples: [],
    options: budgetOptions,
    arguments: { least: 0, most: 0, what: "nothing" },
    async run({ options }) {
      budget = readBudget(options)
      return 0
    },
  })
  await command.run(words, { name: "sample", io: {} as Io })
  return budget
}
