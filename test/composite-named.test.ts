import path from "node:path"
import { expect, test } from "vitest"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import { sampleComposite } from "./composite/sample-composite.ts"
import { jobBench } from "./composite/job-bench.ts"

test("a composite skill that is named is read without the others", async () => {
  const bench = await jobBench(sampleComposite)
  const read: string[] = []
  const watched: typeof bench.skillet = {
    ...bench.skillet,
    async read(file, ...rest) {
      read.push(path.relative(bench.project, file))
      return bench.skillet.read(file, ...rest)
    },
  }
  const { choice } = await startJob(watched, bench.runs, { query: "make a sample", skill: "sample" })
  expect(choice).toEqual({ skill: "sample", because: "it was named with --skill", close: [] })
  expect(read).toEqual([".claude/skills/sample/SKILL.md"])
})

test("a composite whose name is not that of its skill is found by its own name", async () => {
  const config = ".claude/skills/sample/config.yaml"
  const bench = await jobBench({ ...sampleComposite, [config]: `name: another\n${sampleComposite[config]}` })
  const { choice } = await startJob(bench.skillet, bench.runs, { query: "make a sample", skill: "another" })
  expect(choice.skill).toBe("another")
  const bySkill = startJob(bench.skillet, bench.runs, { query: "make a sample", skill: "sample" })
  await expect(bySkill).rejects.toMatchObject({ code: "composite.not-found" })
})
