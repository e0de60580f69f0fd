import { type Problem, placeProblem } from "../problem/problem.ts"
import { workflowFileProblem } from "./problems.ts"

/** A problem with a module as a whole. */
export function moduleProblem(file: string, message: string, fix: string): Problem {
  return placeProblem(file, workflowFileProblem("workflow.module", {}, { message, fix }))
}
