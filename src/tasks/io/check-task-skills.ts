import type { Session } from "../../catalog/io/session/open-session.ts"
import type { FileProblem } from "../../problem/problem.ts"
import { wakeProblem } from "../problems.ts"
import { findSimilarSkills, findTaskSkill } from "./find-task-skill.ts"

/** What is wrong with the skills that a task names: names that no host knows. The task keeps them. */
export async function checkTaskSkills(skillet: Session, skills: readonly string[]): Promise<readonly FileProblem[]> {
  const problems: FileProblem[] = []
  for (const ref of new Set(skills)) {
    if ((await findTaskSkill(skillet, ref)) !== undefined) continue
    const near = (await findSimilarSkills(skillet, ref)).filter((name) => name !== ref)
    const message = `no skill "${ref}" can be used here; until one can, wake-ups skip it`
    const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "skillet list prints the skills"
    problems.push(wakeProblem("task.unknown-skill", {}, { message, fix }))
  }
  return problems
}
