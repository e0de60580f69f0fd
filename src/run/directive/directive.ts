import type { Action, GuidanceBlock, StepKind } from "../../workflow/workflow.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import type { Tier } from "../../workflow/roles.ts"
import type { Xml } from "./xml/xml.ts"
import { fillTemplate } from "../../workflow/template.ts"
import { composeXml } from "./xml/compose-xml.ts"

/** What the agent or person that follows a run does next, before it is rendered. Derived only from committed state. */
export interface Directive {
  /** Empty if a step is shown without a run. */
  readonly run: string
  /** How Skillet is started where the run is (default `skillet`). */
  readonly program?: string | undefined
  /** The project's top directory, to which all file paths in a directive are relative. */
  readonly directory?: string | undefined
  /** The reader is outside that directory, so every command names it. */
  readonly isOutside?: boolean | undefined
  /** The reader has the tools of our MCP server, so its commands are calls of tools. */
  readonly isThroughTools?: boolean | undefined
  readonly workflow: string
  /** `end` when there is nothing left to do. */
  readonly step: string
  readonly round: number
  readonly kind: StepKind | "end"
  readonly title: string
  readonly phase?: string | undefined
  /** What the step is about, in a line or two under the title. */
  readonly brief?: string
  /** Its position among the steps of the workflow, from 1, and how many there are. */
  readonly number: number
  readonly total: number
  /** The result of the gate that led here. */
  readonly gate?: GateResult
  /** The step is part of a review loop. */
  readonly review?: ReviewState | undefined
  /** What to do, with placeholders filled in. An inserted value is data and never becomes markup. */
  readonly actions: readonly ShownAction[]
  /** The full texts of the resources that actions name. */
  readonly resources: Readonly<Record<string, string>>
  /** The outcomes that can be reported, each with its command. */
  readonly outcomes: readonly ReportableOutcome[]
  readonly dispatches: readonly ShownDispatch[]
  readonly questions: readonly ShownQuestion[]
  /** It reached its end with success. */
  readonly done: boolean
  /** Nothing is left to do, or nothing can be done any more. */
  readonly ended: boolean
  readonly status: "running" | "done" | "failed" | "cancelled"
  /** Why the run ended or waits, in one sentence. */
  readonly because?: string
  /**
   * The command to run if nothing is reported: after the agents of child runs have answered, or after a wait. At the
   * end of a child run: the command that the parent's agent runs.
   */
  readonly after?: string
  /** At the end of a child run: the answer to the agent that started it. The result itself is recorded. */
  readonly answer?: ChildAnswer
  /** False if the run reached its end because a step did not succeed; its status is then `failed`. */
  readonly succeeded?: false
  /** The next step, where a step is shown without a run and there is no next command. */
  readonly following?: { readonly number: number; readonly title: string }
}

export interface ChildAnswer {
  readonly lines: readonly string[]
  /** Its report is not meant for the agent that started it. */
  readonly isReview: boolean
}

/** An action as it is shown: XML that the workflow composed with our formatters stays unchanged. */
export type ShownAction = Action | { readonly kind: "xml"; readonly xml: Xml }

export interface ReportableOutcome {
  readonly outcome: Outcome
  /** The whole command that reports it. */
  readonly command: string
  /** The output is written to this file first. */
  readonly file?: string
}

export interface GateResult {
  readonly gate: string
  readonly status: "pass" | "fail"
  readonly message: string
}

/** The state of a review loop: iteration 1 is the first review. */
export interface ReviewState {
  /** As on the banner: `Plan Review`. */
  readonly name: string
  readonly part: "work" | "review"
  readonly iteration: number
  /** The step was entered to fix the issues that a review reported. */
  readonly failed: boolean
  /** The result of the previous review. */
  readonly status: "pass" | "fail" | "none"
  readonly fresh: boolean
  /** The levels that block in this iteration, such as MUST and SHOULD. */
  readonly blocking: readonly string[]
  /** The full report of the previous review; the orchestrator passes its path on and does not read it. */
  readonly report?: string | undefined
}

/** An agent to start. */
export interface ShownDispatch {
  readonly item: string
  readonly agent: string
  readonly tier?: Tier
  readonly prompt: string
  /** It follows its own workflow: its prompt begins with this command. */
  readonly command?: string
  /**
   * The file from which its command reads the answer. A reviewer writes its full report there and answers only with the
   * result; the answer of any other agent is saved there by the agent that started it.
   */
  readonly file?: string
  /** The command that reports its answer; absent if the end of its own run does that. */
  readonly report?: string
  /** It has answered. */
  readonly answered: boolean
}

export interface ShownQuestion {
  readonly id: string
  readonly text: string
  readonly options: readonly { readonly label: string; readonly about?: string | undefined }[]
  readonly multiple: boolean
  /** The command that answers it; ANSWER is to be replaced. */
  readonly command: string
}

/** What a text of a step is filled with. */
interface Filling {
  readonly lookup: (path: string) => unknown
  /** The words that start Skillet here. */
  readonly program?: string | undefined
}

/** An action with its placeholders filled in. */
export function fillAction(action: Action, filling: Filling): ShownAction {
  if (typeof action !== "string") return fillBlock(action, filling)
  const xml = composeXml(action, filling.lookup)
  return xml === undefined ? fillStepText(action, filling) : { kind: "xml", xml }
}

/** Commands of ours in a step's own text begin with the words that start Skillet here; inserted text stays as it is. */
export function fillStepText(text: string, { lookup, program = "skillet" }: Filling): string {
  return fillTemplate(
    text.replaceAll(/`skillet (?=[a-z])/g, () => `\`${program} `),
    lookup,
  )
}

function fillBlock(block: GuidanceBlock, filling: Filling): GuidanceBlock {
  if ("items" in block) return { ...block, items: block.items.map((item) => fillStepText(item, filling)) }
  return "text" in block ? { ...block, text: fillStepText(block.text, filling) } : block
}
