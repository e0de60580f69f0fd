import { formatCount, groupDigits } from "../text/format-count.ts"
import { findFileMentions } from "./body/find-file-mentions.ts"
import { findSkillCalls } from "./body/find-skill-calls.ts"
import { readOutline } from "./body/read-outline.ts"
import { estimateTokens } from "../text/estimate-tokens.ts"
import type { FileProblem } from "../problem/problem.ts"
import type { LintTarget } from "./lint-target.ts"
import { skillProblem } from "./problems.ts"
import { findFirstHidden } from "../text/escape-hidden.ts"

export const MOST_LINES = 500
export const MOST_TOKENS = 5000

export function checkBody({ skill }: LintTarget): readonly FileProblem[] {
  if (skill.body.trim() === "") {
    return [
      skillProblem(
        "body.empty",
        { line: skill.bodyLine, column: 1 },
        { message: "the body is empty: the model gets no instructions", fix: "write what to do, step by step" },
      ),
    ]
  }
  const lines = skill.body.split("\n").length
  const tokens = lines > MOST_LINES ? 0 : estimateTokens(skill.body)
  if (lines <= MOST_LINES && tokens <= MOST_TOKENS) return []
  const size = lines > MOST_LINES ? `${groupDigits(lines)} lines` : `about ${groupDigits(tokens)} tokens`
  const message = `the body has ${size}; agents keep about ${groupDigits(MOST_TOKENS)} tokens of a skill after compaction`
  return [
    skillProblem(
      "body.long",
      { line: skill.bodyLine, column: 1 },
      { message, fix: "move details into files next to SKILL.md and name them where they are needed" },
    ),
  ]
}

/** On case-sensitive file systems, such as on Linux, FORMS.md is not forms.md. */
export function checkCase({ skill, files = [] }: LintTarget): readonly FileProblem[] {
  const exact = new Set(files)
  const spelled = new Map(files.map((file) => [file.toLowerCase(), file]))
  const seen = new Set<string>()
  return skill.body.split("\n").flatMap((line, at) =>
    [...line.matchAll(FILE_NAME)].flatMap(({ 0: written, index }) => {
      const named = written.replace(/^\.\//, "")
      const file = spelled.get(named.toLowerCase())
      if (file === undefined || exact.has(named) || seen.has(named)) return []
      seen.add(named)
      const message = `the body names ${named}, but the file is called ${file}; case-sensitive file systems do not find it`
      return [
        skillProblem(
          "body.wrong-case",
          { line: skill.bodyLine + at, column: index + 1 },
          { message, fix: `write ${file}` },
        ),
      ]
    }),
  )
}

const FILE_NAME = /(?<![\w/.-])(?:\.\/)?[\w-][\w./-]*\.[A-Za-z]\w{0,9}(?![\w/])/g

/** A file that the text only gives as an example need not exist. */
export function checkFiles({ skill, form, hasFile, hasOwnFile, files = [] }: LintTarget): readonly FileProblem[] {
  if (form === "command") return []
  const spelled = new Set(files.map((file) => file.toLowerCase()))
  return findFileMentions(readOutline(skill.body))
    .filter(({ isExample }) => !isExample)
    .filter(({ path, by }) => !(by === "own" || path.startsWith("..") ? hasOwnFile(path) : hasFile(path)))
    .filter(({ path }) => !spelled.has(path.toLowerCase()))
    .map(({ path, line, column }) =>
      skillProblem(
        "body.missing-file",
        { line: skill.bodyLine + line - 1, column },
        { message: `the body names ${path}, which does not exist`, fix: `add ${path}, or correct its name` },
      ),
    )
}

/** A skill that is not there cannot be used, and the agent improvises. */
export function checkSkillCalls({ skill, name: own, hasSkill }: LintTarget): readonly FileProblem[] {
  return findSkillCalls(readOutline(skill.body))
    .filter(({ name }) => name !== own && name !== skill.header.name && !hasSkill(name))
    .map(({ name, line, column }) =>
      skillProblem(
        "body.missing-skill",
        { line: skill.bodyLine + line - 1, column },
        {
          message: `the body calls the skill ${name}, which is neither installed nor bundled with Skillet`,
          fix: `install it with skillet add SOURCE --skill ${name}, or correct its name`,
        },
      ),
    )
}

/** `- TODO: what to do`, `[TODO: overview]`: what a template leaves to be filled in. */
const LEFT_OVER =
  /^\s*(?:[-*+>]|\d+[.)]|#{1,6}|\|)?\s*(?:\[(?:TODO|FIXME|TBD)\b[^\]]*\]|(?:TODO|FIXME|TBD)(?::| -|\s*$))/

/** A template that was not filled in; only the first place is reported, with how many there are. */
export function checkBodyTodo({ skill }: LintTarget): readonly FileProblem[] {
  const outline = readOutline(skill.body)
  const isCode = (line: number) => outline.fences.some(({ from, to }) => line >= from && line <= to)
  const found = outline.lines.flatMap((text, at) => (LEFT_OVER.test(text) && !isCode(at + 1) ? [at] : []))
  const [first] = found
  if (first === undefined) return []
  const more = found.length === 1 ? "" : `, and ${formatCount(found.length - 1, "more line")} like it`
  return [
    skillProblem(
      "body.todo",
      { line: skill.bodyLine + first, column: 1 },
      { message: `a template's TODO was not filled in${more}`, fix: "write what belongs there, or remove the line" },
    ),
  ]
}

/** Agents count arguments from 0 or from 1; if it makes a difference, report which was used. */
export function lintArguments({ skill }: LintTarget): readonly FileProblem[] {
  const fromZero = /\$0(?!\d)|\$ARGUMENTS\[\d+\]/.test(skill.body)
  const outline = readOutline(skill.body)
  const at = outline.lines.findIndex(
    (text, line) =>
      /(?<![\\\w$])\$[1-9](?![\d.,]|\w)/.test(text) &&
      !outline.fences.some(({ from, to }) => line + 1 >= from && line + 1 <= to),
  )
  if (
    fromZero ||
    at === -1 ||
    (skill.header.arguments === undefined &&
      skill.header.argumentHint === undefined &&
      !skill.body.includes("$ARGUMENTS"))
  )
    return []
  const message = "$1 is read as the first argument here; Claude Code counts from $0"
  return [
    skillProblem(
      "body.argument-base",
      { line: skill.bodyLine + at, column: 1 },
      { message, fix: "name the arguments in the frontmatter and use $name, which means the same everywhere" },
    ),
  ]
}

export function checkHidden({ skill }: LintTarget): readonly FileProblem[] {
  const hidden = findFirstHidden(skill.body)
  if (hidden === undefined) return []
  const before = skill.body.slice(0, hidden.at).split("\n")
  const spot = { line: skill.bodyLine + before.length - 1, column: (before.at(-1) ?? "").length + 1 }
  return [
    skillProblem("body.hidden-text", spot, {
      message: `there is an invisible character here: ${hidden.shown}`,
      fix: "remove it",
    }),
  ]
}
