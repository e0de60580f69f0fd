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

test("an earlier name of an option is read as the option, and is not suggested", async () => {
  expect(await parsed("--limit", "3")).toEqual({ most: 3 })
  expect(await parsed("--limit=3", "--most", "4")).toEqual({ most: 4 })
  await expect(parsed("--limti", "3")).rejects.toMatchObject({ next: "skillet sample --help lists the options" })
})

test("an option that is followed by another option lacks its value, and is named", async () => {
  await expect(parsed("--most", "--json")).rejects.toMatchObject({ message: "--most needs a value: N, how many" })
  await expect(parsed("--format", "--most", "3")).rejects.toMatchObject({
    message: "--format needs a value: text|json|sarif, how to print it",
  })
  await expect(parsed("--most=--json")).rejects.toMatchObject({ message: '--most: "--json" is not a valid number' })
})

test("a flag may be written with true or false, and with nothing else", async () => {
  expect(await parsed("--json=true")).toEqual({ json: true })
  expect(await parsed("--json=false")).toEqual({ json: false })
  await expect(parsed("--json=yes")).rejects.toMatchObject({ message: '--json does not take the value "yes"' })
})

async function parsed(...words: readonly string[]): Promise<unknown> {
  let given: unknown
  const command = defineCommand({
    usage: "",
    examples: [],
    options: {
      format: { kind: "choice", values: ["text", "json", "sarif"] as const, about: "how to print it" },
      most: { kind: "number", value: "N", about: "how many" },
      limit: { kind: "alias", sameAs: "most" },
    },
    arguments: { least: 0, most: 0, what: "nothing" },
    async run({ options }) {
      given = options
      return 0
    },
  })
  await command.run(words, { name: "sample", io: {} as Io })
  return given
}

async function run(words: readonly string[], least: number) {
  const command = defineCommand({
    usage: "REF",
    examples: [],
    options: {
      file: { kind: "text", value: "FILE", about: "the file", completes: "file" },
      plan: { kind: "text", value: "FILE", about: "the plan", completes: "file", mayBeEmpty: true },
      note: { kind: "text", value: "TEXT", about: "a note" },
    },
    arguments: { least, most: 3, what: "a skill's name" },
    run: async () => 0,
  })
  return command.run(words, { name: "sample", io: {} as Io })
}

test("an empty argument is named, because a shell leaves one behind for a variable that is not set", async () => {
  await expect(run([""], 1)).rejects.toMatchObject({
    message: "skillet sample got an empty argument; it takes a skill's name",
  })
  await expect(run(["a", ""], 0)).rejects.toMatchObject({ message: expect.stringContaining("empty argument") })
  expect(await run(["a", ""], 1)).toBe(0)
})

test("an empty path is named, unless it means that there is none; other texts may be empty", async () => {
  await expect(run(["a", "--file", " "], 1)).rejects.toMatchObject({
    message: "--file is empty",
    next: "give --file FILE, the file",
  })
  expect(await run(["a", "--plan", "", "--note", ""], 1)).toBe(0)
})
