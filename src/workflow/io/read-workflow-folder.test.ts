import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { readWorkflowFolder } from "./read-workflow-folder.ts"

/** A skill directory and a conventions directory with these files, by their relative paths. */
function plant(files: Readonly<Record<string, string | Buffer | { readonly link: string }>>) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "workflows-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    if (typeof content === "string" || Buffer.isBuffer(content)) fs.writeFileSync(file, content)
    else fs.symlinkSync(content.link, file)
  }
  const short = (text: string) => text.replaceAll(`${root}/`, "")
  const found = readWorkflowFolder(path.join(root, "skill"), path.join(root, "conventions"))
  return JSON.parse(short(JSON.stringify(found))) as typeof found
}

test("workflows, step texts and resources are returned as plain texts; the skill's own resource wins", () => {
  expect(
    plant({
      "skill/SKILL.md": "not ours",
      "skill/workflow.yaml": "name: a",
      "skill/steps/one.md": "One",
      "skill/steps/notes.txt": "no step",
      "skill/workflows/b.yaml": "name: b",
      "skill/workflows/b/two.md": "Two",
      "skill/workflows/c/three.md": "of no workflow",
      "skill/resources/form.md": "Form",
      "skill/resources/severity.md": "our own",
      "conventions/severity.md": "the usual",
      "conventions/temporal.md": "Now",
    }),
  ).toEqual({
    yamls: [
      { path: "skill/workflow.yaml", text: "name: a" },
      { path: "skill/workflows/b.yaml", text: "name: b" },
    ],
    steps: { "skill/steps/one.md": "One", "skill/workflows/b/two.md": "Two" },
    resources: { form: "Form", severity: "our own", temporal: "Now" },
    ignored: {},
    problems: [],
  })
})

test("a skill without workflow.yaml has none, whatever else is there", () => {
  expect(plant({ "skill/SKILL.md": "x", "skill/steps/one.md": "One", "conventions/severity.md": "x" })).toEqual({
    yamls: [],
    steps: {},
    resources: {},
    ignored: {},
    problems: [],
  })
})

test("links, oversized files and bytes that are not text are reported, and the rest is read", () => {
  const found = plant({
    "secret.md": "secret",
    "elsewhere/x.md": "secret",
    "skill/workflow.yaml": "name: a",
    "skill/steps/link.md": { link: "../../secret.md" },
    "skill/steps/large.md": "x".repeat(300_000),
    "skill/steps/good.md": "Good",
    "skill/steps/latin.md": Buffer.from([0x61, 0x0a, 0xe9]),
    "skill/resources": { link: "../elsewhere" },
  })
  expect(found.steps).toEqual({ "skill/steps/good.md": "Good", "skill/steps/latin.md": "a\n\ufffd" })
  expect(found.resources).toEqual({})
  expect(found.problems.map(({ code, path: file, message }) => `${code} ${file}: ${message}`)).toEqual([
    "file.too-large skill/steps/large.md: skill/steps/large.md is larger than 256 KiB",
    "file.not-utf8 skill/steps/latin.md: the file is not UTF-8; characters that could not be read are shown as \ufffd",
    "file.not-regular skill/steps/link.md: this is a link or not a regular file; it was not read",
    "file.not-regular skill/resources: this is a link or not a regular file; it was not read",
  ])
})

test("at most 500 files are read, and the first unread one is reported", () => {
  const many = Object.fromEntries(Array.from({ length: 520 }, (_, at) => [`skill/steps/s${1000 + at}.md`, "x"]))
  const found = plant({ "skill/workflow.yaml": "name: a", ...many })
  expect(Object.keys(found.steps)).toHaveLength(499)
  expect(found.problems.map(({ code, path: file }) => `${code} ${file}`)).toEqual([
    "source.too-many skill/steps/s1499.md",
  ])
})
