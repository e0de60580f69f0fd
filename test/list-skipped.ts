import fs from "node:fs"
import path from "node:path"
import type { Reporter, TestModule } from "vitest/node"

/** A test that was not run, as `scripts/print-skipped.mjs` reads it. */
interface SkippedTest {
  readonly file: string
  readonly name: string
  readonly why: string
}

const root = path.dirname(import.meta.dirname)

/** Writes the skipped tests of every project that ran to `.tmp/skipped`. `npm test` prints them at its end. */
export class ListSkipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const folder = path.join(root, ".tmp/skipped")
    fs.mkdirSync(folder, { recursive: true })
    for (const project of new Set(modules.map((module) => module.project.name))) {
      const skipped = modules.filter((module) => module.project.name === project).flatMap(findSkipped)
      fs.writeFileSync(path.join(folder, `${project}.json`), `${JSON.stringify(skipped, undefined, 2)}\n`)
    }
  }
}

function findSkipped(module: TestModule): readonly SkippedTest[] {
  return [...module.children.allTests("skipped")].map((test) => {
    const result = test.result()
    const why = (result.state === "skipped" ? result.note : undefined) ?? "no reason is given"
    return { file: path.relative(root, module.moduleId), name: test.fullName, why }
  })
}
