import type { Module } from "../../ir.ts"
import type { Project } from "../../project.ts"
import { changeValue, type Link, pathValue, type Value, makeValue } from "../../value.ts"
import type { Machine } from "../machine.ts"
import type { Modules } from "./open-modules.ts"
import type { State } from "../state.ts"

export interface ImportParts {
  readonly isPython: boolean
  readonly project: Project
  readonly modules: Modules
  /** Runs an imported file. */
  readonly run: (module: Module, state: State) => void
}

/** What other files of the project export. A file is read when something in it is first needed. */
export function openModuleImports(
  parts: ImportParts,
): Pick<Machine, "importModule" | "exported" | "everything" | "follow"> {
  const { isPython, project, modules, run } = parts

  function linked({ file, name }: Link): Value | undefined {
    const found = readExport(loadState(file), name)
    if (name === MAIN && found !== undefined) return changeValue(found, { module: file })
    if (found !== undefined || !isPython) return found
    const inner = project.resolve(`.${name}`, file)
    return inner === undefined ? undefined : makeValue({ path: name, module: inner })
  }

  function loadState(file: string): State | undefined {
    return modules.of(file, (state) => {
      const module = project.load(file)
      if (module !== undefined) run(module, state)
      return module !== undefined
    })
  }

  return {
    exported: (file, name) => readExport(loadState(file), name),
    everything: (file) => loadState(file)?.vars ?? new Map<string, Value>(),
    importModule(name, from) {
      const file = project.resolve(name, from)
      const path = toDottedPath(name)
      if (file === undefined) return changeValue(pathValue(path), { module: isPython ? "" : undefined })
      if (isPython) return makeValue({ path, module: file })
      return makeValue({ path, module: file, link: { file, name: MAIN } })
    },
    follow(value) {
      let at = value
      for (let steps = 0; at.link !== undefined; steps++)
        at = (steps < MOST_LINKS ? linked(at.link) : undefined) ?? changeValue(at, { link: undefined })
      return at
    },
  }
}

const MOST_LINKS = 8
/** The result of `require`. */
const MAIN = "(main)"

/** The name of a module as tables write it. */
function toDottedPath(name: string): string {
  return name
    .replace(/^node:/, "")
    .replace(/^fs\/promises$/, "fs.promises")
    .replace(/\//g, name.startsWith("@") ? "/" : ".")
}

/** What a module exports under a name; `(main)` is the result of `require`. */
function readExport(state: State | undefined, name: string): Value | undefined {
  if (state === undefined) return undefined
  const main = state.vars.get("module")?.fields?.get("exports")
  const shared = state.vars.get("exports")
  if (name === MAIN) return main ?? shared
  if (name === "default") return state.vars.get("(default)") ?? main ?? shared
  return main?.fields?.get(name) ?? shared?.fields?.get(name) ?? state.vars.get(name)
}
