import { expect, test } from "vitest"
import { bundledProcedures } from "../../test/bundled-procedures.ts"
import { countStepsLeft } from "./count-steps-left.ts"

test.each([
  { name: "decision-critic", step: "extract_structure", least: 6, most: 6 },
  { name: "decision-critic", step: "synthesis", least: 0, most: 0 },
  { name: "problem-analysis", step: "gate", least: 4, most: 4 },
  { name: "deepthink", step: "context_clarification", least: 7, most: 13 },
  { name: "planner", step: "context_discovery", least: 12, most: 12 },
  { name: "planner", step: "qr_code_gate", least: 3, most: 3 },
  { name: "planner-execute", step: "implementation", least: 7, most: 7 },
  { name: "incoherence", step: "report", least: 1, most: 9 },
])("after $step of $name there are $least to $most steps", ({ name, step, least, most }) => {
  const found = bundledProcedures.find(({ workflow }) => workflow.name === name)
  expect(found && countStepsLeft(found.workflow, step)).toEqual({ least, most })
})
