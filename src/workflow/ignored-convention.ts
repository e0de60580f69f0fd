import { type Problem, placeProblem } from "../problem/problem.ts"
import { workflowFileProblem } from "./problems.ts"

const CODE = "workflow.ignored-convention"

/** A text of a project that does not count, although a text of that name is used. */
export function ignoredConventionProblem(file: string, why: string, fix: string): Problem {
  const message = `this text of the project does not count: ${why}`
  return placeProblem(file, workflowFileProblem(CODE, {}, { message, fix }))
}

/** The person or agent that starts a procedure is told these: it works, but not with the texts that the project wrote for it. */
export function selectIgnoredConventions(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ code }) => code === CODE)
}
