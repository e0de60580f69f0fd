import path from "node:path"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { readSmallText } from "../../trust/io/approved-copies.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { realPath } from "../../system/files/is-within.ts"
import { compositeProblem } from "../problems.ts"
import { locateConventions } from "../../workflow/io/find-workflow.ts"
import { readProjectConventions } from "../../workflow/io/project-conventions.ts"
import { stepFiles } from "../state/step-texts.ts"

export interface JobStepTexts {
  /** By the name of the file. */
  readonly texts: Readonly<Record<string, string>>
  /** Texts of the project that do not count, and texts that are missing. */
  readonly problems: readonly Problem[]
}

/** The texts of the first four steps: the project's if they are approved as they are, otherwise those of Skillet. */
export function readStepTexts(session: Session): JobStepTexts {
  const folder = path.join(locateConventions(session), "steps")
  const bundled = realPath(folder) ?? folder
  const project = readProjectConventions(session)
  const read = stepFiles.map(({ name }) => {
    const file = path.join(bundled, `${name}.md`)
    const text = Object.hasOwn(project.texts, name) ? project.texts[name] : readSmallText(file)
    const ignored = Object.hasOwn(project.ignored, name) ? project.ignored[name] : undefined
    const problems = [
      ...(ignored === undefined ? [] : [ignored]),
      ...(text === undefined ? [missingStepText(file)] : []),
    ]
    return { name, text, problems }
  })
  return {
    texts: Object.fromEntries(read.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text]]))),
    problems: read.flatMap(({ problems }) => problems),
  }
}

function missingStepText(file: string): Problem {
  const wording = { message: "the text of a step is missing, so a plain one is shown", fix: "install skillet again" }
  return placeProblem(file, compositeProblem("composite.missing-text", {}, wording))
}
