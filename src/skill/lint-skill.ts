import { groupDigits } from "../text/format-count.ts"
import { findFileMentions } from "./body/find-file-mentions.ts"
import { readOutline } from "./body/read-outline.ts"
import { estimateTokens } from "../text/estimate-tokens.ts"
import { headerFields } from "./header/schema/fields.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import type { FileProblem } from "../problem/problem.ts"
import { skillProblem, type SkillProblemCode } from "./problems.ts"
import { toNulProblem, type SkillText } from "./read-skill.ts"
import { findFirstHidden } from "../text/escape-hidden.ts"
import type { SkillForm } from "./skill-form.ts"

/** The input of a rule: one skill, read completely, and its surroundings. */
export interface LintTarget {
  readonly skill: SkillText
  /** The name of its directory. */
  readonly name: string
  readonly form: SkillForm
  /** The position of a frontmatter key. */
  readonly findKeyLine: (key: string) => number
  /** Whether a file exists, by its path within the skill's directory. */
  readonly hasFile: (path: string) => boolean
  /** The files in the skill's directory, as spelled on disk. */
  readonly files?: readonly string[] | undefined
  /** Accept only the fields that every agent knows. */
  readonly portable: boolean
}

/** One thing that can be wrong with how a skill is written, beyond what reading it already found. */
export interface LintRule {
  readonly code: SkillProblemCode
  check(target: LintTarget): readonly FileProblem[]
}

export const MOST_LINES = 500
export const MOST_TOKENS = 5000

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
  { code: "body.empty", check: checkBody },
  { code: "body.missing-file", check: checkFiles },
  { code: "body.wrong-case", check: checkCase },
  { code: "body.argument-base", check: checkArguments },
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
  if (!/^\s*(?:TODO|FIXME|TBD)\b/.test(skill.header.description ?? "")) return []
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
  const keys = headerFields.map(({ key }) => key)
  // A known field that could not be read already has a problem.
  const foreign = Object.keys(skill.unknown).filter((written) => !keys.some((key) => key === written))
  const unknown = foreign.flatMap((written) => {
    const near = findNearestNames(written, keys).filter(
      (key) => Math.abs(key.length - written.length) <= 2 && written.length > 4,
    )
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

function checkBody({ skill }: LintTarget): readonly FileProblem[] {
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
function checkCase({ skill, files = [] }: LintTarget): readonly FileProblem[] {
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

function checkFiles({ skill, form, hasFile, files = [] }: LintTarget): readonly FileProblem[] {
  if (form === "command") return []
  const spelled = new Set(files.map((file) => file.toLowerCase()))
  return findFileMentions(readOutline(skill.body))
    .filter(({ path }) => !hasFile(path) && !spelled.has(path.toLowerCase()))
    .map(({ path, line, column }) =>
      skillProblem(
        "body.missing-file",
        { line: skill.bodyLine + line - 1, column },
        { message: `the body names ${path}, which does not exist`, fix: `add ${path}, or correct its name` },
      ),
    )
}

/** Agents count arguments from 0 or from 1; if it makes a difference, report which was used. */
function checkArguments({ skill }: LintTarget): readonly FileProblem[] {
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

function checkHidden({ skill }: LintTarget): readonly FileProblem[] {
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
