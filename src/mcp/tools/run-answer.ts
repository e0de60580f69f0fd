import type { Directive } from "../../run/directive/directive.ts"
import { directiveJson } from "../../run/directive/directive-json.ts"
import { readThroughTools } from "../../run/directive/tool-calls.ts"
import { hasRight } from "../client-rules.ts"
import { warnAboutProcedure } from "../mark-as-data.ts"
import type { ToolAnswer } from "../protocol/offer.ts"
import { answer, type ToolPlace } from "./define-tool.ts"

/** A directive as a client's model reads it: what to do, and which tool to call then. */
export async function answerDirective(directive: Directive, place: ToolPlace): Promise<ToolAnswer> {
  const { told, json } = await tellDirective(directive, place)
  return answer(json, told)
}

export async function tellDirective(
  directive: Directive,
  { skillet, client }: Pick<ToolPlace, "skillet" | "client">,
): Promise<{ readonly told: string; readonly json: Readonly<Record<string, unknown>> }> {
  const shown = readThroughTools(directive, { answers: await hasRight(skillet, client, "answer") })
  // The prompts of agents may be in files that the directive names.
  await skillet.runs.prepare(shown)
  const { run, workflow, step, round, kind, title, status, ended, outcomes, questions, because, text } =
    directiveJson(shown)
  const { skill } = await skillet.runs.find(run)
  const told = warnAboutProcedure(text, skill)
  return {
    told,
    json: { run, status, ended, text: told, workflow, step, round, kind, title, outcomes, questions, because },
  }
}
