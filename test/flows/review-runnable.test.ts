import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { describeWith } from "../needs.ts"
import { needGit, repository } from "./review-project.ts"

interface Report {
  readonly findings: readonly unknown[]
  readonly files: readonly string[]
  readonly unread?: readonly { readonly path: string; readonly why: string }[]
}

const CHECK = ["review", "--diff", "main", "--json", "--fail-on", "major"]

describeWith(needGit, "a change of what can run", () => {
  test("is reviewed, whatever it is called", () => {
    const at = repository()
    const names = [
      ".husky/pre-commit",
      "package.json",
      "Makefile",
      "start.pyw",
      "Dockerfile",
      ".claude/settings.json",
      ".github/workflows/ci.yml",
      "deploy",
    ]
    for (const name of names) at.write(name, "x\n")
    fs.chmodSync(path.join(at.root, "deploy"), 0o755)
    at.commit()
    const { files, unread } = JSON.parse(at.run(CHECK).out) as Report
    expect(files.toSorted()).toEqual(names.toSorted())
    expect((unread ?? []).filter(({ why }) => !/no rules for (?:Shell|YAML)$/.test(why))).toEqual([])
  })

  test.each([
    [".github/workflows/ci.yml", "on: push\njobs: {}\n"],
    [".gitlab-ci.yml", "test:\n  script: [./run]\n"],
    ["package.json", '{\n  "name": "a",\n  "scripts": {\n    "test": "./run"\n  }\n}\n'],
    [".claude/settings.json", '{ "hooks": { "Stop": [] } }\n'],
    [".husky/pre-commit", "./run\n"],
    ["Makefile", "all:\n\t./run\n"],
    ["Dockerfile", "RUN ./run\n"],
  ])("fails --fail-on, because there are no rules for it: %s", (name, text) => {
    const at = repository()
    at.write(name, text)
    at.commit()
    const { code, out, err } = at.run(CHECK)
    expect(code).toBe(1)
    expect((JSON.parse(out) as Report).unread).toMatchObject([{ path: name, why: expect.stringContaining("no rules") }])
    expect(err).toContain(`1 file was not fully checked: ${name}`)
  })

  test("passes if it only changes settings that nothing runs", () => {
    const at = repository({ "package.json": '{\n  "version": "1.0.0",\n  "scripts": {\n    "test": "./run"\n  }\n}\n' })
    at.write("package.json", '{\n  "version": "1.0.1",\n  "scripts": {\n    "test": "./run"\n  }\n}\n')
    at.write("settings.yml", "a: 1\n")
    at.commit()
    expect(at.run(CHECK).code).toBe(0)
  })

  test.each([".husky/pre-commit", "package.json", "Makefile", ".claude/settings.json", "Dockerfile", "start.pyw"])(
    "fails --fail-on if it was not read: %s",
    (name) => {
      const at = repository()
      at.write(name, `${"x".repeat(600_000)}\n`)
      at.commit()
      const { code, out } = at.run(CHECK)
      expect(code).toBe(1)
      expect((JSON.parse(out) as Report).unread).toMatchObject([{ path: name }])
    },
  )

  test("with thousands of matches in one file reports the first ones of each rule, and that there are more", () => {
    const at = repository()
    at.write("many.js", Array.from({ length: 2000 }, (_, one) => `export const f${one} = (a) => eval(a)\n`).join(""))
    at.commit()
    const { code, out } = at.run(CHECK)
    const { findings, unread } = JSON.parse(out) as Report
    expect(code).toBe(1)
    expect(findings.length).toBeLessThanOrEqual(600)
    expect(unread).toMatchObject([
      { path: "many.js", why: expect.stringMatching(/^rules matched [\d,]+ times, of which \d+ are reported$/) },
    ])
  })
})
