import { openCodeReader } from "../../adapters/code/open-code-reader.ts"
import { openLinearEngine } from "../../adapters/patterns/linear-engine.ts"
import { openSharedFiles } from "../../adapters/patterns/shared-files.ts"
import { serveJobs, type Work } from "../../adapters/patterns/worker-protocol.ts"
import { treeLanguageOf } from "../../analysis/patterns/code-language.ts"
import { reopenPatterns } from "../../analysis/patterns/compile-patterns.ts"
import type { ScanAnswer, ScanJob } from "../../analysis/scan-job.ts"
import { openScanner, scanFile } from "../../analysis/scan-file.ts"
import { keptTrees, scannedProject } from "../../analysis/scanned-project.ts"
import { openTaint } from "../../analysis/taint/open-taint.ts"
import { alone } from "../../analysis/taint/project.ts"
import { tables } from "../../analysis/taint/tables/tables.ts"
import { treeRules } from "../../analysis/tree-rules.ts"
import type { ThreadSetup } from "./thread-setup.ts"

await serveJobs<ThreadSetup, ScanJob, ScanAnswer>(openWork)

async function openWork(setup: ThreadSetup): Promise<Work<ScanJob, ScanAnswer>> {
  const trusted = reopenPatterns(setup.trusted)
  const untrusted = setup.untrusted.length === 0 ? [] : reopenPatterns(setup.untrusted, await openLinearEngine())
  const rules = treeRules.filter(({ id }) => setup.rules.includes(id))
  const files = openSharedFiles(setup.shared)
  const languages = [...files.values()].flatMap(({ name, readAs }) => treeLanguageOf(readAs ?? name) ?? [])
  const reader = rules.length === 0 ? undefined : keptTrees(await openCodeReader(languages))
  const project = reader === undefined ? alone : scannedProject(files, reader)
  const scanner = openScanner({
    patterns: [...trusted, ...untrusted],
    rules: reader === undefined ? [] : rules,
    reader: () => reader ?? neverAsked(),
    taint: openTaint(tables),
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
