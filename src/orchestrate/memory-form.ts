import { writeCompletionMarker, findProtocol } from "./agents.ts"
import type { Unit } from "./units.ts"

/** Who writes the file: the agent of a unit, or of one of its branches. */
export interface HandsIn {
  readonly agent: string
  readonly fileKey: string
  /** The branch of a parallel phase. */
  readonly branch?: string | undefined
}

/** The form of a memory file, as the agent must write it. */
export function renderMemoryForm(unit: Unit, { agent, fileKey, branch }: HandsIn): string {
  const context = {
    pattern: unit.pattern,
    predecessors: unit.required,
    tokens: 0,
    status: "completed",
  }
  const phase = branch === undefined ? `"phase": "${unit.id}"` : `"phase": "${unit.id}", "branch": "${branch}"`
  const key = `"task_id": "{{run.id}}", ${phase}, "attempt": {{run.round}}`
  const judges = unit.kind === "remediation"
  return [
    `SUBMIT your work by writing the file {{params.memory}}/{{run.id}}-${fileKey}${unit.ownFiles ? "{{run.again}}" : ""}-memory.md (from the project's top directory)`,
    "in exactly this form. Replace every line that only describes what to write:",
    "",
    `# ${agent} memory: job {{run.id}}`,
    "",
    "## Section 0: Context Loaded",
    "```json",
    `{${key}, ${JSON.stringify(context).slice(1)}`,
    "```",
    "## Section 1: Step Overview",
    ...stepLines(agent),
    "## Section 2: Known and Unknown",
    ...KNOWLEDGE,
    "## Section 3: Downstream Directives",
    FINDING,
    ...(judges ? VERDICT : []),
    ...(unit.chooses === undefined ? [] : [CHOICE]),
    ...(unit.namesArtifact ? [ARTIFACT] : []),
    writeCompletionMarker(agent),
    "",
    "The last line is the completion marker. The status in Section 0 is completed, failed (say why in Section 3),",
    `needs_clarification (with Section 4)${judges ? " or needs_remediation (with a verdict and fixes)" : ""}.`,
    ...predecessorLines(unit),
    "",
    "If they apply, add these lines to Section 3, each on its own line:",
    ...OPTIONAL,
    "If the user must answer something, add this section before the completion marker, with at most 4 options per question:",
    "## Section 4: User Questions",
    "```json",
    '{"clarification_required": true, "questions": [{"id": "Q1", "priority": "P0", "question": "…", "context": "…", "options": ["…"], "default": "…", "multi_select": false}]}',
    "```",
    "If you may not write files, answer with the text of the file and nothing else. It is then written for you.",
  ].join("\n")
}

function predecessorLines({ optional }: Unit): readonly string[] {
  if (optional.length === 0) return []
  return [`Add to predecessors those of these phases whose results you got above: ${optional.join(", ")}.`]
}

/** The lines of the form that only describe what to write. A file that still has one of them is not filled in. */
export function listFormLines(agent: string): readonly string[] {
  return [...stepLines(agent), ...KNOWLEDGE, FINDING, ...VERDICT, CHOICE, ARTIFACT, ...OPTIONAL]
}

function stepLines(agent: string): readonly string[] {
  return findProtocol(agent).steps.map(({ name }) => `- ${name}: what you did and the result`)
}

const KNOWLEDGE = [
  "- Open: what you and the user know",
  "- Hidden: what you know and the user does not",
  "- Blind: what the user knows and you had to assume",
  "- Unknown: what nobody knows yet",
]

const FINDING = "- finding, action or constraint for later phases, one per line"

const VERDICT = ["Verdict: GO, CONDITIONAL or NO-GO", "- fix: what must be changed (CONDITIONAL: at most 2)"]

const CHOICE = "- skill: the name of the skill that fits, or none"

const ARTIFACT = "- artifact: the path of what you made, from the project's top directory"

const OPTIONAL = [
  "- added U1 [fact] P1: an unknown you found",
  "- resolved U1: how",
  "- escalated U1: why",
  "- learning (heuristic): what others should know next time (or: anti-pattern, checklist, snippet)",
  "Impasse: CONFLICT (0.8): why you cannot continue (or: MISSING-KNOWLEDGE, TIE, NO-CHANGE)",
]
