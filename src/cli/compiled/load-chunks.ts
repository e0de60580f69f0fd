import { createHash } from "node:crypto"
import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import vm from "node:vm"
import type { CodeCache } from "./open-code-cache.ts"
import type { CompiledPart } from "./pack.ts"

/** The built files of one directory, which require each other by name. */
export interface Chunks {
  load(name: string): unknown
  /** Stores the compiled code, with every function that was used, for the next process. */
  keep(): void
}

/** As Node loads them. */
export function openPlainChunks(folder: string): Chunks {
  const load = createRequire(path.join(folder, "chunks"))
  return { load: (name) => load(`./${name}`), keep: () => undefined }
}

interface Loaded {
  readonly module: { exports: object }
  readonly source: string
  readonly script: vm.Script
}

/** With compiled code from a cache, if it was made from exactly the bytes that are loaded. */
export function openCachedChunks(folder: string, cache: CodeCache): Chunks {
  const loaded = new Map<string, Loaded>()
  let isComplete = true
  let isSameBuild = true
  return { load, keep }

  function load(name: string): unknown {
    const known = loaded.get(name)
    if (known !== undefined) return known.module.exports
    const file = path.join(folder, name)
    const bytes = fs.readFileSync(file)
    const source = createHash("sha256").update(bytes).digest("hex")
    const script = compile(file, bytes, usable(name, source))
    const module = { exports: {} }
    loaded.set(name, { module, source, script })
    const run = script.runInThisContext() as (...given: readonly unknown[]) => void
    run.call(module.exports, module.exports, makeRequire(file), module, file, folder)
    return module.exports
  }

  function usable(name: string, source: string): Buffer | undefined {
    const part = cache.parts.get(name)
    if (part === undefined) return undefined
    if (part.source === source) return part.code
    isSameBuild = false
    return undefined
  }

  function compile(filename: string, bytes: Buffer, cachedData: Buffer | undefined): vm.Script {
    const text = `(function (exports, require, module, __filename, __dirname) { ${bytes.toString("utf8")}\n})`
    const script = new vm.Script(text, { filename, cachedData })
    if (cachedData === undefined || script.cachedDataRejected === true) isComplete = false
    return script
  }

  function makeRequire(file: string): unknown {
    const native = createRequire(file)
    return Object.assign((id: string) => (id.startsWith("./") ? load(id.slice(2)) : (native(id) as unknown)), native)
  }

  function keep(): void {
    if (isComplete) return
    // Another process of the same command may need what this one did not load.
    const parts = new Map<string, CompiledPart>(isSameBuild ? cache.parts : [])
    for (const [name, { source, script }] of loaded) parts.set(name, { source, code: script.createCachedData() })
    cache.save(parts)
  }
}
