import { expect, test } from "vitest"
import type { SkillSource } from "./skill-source.ts"
import { filterServers, reportIdleServers } from "./host-servers.ts"

const listing = { skills: [{ name: "a" }, { name: "b", isPrompt: true }], problems: [] }
const source = { list: async () => listing } as unknown as SkillSource

test("a host lists everything that servers offer, only their prompts, or nothing", async () => {
  const names = async (servers: "all" | "prompts" | "none") =>
    (await Promise.all(filterServers({ servers }, [source]).map((one) => one.list()))).flatMap(({ skills }) =>
      skills.map(({ name }) => name),
    )
  expect([await names("all"), await names("prompts"), await names("none")]).toEqual([["a", "b"], ["b"], []])
})

test("a server that was not started is a problem with its name, for the hosts that would use it", () => {
  expect(reportIdleServers({ servers: "prompts" }, [{ name: "docs" }]).map(({ code, path }) => [code, path])).toEqual([
    ["source.failed", "docs"],
  ])
  expect(reportIdleServers({ servers: "none" }, [{ name: "docs" }])).toEqual([])
})
