import { describeRuleProblem, parseRule } from "../shell/rule.ts"

/** What is wrong with a rule that a person wrote, or undefined; rules for other tools are not ours to judge. */
export function ruleFault(text: string): string | undefined {
  const parsed = parseRule(text)
  return parsed.kind === "problem" ? describeRuleProblem(parsed.problem) : undefined
}
