import { findMarkers, type IntentMarker } from "../../run/find-marker-faults.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import type { ReviewedFile } from "../claims/reviewed-file.ts"
import type { DecidedFinding, Gathered } from "../review-data.ts"

/** The categories about which each marker gives a reason. */
const settles: Readonly<Record<IntentMarker["name"], readonly string[]>> = {
  PERF: ["Performance", "Technical Debt"],
  UNSAFE: ["Security", "Error Handling", "Bugs"],
  SCHEMA: ["API Contracts", "Technical Debt"],
}

/**
 * Findings for which an intent marker in the code gives the reason.
 *
 * 1. A marker settles its own line, and only what it is about.
 * 2. It never settles anything critical or major: the author of the code could have written it.
 * 3. A change does not bring its own reasons: a marker counts only if it was there before.
 */
export function findMarked(findings: readonly ReviewFinding[], gathered: Gathered): readonly DecidedFinding[] {
  const markers = new Map(gathered.files.map((file) => [file.path, listCounted(file, gathered)]))
  return findings.flatMap((finding): readonly DecidedFinding[] => {
    if (finding.severity === "critical" || finding.severity === "major") return []
    const marker = markers
      .get(finding.file)
      ?.find(({ name, covers }) => covers === finding.line && settles[name].includes(finding.category))
    return marker === undefined ? [] : [{ finding, status: "accepted", reason: marker.text, match: "marker" }]
  })
}

function listCounted({ text, changed }: ReviewedFile, { change }: Gathered): readonly IntentMarker[] {
  if (change === undefined) return findMarkers(text)
  return changed === undefined ? [] : findMarkers(text).filter(({ line }) => !changed.includes(line))
}
