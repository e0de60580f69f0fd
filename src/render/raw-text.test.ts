import { expect, test } from "vitest"
import { renderFolderTree, rawTexts } from "./raw-text.ts"

const skill = {
  name: "n",
  file: "---\nname: n\n---\n\nBody $1\n",
  body: "\nBody $1\n",
  folder: "/s/n",
  files: ["SKILL.md", "scripts/run.py", "a.md"],
}

test("each host puts its own tags around the text, and inserts nothing", () => {
  expect(rawTexts.codex(skill)).toBe(
    "<skill>\n<name>n</name>\n<path>/s/n/SKILL.md</path>\n---\nname: n\n---\n\nBody $1\n\n</skill>",
  )
  expect(rawTexts.opencode(skill)).toBe(
    [
      '<skill_content name="n">',
      "# Skill: n",
      "",
      "Body $1",
      "",
      "Base directory for this skill: /s/n",
      "Relative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.",
      "Note: file list is sampled.",
      "",
      "<skill_files>",
      "<file>/s/n/scripts/run.py</file>",
      "<file>/s/n/a.md</file>",
      "</skill_files>",
      "</skill_content>",
    ].join("\n"),
  )
  expect(rawTexts.gemini(skill)).toBe(
    [
      '<activated_skill name="n">',
      "  <instructions>",
      "    Body $1",
      "  </instructions>",
      "",
      "  <available_resources>",
      "    Showing up to 200 items (files + folders).",
      "",
      "/s/n/",
      "├───SKILL.md",
      "├───a.md",
      "└───scripts/",
      "    └───run.py",
      "  </available_resources>",
      "</activated_skill>",
    ].join("\n"),
  )
})

test("a path that the text may not know is left out", () => {
  expect(rawTexts.codex({ ...skill, folder: undefined })).not.toContain("<path>")
})

test("a host without a directory lists no files", () => {
  const gone = { ...skill, folder: undefined }
  expect(rawTexts.opencode(gone)).toBe('<skill_content name="n">\n# Skill: n\n\nBody $1\n</skill_content>')
  expect(rawTexts.gemini(gone)).not.toContain("<available_resources>")
})

test("opencode names ten files", () => {
  const many = { ...skill, files: Array.from({ length: 12 }, (_, at) => `f${at}`) }
  expect(rawTexts.opencode(many).match(/<file>/g)?.length).toBe(10)
})

test("files come before directories, and lines connect to what follows", () => {
  expect(renderFolderTree("/s", ["SKILL.md", "a/b/c.md", "a/d.md", "e/f.md"])).toBe(
    [
      "Showing up to 200 items (files + folders).",
      "",
      "/s/",
      "├───SKILL.md",
      "├───a/",
      "│   ├───d.md",
      "│   └───b/",
      "│       └───c.md",
      "└───e/",
      "    └───f.md",
    ].join("\n"),
  )
})

test("entries beyond the limit are marked and mentioned", () => {
  const tree = renderFolderTree(
    "/s",
    Array.from({ length: 201 }, (_, at) => `f${at}`),
  )
  expect(tree.split("\n").slice(-2)).toEqual(["├───f199", "└───..."])
  expect(tree).toContain("the display limit (200 items) was reached")
})
