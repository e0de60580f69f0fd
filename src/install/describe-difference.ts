import type { SkillCapabilities } from "../audit/audit-report.ts"
import type { Finding } from "../finding/finding.ts"
import { type SkillFileChange, compareFiles } from "../trust/compare-files.ts"
import type { LockedFile, SkillNeeds } from "./lock/lock-file.ts"
import { needKinds } from "./lock/lock-file.ts"

/** One version of a skill, as far as it is compared. */
export interface ComparedVersion {
  readonly files: ReadonlyMap<string, LockedFile>
  readonly requires: SkillNeeds
  readonly capabilities: Pick<SkillCapabilities, "commands" | "grants" | "hooks" | "hosts" | "executables">
  readonly findings: readonly Finding[]
}

/** What a new version of a skill changes, besides its text. */
export interface SkillDifference {
  readonly files: readonly SkillFileChange[]
  readonly grants: Changed
  readonly commands: Changed
  readonly hooks: Changed
  /** Hosts that its texts name. */
  readonly hosts: Changed
  readonly requires: Changed
  readonly findings: { readonly added: readonly Finding[]; readonly removed: readonly Finding[] }
}

export interface Changed {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export function compareVersions(before: ComparedVersion, now: ComparedVersion): SkillDifference {
  const compare = (list: (version: ComparedVersion) => readonly string[]) => compareLists(list(before), list(now))
  return {
    files: compareFiles(toCovered(before.files), toCovered(now.files)),
    grants: compare(({ capabilities }) => capabilities.grants.map(({ text }) => text)),
    commands: compare(({ capabilities }) => capabilities.commands.map(({ command }) => command)),
    hooks: compare(({ capabilities }) => capabilities.hooks.map(({ event, command }) => `${event}: ${command}`)),
    hosts: compare(({ capabilities }) => capabilities.hosts),
    requires: compare(({ requires }) => listNeeded(requires)),
    findings: compareFindings(before.findings, now.findings),
  }
}

/** `programs jq`, `skills review` */
export function listNeeded(requires: SkillNeeds): readonly string[] {
  return needKinds.flatMap((kind) => (requires[kind] ?? []).map((name) => `${kind} ${name}`))
}

function toCovered(files: ReadonlyMap<string, LockedFile>) {
  return [...files].map(([path, { sha256, mode }]) => ({ path, digest: sha256, executable: mode === "755" }))
}

function compareLists(before: readonly string[], now: readonly string[]): Changed {
  const without = (all: readonly string[], others: readonly string[]) => [
    ...new Set(all.filter((one) => !others.includes(one))),
  ]
  return { added: without(now, before), removed: without(before, now) }
}

function compareFindings(before: readonly Finding[], now: readonly Finding[]): SkillDifference["findings"] {
  const without = (all: readonly Finding[], others: readonly Finding[]) => {
    const known = new Set(others.map(({ fingerprint }) => fingerprint))
    return all.filter(({ fingerprint }) => !known.has(fingerprint))
  }
  return { added: without(now, before), removed: without(before, now) }
}
