import fs from "node:fs"
import { createRequire } from "node:module"

/**
 * The files that the scanner needs beside its code. The build puts everything into one folder, so from there they are
 * beside us, wherever the package is installed. This is the only place that knows it.
 */
const besideUs = (name: string): URL => new URL(`./${name}`, import.meta.url)

/** The thread that scans. It is only there once it is built; from the sources, a test builds one and passes it in. */
export function findWorker(): URL {
  return besideUs("scan-worker.cjs")
}

/** The parser, or one of its grammars: `tree-sitter-python/tree-sitter-python.wasm`. From the sources it is in its package. */
export function readGrammar(name: string): Uint8Array {
  const built = besideUs(`grammars/${name.slice(name.indexOf("/") + 1)}`)
  return fs.readFileSync(fs.existsSync(built) ? built : createRequire(import.meta.url).resolve(name))
}
