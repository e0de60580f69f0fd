import fc from "fast-check"
import { execFileSync } from "node:child_process"
import { expect, test } from "vitest"
import {
  writeAnswerCommand,
  writeCurrentCommand,
  addDirectory,
  writeHandBackCommand,
  locateOutputFile,
  locatePromptFile,
  writeReportCommand,
  writeChildCommand,
  writeStepCommand,
  readOutside,
} from "./commands.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import { openLookup } from "../../workflow/template.ts"
import { ask, ended, fanOut, firstStep, fixDispatch } from "../../../test/directives/sample-directives.ts"
import { renderText } from "./text/render-text.ts"
import { renderXml } from "./xml/render-xml.ts"

const run = { id: "r7", program: "npx skillet", directory: "/home/ada/my project" }
const whole = { step: "plan", round: 2, item: "-" }
const part = { step: "look", round: 1, item: "src/a b.ts" }

test("commands start Skillet the way it was started, and name files relative to the project's top", () => {
  const file = locateOutputFile(run, whole)
  expect(file).toBe("/home/ada/my project/.skillet/out/r7/plan.2.md")
  expect(writeCurrentCommand(run)).toBe("npx skillet run current r7")
  expect(writeReportCommand(run, whole, { outcome: "ok", file })).toBe(
    "npx skillet run report r7 --step plan --round 2 --outcome ok --output '/home/ada/my project/.skillet/out/r7/plan.2.md'",
  )
  expect(writeHandBackCommand(run, part)).toBe(
    "npx skillet run report r7 --step look --round 1 --item 'src/a b.ts' --outcome fail --reason REASON",
  )
  expect(writeAnswerCommand(run, "scope")).toBe("npx skillet run answer r7 --question scope --answer ANSWER")
  expect(addDirectory(writeCurrentCommand(run), run.directory)).toBe(
    "npx skillet run current r7 --cwd '/home/ada/my project'",
  )
})

test("a run without its start command is called with skillet, and its files are relative", () => {
  expect(writeCurrentCommand({ id: "r7" })).toBe("skillet run current r7")
  expect(locateOutputFile({ id: "r7" }, whole)).toBe(".skillet/out/r7/plan.2.md")
})

test("items whose names differ only in characters that files do not have get their own files", () => {
  const names = ["a/b", "a_b", "a:b", "a b", "x".repeat(81), `${"x".repeat(80)}y`]
  const files = names.flatMap((item) => [
    locateOutputFile(run, { ...part, item }),
    locatePromptFile(run, { ...part, item }),
  ])
  expect(new Set(files).size).toBe(files.length)
  expect(locateOutputFile(run, { ...part, item: "a_b" })).toMatch(/\/look\.a_b\.1\.md$/)
})

test("a shell reads any quoted word back unchanged", () => {
  const word = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !text.includes("\0"))
  const pieces = fc.constantFrom("'", '"', "$HOME", "`id`", "\\", "\n", " ", "*", "-", "~", "!", "a")
  const words = fc.array(
    fc.oneof(
      word,
      fc.array(pieces, { maxLength: 4 }).map((all) => all.join("")),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(words, (all) => {
      const read = execFileSync("sh", ["-c", `printf '%s\\0' x ${all.map(quoteForShell).join(" ")}`], {
        encoding: "utf8",
      })
      expect(read.split("\0").slice(1, -1)).toEqual(all.map((one) => Buffer.from(one).toString()))
    }),
    { numRuns: 20 },
  )
})

const call = { program: "npx skillet", params: ["task=add a login"], options: ["--skills-dir", "/my skills"] }

test("the next step is called as the first one was", () => {
  expect(writeStepCommand({}, { workflow: "plan", step: 2 })).toBe("skillet step plan --step 2")
  expect(writeStepCommand(call, { workflow: "plan", step: 2, flags: ["--qr-fail"] })).toBe(
    "npx skillet step plan --step 2 --qr-fail --param 'task=add a login' --skills-dir '/my skills'",
  )
})

test("an agent's own workflow gets those of its parameters that are known", () => {
  const child = { workflow: "explore", with: { scope: "{{params.task}} & more", side: "{{item.name}}", depth: "2" } }
  expect(writeChildCommand(call, child, openLookup({ params: { task: "login" } }))).toBe(
    "npx skillet step explore --step 1 --param 'scope=login & more' --param depth=2 --skills-dir '/my skills'",
  )
})

const COMMAND = /skillet run (?:report|current|answer) [^<\n"]*/g

test.each([firstStep, fanOut, fixDispatch, ask])(
  "a reader outside the project gets its directory with every command",
  (sample) => {
    const directive = { ...sample, directory: "/home/ada/project" }
    for (const render of [renderXml, renderText]) {
      const commands = [...render(readOutside(directive)).matchAll(COMMAND)].map(([command]) => command)
      expect(commands.length).toBeGreaterThan(0)
      expect(commands.filter((command) => !command.endsWith(" --cwd /home/ada/project"))).toEqual([])
      expect(render(directive)).not.toContain("--cwd")
    }
  },
)

test("without a directory, and without commands, nothing is added", () => {
  expect(readOutside(firstStep)).toBe(firstStep)
  expect(renderXml(readOutside({ ...ended, directory: "/p" }))).toBe(renderXml(ended))
})
