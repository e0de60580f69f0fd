import fs from "node:fs"
import path from "node:path"
import type { Problem } from "../../problem/problem.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { realPath } from "../../system/files/is-within.ts"
import { chooseConfigModule, type PlacedModule } from "../config-module.ts"
import { moduleProblem } from "../module-problem.ts"
import { configModules } from "./has-config-module.ts"

/** The module of the current project, by its real path, or why it cannot be used. Undefined if there is none. */
export function findConfigModule({ around }: Pick<Session, "around">): string | Problem | undefined {
  const root = realPath(around.root) ?? around.root
  const chosen = chooseConfigModule(configModules.flatMap((name) => describePlace(root, name)))
  if (chosen.kind === "none") return undefined
  const file = path.join(root, chosen.name)
  return chosen.kind === "chosen" ? file : moduleProblem(file, chosen.message, chosen.fix)
}

/** The path of a project's module, if that is what a reference names. Links to the directory are resolved, not to the file. */
export function findNamedModule({ around }: Pick<Session, "around">, ref: string): string | undefined {
  const at = path.resolve(around.cwd, ref)
  if (!configModules.includes(path.basename(at))) return undefined
  if (fs.lstatSync(at, { throwIfNoEntry: false }) === undefined) return undefined
  return path.join(realPath(path.dirname(at)) ?? path.dirname(at), path.basename(at))
}

function describePlace(root: string, name: string): readonly PlacedModule[] {
  const stat = fs.lstatSync(path.join(root, name), { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [{ name, kind: stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : "other" }]
}
