import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const root = path.resolve(import.meta.dirname, "../src")

/** The rooms and directories that touch the outside. */
const isOutside = (module: string) => /^(?:system|skillet)\/|^\w+\/io\//.test(module)

test("what the command line does, it does with the library's object; the rest that touches the outside can only shrink", () => {
  const files = listFiles(path.join(root, "cli"))
  expect(files.length).toBeGreaterThan(80)
  const used = new Map<string, string[]>()
  for (const file of files)
    for (const module of readImports(fs.readFileSync(file, "utf8"), file))
      if (isOutside(module)) used.set(module, [...(used.get(module) ?? []), path.relative(root, file)])
  const byObject = [...used.keys()].filter((module) => module.startsWith("skillet/")).toSorted()
  const others = [...used].filter(([module]) => !module.startsWith("skillet/"))
  expect(byObject).toMatchInlineSnapshot(`
    [
      "skillet/open-resources.ts",
      "skillet/open-skillet-agents.ts",
      "skillet/open-skillet-jobs.ts",
      "skillet/open-skillet-runs.ts",
      "skillet/open-skillet-state.ts",
      "skillet/open-skillet-tasks.ts",
      "skillet/open-skillet.ts",
    ]
  `)
  expect(others.flatMap(([module, by]) => by.map((file) => `${file} → ${module}`)).toSorted()).toMatchInlineSnapshot(`
    [
      "cli/commands/review/accept.ts → review/io/review-baseline.ts",
      "cli/commands/review/print-report.ts → review/io/write-report-file.ts",
      "cli/commands/review/print-report.ts → system/version.ts",
      "cli/commands/review/review.ts → review/io/review-baseline.ts",
      "cli/commands/review/review.ts → review/io/review-project.ts",
      "cli/commands/run/answer-hint.ts → system/files/is-within.ts",
      "cli/commands/run/print-directive.ts → system/files/is-within.ts",
      "cli/commands/run/report.ts → run/io/output-files.ts",
      "cli/commands/step.ts → system/find-project.ts",
      "cli/commands/trust/audit.ts → audit/io/audit-skills.ts",
      "cli/commands/trust/audit.ts → review/io/write-report-file.ts",
      "cli/commands/version.ts → system/version.ts",
      "cli/commands/wake/hook.ts → orchestrate/io/enforce-tool.ts",
      "cli/compiled/command-code.ts → system/own-files.ts",
      "cli/compiled/open-code-cache.ts → system/files/make-directory.ts",
      "cli/compiled/open-code-cache.ts → system/files/replace-file.ts",
      "cli/find-start-command.ts → system/files/is-within.ts",
      "cli/find-start-command.ts → system/programs/find-program.ts",
      "cli/main.ts → system/version.ts",
    ]
  `)
})

test("imports of types are not counted, and those in any other form are", () => {
  const text = [
    'import type { A } from "../run/io/a.ts"',
    'import { type B, type C } from "../run/io/b.ts"',
    'import { type D, e } from "../run/io/c.ts"',
    "import {",
    "  f,",
    '} from "../run/io/d.ts"',
    'const g = await import("../run/io/e.ts")',
    'import { h } from "./h.ts"',
  ].join("\n")
  expect(readImports(text, path.join(root, "cli/x.ts"))).toEqual(["run/io/c.ts", "run/io/d.ts", "run/io/e.ts"])
})

function listFiles(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** The modules outside `cli` that a file imports values from. */
function readImports(text: string, file: string): readonly string[] {
  const statements = [...text.matchAll(/^(?:import|export)\s+(?!type\b)([^"]*?)from\s+"(\.[^"]+)"/gm)]
  const values = statements.filter(([, names = ""]) => !isOnlyTypes(names)).map(([, , to = ""]) => to)
  const later = [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, to = ""]) => to)
  return [...values, ...later]
    .map((to) => path.relative(root, path.resolve(path.dirname(file), to)))
    .filter((module) => !module.startsWith("cli/"))
}

function isOnlyTypes(names: string): boolean {
  const inner = /^\{([\s\S]*)\}\s*$/.exec(names.trim())?.[1]
  if (inner === undefined) return false
  return inner
    .split(",")
    .map((name) => name.trim())
    .every((name) => name === "" || name.startsWith("type "))
}
