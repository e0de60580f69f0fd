import fs from "node:fs"
import path from "node:path"

/** The module at the top of a project that exports its workflows with functions: one of these. */
export const configModules: readonly string[] = [
  "skillet.config.mjs",
  "skillet.config.js",
  "skillet.config.ts",
  "skillet.config.mts",
]

/** Whether anything is at the place of a project's module. Almost no project has one, so this needs no other code. */
export function hasConfigModule(root: string): boolean {
  return configModules.some((name) => fs.lstatSync(path.join(root, name), { throwIfNoEntry: false }) !== undefined)
}
