import { openCodeReader } from "./open-code-reader.ts"
import { openLinearEngine } from "./linear-engine.ts"
import { openSharedFiles } from "./shared-files.ts"
import { serveJobs, type Work } from "./worker-protocol.ts"
import { detectTreeLanguage } from "../patterns/detect-code-language.ts"
import { reopenPatterns } from "../patterns/compile-patterns.ts"
import type { ScanAnswer, ScanJob } from "../scan-job.ts"
import { openScanner, scanFile } from "../scan-file.ts"
import { cacheTrees, openScannedProject } from "../open-scanned-project.ts"
import { openTaint } from "../taint/open-taint.ts"
import { alone } from "../taint/project.ts"
import { taintTables } from "../taint/tables/taint-tables.ts"
import { treeRules } from "../tree-rules.ts"
import type { ThreadSetup } from "./thread-setup.ts"

serveJobs<ThreadSetup, ScanJob, ScanAnswer>(openWork).catch(endThread)

/** With the error, even if Node was told only to warn of rejected promises: otherwise its caller would wait. */
function endThread(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}

async function openWork(setup: ThreadSetup): Promise<Work<ScanJob, ScanAnswer>> {
  const trusted = reopenPatterns(setup.trusted)
  const untrusted = setup.untrusted.length === 0 ? [] : reopenPatterns(setup.untrusted, await openLinearEngine())
  const rules = treeRules.filter(({ id }) => setup.rules.includes(id))
  const files = openSharedFiles(setup.shared)
  const languages = [...files.values()].flatMap(({ name, readAs }) => detectTreeLanguage(readAs ?? name) ?? [])
  const reader = rules.length === 0 ? undefined : cacheTrees(await openCodeReader(languages))
  const project = reader === undefined ? alone : openScannedProject(files, reader)
  const scanner = openScanner({
    patterns: [...trusted, ...untrusted],
    rules: reader === undefined ? [] : rules,
    reader: () => reader ?? neverAsked(),
    taint: openTaint(taintTables),
    project,
    patience: setup.patience,
  })
  const numbers = new Map(setup.steps.map((id, at) => [id, at]))
  return (job, takeStep) =>
    scanFile(job, {
      file: files.get(job.name) ?? { name: job.name, bytes: new Uint8Array() },
      scanner,
      rules: setup.rules,
      flows: setup.flows,
      before: (rule) => takeStep(numbers.get(rule) ?? 0),
    })
}

function neverAsked(): never {
  throw new Error("a tree was asked for although no rule needs one")
}
