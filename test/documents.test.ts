import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { commandEntries } from "../src/cli/commands.ts"
import { renderOverview } from "../src/cli/help.ts"
import { groupAbouts, topics } from "../src/cli/topics.ts"
import { problemCodes } from "../src/doctor/problem-codes.ts"
import { fieldsPage } from "./fields-page.ts"
import { sourceFiles } from "./source-folders.ts"

const root = path.resolve(import.meta.dirname, "..")
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

test.each([
  ["ARCHITECTURE.md", 190],
  ["packages/scan/README.md", 20],
])("every function that %s names exists in the file it names", (page, least) => {
  const folder = path.dirname(page)
  const source = (file: string) => path.join(folder, file)
  const named = [...read(page).matchAll(/`(\w+)`(?:\s+\(|,\s+)`((?:packages\/\w+\/)?src\/[\w./-]+\.ts)`/g)]
  expect(named.length).toBeGreaterThan(least)
  const missing = named.filter(
    ([, name = "", file = ""]) =>
      !fs.existsSync(path.join(root, source(file))) ||
      !new RegExp(`^(export )?(async )?(function|const|class|interface|type) ${name}\\b`, "m").test(read(source(file))),
  )
  expect(missing.map(([text]) => text)).toEqual([])
})

test("ARCHITECTURE.md names the few files to open for each main path, in reading order", () => {
  const orders = [...read("ARCHITECTURE.md").matchAll(/^Read, in this order:([\s\S]*?)\.\n\n/gm)].map(([, list = ""]) =>
    [...list.matchAll(/`((?:packages\/\w+\/)?src\/[\w./-]+\.ts)`/g)].map(([, file = ""]) => file),
  )
  expect(orders.map(([first]) => first)).toEqual([
    "src/catalog/list-skills.ts",
    "src/render/render-skill.ts",
    "src/audit/audit-all.ts",
    "src/review/gather-review.ts",
    "src/run/take-report.ts",
  ])
  expect(orders.map(({ length }) => length).filter((length) => length < 10 || length > 22)).toEqual([])
  expect(orders.flat().filter((file) => !fs.existsSync(path.join(root, file)))).toEqual([])
})

test("every file and directory that the documents name exists", () => {
  const files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "packages/scan/README.md"]
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/`((?:src|packages|test|bench|docs|examples|scripts|skills)\/[\w./-]*)`/g)].map(
      ([, name = ""]) => ({
        file,
        name,
      }),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ file, name }) => !fs.existsSync(path.join(root, path.dirname(file), name)))).toEqual([])
})

test("the scanner's page lists the names of its entry, and there are few", () => {
  const entry = read("packages/scan/src/index.ts")
  const names = [...entry.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = ""]) =>
    list.split(",").map((name) => name.trim().replace(/^type /, "")),
  )
  const [, table = ""] = /## The entry\n([\s\S]*?)\n## /.exec(read("packages/scan/README.md")) ?? []
  const listed = [...table.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
  expect(listed.toSorted()).toEqual(names.toSorted())
  expect(names.length).toBeLessThanOrEqual(17)
})

test("the page on header fields is generated from the table", async () => {
  await expect(fieldsPage()).toMatchFileSnapshot("../docs/header-fields.md")
})

test("every variable of ours that the code reads is in docs/settings.md", () => {
  const sources = sourceFiles(root).map((file) => fs.readFileSync(file, "utf8"))
  const known = [...sources.join("\n").matchAll(/\["(SKILLET_[A-Z_]+)"\]/g)].map(([, name = ""]) => name)
  const forPeople = new Set(known.filter((name) => name !== "SKILLET_FAILPOINT"))
  const documented = [...read("docs/settings.md").matchAll(/^\| `(SKILLET_[A-Z_]+)`/gm)].map(([, name = ""]) => name)
  expect(documented.toSorted()).toEqual([...forPeople].toSorted())
})

test("the documents stay short enough to be read", () => {
  expect(read("CONTRIBUTING.md").split("\n").length).toBeLessThan(60)
  expect(read("README.md").split("\n").slice(0, 30).join("\n")).toMatch(
    /\$ skillet list\n[\s\S]*\$ skillet why deploy\n/,
  )
})

test("README, package and help say in the same sentence what Skillet is", () => {
  const { description } = JSON.parse(read("package.json"))
  const opening = (text: string) => text.trim().split("\n\n")[0]?.replaceAll("\n", " ")
  const overview = renderOverview(commandEntries, { topics, groupAbouts })
  expect(description).toMatch(/^Skillet shows which skills .* no step is lost\.$/)
  expect([opening(read("README.md").replace("# Skillet\n", "")), opening(overview)]).toEqual([description, description])
})

test("every problem code is produced by some source file", () => {
  const sources = sourceFiles(root)
    .filter((file) => path.basename(file) !== "problems.ts")
    .map((file) => fs.readFileSync(file, "utf8"))
    .join("\n")
  expect(problemCodes.filter((code) => !sources.includes(`"${code}"`))).toEqual([])
})
