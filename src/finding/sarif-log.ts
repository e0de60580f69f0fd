import type { Location, Log, Notification, ReportingDescriptor, Result, Run } from "sarif"
import type { Finding, FindingPlace, Suppression } from "./finding.ts"
import { severities, type Severity } from "./severity.ts"

/** The input of a SARIF log. */
export interface SarifInput {
  readonly tool: { readonly name: string; readonly version: string }
  readonly rules: readonly SarifRule[]
  readonly findings: readonly Finding[]
  readonly suppressed: readonly { readonly finding: Finding; readonly suppression: Suppression }[]
  /** Files that exist but were not read. */
  readonly notRead: readonly { readonly path: string; readonly reason: string }[]
  /** What was looked at, in one sentence. */
  readonly checked?: string
}

export interface SarifRule {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly fix?: string
  readonly severity: Severity
  readonly category: string
}

/** A SARIF 2.1.0 log. Every result has a place and a fingerprint; same input, same bytes. */
export function toSarifLog(input: SarifInput): Log {
  const used = rulesUsed(input)
  const indexOf = new Map(used.map((rule, at) => [rule.id, at]))
  const run: Run = {
    tool: { driver: { name: input.tool.name, version: input.tool.version, rules: used.map(descriptor) } },
    ...sarifPlaces,
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [...input.notRead.map((file) => notRead(file)), ...noteChecked(input.checked)],
      },
    ],
    results: [
      ...input.findings.map((finding) => toSarifResult(finding, indexOf)),
      ...input.suppressed.map(({ finding, suppression }) => ({
        ...toSarifResult(finding, indexOf),
        suppressions: [
          {
            kind: suppression.kind === "inline" ? ("inSource" as const) : ("external" as const),
            justification: suppression.reason,
          },
        ],
      })),
    ],
  }
  return wrapSarifRun(run)
}

export function wrapSarifRun(run: Run): Log {
  return { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] }
}

const ROOT = "ROOT"

/** How our logs count columns, and the base of their relative addresses. */
export const sarifPlaces = {
  columnKind: "utf16CodeUnits",
  originalUriBaseIds: { [ROOT]: { description: { text: "The directory the check was started in." } } },
} as const satisfies Partial<Run>

/** Only the rules with results, so that an empty log is short. */
function rulesUsed(input: SarifInput): readonly SarifRule[] {
  const ids = new Set([...input.findings, ...input.suppressed.map(({ finding }) => finding)].map(({ rule }) => rule))
  return input.rules.filter(({ id }) => ids.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
}

function descriptor(rule: SarifRule): ReportingDescriptor {
  return {
    id: rule.id,
    shortDescription: { text: rule.title },
    fullDescription: { text: rule.about },
    ...(rule.fix === undefined ? {} : { help: { text: rule.fix } }),
    defaultConfiguration: { level: levelOf[rule.severity] },
    properties: { tags: ["security", rule.category], "security-severity": scoreOf[rule.severity] },
  }
}

/** One finding with its place, its rank and its fingerprint. */
export function toSarifResult(finding: Finding, indexOf: ReadonlyMap<string, number>): Result {
  const ruleIndex = indexOf.get(finding.rule)
  return {
    ruleId: finding.rule,
    ruleIndex,
    level: levelOf[finding.severity],
    rank: rankFinding(finding),
    message: { text: writeMessage(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: toSarifAddress(finding.file),
          region: {
            ...(finding.range ?? { startLine: finding.line }),
            snippet: { text: finding.evidence },
          },
        },
      },
    ],
    ...(finding.also === undefined ? {} : { relatedLocations: finding.also.map(relatedPlace) }),
    partialFingerprints: { "skilletFinding/v1": finding.fingerprint },
    properties: { severity: finding.severity, confidence: finding.confidence, category: finding.category },
  }
}

function relatedPlace({ file, line }: FindingPlace, at: number): Location {
  return { id: at + 1, physicalLocation: { artifactLocation: toSarifAddress(file), region: { startLine: line } } }
}

function writeMessage({ title, description, fix }: Finding): string {
  return `${title}. ${description}${fix === undefined ? "" : ` ${fix}`}`
}

function noteChecked(text: string | undefined): readonly Notification[] {
  return text === undefined ? [] : [{ level: "note", message: { text }, descriptor: { id: "checked" } }]
}

function notRead({ path, reason }: { readonly path: string; readonly reason: string }): Notification {
  return {
    level: "warning",
    message: { text: `not read: ${reason}` },
    descriptor: { id: "not-read" },
    locations: [{ physicalLocation: { artifactLocation: toSarifAddress(path) } }],
  }
}

/** A path below the root is relative to it; any other becomes a file URL. */
export function toSarifAddress(path: string): { readonly uri: string; readonly uriBaseId?: string } {
  const encoded = path
    .split("/")
    .map((part) => Array.from(part, encodedSign).join(""))
    .join("/")
  return path.startsWith("/") ? { uri: `file://${encoded}` } : { uri: encoded, uriBaseId: ROOT }
}

/** A byte of a name that is not UTF-8 is written as that byte, percent-encoded. */
function encodedSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  if (code >= 0xdc80 && code <= 0xdcff) return `%${(code - 0xdc00).toString(16).toUpperCase()}`
  return encodeURIComponent(code >= 0xd800 && code <= 0xdfff ? "\ufffd" : sign)
}

export const levelOf = { critical: "error", major: "error", minor: "warning", suggestion: "note" } as const
export const scoreOf = { critical: "9.5", major: "7.5", minor: "4.0", suggestion: "1.0" } as const

/** From 0 to 100, as the standard requires: by severity first, then by confidence. */
function rankFinding({ severity, confidence }: Finding): number {
  const base = { critical: 75, major: 50, minor: 25, suggestion: 0 }[severity]
  return base + { high: 25, medium: 15, low: 5 }[confidence] - (severities[0] === severity ? 0 : 1)
}
