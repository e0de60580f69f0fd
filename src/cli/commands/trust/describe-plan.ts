import path from "node:path"
import type { PatchedFile } from "../../../catalog/io/skills/patch-files.ts"
import type { ApprovalPlan } from "../../../catalog/io/skills/trust-skills.ts"
import type { Finding } from "../../../finding/finding.ts"
import type { ApprovalPreview, RefusedCommand } from "../../../skillet/open-skillet-trust.ts"
import { describeFileChanges } from "../../../trust/compare-files.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { renderHint } from "../../render-hint.ts"
import { shortenPath } from "../../terminal/shorten-path.ts"
import { renderPatch } from "../../terminal/render-patch.ts"
import { applyStyle } from "../../terminal/style.ts"
import { indentHanging } from "../../terminal/wrap-text.ts"

export type AskedPlan = ApprovalPlan & {
  /** For a server's skill: what must be set so that it may use more. */
  readonly step: string | undefined
  readonly preview: ApprovalPreview
}

/** What a person should know before approving: what changed, what would run or be refused, what the audit says. */
export function describePlan(plan: AskedPlan, io: Io, cwd: string): readonly string[] {
  const shownPath = toVisibleLine(shortenPath(plan.path, io, cwd))
  return [
    plan.ref === plan.path ? shownPath : `${toVisibleLine(plan.ref)}  ${shownPath}`,
    ...moduleLines(plan, io),
    ...conventionLines(plan, io),
    ...actionLines(plan, io),
    ...refusedLines(plan, io, cwd),
    ...(plan.pins === "description" ? [indentHanging(FREE_TEXT, 0, io.width)] : []),
    ...(plan.step === undefined ? [] : [toVisibleLine(plan.step)]),
    ...(isIdle(plan) ? [indentHanging(IDLE, 0, io.width)] : []),
    ...auditLines(plan, io, cwd),
    ...(plan.before === undefined ? [] : changeLines(plan.before, io)),
  ]
}

function group(io: Io, title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  return [applyStyle(io, "bold", title), ...lines.map((line) => `  ${toVisibleLine(line)}`)]
}

function moduleLines(plan: AskedPlan, io: Io): readonly string[] {
  if (plan.module === undefined) return []
  return [
    "This is a program. Once approved, it runs with your rights and without a sandbox whenever a command needs its workflows.",
    ...group(
      io,
      "imports files, which the approval covers too:",
      plan.files.map((file) => file.path).filter((file) => file !== path.basename(plan.path)),
    ),
    ...group(io, "uses modules of Node; what it reads or starts with them is not covered:", plan.module.builtins),
  ]
}

const TEXTS =
  "Procedures and jobs give these texts to agents as instructions. Skillet has not audited them, so read them before you approve them."

function conventionLines({ conventions }: AskedPlan, io: Io): readonly string[] {
  if (conventions === undefined) return []
  return [
    indentHanging(TEXTS, 0, io.width),
    ...group(io, "replace texts that come with Skillet, wherever they are used:", conventions.replaces),
    ...group(io, "are new, for procedures that name them:", conventions.adds),
  ]
}

function actionLines(plan: AskedPlan, io: Io): readonly string[] {
  return [
    ...group(
      io,
      "runs when it is used:",
      plan.commands.map(({ command, line }) => `line ${line}: ${command}`),
    ),
    ...group(io, "is granted by its own frontmatter:", plan.grants),
    ...group(io, "registers hooks:", plan.hooks),
    ...group(io, "ships programs:", plan.executables),
    ...group(
      io,
      "names files outside its directory, which the approval covers too (not what they run in turn):",
      plan.outside.map(({ path: at, digest }) => (digest === "missing" ? `${at} (does not exist)` : at)),
    ),
    ...group(io, "may run more than can be listed in advance:", plan.unnamed),
  ]
}

const IDLE =
  "Nothing in it runs by itself when it is used, and it requests no grants; an agent may still do what its text says. An approval lets it use the paths of its own files, and lets its patterns count as proof in reviews."

const FREE_TEXT =
  "The server may write its text anew for each use, so an approval pins its description and arguments, not its text."

function isIdle({ step, module, conventions, commands, grants, hooks, executables, outside }: AskedPlan): boolean {
  const actions = commands.length + grants.length + hooks.length + executables.length + outside.length
  return step === undefined && module === undefined && conventions === undefined && actions === 0
}

function refusedLines({ preview, grants }: AskedPlan, io: Io, cwd: string): readonly string[] {
  const { refused, unknown, userSettings } = preview
  if (unknown !== undefined) return [`What would be refused after the approval is not known: ${toVisibleLine(unknown)}`]
  if (refused.length === 0) return []
  const settings = shortenPath(userSettings, io, cwd)
  const one = ({ command, line, reason, rules }: RefusedCommand) => [
    `  line ${line}: ${toVisibleLine(command)}`,
    `    ${indentHanging(toVisibleLine(explainRefusal({ command, reason, rules }, grants)), 4, io.width)}`,
    ...(rules.length === 0 ? [] : [`    allow it with ${toVisibleLine(rules.join(", "))}`]),
  ]
  const where = `  such a rule goes below permissions.allow in ${settings}, or into its allowed-tools`
  const isAllowable = refused.some(({ rules }) => rules.length > 0)
  return [
    applyStyle(io, "yellow", "would still be refused after the approval, and then nothing is rendered:"),
    ...refused.flatMap(one),
    ...(isAllowable ? [where] : []),
  ]
}

/** If a rule is all that is missing, the rules for the same program say what is covered. */
function explainRefusal({ command, reason, rules }: Omit<RefusedCommand, "line">, grants: readonly string[]): string {
  const [program = ""] = command.split(" ")
  const near = grants.filter((grant) => grant.startsWith(`Bash(${program} `) || grant.startsWith(`Bash(${program}:`))
  return rules.length > 0 && near.length > 0 ? `not covered by ${near.join(", ")}` : reason
}

const MOST_FINDINGS = 5

function auditLines({ ref, path: at, preview }: AskedPlan, io: Io, cwd: string): readonly string[] {
  const { findings, notRead } = preview
  if (findings === undefined) return []
  const skipped = notRead === 0 ? "" : `, and ${formatCount(notRead, "file")} could not be read`
  if (findings.length === 0)
    return [`The rules of skillet audit found nothing in it${skipped}; they do not understand prose.`]
  const left = findings.length - MOST_FINDINGS
  const one = ({ severity, file, line, title }: Finding) =>
    `  ${severity.padEnd(8)} ${toVisibleLine(path.relative(path.dirname(at), path.resolve(cwd, file)))}:${line}  ${toVisibleLine(title)}`
  return [
    applyStyle(io, "yellow", `the audit found, worst first${skipped}:`),
    ...findings.slice(0, MOST_FINDINGS).map(one),
    ...(left > 0
      ? [`  ${formatCount(left, "more finding")}; ${renderHint(`skillet audit ${ref}`, io)} shows all`]
      : []),
  ]
}

/** Which files changed, and how; a copy that was not kept or is not text cannot be compared. */
function changeLines(before: NonNullable<ApprovalPlan["before"]>, io: Io): readonly string[] {
  const { approvedAt, differences } = before
  const title = `Changed since you approved it on ${approvedAt.slice(0, 10)}: ${describeFileChanges(differences)}`
  return [applyStyle(io, "yellow", toVisibleLine(title)), ...differences.flatMap(differenceLines)]
}

function differenceLines({ path: name, change, patch }: PatchedFile): readonly string[] {
  if (patch === undefined)
    return change === "mode"
      ? []
      : [`  no copy of ${toVisibleLine(name)} as you approved it was kept, or it is not text; look at the file itself`]
  return renderPatch(patch)
}
