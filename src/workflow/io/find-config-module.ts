import fs from "node:fs"
import path from "node:path"
import type { Problem } from "../../problem/problem.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { realPath } from "../../system/files/is-within.ts"
import { chooseConfigModule, configModules, type PlacedModule } from "../config-module.ts"
import { moduleProblem } from "../module-problem.ts"

/** The module of the current project, by its real path, or why it cannot be used. Undefined if there is none. */
export function findConfigModule({ around }: Pick<Session, "around">): string | Problem | undefined {
  const root = realPath(around.root) ?? around.root
  const chosen = chooseConfigModule(configModules.flatMap((name) => describePlace(root, name)))
  if (chosen.kind === "none") return undefined
  const file = path.join(root, chosen.name)
  return chosen.kind === "chosen" ? file : moduleProblem(file, chosen.message, chosen.fix)
}

function describePlace(root: string, name: string): readonly PlacedModule[] {
  const stat = fs.lstatSync(path.join(root, name), { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [{ name, kind: stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : "other" }]
}
