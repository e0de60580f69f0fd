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
  const below = folder()
  const file = path.join(below, "a/b/report.md")
  writeReportFile(file, "one", { below })
  writeReportFile(file, "two")
  expect([fs.readFileSync(file, "utf8"), fs.readdirSync(path.dirname(file))]).toEqual(["two", ["report.md"]])
})

test("a file that cannot be written is a failure with a reason and a next step, and leaves nothing behind", () => {
  const at = folder()
  fs.mkdirSync(path.join(at, "taken"))
  fs.writeFileSync(path.join(at, "file"), "x")
  const failure = (name: string) => {
    try {
      writeReportFile(path.join(at, name), "text", { next: "print it" })
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

test("a misspelt path leaves no directories behind: outside, only the last one is created, and none at the top", () => {
  const at = folder()
  writeReportFile(path.join(at, "a/report.md"), "one")
  expect(fs.readFileSync(path.join(at, "a/report.md"), "utf8")).toBe("one")
  expect(() => writeReportFile(path.join(at, "b/c/report.md"), "one", { below: path.join(at, "a") })).toThrow(
    `${path.join(at, "b")} does not exist`,
  )
  const top = path.join(path.parse(at).root, `no-such-directory-${process.pid}`)
  expect(() => writeReportFile(path.join(top, "x", "y"), "one")).toThrow(`${top} does not exist`)
  expect(() => writeReportFile(path.join(top, "y"), "one")).toThrow(`${top} does not exist`)
  expect([fs.readdirSync(at), fs.existsSync(top)]).toEqual([["a"], false])
})
