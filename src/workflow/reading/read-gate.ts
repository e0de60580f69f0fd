import { type Inspection, inspections } from "../review-policy.ts"
import { REVIEW_LIMIT } from "../review-policy.ts"
import { roles, type Role } from "../roles.ts"
import type { Evidence, ReviewLoop } from "../workflow.ts"
import {
  readChoiceField,
  readCountField,
  type Expected,
  type YamlField,
  type YamlFields,
  readMapField,
  readFlagField,
  dropUndefined,
  readListField,
  addFault,
  type FaultList,
  readTextField,
  readWordsField,
} from "./yaml/read-fields.ts"
import { readSchema } from "./read-schema.ts"

type EvidenceReader = (fields: YamlFields, faults: FaultList) => Evidence

/** One entry per kind of evidence: the keys it is written with, and how it is read. */
const evidenceKinds: Readonly<Record<Evidence["kind"], EvidenceEntry>> = {
  review: {
    what: "the evidence review",
    keys: ["review"],
    read: (fields, faults) => ({ kind: "review", of: readTextField(fields.get("review"), faults) ?? "" }),
  },
  sections: {
    what: "the evidence sections",
    keys: ["sections", "of"],
    required: ["sections", "of"],
    read: (fields, faults) => ({
      kind: "sections",
      of: readTextField(fields.get("of"), faults) ?? "",
      sections: readWordsField(fields.get("sections"), faults) ?? [],
    }),
  },
  command: {
    what: "the evidence command",
    keys: ["command", "exit"],
    read: (fields, faults) => ({
      kind: "command",
      command: readTextField(fields.get("command"), faults) ?? "",
      ...dropUndefined({ exit: readCountField(fields.get("exit"), faults) }),
    }),
  },
  schema: {
    what: "the evidence schema",
    keys: ["schema", "of"],
    required: ["schema", "of"],
    read: (fields, faults) => ({
      kind: "schema",
      of: readTextField(fields.get("of"), faults) ?? "",
      schema: readSchema(fields.get("schema"), faults),
    }),
  },
  lint: inspectionEntry("lint"),
  audit: inspectionEntry("audit"),
  markers: inspectionEntry("markers"),
}

function inspectionEntry(kind: Inspection): EvidenceEntry {
  return {
    what: `the evidence ${kind}`,
    keys: [kind, "fail-on"],
    read: (fields, faults) => ({
      kind,
      path: readTextField(fields.get(kind), faults) ?? "",
      ...dropUndefined({ failOn: readChoiceField(fields.get("fail-on"), inspections[kind].levels, faults) }),
    }),
  }
}

type EvidenceEntry = Expected & { readonly read: EvidenceReader }

const kinds = Object.keys(evidenceKinds) as readonly Evidence["kind"][]

export function readEvidence(field: YamlField | undefined, faults: FaultList): readonly Evidence[] {
  return readListField(field, faults).flatMap((entry) => readOneEvidence(entry, kinds, faults) ?? [])
}

/** One entry that is of one of these kinds. */
export function readOneEvidence<Kind extends Evidence["kind"]>(
  entry: YamlField,
  allowed: readonly Kind[],
  faults: FaultList,
): Extract<Evidence, { kind: Kind }> | undefined {
  const { node } = entry
  const found = node.kind === "map" ? allowed.filter((name) => node.entries.has(name)) : []
  const [only] = found
  if (only === undefined || found.length > 1) {
    addFault(faults, "workflow.bad-value", {
      line: entry.line,
      message: `an entry of ${entry.name.replace(/\W*\d*\W*$/, "")} is one of ${allowed.join(", ")}`,
      fix: `write it as - ${allowed[0]}: VALUE, for example`,
    })
    return undefined
  }
  const { read, ...expected }: EvidenceEntry = evidenceKinds[only]
  const fields = readMapField(entry, expected, faults)
  return fields === undefined ? undefined : (read(fields, faults) as Extract<Evidence, { kind: Kind }>)
}

const loopKeys = ["work", "review", "limit", "reverify", "self-fix", "fix-target", "pass-message"]

export function readReviewLoop(field: YamlField | undefined, faults: FaultList): ReviewLoop | undefined {
  if (field === undefined) return undefined
  const fields = readMapField(field, { what: "loop", keys: loopKeys, required: ["work", "review"] }, faults)
  if (fields === undefined) return undefined
  return {
    work: readTextField(fields.get("work"), faults) ?? "",
    review: readTextField(fields.get("review"), faults) ?? "",
    limit: readCountField(fields.get("limit"), faults, 1) ?? REVIEW_LIMIT,
    reverify: readChoiceField(fields.get("reverify"), ["fresh", "previous"], faults) ?? "fresh",
    ...dropUndefined({
      selfFix: readFlagField(fields.get("self-fix"), faults),
      fixTarget: readChoiceField(fields.get("fix-target"), Object.keys(roles) as readonly Role[], faults),
      passMessage: readTextField(fields.get("pass-message"), faults),
    }),
  }
}
