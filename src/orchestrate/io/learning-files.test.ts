import fs from "node:fs"
import { expect, test } from "vitest"
import { garden } from "../../../test/plant.ts"
import { readLearnings, writeLearning } from "./learning-files.ts"

const learning = { agent: "research", file: "one", text: "# One\n" }

test("a learning is written below .skillet and read again", () => {
  const { project } = garden()
  expect(writeLearning(project, learning)).toBe(".skillet/learnings/research/one.md")
  expect(readLearnings(project, "research")).toEqual({ one: "# One\n" })
})

test.each([".skillet", ".skillet/learnings", ".skillet/learnings/research"])(
  "if %s is a link, nothing is read, written or made behind it",
  (name) => {
    const { project, at, plant } = garden({ "outside/README": "" })
    plant({ [`project/${name}`]: { link: at("outside") } })
    expect(() => writeLearning(project, learning)).toThrow(expect.objectContaining({ code: "memory.not-a-folder" }))
    expect(fs.readdirSync(at("outside"))).toEqual(["README"])
    expect(readLearnings(project, "research")).toEqual({})
  },
)
