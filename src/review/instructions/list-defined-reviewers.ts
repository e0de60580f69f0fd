import type { FileProblem } from "../../problem/problem.ts"
import { findReviewAgent } from "../../skill/body/review/agents.ts"
import type { ReviewSkill } from "../../skill/body/review/read-review-skill.ts"
import type { Gathered } from "../review-data.ts"
import { listReviewers } from "../reviewers.ts"
import { reviewProblem } from "../problems.ts"

export type DefinedReviewers = Pick<Gathered, "reviewers">

type Defining = ReviewSkill & { readonly source?: string | undefined; readonly isTrusted?: boolean | undefined }

interface Listed {
  readonly used: readonly { readonly id: string; readonly skill: ReviewSkill }[]
  readonly reviewers: DefinedReviewers
  readonly problems: readonly FileProblem[]
}

/** The reviewers that skills define. Without an approval a reviewer is named and not used: its text becomes a prompt. */
export function listDefinedReviewers(skills: readonly Defining[]): Listed {
  const defining = skills.flatMap((skill) => (skill.reviewer === undefined ? [] : [{ ...skill.reviewer, skill }]))
  const taken = new Set<string>()
  const used: { readonly id: string; readonly task: string; readonly skill: ReviewSkill }[] = []
  const problems: FileProblem[] = []
  for (const one of defining) {
    const { id, skill } = one
    if (skill.isTrusted === false) problems.push(notApproved(id, skill))
    else if (isBuiltIn(id) || taken.has(id)) problems.push(nameTaken(id, skill.name))
    else used.push(one)
    taken.add(id)
  }
  const reviewers = used.length === 0 ? {} : { reviewers: used.map(({ id, task }) => ({ id, task })) }
  return { used, reviewers, problems }
}

function isBuiltIn(id: string): boolean {
  return "agent" in findReviewAgent(id) || listReviewers("docs").some((one) => one.id === id)
}

function notApproved(id: string, { name, source = name }: Defining): FileProblem {
  const message = `the reviewer ${id} of skill ${name} is not approved, so it was not used; skillet trust add ${source} approves it`
  return reviewProblem(
    "review.reviewer-not-approved",
    {},
    { message, fix: `read it, then skillet trust add ${source}` },
  )
}

function nameTaken(id: string, skill: string): FileProblem {
  const message = `there is already a reviewer ${id}, so the one of skill ${skill} was not used`
  return reviewProblem("review.reviewer-name-taken", {}, { message, fix: "rename the skill" })
}
