import { expect, test } from "vitest"
import { readSkilletLayer } from "./settings-keys.ts"

test("the example for a file without a map can be written in any settings file, also a project's", () => {
  const { problems } = readSkilletLayer("/p/.skillet/config.yaml", "- a\n", "project")
  const example = /such as (.*)$/.exec(problems[0]?.fix ?? "")?.[1] ?? "missing"
  for (const owner of ["project", "user", "managed"] as const)
    expect(readSkilletLayer("/p/config.yaml", `${example}\n`, owner)).toMatchObject({ problems: [] })
})
