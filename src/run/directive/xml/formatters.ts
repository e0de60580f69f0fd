import {
  formatConditionalDispatch,
  formatModelSelection,
  formatParallelDispatch,
  formatSubagentDispatch,
  type ParallelDispatch,
} from "./dispatch-blocks.ts"
import { formatTextOutput, type TextOutput } from "../text/text-output.ts"
import { readSnakeArguments, type SnakeNamed } from "./read-snake-arguments.ts"
import type { PlainText } from "./xml.ts"
import {
  type ExpectedOutput,
  formatDetectionQuestions,
  formatExpectedOutput,
  formatFactoredVerificationRationale,
  formatForbidden,
  formatIncorrectBehavior,
  formatOpenQuestionGuidance,
  formatOrchestratorConstraint,
  formatResource,
  formatVerificationChecklist,
} from "./guidance-blocks.ts"
import {
  formatGateActions,
  formatGateStep,
  formatPostQrRouting,
  formatQrBanner,
  formatQrFileOutput,
  formatStateBanner,
} from "./review-blocks.ts"
import {
  formatCurrentAction,
  formatGateResult,
  formatInvokeAfter,
  formatNextBlock,
  formatRouting,
  formatStepHeader,
  formatStepOutput,
  formatXmlMandate,
} from "./step-blocks.ts"

type Dispatch = Parameters<typeof formatSubagentDispatch>[0]
type Gate = Parameters<typeof formatGateActions>[1]
type GateStep = Parameters<typeof formatGateStep>[0]
type QrBanner = Parameters<typeof formatQrBanner>[0]

/**
 * All blocks of a directive, by name. Pure: the same input gives the same text. Arguments may also have the names that
 * scripts of step workflows use: `script_path`, `total_steps`, `qr_name`, `work_step`, `next_title`.
 */
export const formatters = {
  step_header: formatStepHeader,
  current_action: formatCurrentAction,
  invoke_after: formatInvokeAfter,
  next_block: formatNextBlock,
  gate_result: formatGateResult,
  xml_mandate: formatXmlMandate,
  step_output: formatStepOutput,
  subagent_dispatch: (given: Dispatch | (SnakeNamed<Dispatch> & { readonly script_path?: PlainText })) =>
    formatSubagentDispatch(readSnakeArguments<Dispatch>(given, { script_path: "script" })),
  parallel_dispatch: (given: ParallelDispatch | SnakeNamed<ParallelDispatch>) =>
    formatParallelDispatch(readSnakeArguments<ParallelDispatch>(given)),
  conditional_dispatch: formatConditionalDispatch,
  model_selection: formatModelSelection,
  state_banner: formatStateBanner,
  qr_banner: (
    given: QrBanner | { readonly qr: QrBanner["qr"]; readonly qr_name: string; readonly fresh_review?: boolean },
  ) => formatQrBanner(readSnakeArguments<QrBanner>(given as QrBanner, { qr_name: "name", fresh_review: "fresh" })),
  expected_output: (given: ExpectedOutput | SnakeNamed<Exclude<ExpectedOutput, readonly PlainText[]>>) =>
    formatExpectedOutput(Array.isArray(given) ? given : readSnakeArguments<ExpectedOutput>(given as ExpectedOutput)),
  forbidden: formatForbidden,
  routing: formatRouting,
  post_qr_routing: formatPostQrRouting,
  resource: formatResource,
  detection_questions: formatDetectionQuestions,
  verification_checklist: formatVerificationChecklist,
  incorrect_behavior: formatIncorrectBehavior,
  orchestrator_constraint: formatOrchestratorConstraint,
  factored_verification_rationale: formatFactoredVerificationRationale,
  open_question_guidance: formatOpenQuestionGuidance,
  gate_actions: (qr: Parameters<typeof formatGateActions>[0], gate: Gate | SnakeNamed<Gate>) =>
    formatGateActions(qr, readSnakeArguments<Gate>(gate)),
  gate_step: (given: Omit<GateStep, "gate"> & { readonly gate: Gate | SnakeNamed<Gate> }) =>
    formatGateStep({ ...given, gate: readSnakeArguments<Gate>(given.gate) }),
  qr_file_output: formatQrFileOutput,
  text_output: (given: TextOutput | SnakeNamed<TextOutput>) => formatTextOutput(readSnakeArguments<TextOutput>(given)),
} as const
