import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { openCodeReader } from "../src/io/open-code-reader.ts"
import { isSlowRegex } from "../src/regex-facts.ts"

const root = path.join(import.meta.dirname, "../../..")
const reader = await openCodeReader()

test("no expression that we run on other people's text takes exponential time", () => {
  const expressions = ["packages/scan/src", "src"].flatMap(listSources).flatMap(readExpressions)
  expect(expressions.length).toBeGreaterThan(1500)
  const slow = expressions.filter(({ source, flags }) => isSlowRegex(source, flags.includes("i")))
  expect(slow.map(({ file, source }) => `${file}: ${source}`)).toEqual([])
})

function listSources(folder: string): readonly string[] {
  const names = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name)).map((name) => path.posix.join(folder, name))
}

interface Expression {
  readonly file: string
  readonly source: string
  readonly flags: string
}

function readExpressions(file: string): readonly Expression[] {
  const tree = reader.parse(fs.readFileSync(path.join(root, file), "utf8"), "typescript")
  return tree.ofKind("regex").map((node) => ({
    file,
    source: node.field("pattern")?.text ?? "",
    flags: node.field("flags")?.text ?? "",
  }))
}
