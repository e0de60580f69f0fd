import { expect, test } from "vitest"
import { locateHostFolders, listNestedFolders } from "./host-folders.ts"

test("a variable moves a host's directory only if it is an absolute path", () => {
  const moved = locateHostFolders({ CODEX_HOME: "/x/codex", CLAUDE_CONFIG_DIR: "mine", GEMINI_CLI_HOME: "" }, "/home/a")
  expect([moved.codexHome, moved.config.claude, moved.geminiHome]).toEqual(["/x/codex", "/home/a/.claude", "/home/a"])
})

test("opencode reads its usual directory and the one that a variable names", () => {
  expect(locateHostFolders({ OPENCODE_CONFIG_DIR: "/o" }, "/home/a").opencodeConfig).toEqual([
    "/home/a/.config/opencode",
    "/o",
  ])
  expect(locateHostFolders({ XDG_CONFIG_HOME: "/c" }, "/home/a").opencodeConfig).toEqual(["/c/opencode"])
})

test("a named managed directory replaces the machine's, for hosts that have one", () => {
  expect(locateHostFolders({}, "/home/a", "/m").managed).toEqual({
    open: ["/m"],
    claude: ["/m"],
    codex: [],
    opencode: [],
    gemini: [],
  })
})

test("between the working directory and a touched file every directory counts, except in third-party packages", () => {
  expect(listNestedFolders("/p", ["/p/a/b/x.ts", "/p/node_modules/q/y.ts", "/p/.git/z", "/elsewhere/w.ts"])).toEqual([
    "/p/a/b",
    "/p/a",
  ])
})

test("a directory is switched off only by a value that means yes", () => {
  const name = "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS"
  expect(
    ["1", "TRUE", "yes", "0", "no", "", undefined].map(
      (value) => locateHostFolders({ [name]: value }, "/").switchedOff,
    ),
  ).toEqual([[name], [name], [name], [], [], [], []])
})
