import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { findRoleFiles, readRoleFile } from "./find-role-files.ts"
import { gatherInstructions } from "./gather-instructions.ts"

function makePlugin(files: Readonly<Record<string, string>>) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-roles-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const put = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const skill = { skill: "tools:build", file: path.join(root, "plugin/skills/build/SKILL.md") }
  return { root, put, skill, in: (name: string) => path.join(root, "plugin", name) }
}

const files = {
  "plugin/skills/build/SKILL.md": "# Build",
  "plugin/skills/build/implementer-prompt.md": "Implement as we do.",
  "plugin/skills/build/notes.md": "Notes.",
  "plugin/skills/review/code-reviewer.md": "Review as the skill does.",
  "plugin/agents/code-reviewer.md": "---\nname: code-reviewer\n---\nReview as the agent does.",
  "outside/secret.md": "a secret",
}

test("files for roles are beside the skill, among the agents of its plugin, and beside its other skills", () => {
  const { skill, in: inside } = makePlugin(files)
  expect(findRoleFiles([skill]).map((one) => one.path)).toEqual([
    inside("skills/build/implementer-prompt.md"),
    inside("agents/code-reviewer.md"),
    inside("skills/review/code-reviewer.md"),
  ])
  expect(findRoleFiles([{ ...skill, skill: "build" }]).map((one) => one.role)).toEqual(["implementer"])
  expect(findRoleFiles([{ ...skill, file: path.join(path.dirname(skill.file), "flat.md") }])).toEqual([])
  expect(findRoleFiles([{ skill: "a", file: "skill://server/build/SKILL.md" }])).toEqual([])
})

test("a link out of the plugin and a large file are not read, and that is said", () => {
  const { root, put, skill, in: inside } = makePlugin(files)
  fs.symlinkSync(path.join(root, "outside/secret.md"), inside("skills/build/spec-reviewer-prompt.md"))
  fs.symlinkSync(inside("agents/code-reviewer.md"), inside("skills/build/inner-reviewer.md"))
  fs.symlinkSync(path.join(root, "outside"), inside("skills/build/linked-writer.md"))
  put("plugin/skills/build/large-writer.md", "x".repeat(70_000))
  const read = Object.fromEntries(
    findRoleFiles([skill]).map((one) => [path.basename(one.path), readRoleFile(one)] as const),
  )
  expect(read["spec-reviewer-prompt.md"]).toEqual({ refused: "it is a link that leads out of its directory" })
  expect(read["linked-writer.md"]).toEqual({ refused: "it is a link that leads out of its directory" })
  expect(read["large-writer.md"]).toEqual({ refused: "it is too large" })
  expect(read["inner-reviewer.md"]).toMatchObject({ role: "inner-reviewer" })
  const { text, leftOut } = gatherInstructions(["spec-reviewer"], [skill]) ?? { text: "", leftOut: [] }
  expect(text).toContain("Compare the change with the task below")
  expect(leftOut).toEqual([
    {
      what: inside("skills/build/spec-reviewer-prompt.md"),
      why: "it is a link that leads out of its directory",
    },
  ])
})

test("our own text is used only where there is no file", () => {
  const { skill, in: inside } = makePlugin(files)
  expect(gatherInstructions(["implementer"], [skill])).toMatchObject({
    text: "Implement as we do.",
    source: inside("skills/build/implementer-prompt.md"),
    leftOut: [],
  })
  expect(gatherInstructions(["tools:code-reviewer"], [skill])?.text).toBe("Review as the agent does.")
  expect(gatherInstructions(["spec-reviewer"], [skill])?.source).toBe("Skillet's own text")
  expect(gatherInstructions(["stranger"], [skill])).toBeUndefined()
})

test("a file that only names the template is shown with it", () => {
  const { put, skill } = makePlugin(files)
  put("plugin/skills/build/quality-reviewer-prompt.md", "After the first review.\nUse review/code-reviewer.md.")
  expect(gatherInstructions(["quality-reviewer"], [skill])?.text).toBe(
    "After the first review.\nUse review/code-reviewer.md.\n\nReview as the skill does.",
  )
})
