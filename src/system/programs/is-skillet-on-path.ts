import path from "node:path"
import { isExecutable, openSearchPath } from "./find-program.ts"

/**
 * Whether `skillet` starts Skillet outside this project, too. Programs of packages do not count: npx and npm add them
 * only for what they start themselves.
 */
export function isSkilletOnPath(env: Readonly<Record<string, string | undefined>>, directory: string): boolean {
  const search = openSearchPath({ env, projects: [directory] })
  const folders = search.folders.filter((folder) => !folder.endsWith(path.join("node_modules", ".bin")))
  return search.find("skillet") !== undefined && folders.some((folder) => isExecutable(path.join(folder, "skillet")))
}
