import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { ReviewReport } from "../../../review/review-data.ts"
import { printReport } from "./print-report.ts"
import { recordIo } from "../../../../test/record-io.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-print-"))
  fs.mkdirSync(path.join(root, "src"))
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test("a report is saved in the project's report directory, with a path relative to the working directory", async () => {
  expect(await printed({})).toEqual(["Review saved to: ../reviews/review-r-1.md"])
  expect(fs.readdirSync(path.join(root, "reviews"))).toEqual(["review-r-1.md"])
})

test.each([{ json: true }, { format: "json" } as const, { format: "sarif" } as const])(
  "a program that asks with %j reads the report from the output, whatever directory the project names",
  async (options) => {
    const [text = ""] = await printed(options)
    expect(Object.keys(JSON.parse(text) as object)).toContain(options.format === "sarif" ? "runs" : "findings")
    expect(fs.readdirSync(root)).toEqual(["src"])
  },
)

async function printed(options: {
  readonly json?: boolean
  readonly format?: "json" | "sarif"
}): Promise<readonly string[]> {
  const { io, out } = recordIo({ env: {}, cwd: root })
  const settings = { outputDir: path.join(root, "reviews") }
  await printReport(report, { options, io, settings, cwd: path.join(root, "src"), run: "r-1" })
  return out
}

const report: ReviewReport = {
  kind: "code",
  depth: "quick",
  branch: "main",
  scope: "src",
  files: ["a.js"],
  categories: ["Bugs"],
  findings: [],
  insights: [],
  tests: [],
  invalid: [],
  rejected: [],
  failedSkills: [],
  falseClaims: [],
  falsePositives: [],
  incomplete: [],
  usage: [],
  warnings: [],
}
