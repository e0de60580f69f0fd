import type { Role } from "../../../workflow/roles.ts"
import type { Routing } from "../routing.ts"
import { type Banner, writeBanner, passedGateRules } from "../directive-sentences.ts"
import { formatForbidden } from "./guidance-blocks.ts"
import { formatStepOutput, renderItem, type StepHeader } from "./step-blocks.ts"
import { makeBlock, makeElement, type PlainText, type Xml, xmlText } from "./xml.ts"

/** The state of a loop of work, review and gate at its gate. */
export interface ReviewedState {
  readonly iteration: number
  readonly failed?: boolean
  readonly status: "pass" | "fail"
}

export interface GateRouting {
  readonly qrName: PlainText
  readonly workStep: number
  /** Absent: a pass ends the procedure. */
  readonly passStep?: number
  readonly passMessage: PlainText
  readonly selfFix?: boolean
  readonly fixTarget?: Role
}

export interface GateStepOutput extends StepHeader {
  readonly qr: ReviewedState
  readonly gate: GateRouting
  /** The command that prints a step; by default `skillet step`. */
  readonly command?: (step: number, flags: string) => string
}

export function formatStateBanner(
  checkpoint: PlainText,
  { iteration, mode }: { readonly iteration: number; readonly mode: PlainText },
): Xml {
  return makeElement("state_banner", { checkpoint, iteration, mode })
}

/** The heading of a review, as text without an element. */
export function formatQrBanner(banner: Banner): Xml {
  return xmlText(writeBanner(banner))
}

/** What the agent that started a review does next: run the gate, whatever the result was. */
export function formatPostQrRouting({ command }: { readonly command: PlainText }): Xml {
  return makeBlock("post_qr_routing", {}, [
    makeElement("command", {}, xmlText(command)),
    renderItem("Run the command first, whether the review passed or failed."),
    renderItem("Do not fix anything before you have run it: it says who makes the fixes."),
  ])
}

/** The answer of a reviewer whose full report goes to a file: it says what to run next. */
export function formatQrFileOutput({ path, command }: { readonly path: PlainText; readonly command: PlainText }): Xml {
  return makeBlock("qr_file_output", {}, [
    makeElement("write_report_to", {}, xmlText(path)),
    makeElement("when_pass", {}, xmlText("RESULT: PASS")),
    makeElement("when_issues", {}, xmlText(`RESULT: FAIL\nREPORT: ${path}`)),
    makeBlock("orchestrator_action", {}, [
      makeElement("command", {}, xmlText(command)),
      renderItem("Run the command now. Do not read the report. Do not fix anything yourself."),
    ]),
  ])
}

/** A gate only routes. */
export function formatGateActions(qr: ReviewedState, gate: GateRouting): readonly Xml[] {
  if (qr.status === "pass") return [xmlText(gate.passMessage), formatForbidden(passedGateRules)]
  const who = gate.selfFix === true || gate.fixTarget === undefined ? "You fix" : `The ${gate.fixTarget} fixes`
  return [
    xmlText(`${gate.qrName} failed in iteration ${qr.iteration}. ${who} the reported issues in step ${gate.workStep}.`),
  ]
}

/** A gate as its own step. */
export function formatGateStep({ qr, gate, command, ...header }: GateStepOutput): Xml {
  const show = command ?? ((step, flags) => `skillet step ${header.script} --step ${step}${flags}`)
  const next: Routing =
    qr.status === "fail"
      ? { kind: "linear", command: show(gate.workStep, ` --qr-iteration ${qr.iteration + 1} --qr-fail`) }
      : gate.passStep === undefined
        ? { kind: "terminal" }
        : { kind: "linear", command: show(gate.passStep, "") }
  return formatStepOutput({
    ...header,
    gate: {
      gate: gate.qrName,
      status: qr.status,
      message: `${gate.qrName}: ${qr.status === "pass" ? "passed" : "failed"}`,
    },
    actions: formatGateActions(qr, gate),
    next,
  })
}
