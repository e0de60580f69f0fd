import type { Tier } from "../../../workflow/roles.ts"
import { writeExactCount, tierMeaning } from "../directive-sentences.ts"
import { renderItem as listItem } from "./step-blocks.ts"
import { makeBlock, makeElement, joinXmlLines, type PlainText, type Xml, xmlText } from "./xml.ts"

/** One agent: with a command it follows a procedure of its own, otherwise it works from its prompt. */
export interface SubagentDispatch {
  readonly agent: PlainText
  readonly item?: PlainText
  readonly model?: Tier | undefined
  /** The whole first command, or the script and the step to start with. */
  readonly command?: PlainText | undefined
  readonly script?: PlainText
  readonly step?: number
  /** Accepted and ignored: the script's definition has the number of steps. */
  readonly totalSteps?: number
  readonly freeForm?: boolean
  readonly contextVars?: Readonly<Record<string, PlainText>>
  readonly prompt?: PlainText
  /** The path of a review's report: passed on to the agent, not read by the agent that starts it. */
  readonly report?: PlainText
}

export interface ModelSelection {
  readonly default?: Tier | undefined
  /** Agent or item → tier. */
  readonly overrides?: Readonly<Record<string, Tier>>
}

export interface ParallelAgent {
  readonly item: PlainText
  readonly agent?: PlainText
  readonly model?: Tier
  readonly command?: PlainText | undefined
  readonly prompt: PlainText
}

/** The agents to start: one prompt template for all items, a list of agents, or one agent for each category. */
export type ParallelWork =
  | { readonly template: PlainText; readonly items: readonly PlainText[] }
  | { readonly agents: readonly ParallelAgent[] }
  | { readonly categories: readonly PlainText[] }

export interface ParallelDispatch {
  readonly agent?: PlainText
  readonly instruction: PlainText
  readonly model?: ModelSelection
  readonly work: ParallelWork
  /** The start of every prompt. */
  readonly sharedContext?: PlainText
  /** The exact number of agents to start. */
  readonly exactCount?: number
  readonly wait?: PlainText
}

export function formatSubagentDispatch(dispatch: SubagentDispatch): Xml {
  const { agent, item, model, prompt, report } = dispatch
  const command = firstCommand(dispatch)
  const vars = Object.entries(dispatch.contextVars ?? {})
  return makeBlock("subagent_dispatch", { agent, mode: command === undefined ? "free-form" : "script", item, model }, [
    ...(command === undefined ? [] : [formatFirstCommand(command)]),
    ...(vars.length === 0
      ? []
      : [
          makeBlock(
            "context",
            {},
            vars.map(([name, value]) => makeElement("var", { name }, xmlText(value))),
          ),
        ]),
    ...(report === undefined ? [] : [makeElement("pass_through", { name: "report", read: "never" }, xmlText(report))]),
    ...(prompt === undefined ? [] : [makeBlock("prompt", {}, [xmlText(prompt)])]),
  ])
}

export function formatParallelDispatch(dispatch: ParallelDispatch): Xml {
  const { agent, instruction, model, work, sharedContext, exactCount, wait } = dispatch
  return makeBlock("parallel_dispatch", { agent, count: exactCount }, [
    makeElement("instruction", {}, xmlText(instruction)),
    ...(exactCount === undefined ? [] : [makeElement("exact_count", {}, xmlText(writeExactCount(exactCount)))]),
    ...(model === undefined ? [] : [formatModelSelection(model)]),
    ...(sharedContext === undefined ? [] : [makeBlock("shared_context", {}, [xmlText(sharedContext)])]),
    ...formatWork(work),
    makeElement("wait", {}, xmlText(wait ?? "Wait until all agents have answered.")),
  ])
}

/** The agent to start depends on what was found; the first matching case decides. */
export function formatConditionalDispatch(choice: {
  readonly cases: readonly { readonly when: PlainText; readonly dispatch: Xml }[]
  readonly otherwise?: PlainText
}): Xml {
  return makeBlock("conditional_dispatch", {}, [
    ...choice.cases.map(({ when, dispatch }) => makeBlock("if", { when }, [dispatch])),
    ...(choice.otherwise === undefined ? [] : [makeElement("otherwise", {}, xmlText(choice.otherwise))]),
  ])
}

/** The tier of model to start, and what the tiers mean. */
export function formatModelSelection({ default: usual, overrides }: ModelSelection): Xml {
  const exceptions = Object.entries(overrides ?? {})
  const named = [...new Set([...(usual === undefined ? [] : [usual]), ...exceptions.map(([, tier]) => tier)])]
  return makeBlock("model_selection", { default: usual }, [
    ...named.map((tier) => makeElement("tier", { name: tier }, xmlText(tierMeaning[tier]))),
    ...exceptions.map(([name, tier]) => makeElement("override", { agent: name, model: tier })),
  ])
}

function formatWork(work: ParallelWork): readonly Xml[] {
  if ("agents" in work) return work.agents.map(formatAgent)
  if ("categories" in work) return [makeBlock("categories", {}, work.categories.map(listItem))]
  return [makeBlock("template", {}, [xmlText(work.template)]), makeBlock("items", {}, work.items.map(listItem))]
}

function formatAgent({ item, agent, model, command, prompt }: ParallelAgent): Xml {
  return makeBlock("agent", { item, role: agent, model }, [
    ...(command === undefined ? [] : [formatFirstCommand(command)]),
    makeBlock("prompt", {}, [xmlText(prompt)]),
  ])
}

function formatFirstCommand(command: string): Xml {
  return joinXmlLines([
    makeElement("first_command", {}, xmlText(command)),
    makeElement("instruction", {}, xmlText("The prompt must start with the first command, unchanged.")),
  ])
}

function firstCommand({ command, script, step, freeForm }: SubagentDispatch): string | undefined {
  if (freeForm === true) return undefined
  return command ?? (script === undefined ? undefined : `skillet step ${script} --step ${step ?? 1}`)
}
