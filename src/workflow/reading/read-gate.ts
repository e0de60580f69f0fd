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
  slip,
  type Slips,
  textOf,
  wordsOf,
} from "./yaml/fields.ts"
import { readSchema } from "./read-schema.ts"

type EvidenceReader = (fields: Fields, slips: Slips) => Evidence

/** One entry per kind of evidence: the keys it is written with, and how it is read. */
const evidenceKinds: Readonly<Record<Evidence["kind"], Expected & { readonly read: EvidenceReader }>> = {
  review: {
    what: "the evidence review",
    keys: ["review"],
    read: (fields, slips) => ({ kind: "review", of: textOf(fields.get("review"), slips) ?? "" }),
  },
  sections: {
    what: "the evidence sections",
    keys: ["sections", "of"],
    required: ["sections", "of"],
    read: (fields, slips) => ({
      kind: "sections",
      of: textOf(fields.get("of"), slips) ?? "",
      sections: wordsOf(fields.get("sections"), slips) ?? [],
    }),
  },
  command: {
    what: "the evidence command",
    keys: ["command", "exit"],
    read: (fields, slips) => ({
      kind: "command",
      command: textOf(fields.get("command"), slips) ?? "",
      ...given({ exit: countOf(fields.get("exit"), slips) }),
    }),
  },
  schema: {
    what: "the evidence schema",
    keys: ["schema", "of"],
    required: ["schema", "of"],
    read: (fields, slips) => ({
      kind: "schema",
      of: textOf(fields.get("of"), slips) ?? "",
      schema: readSchema(fields.get("schema"), slips),
    }),
  },
}

const kinds = Object.keys(evidenceKinds) as readonly Evidence["kind"][]

export function readEvidence(field: Field | undefined, slips: Slips): readonly Evidence[] {
  return itemsOf(field, slips).flatMap((entry) => {
    const { node } = entry
    const kind = node.kind === "map" ? kinds.filter((name) => node.entries.has(name)) : []
    const [only] = kind
    if (only === undefined || kind.length > 1) {
      const message = "an entry of evidence is one of review, sections, command and schema"
      slip(slips, "workflow.bad-value", {
        line: entry.line,
        message,
        fix: "write it as - review: VALUE, for example",
      })
      return []
    }
    const { read, ...expected } = evidenceKinds[only]
    const fields = fieldsOf(entry, expected, slips)
    return fields === undefined ? [] : [read(fields, slips)]
  })
}

const loopKeys = ["work", "review", "limit", "reverify", "self-fix", "fix-target", "pass-message"]

export function readLoop(field: Field | undefined, slips: Slips): ReviewLoop | undefined {
  if (field === undefined) return undefined
  const fields = fieldsOf(field, { what: "loop", keys: loopKeys, required: ["work", "review"] }, slips)
  if (fields === undefined) return undefined
  return {
    work: textOf(fields.get("work"), slips) ?? "",
    review: textOf(fields.get("review"), slips) ?? "",
    limit: countOf(fields.get("limit"), slips, 1) ?? REVIEW_LIMIT,
    reverify: choiceOf(fields.get("reverify"), ["fresh", "previous"], slips) ?? "fresh",
    ...given({
      selfFix: flagOf(fields.get("self-fix"), slips),
      fixTarget: choiceOf(fields.get("fix-target"), Object.keys(roles) as readonly Role[], slips),
      passMessage: textOf(fields.get("pass-message"), slips),
    }),
  }
}
