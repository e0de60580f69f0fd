import { groupDigits } from "../text/format-count.ts"
import { headerFields } from "./header/schema/fields.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import type { FileProblem } from "../problem/problem.ts"
import { skillProblem, type SkillProblemCode } from "./problems.ts"
import {
  lintArguments,
  checkBody,
  checkBodyTodo,
  checkCase,
  checkFiles,
  checkHidden,
  checkSkillCalls,
} from "./lint-body.ts"
import type { LintTarget } from "./lint-target.ts"
import { toNulProblem, type SkillText } from "./read-skill.ts"
import { findNearestFields, listUnknownFields } from "./unknown-fields.ts"
import { isKnownTool, knownTools, readTool } from "./known-tools.ts"

/** One thing that can be wrong with how a skill is written, beyond what reading it already found. */
export interface LintRule {
  readonly code: SkillProblemCode
  check(target: LintTarget): readonly FileProblem[]
}

export const lintRules: readonly LintRule[] = [
  { code: "name.rules", check: checkName },
  { code: "name.differs", check: checkSameName },
  { code: "description.long", check: checkDescription },
  { code: "description.todo", check: checkTodo },
  { code: "compatibility.long", check: checkCompatibility },
  { code: "header.bad-version", check: checkVersion },
  { code: "header.old-spelling", check: checkSpelling },
  { code: "header.unknown-field", check: checkUnknown },
  { code: "header.no-effect", check: checkEffect },
  { code: "header.nobody", check: checkUsers },
  { code: "header.unknown-tool", check: checkTools },
  { code: "body.empty", check: checkBody },
  { code: "body.todo", check: checkBodyTodo },
  { code: "body.missing-file", check: checkFiles },
  { code: "body.missing-skill", check: checkSkillCalls },
  { code: "body.wrong-case", check: checkCase },
  { code: "body.argument-base", check: lintArguments },
  { code: "body.hidden-text", check: checkHidden },
  {
    code: "file.nul",
    check: ({ skill }) => (skill.body.includes("\0") ? [toNulProblem(skill.body, skill.bodyLine)] : []),
  },
]

export function lintSkill(target: LintTarget): readonly FileProblem[] {
  return lintRules.flatMap((rule) => rule.check(target))
}

/** What is wrong with a name by the Agent Skills specification, or undefined. */
export function findNameProblem(name: string): string | undefined {
  if (name === "") return "is empty"
  if ([...name].length > 64) return "has more than 64 characters"
  if (name !== name.toLowerCase()) return "has capital letters"
  if (!/^[\p{Ll}\p{Lo}\p{N}-]+$/u.test(name.normalize("NFKC")))
    return "has characters other than letters, digits and hyphens"
  if (/^-|-$|--/.test(name)) return "begins or ends with a hyphen, or has two in a row"
  return undefined
}

function checkName({ skill, name, form, findKeyLine, portable }: LintTarget): readonly FileProblem[] {
  if (form === "command") return []
  const own = skill.header.name ?? name
  const fault = findNameProblem(own)
  if (fault === undefined) return []
  const fixed = own
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64)
  const message = `the name "${own}" ${fault}; other agents may not accept it`
  return [
    skillProblem(
      portable ? "name.not-portable" : "name.rules",
      { line: findKeyLine("name"), column: 1 },
      { message, fix: `name: ${fixed}` },
    ),
  ]
}

function checkSameName({ skill, name, form, findKeyLine }: LintTarget): readonly FileProblem[] {
  const own = skill.header.name
  if (form !== "folder" || own === undefined || own.normalize("NFKC") === name.normalize("NFKC")) return []
  const message = `the frontmatter calls it "${own}", the directory "${name}"; agents differ in which one they use`
  return [
    skillProblem(
      "name.differs",
      { line: findKeyLine("name"), column: 1 },
      { message, fix: `rename the directory to ${own}, or write name: ${name}` },
    ),
  ]
}

function checkDescription({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  const length = skill.header.description?.length ?? 0
  if (length <= 1024) return []
  const message = `the description has ${groupDigits(length)} characters; agents cut it at 1,024 or 1,536`
  return [
    skillProblem(
      "description.long",
      { line: findKeyLine("description"), column: 1 },
      { message, fix: "say what it does and when to use it, and move the rest into the body" },
    ),
  ]
}

/** A template that was never filled in tells an agent nothing. */
function checkTodo({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  if (!/^\s*\[?(?:TODO|FIXME|TBD)\b/.test(skill.header.description ?? "")) return []
  return [
    skillProblem(
      "description.todo",
      { line: findKeyLine("description"), column: 1 },
      {
        message: "the description is still the one from the template",
        fix: "say what the skill does and when to use it",
      },
    ),
  ]
}

const MOST_COMPATIBILITY = 500

function checkCompatibility({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  const length = skill.header.compatibility?.length ?? 0
  if (length <= MOST_COMPATIBILITY) return []
  const message = `compatibility has ${groupDigits(length)} characters; the specification allows ${MOST_COMPATIBILITY}`
  return [
    skillProblem(
      "compatibility.long",
      { line: findKeyLine("compatibility"), column: 1 },
      { message, fix: "name the requirements, and move the rest into the body" },
    ),
  ]
}

const VERSION = /^v?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

function checkVersion({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  const { version } = skill.header
  if (version === undefined || VERSION.test(version.trim())) return []
  return [
    skillProblem(
      "header.bad-version",
      { line: findKeyLine("version"), column: 1 },
      { message: `"${version}" is not a version`, fix: "write three numbers, such as version: 1.0.0" },
    ),
  ]
}

function checkSpelling({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  return Object.entries(skill.spelled ?? {}).map(([key, written]) =>
    skillProblem(
      "header.old-spelling",
      { line: findKeyLine(written), column: 1 },
      { message: `${written} is understood here, but agents know it as ${key}`, fix: `write ${key}` },
    ),
  )
}

function checkUnknown({ skill, findKeyLine, portable }: LintTarget): readonly FileProblem[] {
  const unknown = listUnknownFields(skill).flatMap((written) => {
    const near = findNearestFields(written)
    if (near.length === 0 && !portable) return []
    const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `move it below metadata, as ${written}`
    return [
      skillProblem(
        "header.unknown-field",
        { line: findKeyLine(written), column: 1 },
        { message: `no agent is known to read the field ${written}`, fix },
      ),
    ]
  })
  return portable ? [...unknown, ...notPortable(skill, findKeyLine)] : unknown
}

function notPortable(skill: SkillText, findKeyLine: LintTarget["findKeyLine"]): readonly FileProblem[] {
  return headerFields
    .filter(({ standard, property }) => standard !== true && skill.header[property] !== undefined)
    .map(({ key }) => {
      const message = `${key} is not part of the Agent Skills specification; not every agent reads it`
      return skillProblem(
        "header.unknown-field",
        { line: findKeyLine(skill.spelled?.[key] ?? key), column: 1 },
        { message, fix: "make sure the skill works without it" },
      )
    })
}

function checkEffect({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  const { context, agent, background } = skill.header
  if (context === "fork") return []
  const idle = [...(agent === undefined ? [] : ["agent"]), ...(background === undefined ? [] : ["background"])]
  return idle.map((key) =>
    skillProblem(
      "header.no-effect",
      { line: findKeyLine(key), column: 1 },
      { message: `${key} does nothing without context: fork`, fix: `add context: fork, or remove ${key}` },
    ),
  )
}

function checkUsers({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  const { userInvocable, disableModelInvocation } = skill.header
  if (userInvocable !== false || disableModelInvocation !== true) return []
  const line = findKeyLine(skill.spelled?.["user-invocable"] ?? "user-invocable")
  const message = "nobody can use it: user-invocable is false, and disable-model-invocation is true"
  return [skillProblem("header.nobody", { line, column: 1 }, { message, fix: "remove one of the two" })]
}

/** A tool that no agent has is neither granted nor taken. */
function checkTools({ skill, findKeyLine }: LintTarget): readonly FileProblem[] {
  const fields = { "allowed-tools": skill.header.allowedTools, "disallowed-tools": skill.header.disallowedTools }
  return Object.entries(fields).flatMap(([key, rules = []]) =>
    [...new Set(rules.map(readTool))]
      .filter((tool) => !isKnownTool(tool))
      .map((tool) => {
        const near = findNearestNames(tool, knownTools)
        const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `correct it, or remove it from ${key}`
        return skillProblem(
          "header.unknown-tool",
          { line: findKeyLine(skill.spelled?.[key] ?? key), column: 1 },
          { message: `${key} names ${tool}, and no agent is known to have a tool of that name`, fix },
        )
      }),
  )
}
