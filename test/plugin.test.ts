import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { addHooks } from "../src/tasks/hooks/hook-settings.ts"

const plugin = path.resolve(import.meta.dirname, "../plugin")

test("the plugin's commands are read without a problem by the reader that list uses", async () => {
  const skillet = openSession({
    cwd: plugin,
    env: { HOME: "/nonexistent" },
    host: "claude",
    pluginDirs: [plugin],
    cache: false,
  })
  const { skills, problems } = await skillet.catalog()
  expect(
    skills
      .filter(({ source }) => source === "plugin" || source === "commands")
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["skillet:tasks", "skillet:wake"])
  expect(problems.filter((found) => found.path.startsWith(plugin) && found.level === "error")).toEqual([])
})

test("the plugin starts the command that it came with, and nothing that has to be downloaded", () => {
  const files = ["hooks/hooks.json", "commands/wake.md", "commands/tasks.md"]
  for (const file of files) {
    const text = fs.readFileSync(path.join(plugin, file), "utf8")
    expect(text).not.toMatch(/\bnp[xm]\b/)
    expect(text).toContain("${CLAUDE_PLUGIN_ROOT}/../dist/cli.cjs")
  }
})

test("the plugin installs exactly the hooks that init installs", () => {
  const shipped: unknown = JSON.parse(fs.readFileSync(path.join(plugin, "hooks/hooks.json"), "utf8"))
  const installed = addHooks({}, { words: `node "$\{CLAUDE_PLUGIN_ROOT}/../dist/cli.cjs"`, isOnPath: false })
  expect("settings" in installed ? installed.settings : installed).toEqual(shipped)
})
