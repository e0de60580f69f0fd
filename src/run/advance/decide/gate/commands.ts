import { type Inspection, isInspection } from "../../../../workflow/review-policy.ts"
import type { Evidence, GateStep } from "../../../../workflow/workflow.ts"
import type { GateAnswer, GateAsk } from "../../../model.ts"
import { type FilledPart, fillValues } from "../../../../shell/judge/fill-values.ts"
import { cutTemplate, fillTemplate } from "../../../../workflow/template.ts"

/** Evidence that must be fetched before the gate can be judged, and the item under which it is requested. */
interface Fetched {
  readonly item: string
  readonly evidence: Extract<Evidence, { kind: "command" | Inspection }>
}

/** The work that a gate needs, each under its kind and its position among those of that kind. */
export function listFetched({ evidence }: Pick<GateStep, "evidence">): readonly Fetched[] {
  const counts = new Map<string, number>()
  return evidence.flatMap((one) => {
    if (one.kind !== "command" && !isInspection(one.kind)) return []
    const count = (counts.get(one.kind) ?? 0) + 1
    counts.set(one.kind, count)
    return [{ item: `${one.kind}-${count}`, evidence: one as Fetched["evidence"] }]
  })
}

/** What a gate requests, with placeholders filled in. A command that is then empty is not requested. */
export function planGateAsks(
  step: GateStep,
  lookup: (path: string) => unknown,
): readonly { readonly item: string; readonly ask: GateAsk }[] {
  return listFetched(step).flatMap(
    ({ item, evidence }): readonly { readonly item: string; readonly ask: GateAsk }[] => {
      if (evidence.kind !== "command") {
        const path = fillTemplate(evidence.path, lookup).trim()
        return [{ item, ask: { kind: "inspect", what: evidence.kind, path } }]
      }
      const command = fillCommand(evidence.command, lookup)
      return command === "" ? [] : [{ item, ask: { kind: "command", command } }]
    },
  )
}

/** The result of each item. A command that is empty after its placeholders are filled in was never requested. */
export function readGateAnswers(
  step: GateStep,
  said: Readonly<Record<string, string>>,
): Readonly<Record<string, GateAnswer>> {
  return Object.fromEntries(
    listFetched(step).map(({ item }) => {
      const text = said[item]
      return [item, text === undefined ? { kind: "none" } : (JSON.parse(text) as GateAnswer)]
    }),
  )
}

/**
 * A gate's command with its placeholders filled in. An inserted value is data: it stays one word wherever it is, is
 * never evaluated, and never starts a command or an option. If that cannot be guaranteed, the result is a text that
 * says why and that no shell can run. A command that is a single parameter is used as it is, because the person who
 * started the run chose it. An answer of an agent is never used like that.
 */
export function fillCommand(command: string, lookup: (path: string) => unknown): string {
  const parts = cutTemplate(command.trim())
  const [only, ...more] = parts
  if (only === undefined || (more.length === 0 && only.kind === "text")) return command.trim()
  if (more.length === 0 && only.kind === "place" && only.path.startsWith("params.")) {
    return fillTemplate(command, lookup).trim()
  }
  const filled = fillValues(
    parts.map((part): FilledPart => {
      if (part.kind === "text") return part
      return { kind: "value", text: fillTemplate(`{{${part.path}}}`, lookup).trim() }
    }),
  )
  return "wrong" in filled ? refusedCommand(filled.wrong) : filled.command
}

/** An unclosed bracket: no shell runs it. */
const REFUSED = "(refused: "

function refusedCommand(why: string): string {
  return REFUSED + why.replace(/[()]/g, "")
}

/** Why a command could not be filled in, if its text says so. */
export function explainNotFilled(command: string): string | undefined {
  return command.startsWith(REFUSED) ? command.slice(REFUSED.length) : undefined
}
