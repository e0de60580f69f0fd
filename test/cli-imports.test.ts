import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const root = path.resolve(import.meta.dirname, "../src")

/** The rooms and directories that touch the outside. */
const isOutside = (module: string) => /^(?:system|skillet)\/|^\w+\/io\//.test(module)

/** What the command line uses besides the object, and why it is not a verb: it prints, or it starts the process. */
const besides: Readonly<Record<string, { readonly why: string; readonly by: readonly string[] }>> = {
  "system/version.ts": {
    why: "a constant of the package, printed by itself or in SARIF logs",
    by: [
      "cli/commands/install/verify.ts",
      "cli/commands/review/print-report.ts",
      "cli/commands/skills/lsp.ts",
      "cli/commands/skills/print-lint.ts",
      "cli/commands/trust/print-audit.ts",
      "cli/commands/version.ts",
      "cli/main.ts",
    ],
  },
  "system/files/write-report-file.ts": {
    why: "printing into the file that an option names, instead of stdout",
    by: ["cli/commands/review/print-report.ts", "cli/commands/trust/print-audit.ts"],
  },
  "system/own-files.ts": {
    why: "the directory of compiled code, which is read before any command is loaded",
    by: ["cli/compiled/command-code.ts"],
  },
  "tasks/io/hook-failures.ts": {
    why: "what a hook prints on stderr nobody sees, and it may be the object that cannot be opened",
    by: ["cli/commands/wake/hook.ts"],
  },
  "system/files/make-directory.ts": {
    why: "stores the compiled code of this process",
    by: ["cli/compiled/open-code-cache.ts"],
  },
  "system/files/replace-file.ts": {
    why: "stores the compiled code of this process",
    by: ["cli/compiled/open-code-cache.ts"],
  },
  "system/files/is-within.ts": {
    why: "how this process was started, for the commands that it prints",
    by: ["cli/find-start-command.ts"],
  },
  "system/programs/find-program.ts": {
    why: "how this process was started, for the commands that it prints",
    by: ["cli/find-start-command.ts"],
  },
}

test("what the command line does, it does with the library's object; the rest prints or starts the process", () => {
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
      "skillet/open-skillet-schedules.ts",
      "skillet/open-skillet-state.ts",
      "skillet/open-skillet-tasks.ts",
      "skillet/open-skillet-workers.ts",
      "skillet/open-skillet.ts",
    ]
  `)
  expect(Object.fromEntries(others.map(([module, by]) => [module, by.toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(besides).map(([module, { by }]) => [module, by])),
  )
})

test("no command holds the store or the engine of runs: it could skip what a verb checks", () => {
  const holding = listFiles(path.join(root, "cli")).filter((file) =>
    /\bplaces\.(?:runs|wake|session)\b|\bengine\b/.test(fs.readFileSync(file, "utf8")),
  )
  expect(holding.map((file) => path.relative(root, file))).toEqual([])
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
