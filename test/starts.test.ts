import fs from "node:fs"
import path from "node:path"
import ts from "typescript"
import { expect, test } from "vitest"
import { sourceFiles } from "./source-folders.ts"

const root = path.resolve(import.meta.dirname, "../src")
const files = sourceFiles(path.dirname(root)).map((file) => ({
  name: path.relative(path.dirname(root), file),
  text: fs.readFileSync(file, "utf8"),
}))

/** Modules that start a process or a thread, by the end of their names; packages of ours that start one included. */
const starting =
  /^(?:node:)?(?:child_process|cluster|worker_threads|inspector)$|\/stdio(?:\.js)?$|^(?:execa|cross-spawn)$/

/** The files that may: one for processes, and threads, which run our own code. */
const allowed = [
  "packages/scan/src/io/run-in-workers.ts node:worker_threads",
  "packages/scan/src/io/worker-protocol.ts node:worker_threads",
  // The server side: it reads and writes the pipes of this process.
  "src/mcp/serving/serve-stdio.ts @modelcontextprotocol/server/stdio",
  "src/system/postgres/postgres-thread.ts node:worker_threads",
  "src/system/postgres/start-thread.ts node:worker_threads",
  "src/system/programs/start-program.ts node:child_process",
]

/** What a file imports at run time, also by `import()` and `require()`. Types are gone by then. */
function listImports(text: string): readonly string[] {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  })
  return ts.preProcessFile(outputText, true, true).importedFiles.map(({ fileName }) => fileName)
}

function findStarts(all: readonly { readonly name: string; readonly text: string }[]): readonly string[] {
  return all
    .filter(({ text }) => /child_process|cluster|worker_threads|inspector|stdio|execa|cross-spawn/.test(text))
    .flatMap(({ name, text }) =>
      listImports(text)
        .filter((module) => starting.test(module))
        .map((module) => `${name} ${module}`),
    )
    .sort()
}

/** Ways to a built-in module that no import shows, outside of strings and comments. */
function findBackDoors(all: readonly { readonly name: string; readonly text: string }[]): readonly string[] {
  const door = /\bprocess\s*\.\s*(?:binding|_linkedBinding|dlopen|execve|getBuiltinModule)\b/
  return all.flatMap(({ name, text }) => (door.test(text) ? [name] : []))
}

test("nothing in the source starts a process except the one file that cleans its search path and environment", () => {
  expect(files.length).toBeGreaterThan(1100)
  expect(findStarts(files)).toEqual(allowed)
  expect(findBackDoors(files)).toEqual([])
})

test.each([
  `import { spawn } from "node:child_process"\nspawn("git")`,
  `import * as processes from "child_process"\nprocesses.exec("git")`,
  `const { fork } = await import("node:child_process")\nfork("x")`,
  `const { exec } = require("node:child_process")\nexec("x")`,
  `import { Worker } from "node:worker_threads"\nnew Worker("x")`,
  `import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"\nnew StdioClientTransport({})`,
])("a new way to start a process is found: %s", (text) => {
  expect(findStarts([{ name: "new.ts", text }])).toHaveLength(1)
})

test("a type, a name in a text and a way around the imports are told apart", () => {
  const type = `import type { ChildProcess } from "node:child_process"\nexport type Child = ChildProcess`
  expect(findStarts([{ name: "type.ts", text: type }])).toEqual([])
  expect(findStarts([{ name: "text.ts", text: `export const rule = 'from "node:child_process"'` }])).toEqual([])
  const around = `process.getBuiltinModule("node:child_process").execSync("git")`
  expect(findBackDoors([{ name: "around.ts", text: around }])).toEqual(["around.ts"])
})

test("documents, hooks and scripts start Skillet by its own name, and through npx only inside our clone", () => {
  const top = path.dirname(root)
  const folders = ["docs", "plugin", "skills", "conventions", "examples"]
  const named = folders.flatMap((folder) =>
    (fs.readdirSync(path.join(top, folder), { recursive: true }) as string[]).map((name) => path.join(folder, name)),
  )
  const texts = [...named, "ARCHITECTURE.md", "GLOSSARY.md"].filter((name) =>
    fs.statSync(path.join(top, name)).isFile(),
  )
  expect(texts.length).toBeGreaterThan(100)
  const wrong = texts.filter((name) => /\bnpx (?:-\S+ )*skillet\b/.test(fs.readFileSync(path.join(top, name), "utf8")))
  expect(wrong).toEqual([])
  const readme = fs.readFileSync(path.join(top, "README.md"), "utf8")
  const inClone = /In our clone, `npx skillet …`/
  expect(readme.split("\n").filter((line) => line.includes("npx skillet") && !inClone.test(line))).toEqual([])
})
