import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import config from "../vitest.config.ts"
import unit from "../vitest.unit.config.ts"

const root = path.resolve(import.meta.dirname, "..")

/** What each project of vitest runs. */
const projects = (config.test?.projects ?? []).map((project) => {
  const own = project === "vitest.unit.config.ts" ? unit : project
  const { name, include = [] } = (typeof own === "object" && "test" in own ? own.test : undefined) ?? {}
  return { name: String(name), patterns: include.map(toRegex) }
})

/** Folders whose files belong to others: they are installed, built, or samples. */
const LEFT_OUT =
  /^(?:node_modules|dist|coverage|\.\w+|examples|test\/homes|bench\/(?:node_modules|out))$|\/node_modules$/

test("every test belongs to exactly one project", () => {
  const files = listTestFiles("")
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => findProjects(file).length !== 1)).toEqual([])
  expect([...new Set(files.flatMap(findProjects))].toSorted()).toEqual(["clients", "flows", "shared", "unit"])
})

test("a test that no project runs would be noticed", () => {
  expect(findProjects("packages/scan/src/rules/a.test.ts")).toEqual(["unit"])
  expect(findProjects("test/flows/driven/a.test.ts")).toEqual(["flows"])
  for (const file of ["bench/a.test.ts", "test/agents/a.test.ts", "packages/scan/bench/a.test.ts", "a.test.ts"])
    expect(findProjects(file)).toEqual([])
})

function findProjects(file: string): readonly string[] {
  return projects.filter(({ patterns }) => patterns.some((pattern) => pattern.test(file))).map(({ name }) => name)
}

function listTestFiles(folder: string): readonly string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return LEFT_OUT.test(name) ? [] : listTestFiles(name)
    return entry.name.endsWith(".test.ts") ? [name] : []
  })
}

/** `*` is part of a name, and `**` any number of folders: all that our patterns use. */
function toRegex(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*)/)
    .map((part) =>
      part === "**/" ? "(?:[^/]+/)*" : part === "*" ? "[^/]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
    )
  return new RegExp(`^${source.join("")}$`)
}
