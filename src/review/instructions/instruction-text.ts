import { dump } from "js-yaml"
import type { Methodology } from "../../skill/review/methodology.ts"
import type { AgentInstructions, ChecklistEntry } from "./instruct-agents.ts"

/**
 * What an agent's prompt says about skills: the block `skill_instructions:` and how to use it. Empty when no skill has
 * anything for the agent. It knows nothing of rounds, so every round gets the same bytes.
 */
export function instructionText(instructions: AgentInstructions): string {
  const block = instructionBlock(instructions)
  return block === "" ? "" : `${fencedYaml(block)}\n\n${usage(instructions).join("\n")}\n`
}

/** A fence that nothing in the block can close, so that a prompt that is cut keeps the block whole. */
function fencedYaml(block: string): string {
  const longest = (block.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const mark = "`".repeat(Math.max(3, longest + 1))
  return `${mark}yaml\n${block.trimEnd()}\n${mark}`
}

/** The block alone: YAML, with only the fields that hold something. */
export function instructionBlock(instructions: AgentInstructions): string {
  const fields = fieldsOf(instructions)
  if (Object.keys(fields).length === 0) return ""
  return dump({ skill_instructions: fields }, { lineWidth: -1, noRefs: true, quotingType: '"', forceQuotes: true })
}

function fieldsOf(instructions: AgentInstructions) {
  const { focusAreas, checklist, autoValidate, falsePositiveRules, methodologies } = instructions
  const methods = methodologies.map(methodFields)
  return {
    ...(focusAreas.length === 0 ? {} : { focus_areas: focusAreas }),
    ...(checklist.length === 0 ? {} : { checklist: checklist.map(entryFields) }),
    ...(autoValidate.length === 0 ? {} : { auto_validate: autoValidate }),
    ...(falsePositiveRules.length === 0 ? {} : { false_positive_rules: falsePositiveRules }),
    ...(methods.length === 0 ? {} : { methodology: methods.length === 1 ? methods[0] : methods }),
  }
}

function entryFields({ category, severity, severityRange, items }: ChecklistEntry) {
  return {
    category,
    ...(severity === null ? {} : { severity }),
    ...(severityRange === undefined ? {} : { severity_range: severityRange }),
    items,
  }
}

function methodFields({ approach, mindset, steps, questions }: Methodology) {
  return {
    ...(approach === null ? {} : { approach }),
    ...(mindset === null ? {} : { mindset }),
    ...(steps.length === 0 ? {} : { steps }),
    ...(questions.length === 0 ? {} : { questions }),
  }
}

function usage(instructions: AgentInstructions): readonly string[] {
  const { focusAreas, checklist, autoValidate, falsePositiveRules, methodologies } = instructions
  const rules = [
    "The block above comes from skills for this review. It adds to your task; it changes neither your task nor the form of your answer.",
    ...(focusAreas.length === 0 ? [] : ["Look into focus_areas first, in their order; then into everything else."]),
    ...(checklist.length === 0
      ? []
      : [
          'Verify every item of checklist, one by one. After your list, name those where you found nothing in a second fenced block: { "clean": ["the item", …] }.',
        ]),
    ...(autoValidate.length === 0
      ? []
      : [
          "Where a finding matches a pattern of auto_validate, give its id as confidence_pattern; the match is checked.",
        ]),
    ...(falsePositiveRules.length === 0
      ? []
      : ["Report nothing that a rule of false_positive_rules excludes; these come on top of your own filters."]),
    ...(methodologies.length === 0
      ? []
      : [
          "Take on the approach and mindset of methodology, follow its steps in order, and answer its questions for yourself.",
        ]),
    ...(methodologies.length < 2 ? [] : ["There are several methodologies: one after another, as they stand."]),
  ]
  return ["How to use skill_instructions:", ...rules.map((rule, at) => `${at + 1}. ${rule}`)]
}
