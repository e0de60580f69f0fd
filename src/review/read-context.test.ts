import { expect, test } from "vitest"
import { readFrameworks } from "./read-context.ts"

test("whether scripts use React is in their nearest package.json", async () => {
  const manifests: Readonly<Record<string, string>> = {
    "package.json": '{"devDependencies":{"react-dom":"18"}}',
    "server/package.json": '{"dependencies":{"express":"4"}}',
    "broken/package.json": "{",
    "odd/package.json": '{"dependencies":["react"]}',
  }
  const project = {
    isThere: (name: string) => Object.hasOwn(manifests, name),
    read: async (names: readonly string[]) => names.map((path) => ({ path, text: manifests[path] ?? "" })),
  }
  const find = (path: string, language = "javascript") => readFrameworks([{ path, language }], project)
  expect(await find("src/deep/a.js")).toEqual(["react"])
  expect(await find("src/a.py", "python")).toEqual([])
  expect(await find("server/src/a.js")).toEqual([])
  expect(await find("broken/a.js")).toEqual([])
  expect(await find("odd/a.js")).toEqual([])
})
