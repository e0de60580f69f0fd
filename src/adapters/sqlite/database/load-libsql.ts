import { createRequire } from "node:module"
import { usesGlibc } from "./uses-glibc.ts"

/**
 * The package has Node write a report of the whole process to learn which C library there is, and that takes longer than
 * opening a file and asking it. Where we know the answer, it gets a report with nothing else in it.
 */
export function loadLibsql(): unknown {
  const load = createRequire(import.meta.url)
  const { report } = process as { readonly report?: { getReport: () => object } }
  if (report === undefined || !usesGlibc()) return load("libsql")
  const { getReport } = report
  report.getReport = () => ({ header: { glibcVersionRuntime: "2" }, sharedObjects: [] })
  try {
    return load("libsql")
  } finally {
    report.getReport = getReport
  }
}
