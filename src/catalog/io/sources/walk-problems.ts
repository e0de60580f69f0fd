import { groupDigits } from "../../../text/format-count.ts"
import path from "node:path"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import { skillProblem, type SkillProblemCode } from "../../../skill/problems.ts"

export function brokenLinkProblem(file: string): Problem {
  return at(file, "source.broken-link", "the link points nowhere", "point it at a file that exists, or remove the link")
}

export function linkLoopProblem(file: string): Problem {
  return at(
    file,
    "source.link-loop",
    "the link points to a directory that contains it; it was not followed",
    "remove the link",
  )
}

export function notRegularProblem(file: string): Problem {
  return at(file, "file.not-regular", "this is not a regular file and was not read", "put a regular file in its place")
}

export function wrongCaseProblem(file: string, isUsed: boolean): Problem {
  const who = isUsed ? "most agents read only SKILL.md" : "only SKILL.md is read"
  return at(file, "file.wrong-case", `the file is named ${path.basename(file)}; ${who}`, "rename it to SKILL.md")
}

export function unreadableProblem(file: string, error: unknown): Problem {
  const why = error instanceof Error ? error.message.replace(/,.*$/, "") : String(error)
  return at(file, "source.unreadable", `it cannot be read (${why})`, "check that you have read permission")
}

export function oddNameProblem(file: string): Problem {
  return at(
    file,
    "source.unreadable",
    "its name is not valid UTF-8, so it cannot be opened",
    "rename it to a valid UTF-8 name",
  )
}

export function tooDeepProblem(folder: string, depth: number): Problem {
  const message = `skills are searched for up to ${depth} directories deep; anything deeper was not read`
  return at(folder, "source.too-deep", message, "move deeper skills closer to the top")
}

export function tooManyProblem(root: string, most: number): Problem {
  const message = `more than ${groupDigits(most)} directories; the rest was not searched`
  return at(root, "source.too-many", message, "name a smaller directory, or split this one")
}

function at(file: string, code: SkillProblemCode, ...[message, fix]: readonly [string, string]): Problem {
  return placeProblem(file, skillProblem(code, {}, { message, fix }))
}
