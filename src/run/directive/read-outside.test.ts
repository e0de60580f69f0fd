import { expect, test } from "vitest"
import { readOutside } from "./read-outside.ts"
import { ask, ended, fanOut, firstStep, fixDispatch } from "./sample-directives.ts"
import { renderText } from "./text/render-text.ts"
import { renderXml } from "./xml/render-xml.ts"

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
