import type { ReviewReport } from "../review-data.ts"

/**
 * The report of a run as data. Keys are always in the same order, so that two reports can be compared as text.
 */
export function toReportJson(report: ReviewReport, run: string): ReviewReport & { readonly run: string } {
  return inOrder({ run, ...report }) as ReviewReport & { readonly run: string }
}

/** What a person looks for first comes first; keys that are not listed follow in alphabetical order. */
const order = [
  "run kind depth branch scope files categories coverage limits",
  "id title file line endLine range severity confidence category rule",
  "description text evidence fix patch extras proof verdict reason related saidBy",
  "phase agent round why status findings insights tests invalid rejected",
].flatMap((keys) => keys.split(" "))
const rank = new Map(order.map((key, at) => [key, at]))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => compareKeys(a, b)).map(([key, inner]) => [key, inOrder(inner)]))
}

function compareKeys(a: string, b: string): number {
  return (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length) || (a < b ? -1 : 1)
}
