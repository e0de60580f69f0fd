import fs from "node:fs"
import path from "node:path"
import { readPack } from "../../analysis/patterns/read-pack.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import type { SourcedPattern } from "../../analysis/plan-scan.ts"

export interface PackFolder {
  /** The skill's folder. */
  readonly folder: string
  readonly isTrusted: boolean
}

export interface ReadPacks {
  readonly patterns: readonly SourcedPattern[]
  readonly problems: readonly Problem[]
}

/** The patterns that skills bring along as `patterns.yaml`; a skill without one brings none. */
export function readPacks(folders: readonly PackFolder[]): ReadPacks {
  const packs = folders.flatMap(({ folder, isTrusted }) => {
    const file = path.join(folder, "patterns.yaml")
    if (!fs.existsSync(file)) return []
    const { patterns, problems } = readPack(fs.readFileSync(file, "utf8"))
    return [
      {
        patterns: patterns.map((placed) => ({ ...placed, path: file, isTrusted })),
        problems: problems.map((one) => problemAt(file, one)),
      },
    ]
  })
  return { patterns: packs.flatMap(({ patterns }) => patterns), problems: packs.flatMap(({ problems }) => problems) }
}
