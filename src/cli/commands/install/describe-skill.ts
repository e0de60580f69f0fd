import type { Finding } from "../../../finding/finding.ts"
import type { PlannedSkill } from "../../../install/io/add-skills.ts"
import { describeSource } from "../../../install/decide-install.ts"
import { listNeeded, type SkillDifference } from "../../../install/describe-difference.ts"
import { describeFileChanges } from "../../../trust/compare-files.ts"
import { toVisibleLine } from "../../../text/escape-hidden.ts"
import { formatCount } from "../../../text/format-count.ts"
import type { Io } from "../../output.ts"
import { applyStyle } from "../../terminal/style.ts"

/** What a person should know before a skill is installed. */
export function describeSkill(skill: PlannedSkill, io: Io): readonly string[] {
  const { name, row, capabilities, findings, notRead, checked, missing } = skill
  return [
    `${applyStyle(io, "bold", toVisibleLine(name))}  ${toVisibleLine(describeSource(row.source))}`,
    `  ${formatCount(row.files.size, "file")}, ${row.digest}${row.license === undefined ? "" : `, license ${toVisibleLine(row.license)}`}`,
    ...listGroup(
      "runs when it is used",
      capabilities.commands.map(({ command, line }) => `line ${line}: ${command}`),
    ),
    ...listGroup(
      "asks for",
      capabilities.grants.map(({ text }) => text),
    ),
    ...listGroup(
      "registers hooks",
      capabilities.hooks.map(({ event, command }) => `${event}: ${command}`),
    ),
    ...listGroup("ships programs", capabilities.executables),
    ...listGroup("names hosts", capabilities.hosts),
    ...listGroup("needs", listNeeded(row.requires)),
    ...listGroup("needs skills that are not installed", missing),
    ...describeFindings(findings),
    ...(findings.length > 0
      ? []
      : [`  the audit found nothing in ${formatCount(checked.files, "file")}; ${checked.limits}`]),
    ...listGroup(
      "not read by the audit",
      notRead.map(({ path, reason }) => `${path}: ${reason}`),
    ),
    ...listGroup(
      "goes to",
      row.installedTo.map(({ path, kind }) => (kind === "real" ? path : `${path} (${kind})`)),
    ),
  ]
}

function describeFindings(findings: readonly Finding[]): readonly string[] {
  return listGroup(
    `the audit found ${formatCount(findings.length, "thing")}`,
    findings.map(({ severity, file, line, title }) => `${severity}  ${file}:${line}  ${title}`),
  )
}

/** What a new version changes besides its text. */
export function describeSkillDifference({
  files,
  grants,
  commands,
  hooks,
  hosts,
  requires,
  findings,
}: SkillDifference): readonly string[] {
  const both = (
    what: string,
    { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ) => listGroup(what, [...added.map((one) => `+ ${one}`), ...removed.map((one) => `- ${one}`)])
  const toLine = ({ severity, file, title }: Finding) => `${severity}  ${file}  ${title}`
  return [
    ...(files.length === 0 ? [] : [`  files: ${toVisibleLine(describeFileChanges(files))}`]),
    ...both("what it asks for", grants),
    ...both("what runs when it is used", commands),
    ...both("hooks", hooks),
    ...both("hosts that it names", hosts),
    ...both("what it needs", requires),
    ...both("findings of the audit", { added: findings.added.map(toLine), removed: findings.removed.map(toLine) }),
  ]
}

const MOST_LINES = 20

function listGroup(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  const left = lines.length - MOST_LINES
  return [
    `  ${title}:`,
    ...lines.slice(0, MOST_LINES).map((line) => `    ${toVisibleLine(line)}`),
    ...(left > 0 ? [`    and ${left} more`] : []),
  ]
}
