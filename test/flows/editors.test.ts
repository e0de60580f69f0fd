import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { frameMessage } from "../../src/cli/lsp/message-reader.ts"
import { needProgram, testWith } from "../needs.ts"
import { garden } from "../plant.ts"
import { cli } from "./run-cli.ts"

const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/editors.md"), "utf8")
const listBlocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(([, text = ""]) => text)

const SKILL = "---\nname: pick\ndescription: Use when: it 😀 must\n---\nPick it.\n"

/** A project with a skill, and a program \`skillet\` in the search path, as after an installation. */
function plantProject() {
  const plot = garden({ "project/.claude/skills/pick/SKILL.md": SKILL, "project/.git/HEAD": "ref: refs/heads/main\n" })
  fs.mkdirSync(plot.at("bin"))
  fs.writeFileSync(plot.at("bin/skillet"), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 })
  const env = { ...plot.options.env, PATH: `${plot.at("bin")}:${process.env["PATH"]}` }
  return { ...plot, env, file: plot.at("project/.claude/skills/pick/SKILL.md") }
}

test("the settings for VS Code start the server", () => {
  const [settings = "{}"] = listBlocks("json")
  const {
    "glspc.server.command": command,
    "glspc.server.commandArguments": words,
    "glspc.server.languageId": languages,
  } = JSON.parse(settings)
  expect(languages).toEqual(["markdown"])
  const { env, project } = plantProject()
  const input = [
    { id: 1, method: "initialize", params: { capabilities: {} } },
    { id: 2, method: "shutdown" },
    { method: "exit" },
  ]
  const ran = spawnSync(command, words, {
    cwd: project,
    env,
    input: Buffer.concat(input.map((one) => Buffer.from(frameMessage(one)))),
  })
  expect([ran.status, ran.stdout.toString()]).toEqual([0, expect.stringContaining('"name":"skillet"')])
})

/** Opens the skill, waits for diagnostics, applies the first quick fix, and prints both. */
const DRIVE = `
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
local shown = vim.tbl_map(function(one) return { one.lnum, one.col, one.end_col, one.code } end, vim.diagnostic.get(0))
local uri = vim.uri_from_bufnr(0)
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 20000) or {}) do return answer.result end
end
local line = { start = { line = 2, character = 0 }, ["end"] = { line = 2, character = 1 } }
local actions = ask("textDocument/codeAction", { textDocument = { uri = uri }, range = line, context = { diagnostics = {} } })
local hover = ask("textDocument/hover", { textDocument = { uri = uri }, position = { line = 2, character = 3 } })
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
vim.wait(20000, function() return #vim.diagnostic.get(0) == 0 end, 20)
io.write(vim.json.encode({
  shown = shown,
  hover = hover.contents.value,
  fixed = vim.api.nvim_buf_get_lines(0, 2, 3, false)[1],
  left = #vim.diagnostic.get(0),
}) .. "\\n")
`

testWith(
  needProgram("nvim"),
  "Neovim with the settings of its version shows a problem, fixes it, and shows none",
  () => {
    const [, major = 0, minor = 0] =
      /v(\d+)\.(\d+)/.exec(spawnSync("nvim", ["--version"], { encoding: "utf8" }).stdout) ?? []
    const [newer = "", older = ""] = listBlocks("lua")
    const { at, env, project, file } = plantProject()
    fs.writeFileSync(at("init.lua"), Number(major) > 0 || Number(minor) >= 11 ? newer : older)
    fs.writeFileSync(at("drive.lua"), DRIVE)
    const words = [
      "--headless",
      "-i",
      "NONE",
      "-n",
      "-u",
      at("init.lua"),
      file,
      "-c",
      `luafile ${at("drive.lua")}`,
      "-c",
      "qa!",
    ]
    const ran = spawnSync("nvim", words, { cwd: project, env, encoding: "utf8", timeout: 60_000 })
    expect(ran.stderr).toBe("")
    const bytes = Buffer.byteLength('"Use when: it 😀 must"') - 2
    expect(JSON.parse(ran.stdout)).toEqual({
      shown: [[2, 13, 13 + bytes, "header.unquoted"]],
      hover: expect.stringContaining("Claude Code"),
      fixed: 'description: "Use when: it 😀 must"',
      left: 0,
    })
    expect(fs.readFileSync(file, "utf8")).toBe(SKILL)
  },
)
