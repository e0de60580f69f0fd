import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { writeReportFile } from "./write-report-file.ts"

function folder(): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-report-"))
  onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }))
  return made
}

test("missing directories are created, and an older report is replaced", () => {
  const file = path.join(folder(), "a/b/report.md")
  writeReportFile(file, "one")
  writeReportFile(file, "two")
  expect([fs.readFileSync(file, "utf8"), fs.readdirSync(path.dirname(file))]).toEqual(["two", ["report.md"]])
})

test("a file that cannot be written is a failure with a reason and a next step, and leaves nothing behind", () => {
  const at = folder()
  fs.mkdirSync(path.join(at, "taken"))
  fs.writeFileSync(path.join(at, "file"), "x")
  const failure = (name: string) => {
    try {
      writeReportFile(path.join(at, name), "text", "print it")
    } catch (error) {
      const { code, message, next } = error as {
        readonly code: string
        readonly message: string
        readonly next: string
      }
      return [code, message.slice(at.length + 1), next]
    }
    return undefined
  }
  expect(failure("taken")).toEqual(["report.not-written", "taken cannot be written: it is a directory", "print it"])
  expect(failure("file/report.md")?.slice(0, 1)).toEqual(["report.not-written"])
  expect(fs.readdirSync(at).toSorted()).toEqual(["file", "taken"])
})
