import { escapeHidden } from "../../text/escape-hidden.ts"
import { formatCount } from "../../text/format-count.ts"

const MOST_LINES = 200

/** The lines of a patch, with hidden characters made visible; a long one is cut, and says so. */
export function renderPatch(patch: string): readonly string[] {
  const lines = patch.split("\n").filter((line) => !/^=+$/.test(line))
  const left = lines.length - MOST_LINES
  return [
    ...lines.slice(0, MOST_LINES).map(escapeHidden),
    ...(left > 0 ? [`  … ${formatCount(left, "more line")}`] : []),
  ]
}
