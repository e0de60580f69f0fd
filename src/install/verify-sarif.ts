import type { Finding } from "../finding/finding.ts"
import { type SarifInput, toSarifLog } from "../finding/sarif-log.ts"
import { sha256 } from "../text/sha256.ts"
import type { OtherLock } from "./lock/other-locks.ts"
import { type Difference, type DifferenceKind, differenceKinds } from "./compare-installed.ts"

/** What was compared, as far as a log needs it. */
interface Verified {
  readonly skills: number
  readonly files: number
  readonly differences: readonly Difference[]
  readonly others: readonly OtherLock[]
}

const severities = {
  changed: "critical",
  missing: "major",
  mode: "major",
  extra: "major",
  link: "major",
  blocked: "major",
  unclaimed: "minor",
  interrupted: "major",
} as const satisfies Readonly<Record<DifferenceKind, Finding["severity"]>>

/** The differences between a lock and the disk as a SARIF log. */
export function toVerifySarif(
  { skills, files, differences, others }: Verified,
  tool: SarifInput["tool"],
): ReturnType<typeof toSarifLog> {
  const kinds = Object.keys(differenceKinds) as DifferenceKind[]
  return toSarifLog({
    tool,
    rules: kinds.map((kind) => ({
      id: `verify.${kind}`,
      title: differenceKinds[kind],
      about: "The installed skills were compared with skillet.lock.",
      severity: severities[kind],
      category: "installed skills",
    })),
    findings: [...differences, ...others.flatMap(listDifferences)].map(toFinding),
    suppressed: [],
    notRead: [],
    checked: `${skills} skills with ${files} files were compared with the lock`,
  })
}

/** What the lock of another tool says and does not hold. */
function listDifferences({ path: lock, wrong, skills }: OtherLock): readonly Difference[] {
  if (wrong !== undefined) return [{ kind: "changed", name: "", path: lock }]
  return skills.flatMap(({ name, path, file, state }) => {
    const kind = state === "differs" ? "changed" : state
    if (kind !== "changed" && kind !== "missing" && kind !== "extra") return []
    return [{ kind, name, path: file === undefined ? path : `${path}/${file}` }]
  })
}

const DIFFERS =
  "To keep a change, run skillet update. To go back to the lock, move the directory away and run skillet ci."

const fixes: Partial<Record<DifferenceKind, string>> = {
  unclaimed: "Install it with skillet add, or pass --allow-unclaimed.",
  interrupted: "Run skillet sync, which completes the change.",
}

function toFinding({ kind, name, path }: Difference): Finding {
  return {
    title: differenceKinds[kind],
    file: path,
    category: "installed skills",
    severity: severities[kind],
    confidence: "high",
    description: `${path}: ${differenceKinds[kind]}${name === "" ? "" : ` (${name})`}.`,
    fix: fixes[kind] ?? DIFFERS,
    rule: `verify.${kind}`,
    line: 1,
    evidence: "",
    fingerprint: sha256(`${kind}\0${path}`),
  }
}
