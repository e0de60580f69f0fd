import fs from "node:fs"
import { Worker } from "node:worker_threads"
import { expect, test } from "vitest"
import { builtWorker } from "../../test/build-scan-worker.ts"
import { findWorker, readGrammar } from "./built-files.ts"

const grammars = [
  "web-tree-sitter/web-tree-sitter.wasm",
  "tree-sitter-javascript/tree-sitter-javascript.wasm",
  "tree-sitter-python/tree-sitter-python.wasm",
  "tree-sitter-typescript/tree-sitter-typescript.wasm",
  "tree-sitter-typescript/tree-sitter-tsx.wasm",
]

test.each(grammars)("from the sources, %s is found in its package", (name) => {
  expect(Buffer.from(readGrammar(name).subarray(0, 4)).toString("latin1")).toBe("\0asm")
})

test("a part that is nowhere is an error", () => {
  expect(() => readGrammar("tree-sitter-cobol/tree-sitter-cobol.wasm")).toThrow("tree-sitter-cobol")
})

test("the thread is looked for beside the code; from the sources there is none, and tests build one", () => {
  expect(findWorker().href).toBe(new URL("./scan-worker.cjs", import.meta.url).href)
  expect(fs.existsSync(findWorker())).toBe(false)
  expect(fs.existsSync(builtWorker)).toBe(true)
})

test("a thread that cannot start ends with the error, whatever Node does with rejected promises", async () => {
  const worker = new Worker(builtWorker, { workerData: {}, execArgv: ["--unhandled-rejections=none"] })
  const ended = await new Promise((resolve) => worker.once("error", resolve).once("exit", resolve))
  expect(ended).toBeInstanceOf(TypeError)
})
