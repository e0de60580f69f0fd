import type { EvaluatedCase, SkillEvaluation, SkillEvaluations } from "../../../catalog/io/evals/evaluate-skills.ts"
import { hasError, joinProblems, type Problem } from "../../../problem/problem.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import { cutToWidth } from "../../../text/measure-width.ts"
import { defineCommand } from "../../parsing/command.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { withSkillet } from "../../open-with-options.ts"
import type { Io } from "../../output.ts"
import { renderProblems } from "../../terminal/problems.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { type Column, renderTable } from "../../terminal/table.ts"

export const evaluate = defineCommand({
  more: "Requests are in the directory of a skill, in evals/*.json, with should_trigger. They are looked up the way skillet match does; no agent is asked.",
  usage: "[REF…] [--from FILE] [--at-least P]",
  examples: [
    { line: "skillet eval", about: "all skills that have requests" },
    { line: "skillet eval deploy --at-least 90", about: "exit 1 if fewer than 90 % are as expected" },
  ],
  options: {
    from: {
      kind: "list",
      value: "FILE",
      about: "requests for the skills that are named, instead of those in their directories",
      completes: "file",
    },
    "at-least": { kind: "number", value: "P", about: "exit 1 if fewer than P percent are as expected (default 100)" },
    ...catalogOptions,
  },
  arguments: { least: 0, most: Number.POSITIVE_INFINITY, what: "names or paths of skills", completes: "skill" },
  async run({ options, arguments: refs }, io) {
    const least = options["at-least"] ?? 100
    const { from = [] } = options
    if (from.length > 0 && refs.length === 0)
      throw new UsageError(
        "--from needs the skills that the requests are for",
        "name them: skillet eval deploy --from FILE",
      )
    if (least > 100) throw new UsageError("--at-least is more than 100", "give a percentage, such as 90")
    return withSkillet(io, options, async (skillet) => {
      const progress = io.progress("looking up request")
      const found = await skillet.evaluate(refs, { from, onProgress: progress.step })
      progress.end()
      if (options.json === true) io.json(found)
      else print(found, io, skillet.around.cwd)
      const cases = found.skills.flatMap((one) => one.cases)
      const isBroken = found.skills.some(({ problems }) => hasError(problems))
      return cases.length > 0 && !isBroken && countExpected(cases) * 100 >= least * cases.length ? 0 : 1
    })
  },
})

function print(found: SkillEvaluations, io: Io, cwd: string): void {
  const { skills, without } = found
  const problems = listProblems(found)
  const rows = skills.filter(({ cases }) => cases.length > 0)
  if (rows.length > 0) io.out(renderTable(rows, columns, io.width).join("\n"))
  const failed = rows.flatMap(({ ref, cases }) =>
    cases
      .filter(({ isAsExpected }) => !isAsExpected)
      .flatMap((one) => describeFailure(ref, one, shortenPath(one.path, io, cwd))),
  )
  if (failed.length > 0) io.out(["", ...failed].join("\n"))
  if (problems.length > 0) io.err(renderProblems(problems, io, cwd).join("\n"))
  if (rows.length > 0) io.out(`\n${summarise(found)}`)
  else if (problems.length === 0)
    io.err(
      `${describeNone(without)}: write evals/requests.json beside a SKILL.md,\nas in [{ "query": "…", "should_trigger": true }]`,
    )
}

/** Each once: a file about several skills is read for each of them. */
function listProblems({ skills }: Pick<SkillEvaluations, "skills">): readonly Problem[] {
  return skills.reduce<readonly Problem[]>((known, { problems }) => joinProblems(known, problems), [])
}

function describeNone(without: readonly string[]): string {
  const [only, ...others] = without
  if (only === undefined) return "there are no skills here but those that come with Skillet"
  return others.length === 0
    ? `${toVisibleLine(only)} has no requests`
    : `none of ${formatCount(without.length, "skill")} has requests`
}

const columns: readonly Column<SkillEvaluation>[] = [
  { title: "SKILL", text: ({ ref }) => toVisibleLine(ref), ownLine: true },
  {
    title: "AS EXPECTED",
    text: ({ cases }) => `${countExpected(cases)} of ${cases.length}`,
    align: "right",
  },
  { title: "FOUND FIRST", text: ({ cases }) => countFirst(cases), align: "right", drops: 1 },
  { title: "LEFT ALONE", text: ({ cases }) => countLeft(cases), align: "right", drops: 0 },
]

function countFirst(cases: readonly EvaluatedCase[]): string {
  const uses = cases.filter(({ expects }) => expects === "use")
  return uses.length === 0 ? "" : `${uses.filter(({ rank }) => rank === 1).length} of ${uses.length}`
}

function countLeft(cases: readonly EvaluatedCase[]): string {
  const leaves = cases.filter(({ expects }) => expects === "leave")
  return leaves.length === 0 ? "" : `${countExpected(leaves)} of ${leaves.length}`
}

function countExpected(cases: readonly EvaluatedCase[]): number {
  return cases.filter(({ isAsExpected }) => isAsExpected).length
}

function describeFailure(ref: string, one: EvaluatedCase, file: string): readonly string[] {
  return [
    `${toVisibleLine(ref)}: ${toVisibleLine(describeRank(one))}`,
    `  ${cutToWidth(toVisibleLine(one.request), LONGEST_REQUEST)}`,
    `  ${toVisibleLine(file)}:${one.line}`,
  ]
}

const LONGEST_REQUEST = 300

function describeRank({ expects, rank, before, owner, within }: EvaluatedCase): string {
  const others = before.join(", ")
  if (expects === "leave")
    return owner === undefined
      ? "found first, but should be left alone"
      : `found, but ${owner}, which it is for, is not found before it`
  if (rank === undefined) return before.length === 0 ? "not found, and nothing else is" : `not found, but ${others}`
  return `found at place ${rank} and not in the first ${within}; before it ${others}`
}

function summarise({ skills, without, among }: SkillEvaluations): string {
  const cases = skills.flatMap((skill) => skill.cases)
  const answers = cases.filter(({ hasAnswer }) => hasAnswer).length
  const unstated = cases.filter(({ isStated }) => !isStated).length
  const problems = listProblems({ skills }).length
  const parts = [
    `${countExpected(cases)} of ${formatCount(cases.length, "request")} as expected, among ${formatCount(among, "skill")}`,
    ...(problems === 0 ? [] : [formatCount(problems, "problem")]),
    ...(without.length === 0 ? [] : [`${formatCount(without.length, "skill")} without requests`]),
  ]
  return [
    ...(unstated === 0
      ? []
      : [`For ${unstated} of them nothing says whether the skill should be used: they count as requests it is for.`]),
    ...(answers === 0 ? [] : [`What an agent should answer is written for ${answers} of them, and was not checked.`]),
    parts.join("; "),
  ].join("\n")
}
