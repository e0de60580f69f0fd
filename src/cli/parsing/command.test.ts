import { expect, test } from "vitest"
import type { Io } from "../output.ts"
import { defineCommand } from "./command.ts"

test.each(["text", "sarif"])("--json together with --format %s is a usage error that names both", async (format) => {
  await expect(parsed("--json", "--format", format)).rejects.toMatchObject({
    message: `--json and --format ${format} exclude each other`,
  })
})

test("--json and --format json mean the same", async () => {
  expect(await parsed("--json", "--format", "json")).toEqual({ json: true, format: "json" })
  expect(await parsed("--format", "sarif")).toEqual({ format: "sarif" })
})

async function parsed(...words: readonly string[]): Promise<unknown> {
  let given: unknown
  const command = defineCommand({
    usage: "",
    examples: [],
    options: { format: { kind: "choice", values: ["text", "json", "sarif"] as const, about: "how to print it" } },
    arguments: { least: 0, most: 0, what: "nothing" },
    async run({ options }) {
      given = options
      return 0
    },
  })
  await command.run(words, { name: "sample", io: {} as Io })
  return given
}
