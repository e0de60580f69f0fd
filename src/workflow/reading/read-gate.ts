import { type Inspection, inspections } from "../review-policy.ts"
import { REVIEW_LIMIT } from "../review-policy.ts"
import { roles, type Role } from "../roles.ts"
import type { Evidence, ReviewLoop } from "../workflow.ts"
import {
  choiceOf,
  countOf,
  type Expected,
  type Field,
  type Fields,
  fieldsOf,
  flagOf,
  given,
  itemsOf,
  fault,
  type Faults,
  textOf,
  wordsOf,
} from "./yaml/fields.ts"
import { readSchema } from "./read-schema.ts"

type EvidenceReader = (fields: Fields, faults: Faults) => Evidence

/** One entry per kind of evidence: the keys it is written with, and how it is read. */
const evidenceKinds: Readonly<Record<Evidence["kind"], EvidenceEntry>> = {
  review: {
    what: "the evidence review",
    keys: ["review"],
    read: (fields, faults) => ({ kind: "review", of: textOf(fields.get("review"), faults) ?? "" }),
  },
  sections: {
    what: "the evidence sections",
    keys: ["sections", "of"],
    required: ["sections", "of"],
    read: (fields, faults) => ({
      kind: "sections",
      of: textOf(fields.get("of"), faults) ?? "",
      sections: wordsOf(fields.get("sections"), faults) ?? [],
    }),
  },
  command: {
    what: "the evidence command",
    keys: ["command", "exit"],
    read: (fields, faults) => ({
      kind: "command",
      command: textOf(fields.get("command"), faults) ?? "",
      ...given({ exit: countOf(fields.get("exit"), faults) }),
    }),
  },
  schema: {
    what: "the evidence schema",
    keys: ["schema", "of"],
    required: ["schema", "of"],
    read: (fields, faults) => ({
      kind: "schema",
      of: textOf(fields.get("of"), faults) ?? "",
      schema: readSchema(fields.get("schema"), faults),
    }),
  },
  lint: inspectionEntry("lint"),
  audit: inspectionEntry("audit"),
}

function inspectionEntry(kind: Inspection): EvidenceEntry {
  return {
    what: `the evidence ${kind}`,
    keys: [kind, "fail-on"],
    read: (fields, faults) => ({
      kind,
      path: textOf(fields.get(kind), faults) ?? "",
      ...given({ failOn: choiceOf(fields.get("fail-on"), inspections[kind].levels, faults) }),
    }),
  }
}

type EvidenceEntry = Expected & { readonly read: EvidenceReader }

const kinds = Object.keys(evidenceKinds) as readonly Evidence["kind"][]

export function readEvidence(field: Field | undefined, faults: Faults): readonly Evidence[] {
  return itemsOf(field, faults).flatMap((entry) => readOneEvidence(entry, kinds, faults) ?? [])
}

/** One entry that is of one of these kinds. */
export function readOneEvidence<Kind extends Evidence["kind"]>(
  entry: Field,
  allowed: readonly Kind[],
  faults: Faults,
): Extract<Evidence, { kind: Kind }> | undefined {
  const { node } = entry
  const found = node.kind === "map" ? allowed.filter((name) => node.entries.has(name)) : []
  const [only] = found
  if (only === undefined || found.length > 1) {
    fault(faults, "workflow.bad-value", {
      line: entry.line,
      message: `an entry of ${entry.name.replace(/\W*\d*\W*$/, "")} is one of ${allowed.join(", ")}`,
      fix: `write it as - ${allowed[0]}: VALUE, for example`,
    })
    return undefined
  }
  const { read, ...expected }: EvidenceEntry = evidenceKinds[only]
  const fields = fieldsOf(entry, expected, faults)
  return fields === undefined ? undefined : (read(fields, faults) as Extract<Evidence, { kind: Kind }>)
}

const loopKeys = ["work", "review", "limit", "reverify", "self-fix", "fix-target", "pass-message"]

export function readLoop(field: Field | undefined, faults: Faults): ReviewLoop | undefined {
  if (field === undefined) return undefined
  const fields = fieldsOf(field, { what: "loop", keys: loopKeys, required: ["work", "review"] }, faults)
  if (fields === undefined) return undefined
  return {
    work: textOf(fields.get("work"), faults) ?? "",
    review: textOf(fields.get("review"), faults) ?? "",
    limit: countOf(fields.get("limit"), faults, 1) ?? REVIEW_LIMIT,
    reverify: choiceOf(fields.get("reverify"), ["fresh", "previous"], faults) ?? "fresh",
    ...given({
      selfFix: flagOf(fields.get("self-fix"), faults),
      fixTarget: choiceOf(fields.get("fix-target"), Object.keys(roles) as readonly Role[], faults),
      passMessage: textOf(fields.get("pass-message"), faults),
    }),
  }
}
