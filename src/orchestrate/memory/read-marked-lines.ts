import { readPlainLines } from "./read-sections.ts"
import { impasses, LEAST_CONFIDENCE } from "../phase-routes.ts"
import type { CheckedCriterion, Impasse, Memory, SaidLearning, UnknownUpdate, ValidationVerdict } from "../memory.ts"

/** The possible verdicts, and what each means. */
const verdicts: Readonly<Record<string, ValidationVerdict>> = {
  GO: "GO",
  PASS: "GO",
  CONDITIONAL: "CONDITIONAL",
  CONDITIONAL_PASS: "CONDITIONAL",
  "NO-GO": "NO-GO",
  FAIL: "NO-GO",
  INCOMPLETE: "INCOMPLETE",
}

const MOST_CONDITIONS = 2

/** The lines of Section 3 with a special meaning. Code is quoted text and has none. */
export function readMarkedLines(
  section: string,
): Pick<Memory, "verdict" | "fixes" | "unknowns" | "impasse" | "criteria" | "learnings" | "artifact" | "skill"> {
  const lines = readPlainLines(section)
  const fixes = lines.flatMap((line) => /^[-*]\s+fix:\s*(\S.*)$/i.exec(line)?.[1] ?? [])
  return {
    verdict: readVerdict(lines, fixes.length),
    fixes,
    unknowns: lines.flatMap((line) => readUnknown(line) ?? []),
    impasse: lines.flatMap((line) => readImpasse(line) ?? []).at(-1),
    criteria: lines.flatMap((line) => readCriterion(line) ?? []),
    learnings: lines.flatMap((line) => readLearning(line) ?? []),
    artifact: lines.flatMap((line) => /^[-*]\s+artifact:\s*`?([^`\s][^`]*?)`?\s*$/i.exec(line)?.[1] ?? []).at(-1),
    skill: lines.flatMap((line) => /^[-*]\s+skill:\s*`?([\w:.-]+)`?\s*$/i.exec(line)?.[1] ?? []).at(-1),
  }
}

/** The last one counts. CONDITIONAL with more than two fixes does not count. */
function readVerdict(lines: readonly string[], fixes: number): ValidationVerdict | undefined {
  const said = lines.flatMap((line) => /^\W*Verdict\W*:\W*([A-Za-z_-]+)/i.exec(line)?.[1] ?? []).at(-1)
  const verdict = said === undefined ? undefined : verdicts[said.toUpperCase()]
  return verdict === "CONDITIONAL" && fixes > MOST_CONDITIONS ? "NO-GO" : verdict
}

function readUnknown(line: string): UnknownUpdate | undefined {
  const found =
    /^[-*]\s+(added|resolved|escalated)\s+(U[\w-]+(?:\.[\w-]+)*)(?:\s+\[([\w-]+)\])?(?:\s+(P[0-2]))?\s*:\s*(\S.*)$/i.exec(
      line,
    )
  if (found === null) return undefined
  const [, what = "", id = "", category = "fact", priority = "P1", text = ""] = found
  return { what: what.toLowerCase() as UnknownUpdate["what"], id, category: category.toLowerCase(), priority, text }
}

/** If its finder is not sure, it is only a remark without consequences. */
function readImpasse(line: string): Impasse | undefined {
  const found = /^\W*Impasse\W*:\s*([A-Za-z-]+)\s*\((\d(?:\.\d+)?)\)\s*:?\s*(.*)$/i.exec(line)
  const kind = impasses.find((one) => one === found?.[1]?.toUpperCase())
  const confidence = Number(found?.[2])
  if (kind === undefined || !(confidence >= LEAST_CONFIDENCE) || confidence > 1) return undefined
  return { kind, confidence, reason: found?.[3] ?? "" }
}

function readCriterion(line: string): CheckedCriterion | undefined {
  const found = /^[-*]\s+\[([ xX])\]\s+([CA]\d+)\s*:\s*(.*)$/.exec(line)
  if (found === null) return undefined
  return { id: found[2] ?? "", holds: found[1] !== " ", evidence: (found[3] ?? "").trim() }
}

function readLearning(line: string): SaidLearning | undefined {
  const found = /^[-*]\s+learning\s+\((heuristic|anti-pattern|checklist|snippet)\)\s*:\s*(\S.*)$/i.exec(line)
  if (found === null) return undefined
  return { kind: (found[1] ?? "").toLowerCase() as SaidLearning["kind"], text: found[2] ?? "" }
}
