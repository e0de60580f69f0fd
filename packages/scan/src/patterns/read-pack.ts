import { CORE_SCHEMA, load } from "js-yaml"
import { z } from "zod"
import { personas } from "../persona.ts"
import { confidences, severities } from "../severity.ts"
import { type FileProblem, scanProblem } from "../problems.ts"
import { type LinePattern, patternPlaces } from "./line-pattern.ts"
import { codeLanguages } from "../rule-facts.ts"
import type { Placed } from "./compile-patterns.ts"

export interface PatternPack {
  readonly patterns: readonly Placed[]
  readonly problems: readonly FileProblem[]
}

/** Reads a `patterns.yaml`: a list of patterns under `patterns`. One bad entry never hides the good ones. */
export function readPack(text: string): PatternPack {
  const read = readYaml(text)
  if ("code" in read) return { patterns: [], problems: [read] }
  const problems: FileProblem[] = []
  const patterns: Placed[] = []
  for (const [at, value] of read.entries.entries()) {
    const entry = entrySchema.safeParse(value)
    if (entry.success) patterns.push({ pattern: toPattern(entry.data), spot: findLine(text, entry.data.id) })
    else {
      const why = entry.error.issues.map(({ path, message }) => `${path.join(".") || "entry"}: ${message}`).join("; ")
      problems.push(bad(`pattern ${at + 1} in the pack: ${why}`))
    }
  }
  return { patterns, problems }
}

const entrySchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  languages: z.array(z.enum(codeLanguages)).min(1),
  category: z.string().min(1),
  severity: z.enum(severities),
  confidence: z.enum(confidences).default("high"),
  persona: z.enum(personas).optional(),
  title: z.string().min(1),
  topic: z.string().min(1).optional(),
  description: z.string().min(1),
  fix: z.string().optional(),
  cwe: z
    .string()
    .regex(/^CWE-\d+$/)
    .optional(),
  regex: z.string().min(1),
  "ignore-case": z.boolean().default(false),
  where: z.enum(patternPlaces).default("anywhere"),
  "auto-validated": z.boolean().default(false),
})

function toPattern(entry: z.infer<typeof entrySchema>): LinePattern {
  const { "ignore-case": ignoreCase, "auto-validated": autoValidated, ...rest } = entry
  return { ...rest, ignoreCase, autoValidated }
}

function readYaml(text: string): { readonly entries: readonly unknown[] } | FileProblem {
  try {
    const pack = z.object({ patterns: z.array(z.unknown()) }).safeParse(load(text, { schema: CORE_SCHEMA }))
    return pack.success ? { entries: pack.data.patterns } : bad("the pack has no patterns list")
  } catch (error) {
    if (error instanceof Error && error.name === "YAMLException") return bad(`the pack is not YAML: ${error.message}`)
    throw error
  }
}

function bad(message: string): FileProblem {
  const fix = "see the packs of the bundled review skills for the expected format"
  return scanProblem("pattern.bad-entry", {}, { message, fix })
}

function findLine(text: string, id: string): { readonly line?: number } {
  const at = text.split("\n").findIndex((line) => line.replace(/^[\s-]+/, "") === `id: ${id}`)
  return at === -1 ? {} : { line: at + 1 }
}
