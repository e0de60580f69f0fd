import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { readSkill } from "../../skill/read-skill.ts"
import { listBundledNames, readBundledSkill } from "../io/install/read-bundled-skill.ts"
import { adaptSkill } from "./adapt-skill.ts"

const bundled = [path.resolve(import.meta.dirname, "../../../skills")]
const names = listBundledNames(bundled)
const hosts = ["claude", "codex", "opencode", "gemini"] as const

const readShipped = (name: string) => fs.readFileSync(path.join(bundled[0] ?? "", name, "SKILL.md"), "utf8")
const readHeader = (text: string) => {
  const reading = readSkill(text)
  return "skill" in reading ? reading.skill.header : undefined
}

test("there are enough skills for these tests to mean something", () => {
  expect(names.length).toBeGreaterThan(40)
})

test.each(names)("%s says the same in every host, without what only Skillet or Claude Code would fill in", (name) => {
  for (const host of hosts) {
    const files = readBundledSkill(bundled, name, host)
    const text = files["SKILL.md"] ?? ""
    const { metadata: _metadata, ...shipped } = readHeader(readShipped(name)) ?? {}
    const { metadata, ...header } = readHeader(text) ?? {}
    expect(header).toEqual(shipped)
    expect(metadata?.["skillet-when"]).toBeUndefined()
    expect(
      Object.keys(files).filter((file) => /^(?:steps|workflows|content)\/|workflow\.yaml|config\.yaml/.test(file)),
    ).toEqual([])
    if (host !== "claude") expect(text).not.toMatch(/\$\{CLAUDE_|\$ARGUMENTS/)
    expect(text).not.toMatch(/\$\{CLAUDE_PLUGIN_ROOT\}|@bundled/)
  }
})

test.each(names)("%s names only files that an agent gets with it", (name) => {
  for (const host of hosts) {
    const files = readBundledSkill(bundled, name, host)
    const named = [...(files["SKILL.md"] ?? "").matchAll(/(?:SKILL_DIR\}?)\/([\w./-]+)/g)].map(([, file = ""]) => file)
    expect(named.filter((file) => !(file in files))).toEqual([])
  }
})

test("a procedure tells the agent the command that starts it", () => {
  const silent = names.filter((name) => {
    const folder = path.join(bundled[0] ?? "", name)
    const isProcedure = ["workflow.yaml", "config.yaml"].some((file) => fs.existsSync(path.join(folder, file)))
    const text = readBundledSkill(bundled, name, "codex")["SKILL.md"] ?? ""
    return isProcedure && !new RegExp(`skillet (?:run start ${name}\\b|orchestrate .*--skill ${name}\\b)`).test(text)
  })
  expect(silent).toEqual([])
})

test("what only people may start stays so for Codex, which reads that in a file of its own", () => {
  const text = "---\nname: a\ndescription: d\ndisable-model-invocation: true\n---\nAt: $ARGUMENTS\n"
  expect(adaptSkill({ "SKILL.md": text }, { isRaw: true })).toEqual({
    "SKILL.md": text.replace("$ARGUMENTS", "what the user named"),
    "agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
  })
  expect(adaptSkill({ "SKILL.md": text }, { isRaw: false })).toEqual({ "SKILL.md": text })
})

test("a flag goes, other metadata stays", () => {
  const head = (metadata: string) => ({ "SKILL.md": `---\nname: a\ndescription: d\n${metadata}---\nBody.\n` })
  const adapt = (metadata: string) => adaptSkill(head(metadata), { isRaw: true })
  expect(adapt("metadata:\n  skillet-when: x\n")).toEqual(head(""))
  expect(adapt("metadata:\n  skillet-type: command\n  skillet-when: x\n")).toEqual(
    head("metadata:\n  skillet-type: command\n"),
  )
})
