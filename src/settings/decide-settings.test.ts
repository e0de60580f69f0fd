import { expect, test } from "vitest"
import { readSkilletLayer } from "./settings-keys.ts"
import { sourceProblem } from "./problems.ts"
import { placeProblem } from "../problem/problem.ts"
import {
  decideSettings,
  HOST_RULES_OWNER,
  mustBeKnown,
  planOwnFiles,
  type ReadLayer,
  type SettingsLayers,
} from "./decide-settings.ts"
import type { LimitOwner } from "./limits.ts"
import { noSettings, type ServerSettings, type SettingsLayer, type Switch } from "./settings.ts"

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

const server = (name: string, url: string): ServerSettings => ({ name, trust: "text", at: { url, headers: {} } })
const wrongList = (file: string) =>
  placeProblem(file, sourceProblem("settings.unreadable", {}, { message: "broken", fix: "fix it" }))

/** Every key, with one entry that another layer has too and one that it has not. */
const wholeLayer = (name: string): SettingsLayer => ({
  switches: { shared: name === "a" ? "off" : "name-only", [name]: "user-only" },
  switchPlaces: { shared: { path: name, line: 1 }, [name]: { path: name, line: 2 } },
  listing: name === "a" ? { characters: 1, share: 1 } : { characters: 2, entryCharacters: 2 },
  flags: [name],
  pluginVersions: name === "a" ? "mtime" : "semver",
  pluginsOff: [`${name}@b`],
  permissions: { allow: [`Bash(${name} allow)`], ask: [`Bash(${name} ask)`], deny: [`Bash(${name} deny)`] },
  servers: [server("shared", name), server(name, name)],
  mcp: { allow: ["read"], clients: { shared: [], [name]: ["read"] }, agents: { [name]: [name], shared: ["c", name] } },
  ruleSets: [[{ match: "name", value: name, level: "off" }]],
  skillDirs: [name],
  agents: {
    off: ["codex", name === "a" ? "gemini" : "api"],
    drivers: { claude: { model: name }, [name === "a" ? "opencode" : "command"]: { model: name } },
    roles: { shared: { model: name }, [name]: { model: name } },
    tiers: { shared: { model: name }, [name]: { model: name } },
    prices: { shared: { input: 1, output: name === "a" ? 1 : 2 }, [name]: { input: 3, output: 3 } },
  },
  workflows: [name],
  workflowProblems: [wrongList(name)],
  activation: {
    mode: name === "a" ? "body" : "name",
    least: 3,
    skills: { shared: name === "a" ? "body" : "rules", [name]: "off" },
  },
  wake: {
    rules: { shared: name === "a" ? "off" : { words: ["b"], skill: "b", when: "asked", priority: 1 }, [name]: "off" },
    checklists: [name],
  },
  domainProblems: [wrongList(name)],
  domains: { shared: { words: [name], weak: [], standards: [name] }, [name]: { words: ["w"], weak: [name] } },
})

test("of two layers of the user every key is in force: the later one wins, lists add up", () => {
  expect(decide({ host: [own("user", wholeLayer("a"))], user: read(wholeLayer("b")) }).value).toEqual({
    switches: new Map([
      ["shared", "name-only"],
      ["a", "user-only"],
      ["b", "user-only"],
    ]),
    switchPlaces: new Map([
      ["shared", { path: "b", line: 1 }],
      ["a", { path: "a", line: 2 }],
      ["b", { path: "b", line: 2 }],
    ]),
    listing: { characters: 2, share: 1, entryCharacters: 2 },
    flags: ["b"],
    pluginVersions: "semver",
    pluginsOff: ["b@b"],
    permissions: {
      allow: ["Bash(a allow)", "Bash(b allow)"],
      ask: ["Bash(a ask)", "Bash(b ask)"],
      deny: ["Bash(a deny)", "Bash(b deny)"],
    },
    shellOff: false,
    sandbox: "preferred",
    servers: [server("a", "a"), server("shared", "b"), server("b", "b")],
    mcp: {
      allow: ["read"],
      clients: { a: ["read"], shared: [], b: ["read"] },
      agents: { a: ["a"], b: ["b"], shared: ["c", "b"] },
    },
    ruleSets: [...(wholeLayer("a").ruleSets ?? []), ...(wholeLayer("b").ruleSets ?? [])],
    skillDirs: ["a", "b"],
    agents: {
      default: undefined,
      off: ["codex", "gemini", "api"],
      drivers: { claude: { model: "b" }, opencode: { model: "a" }, command: { model: "b" } },
      roles: { shared: { model: "b" }, a: { model: "a" }, b: { model: "b" } },
      tiers: { shared: { model: "b" }, a: { model: "a" }, b: { model: "b" } },
      prices: { shared: { input: 1, output: 2 }, a: { input: 3, output: 3 }, b: { input: 3, output: 3 } },
    },
    workflows: ["a", "b"],
    workflowProblems: [wrongList("a"), wrongList("b")],
    activation: { mode: "name", least: 3, lead: 1.4, skills: { shared: "rules", a: "off", b: "off" } },
    wake: {
      rules: {
        builtIn: true,
        rows: { shared: { words: ["b"], skill: "b", when: "asked", priority: 1 }, a: "off", b: "off" },
      },
      chain: { builtIn: true, rows: {} },
      checklists: ["b"],
    },
    domainProblems: [wrongList("a"), wrongList("b")],
    domains: {
      shared: { words: ["a", "b"], weak: [], standards: ["b"] },
      a: { words: ["w"], weak: ["a"] },
      b: { words: ["w"], weak: ["b"] },
    },
  })
})

test("a layer above the user adds what denies, asks and names, and rules for tasks, and nothing that allows or runs", () => {
  const user = decide({ user: read(wholeLayer("a")) }).value
  expect(decide({ user: read(wholeLayer("a")), managed: read(wholeLayer("b")) }).value).toEqual({
    ...user,
    switches: new Map([
      ["shared", "off"],
      ["a", "user-only"],
      ["b", "user-only"],
    ]),
    switchPlaces: new Map([
      ["shared", { path: "b", line: 1 }],
      ["a", { path: "a", line: 2 }],
      ["b", { path: "b", line: 2 }],
    ]),
    listing: { characters: 2, share: 1, entryCharacters: 2 },
    pluginsOff: ["a@b", "b@b"],
    permissions: {
      allow: ["Bash(a allow)"],
      ask: ["Bash(a ask)", "Bash(b ask)"],
      deny: ["Bash(a deny)", "Bash(b deny)"],
    },
    servers: [server("a", "a"), server("shared", "b"), server("b", "b")],
    mcp: { allow: ["read"], clients: { a: ["read"], shared: [], b: ["read"] }, agents: { a: ["a"], shared: ["c"] } },
    ruleSets: [...user.ruleSets, ...(wholeLayer("b").ruleSets ?? [])],
    skillDirs: ["a", "b"],
    agents: {
      ...user.agents,
      off: ["codex", "gemini", "api"],
      drivers: {
        claude: { model: "a", atOnce: undefined, perMinute: undefined, perDay: undefined },
        opencode: { model: "a", atOnce: undefined, perMinute: undefined, perDay: undefined },
        command: { atOnce: undefined, perMinute: undefined, perDay: undefined },
      },
    },
    wake: decide({ host: [own("user", wholeLayer("a"))], user: read(wholeLayer("b")) }).value.wake,
    activation: { mode: "name", least: 3, lead: 1.4, skills: { shared: "rules", a: "off", b: "off" } },
    domainProblems: [wrongList("a"), wrongList("b")],
    domains: decide({ host: [own("user", wholeLayer("a"))], user: read(wholeLayer("b")) }).value.domains,
  })
})

test("the lowest of each limit counts, also for a driver that only one layer names", () => {
  const user: SettingsLayer = { agents: { drivers: { claude: { atOnce: 2, perMinute: 9 }, gemini: { perDay: 4 } } } }
  const above: SettingsLayer = {
    agents: {
      drivers: { claude: { atOnce: 3, perMinute: 5, perDay: 1 }, codex: { atOnce: 1, perMinute: 2, perDay: 3 } },
    },
  }
  expect(decide({ user: read(user), projects: [read(above)] }).value.agents.drivers).toEqual({
    claude: { atOnce: 2, perMinute: 5, perDay: 1 },
    gemini: { atOnce: undefined, perMinute: undefined, perDay: 4 },
    codex: { atOnce: 1, perMinute: 2, perDay: 3 },
  })
})

test.each([
  [undefined, undefined, false],
  [true, undefined, true],
  [true, false, false],
  [false, true, true],
])("the user's own layers may switch the shell off and on again: %s, then %s", (first, then, shellOff) => {
  const layer = (off: boolean | undefined): SettingsLayer => (off === undefined ? {} : { shellOff: off })
  expect(decide({ user: read(layer(first)), options: layer(then) }).value.shellOff).toBe(shellOff)
})

test.each<[string, Partial<SettingsLayers>, Switch | undefined]>([
  ["the user", { user: read({ switches: { deploy: "on" }, keptOn: ["deploy"] }) }, "on"],
  ["the machine", { managed: read({ switches: { deploy: "on" }, keptOn: ["deploy"] }) }, "on"],
  ["nobody", {}, "off"],
])("a project cannot switch off what is kept on by %s", (_, given, level) => {
  const projects = [read(switchTo("off")), read({ switches: { Deploy: "off" } })]
  const host = [own("project", switchTo("off"))]
  const { switches } = decide({ ...given, projects, host }).value
  expect(switches.get("deploy")).toBe(level)
  expect(switches.get("Deploy")).toBe(level === "on" ? undefined : "off")
})

test("the machine can still switch off what the user keeps on", () => {
  const user = read({ switches: { deploy: "on" }, keptOn: ["deploy"] })
  expect(decide({ user, managed: read(switchTo("off")) }).value.switches.get("deploy")).toBe("off")
})

test("only the user and the machine can keep a skill on: a project's always is not understood", () => {
  const text = "skills: { deploy: always }\n"
  const [user, project] = (["user", "project"] as const).map((owner) => readSkilletLayer("f", text, owner))
  expect(user?.value).toMatchObject({ switches: { deploy: "on" }, keptOn: ["deploy"] })
  expect(user?.problems).toEqual([])
  expect(project?.value).toEqual(expect.objectContaining({ switches: { deploy: "off" } }))
  expect(project?.value.keptOn).toBeUndefined()
  expect(project?.problems).toHaveLength(1)
})

test("what cannot be understood stops everything, except in a project's file or a host's rules about skills", () => {
  expect((["user", "managed", "project"] as const).map((owner) => mustBeKnown(owner))).toEqual([true, true, false])
  expect(mustBeKnown(HOST_RULES_OWNER)).toBe(false)
  expect(HOST_RULES_OWNER).toBe("project")
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
