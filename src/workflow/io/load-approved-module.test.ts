import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../../../test/plant.ts"
import { loadApprovedModule } from "./load-approved-module.ts"

const toFiles = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))

test("what runs is the bytes that were compared, whatever is in the project meanwhile, and the copy is removed", () => {
  const { at } = garden({
    "project/skillet.config.js": 'export const said = "swapped"\n',
    "project/flows/word.mjs": 'export const word = "swapped"\n',
  })
  const files = toFiles({
    "skillet.config.js": 'import { word } from "./flows/word.mjs"\nexport const said = word\n',
    "flows/word.mjs": 'export const word = "approved"\n',
  })
  const workshop = at("cache/modules")
  expect(loadApprovedModule({ file: at("project/skillet.config.js"), files, workshop })).toMatchObject({
    said: "approved",
  })
  expect(fs.readdirSync(workshop)).toEqual([])
})

test("a file that is not among the approved ones is not loaded from the project, and the message names the project", () => {
  const { at, project } = garden({ "project/extra.mjs": "export const x = 1\n" })
  const files = toFiles({ "skillet.config.mjs": 'import "./extra.mjs"\n' })
  const workshop = at("cache/modules")
  const load = () => loadApprovedModule({ file: at("project/skillet.config.mjs"), files, workshop })
  expect(load).toThrow(`Cannot find module '${project}/extra.mjs'`)
  expect(fs.readdirSync(workshop)).toEqual([])
})

test("only the user can read the copy", () => {
  const { at } = garden()
  const workshop = at("cache/modules")
  const text =
    'import fs from "node:fs"\nexport const mode = (fs.statSync(import.meta.dirname).mode & 0o777).toString(8)\n'
  const files = toFiles({ "skillet.config.mjs": text })
  expect(loadApprovedModule({ file: at("project/skillet.config.mjs"), files, workshop })).toMatchObject({ mode: "700" })
})
