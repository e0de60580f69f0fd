import { expect, test } from "vitest"
import { sourceProblem } from "./problems.ts"
import { placeProblem } from "../problem/problem.ts"
import { decideSettings, planOwnFiles, type ReadLayer, type SettingsLayers } from "./decide-settings.ts"
import type { LimitOwner } from "./limits.ts"
import { noSettings, type SettingsLayer, type Switch } from "./settings.ts"

const NOTHING: ReadLayer = { value: {}, problems: [], unknown: [] }
const read = (value: SettingsLayer): ReadLayer => ({ ...NOTHING, value })
const own = (owner: LimitOwner, value: SettingsLayer) => ({ owner, layer: read(value) })

function decide(given: Partial<SettingsLayers>) {
  return decideSettings({
    host: [],
    user: NOTHING,
    variables: {},
    options: {},
    projects: [],
    managed: NOTHING,
    ...given,
  })
}

const switchTo = (level: Switch): SettingsLayer => ({ switches: { deploy: level } })
const countFlag = (flag: string): SettingsLayer => ({ flags: [flag] })

test("without layers, the defaults are in force", () => {
  expect(decide({})).toEqual({ value: noSettings, problems: [], unknown: [] })
})

test.each<[string, Partial<SettingsLayers>, readonly string[]]>([
  ["only the host's", { host: [own("user", countFlag("host"))] }, ["host"]],
  ["ours wins over the host's", { host: [own("user", countFlag("host"))], user: read(countFlag("user")) }, ["user"]],
  ["a variable wins over the file", { user: read(countFlag("user")), variables: countFlag("variable") }, ["variable"]],
  ["an option wins over the variable", { variables: countFlag("variable"), options: countFlag("option") }, ["option"]],
  ["a project sets none", { user: read(countFlag("user")), projects: [read(countFlag("project"))] }, ["user"]],
  ["the machine sets none", { user: read(countFlag("user")), managed: read(countFlag("managed")) }, ["user"]],
])("the user's layers, later over earlier: %s", (_, layers, flags) => {
  expect(decide(layers).value.flags).toEqual(flags)
})

test.each<[string, (value: SettingsLayer) => Partial<SettingsLayers>]>([
  ["the project", (value) => ({ projects: [read(value)] })],
  ["the machine", (value) => ({ managed: read(value) })],
  ["the host's file of the project", (value) => ({ host: [own("project", value)] })],
  ["the host's file of the machine", (value) => ({ host: [own("managed", value)] })],
])("%s can only tighten what the user set", (_, above) => {
  const strict: SettingsLayer = {
    ...switchTo("off"),
    shellOff: true,
    sandbox: "required",
    pluginsOff: ["a@b"],
    permissions: { deny: ["Bash(rm:*)"] },
    agents: { off: ["codex"], drivers: { claude: { perDay: 1 } } },
  }
  const loose: SettingsLayer = {
    ...switchTo("on"),
    shellOff: false,
    sandbox: "preferred",
    pluginsOff: [],
    permissions: { allow: ["Bash(*)"] },
    agents: { off: [], drivers: { claude: { perDay: 9, program: "/tmp/evil" } }, default: "command" },
  }
  const user = decide({ user: read(strict) }).value
  expect(decide({ user: read(strict), ...above(loose) }).value).toEqual(user)
  const tightened = decide({ user: read({ ...loose, pluginsOff: ["c@d"] }), ...above(strict) }).value
  expect(tightened).toMatchObject({
    switches: new Map([["deploy", "off"]]),
    shellOff: true,
    sandbox: "required",
    pluginsOff: ["c@d", "a@b"],
    permissions: { allow: ["Bash(*)"], ask: [], deny: ["Bash(rm:*)"] },
    agents: { off: ["codex"], default: "command", drivers: { claude: { perDay: 1, program: "/tmp/evil" } } },
  })
})

test("the length of the listing is the only thing of which the last layer above has the say, from the root down", () => {
  const long = (characters: number): SettingsLayer => ({ listing: { characters } })
  const layers = {
    user: read(long(1)),
    projects: [read(long(2)), read(long(3))],
    host: [own("managed", long(5)), own("project", long(4))],
  }
  expect(decide(layers).value.listing).toEqual({ characters: 5 })
  expect(decide({ ...layers, managed: read(long(6)) }).value.listing).toEqual({ characters: 6 })
  expect(decide({ ...layers, host: [own("project", long(4))] }).value.listing).toEqual({ characters: 4 })
  expect(decide({ ...layers, host: [] }).value.listing).toEqual({ characters: 3 })
})

test("the problems and unknown limits of every layer are in the result", () => {
  const broken = (file: string): ReadLayer => {
    const problem = placeProblem(file, sourceProblem("settings.unreadable", {}, { message: "broken", fix: "fix it" }))
    return { value: {}, problems: [problem], unknown: [{ limit: "all", problem }] }
  }
  const found = decide({
    user: broken("user"),
    projects: [broken("root"), broken("below")],
    managed: broken("managed"),
    host: [{ owner: "project", layer: broken("host") }],
  })
  const files = ["user", "root", "below", "managed", "host"]
  expect(found.problems.map(({ path }) => path)).toEqual(files)
  expect(found.unknown.map(({ problem }) => problem.path)).toEqual(files)
})

test("our own files: the user's, the project's from its root down, the machine's", () => {
  expect(planOwnFiles({ userFile: "/home/a/config.yaml", upwards: ["/p/sub", "/p"] })).toEqual({
    user: "/home/a/config.yaml",
    projects: ["/p/.skillet/config.yaml", "/p/sub/.skillet/config.yaml"],
    managed: "/etc/skillet/config.yaml",
  })
})
