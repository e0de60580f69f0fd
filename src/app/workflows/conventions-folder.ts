import path from "node:path"
import type { Skillet } from "../session/open-skillet.ts"

/** The conventions that come with Skillet are next to its skills. */
export function conventionsFolder(skillet: Skillet): string {
  return path.join(skillet.around.bundled[0] ?? "", "..", "conventions")
}
