import { describeStart, runningNode, type SearchPath, systemShell } from "../../system/programs/find-program.ts"
import { describeDistrust } from "../../system/programs/search-path.ts"

export interface ExaminedSearch {
  readonly programs: readonly { readonly name: string; readonly at?: string | undefined }[]
  readonly folders: readonly string[]
  /** Entries of PATH that are not used, each with the reason. */
  readonly refused: readonly string[]
  /** Why no program is started at all. */
  readonly blocked?: string | undefined
}

/** What Skillet starts by itself; agents and the programs of a review are listed on their own. */
const STARTED = ["git", "bash", "pwsh", "bwrap"]

export function describeSearch(search: SearchPath): ExaminedSearch {
  const { folders, refused, startedIn } = search
  const fixed = [
    { name: "node", at: runningNode() },
    { name: "sh", at: systemShell },
  ]
  return {
    programs: [...fixed, ...STARTED.map((name) => ({ name, at: search.find(name) }))],
    folders,
    refused: refused.map(describeDistrust),
    blocked: startedIn === undefined ? undefined : describeStart(startedIn),
  }
}
