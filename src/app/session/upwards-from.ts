import fs from "node:fs"
import path from "node:path"

/** A folder and its parents up to the root of its repository; all of them where there is none. */
export function upwardsFrom(folder: string): readonly string[] {
  const all: string[] = []
  for (let at = folder; ; at = path.dirname(at)) {
    all.push(at)
    if (fs.existsSync(path.join(at, ".git")) || at === path.dirname(at)) return all
  }
}
