import { type FilePlace, isPlace } from "../../file-place.ts"
import { isSameCategory } from "../../categories.ts"
import type { ReviewFinding } from "../../review-finding.ts"
import type { ReviewedFile } from "../../reviewed-file.ts"
import { isInChange } from "../changed-lines.ts"
import { isGuardedAbove } from "./guarded-above.ts"
import { isAbout } from "./subjects.ts"

/** A finding and the code around it. */
export interface FindingInCode {
  readonly finding: ReviewFinding
  readonly file: ReviewedFile
  readonly lines: readonly string[]
  /** Whether a line begins inside a comment or with one, or is empty; read once for all findings of a file. */
  readonly isComment: (line: number) => boolean
}

/** A rule as people write it, and the part of it that the code shows. It applies only if the code leaves no doubt. */
export interface FactRow {
  readonly says: RegExp
  readonly holds: (at: FindingInCode) => boolean
  /** The code decides all of it: no judge is needed. */
  readonly isWhole?: true
}

export const factTable: readonly FactRow[] = [
  {
    says: /^a change is under review, and the line is neither part of it\b/,
    holds: isOutsideChange,
  },
  {
    says: /^(?:(?:lines?|issues?|code|problems?|findings?|anything) )?(?:(?:that (?:is|are) |on |in )?(?:pre-?existing|unchanged|(?:not (?:part of|in)|outside(?: of)?) the (?:change|diff)))(?: (?:lines?|issues?|code|problems?))?$/,
    isWhole: true,
    holds: isOutsideChange,
  },
  {
    says: /^the import or responsibility objected to is in a test, a fixture, a script, a migration or a generated file$/,
    isWhole: true,
    holds: inPlaces("architecture", ["test", "fixture", "script", "migration", "generated"]),
  },
  {
    says: /^the bug (?:lies|is) in a generated, vendored or minified file\b/,
    isWhole: true,
    holds: inPlaces("bugs", ["generated", "vendored", "minified"]),
  },
  {
    says: /^the debt (?:lies|is) in a file that is generated, vendored, minified, a snapshot or a lock file$/,
    isWhole: true,
    holds: inPlaces("technical-debt", ["generated", "vendored", "minified", "snapshot", "lock file"]),
  },
  {
    says: /^the cost arises once: at start, in a build, a migration, a script run by hand, a test or a benchmark$/,
    holds: inPlaces("performance", ["migration", "test", "benchmark"]),
  },
  {
    says: /^the document is generated\b/,
    isWhole: true,
    holds: ({ file }) => isPlace(file, "documentation") && isPlace(file, "generated"),
  },
  {
    says: /^the document describes another version on purpose: a change log, a migration guide, an archive, a decision record$/,
    holds: inPlaces("accuracy", ["old version"]),
  },
  {
    says: /^the repetition is in tests\b/,
    holds: ({ finding, file }) => isAbout(finding.title, "duplication") && isPlace(file, "test"),
  },
  {
    says: /^the secret (?:lies under|is in) a test, fixture, mock, story or sample path and (?:opens|gives access to) nothing real\b/,
    holds: (at) =>
      isAbout(at.finding.title, "secrets") &&
      (["test", "fixture", "story", "example"] as const).some((place) => isPlace(at.file, place)) &&
      !LIVE_KEY.test(readClaimedCode(at)),
  },
  {
    says: /^the secret is a placeholder\b/,
    holds: (at) => isAbout(at.finding.title, "secrets") && isPlaceholder(readClaimedCode(at)),
  },
  {
    says: /^on every path to the dangerous call the value is a constant\b|^(?:calls? )?(?:with )?(?:only )?(?:constant|literal) arguments?(?: only)?$/,
    holds: (at) => isAbout(at.finding.title, "injection") && hasConstantCallsOnly(readClaimedCode(at)),
  },
  {
    says: /^the note on work to be done names an owner, an issue or a date\b/,
    holds: (at) => isAbout(at.finding.title, "notes") && namesOwner(readClaimedCode(at)),
  },
  {
    says: /^a guard, schema, constraint or caller contract excludes the input\b|^(?:values? )?(?:already )?(?:guarded|checked|validated) (?:above|(?:by|with) an? (?:early return|guard|null check|if))(?: above)?$/,
    holds: ({ finding, lines }) => isGuardedAbove(finding, lines),
  },
]

export function readClaimedCode({ finding, lines }: FindingInCode): string {
  return lines.slice(finding.line - 1, Math.min(finding.endLine, finding.line + 40)).join("\n")
}

function isOutsideChange({ finding, file }: FindingInCode): boolean {
  return !isInChange(finding, file)
}

function inPlaces(category: string, places: readonly FilePlace[]): FactRow["holds"] {
  return ({ finding, file }) =>
    isSameCategory(finding.category, category) && places.some((place) => isPlace(file, place))
}

/** Keys in the form that providers issue for real use. */
const LIVE_KEY =
  /\b(?:AKIA|ASIA)[A-Z0-9]{12}|\b[sr]k_live_\w|\bgh[opsur]_\w{10}|\bgithub_pat_|\bxox[abeoprs]-|\bAIza[\w-]{20}|\bsk-(?:ant|proj)-|\bglpat-|\bnpm_\w{20}|PRIVATE KEY/

/** Every string that is assigned or passed is a placeholder with which nobody could log in. */
function isPlaceholder(code: string): boolean {
  const given = [...code.matchAll(/[:=(,]\s*(["'`])([^"'`\n]*)\1/g)].map(([, , value = ""]) => value)
  return given.length > 0 && given.every((value) => PLACEHOLDER.test(value))
}

const PLACEHOLDER =
  /^(?:change-?_?me|example|placeholder|dummy|redacted|todo|x{3,}|\*{3,}|\.{3}|<[\w -]+>|your[-_ ](?:[a-z]+[-_ ]?){1,4}(?:here)?)$/i

function namesOwner(code: string): boolean {
  const notes = code.split("\n").filter((line) => NOTE.test(line))
  return notes.length > 0 && notes.every((line) => OWNED.test(line))
}

const NOTE = /\b(?:TODO|FIXME|HACK|XXX)\b/
const OWNED =
  /\b(?:TODO|FIXME|HACK|XXX)\b\s*(?:[([]\s*@?[\w-]+[^)\]]{0,40}[)\]]|.{0,200}?(?:#\d+\b|\b[A-Z]{2,10}-\d+\b|https?:\/\/\S+\/\d+))/

/** Whether code contains a call, and every call passes only literals: no names, nothing interpolated. */
export function hasConstantCallsOnly(code: string): boolean {
  if (code.length > 2000 || /\$\{/.test(code)) return false
  const bare = code
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`/g, '""')
    .replace(/\/\/.*|(?<=^|\s)#.*|\/\*[^]*?\*\//g, "")
  if (/[`'"]/.test(bare.replaceAll('""', ""))) return false
  const calls = [...bare.matchAll(/[\w$\])]\s*\(/g)]
  return calls.length > 0 && calls.every(({ index, 0: start }) => isConstant(bare, index + start.length))
}

function isConstant(bare: string, from: number): boolean {
  let depth = 1
  let at = from
  for (; at < bare.length && depth > 0; at++) depth += bare[at] === "(" ? 1 : bare[at] === ")" ? -1 : 0
  if (depth > 0) return false
  const passed = bare.slice(from, at - 1)
  const names = passed.match(/[A-Za-z_$][\w$]*(?!\s*[:=](?!=)|[\w$])|[%]/g) ?? []
  return names.every((name) => LITERALS.has(name))
}

const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null", "undefined", "True", "False", "None"])
