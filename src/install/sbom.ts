import { compareBytes } from "../text/compare-bytes.ts"
import { listNeeded } from "./describe-difference.ts"
import type { LockedSkill, LockedSource, LockFile } from "./lock/lock-file.ts"

export interface SbomTool {
  readonly name: string
  readonly version: string
}

/** What a lock has, as a bill of materials: CycloneDX 1.5. It has no time in it, so that the same lock gives the same text. */
export function makeSbom({ skills }: LockFile, tool: SbomTool): object {
  const sorted = [...skills].sort(([a], [b]) => compareBytes(a, b))
  const toRef = (name: string) => `skill:${name}`
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { tools: { components: [{ type: "application", ...tool }] } },
    components: sorted.map(([name, skill]) => describeComponent(name, toRef(name), skill)),
    dependencies: sorted.map(([name, { requires }]) => ({
      ref: toRef(name),
      dependsOn: (requires.skills ?? []).filter((one) => skills.has(one)).map(toRef),
    })),
  }
}

function describeComponent(
  name: string,
  ref: string,
  { source, files, digest, license, grants, audit, requires }: LockedSkill,
): object {
  const properties = [
    ["skillet:source-type", source.type],
    ["skillet:path", source.path],
    ["skillet:audit", audit.verdict],
    ["skillet:attested-by", source.attestedBy],
    ["skillet:attestation-checked-with", source.checkedWith],
    ...grants.map((grant) => ["skillet:grant", grant]),
    ...listNeeded(requires).map((need) => ["skillet:requires", need]),
  ]
  return {
    type: "data",
    "bom-ref": ref,
    name,
    version: source.version ?? source.commit ?? digest,
    hashes: [{ alg: "SHA-256", content: digest.replace("sha256:", "") }],
    ...(license === undefined ? {} : { licenses: [{ license: { name: license } }] }),
    ...writeReference(source),
    components: [...files]
      .sort(([a], [b]) => compareBytes(a, b))
      .map(([path, { sha256 }]) => ({ type: "file", name: path, hashes: [{ alg: "SHA-256", content: sha256 }] })),
    properties: properties.flatMap(([key, value]) => (value === undefined ? [] : [{ name: key, value }])),
  }
}

function writeReference({ type, url, package: name }: LockedSource): object {
  const at = type === "npm" ? `npm:${name}` : url
  if (at === undefined) return {}
  return { externalReferences: [{ type: type === "git" ? "vcs" : "distribution", url: at }] }
}
