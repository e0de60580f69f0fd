import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { readRow } from "../src/shell/judge/options/programs/program-entry.ts"
import { isInstalled, listOptions, listUses } from "./shell/generate-uses.ts"

/** The options that a program lists at the beginning of lines, with their abbreviations. */
function readListedOptions(program: string): readonly string[] {
  const { stdout } = spawnSync(program, ["--help"], {
    encoding: "utf8",
    input: "",
    env: { LC_ALL: "C", PATH: process.env["PATH"] },
  })
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [listed = ""] = /^\s{1,10}-.*/.exec(line) ?? []
    const [names = ""] = listed.trim().split(/\s{2,}/)
    return [...names.matchAll(/(?:^|[\s,|])(--[A-Za-z][\w-]*|-[A-Za-z0-9])(?=$|[\s,|=[<])/g)].map(
      ([, option = ""]) => option,
    )
  })
}

const complete = listUses().filter(({ row }) => row.more.complete === true)
const listed = listUses().filter(({ row }) => row.more.listed === true)

test("a program that may get any word, or any name of a file, has no option that the table does not list", () => {
  const here = [...complete, ...listed].filter(isInstalled)
  const missing = here.flatMap(({ name, row }) => {
    const entry = readRow(row)
    const known = new Set(listOptions(entry))
    return readListedOptions(name)
      .filter((option) => !known.has(option) && row.more.options?.test(option) !== true)
      .filter((option) => !(row.more.numbers === true && /^-\d$/.test(option)))
      .map((option) => `${name} ${option}`)
  })
  expect(missing).toEqual([])
  expect(here.flatMap(({ name }) => readListedOptions(name)).length).toBeGreaterThan(
    process.platform === "linux" ? 400 : 0,
  )
})

test("it writes nothing, runs nothing and uses no network", () => {
  const odd = complete.filter(({ row }) => {
    const { takes, kinds, spelled } = readRow(row)
    const all = [...takes.before, takes.many ?? "text", ...takes.after, ...kinds.values()]
    return row.more.network === true || spelled.size > 0 || all.some((kind) => !/^(?:text|number|read)$/.test(kind))
  })
  expect(odd.map(({ name }) => name)).toEqual([])
})
