import fs from "node:fs"
import { createRequire } from "node:module"

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

const HEAD = 4096

/** A program names what loads it near its beginning. */
function usesGlibc(): boolean {
  if (process.platform !== "linux") return false
  const file = fs.openSync(process.execPath, "r")
  try {
    const head = Buffer.alloc(HEAD)
    fs.readSync(file, head, 0, HEAD, 0)
    return head.includes("/ld-linux")
  } finally {
    fs.closeSync(file)
  }
}
