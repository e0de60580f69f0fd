import { expect, test } from "vitest"
import { partsOf } from "./parts.ts"
import { readPriorityFiles } from "./priority-files.ts"

const read = (text: string) => readPriorityFiles(partsOf(text, 1))

test("globs are taken as written, quoted parts of names become globs, and the prose is kept", () => {
  const text = [
    "First of all:",
    '- Files with "auth" or “login” in their names',
    '- Configuration (`config/*.ts`, `appsettings.json`, `"off"`, `TODO`, `some words`)',
    "- Middleware",
  ]
  expect(read(text.join("\n"))).toEqual({
    patterns: ["**/*auth*", "**/*auth*/**", "**/*login*", "**/*login*/**", "config/*.ts", "appsettings.json"],
    notes: [
      'Files with "auth" or “login” in their names',
      'Configuration (`config/*.ts`, `appsettings.json`, `"off"`, `TODO`, `some words`)',
      "Middleware",
    ],
  })
})

test("without bullets the prose counts", () => {
  expect(read("Begin with `**/api/**`.\n")).toEqual({ patterns: ["**/api/**"], notes: ["Begin with `**/api/**`."] })
})
