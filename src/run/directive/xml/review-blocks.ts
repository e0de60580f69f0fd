import type { Role } from "../../../workflow/roles.ts"
import type { Routing } from "../routing.ts"
import { type Banner, bannerText, passedGateRules } from "../words.ts"
import { formatForbidden } from "./guidance-blocks.ts"
import { formatStepOutput, item, type StepHeader } from "./step-blocks.ts"
import { block, element, type PlainText, type Xml, xmlText } from "./xml.ts"

/** Where a loop of work, review and gate stands when its gate is reached. */
export interface ReviewedState {
  readonly iteration: number
  readonly failed?: boolean
  readonly status: "pass" | "fail"
}

export interface GateRouting {
  readonly qrName: PlainText
  readonly workStep: number
  /** Absent: a pass is the end. */
  readonly passStep?: number
  readonly passMessage: PlainText
  readonly selfFix?: boolean
  readonly fixTarget?: Role
}

export interface GateStepOutput extends StepHeader {
  readonly qr: ReviewedState
  readonly gate: GateRouting
  /** The command that shows a step; by default the one that shows it without a run. */
  readonly command?: (step: number, flags: string) => string
}

export function formatStateBanner(
  checkpoint: PlainText,
  { iteration, mode }: { readonly iteration: number; readonly mode: PlainText },
): Xml {
  return element("state_banner", { checkpoint, iteration, mode })
}

/** The line a reviewer's work stands under; text, without an element around it. */
export function formatQrBanner(banner: Banner): Xml {
  return xmlText(bannerText(banner))
}

/** What follows a review, for whoever started it: the gate first, whatever the review said. */
export function formatPostQrRouting({ command }: { readonly command: PlainText }): Xml {
  return block("post_qr_routing", {}, [
    element("command", {}, xmlText(command)),
    item("Run the command first, whether the review passed or failed."),
    item("Do not mend anything before it has been run: it says who does."),
  ])
}

/** What a reviewer answers when its full report goes to a file: the answer itself says what is to be run next. */
export function formatQrFileOutput({ path, command }: { readonly path: PlainText; readonly command: PlainText }): Xml {
  return block("qr_file_output", {}, [
    element("write_report_to", {}, xmlText(path)),
    element("when_pass", {}, xmlText("RESULT: PASS")),
    element("when_issues", {}, xmlText(`RESULT: FAIL\nREPORT: ${path}`)),
    block("orchestrator_action", {}, [
      element("command", {}, xmlText(command)),
      item("Run the command now. Do not read the report. Do not mend anything yourself."),
    ]),
  ])
}

/** A gate sends on and does nothing else. */
export function formatGateActions(qr: ReviewedState, gate: GateRouting): readonly Xml[] {
  if (qr.status === "pass") return [xmlText(gate.passMessage), formatForbidden(passedGateRules)]
  const who = gate.selfFix === true || gate.fixTarget === undefined ? "You mend" : `The ${gate.fixTarget} mends`
  return [
    xmlText(`${gate.qrName} failed in iteration ${qr.iteration}. ${who} what it found, in step ${gate.workStep}.`),
  ]
}

/** A gate as a step of its own. */
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
