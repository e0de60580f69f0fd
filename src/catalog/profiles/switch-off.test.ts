import fc from "fast-check"
import { expect, test } from "vitest"
import { parse } from "smol-toml"
import { parseJsonMap } from "./skill-profile.ts"
import { type ProfileHost, switchRules } from "./switch-off.ts"

const hosts = Object.keys(switchRules) as ProfileHost[]
const COMMENTED = '{\n  // mine\n  "model": "m", /* x */\n}\n'

test.each([
  ["claude", { skillOverrides: { a: "off", b: "off" } }],
  ["opencode", { permission: { skill: { a: "deny", b: "deny" } } }],
  ["gemini", { skills: { disabled: ["a", "b"] } }],
] as const)("%s gets its own words, and comments and other settings stay as they are written", (host, said) => {
  const { write, erase } = switchRules[host]
  const text = write(COMMENTED, ["a", "b"])
  expect(parseJsonMap(text ?? "")).toEqual({ model: "m", ...said })
  expect(text).toContain("// mine")
  expect(text).toContain("/* x */")
  expect(parseJsonMap(erase(text ?? "", ["a", "b"]) ?? "")).toEqual({ model: "m" })
})

test("codex gets tables at the end, and its other tables stay", () => {
  const before = 'model = "m"\n[[skills.config]]\nname = "x"\nenabled = false'
  const text = switchRules.codex.write(before, ["a", 'b"\\']) ?? ""
  expect(parse(text)).toEqual({
    model: "m",
    skills: { config: ["x", "a", 'b"\\'].map((name) => ({ name, enabled: false })) },
  })
  expect(text.startsWith(before)).toBe(true)
  expect(switchRules.codex.erase(`${text}more = 1\n`, ["a", 'b"\\'])).toBe(`${before}\nmore = 1\n`)
  expect(
    switchRules.codex.erase(
      text.replace('enabled = false\n[[skills.config]]\nname = "b', '[[skills.config]]\nname = "b'),
      ["a", 'b"\\'],
    ),
  ).toBeUndefined()
})

test("one word for all tools or all skills of opencode stays the rule for the others", () => {
  const write = (value: unknown) =>
    parseJsonMap(switchRules.opencode.write(JSON.stringify({ permission: value }), ["a"]) ?? "")
  expect(write("ask")).toEqual({ permission: { "*": "ask", skill: { a: "deny" } } })
  expect(write({ skill: "ask", bash: "deny" })).toEqual({
    permission: { skill: { "*": "ask", a: "deny" }, bash: "deny" },
  })
})

test("what a person changed since then stays", () => {
  const text = switchRules.claude.write("", ["a", "b", "c"]) ?? ""
  const edited = text.replace('"b": "off"', '"b": "name-only"').replace("{\n", '{\n  "model": "m",\n')
  expect(parseJsonMap(switchRules.claude.erase(edited, ["a", "b", "c"]) ?? "")).toEqual({
    model: "m",
    skillOverrides: { b: "name-only" },
  })
})

test.each(hosts.filter((host) => host !== "codex"))("a text that %s could not read is never written", (host) => {
  for (const text of ["{", "[]", "no", '{"a":}']) expect(switchRules[host].write(text, ["a"])).toBeUndefined()
})

test("for any names and any other settings, erasing what was written gives the same settings", () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9_. :"\\é-]{1,12}$/).filter((one) => one !== "__proto__")
  const other = fc.dictionary(fc.constantFrom("model", "hooks", "skills", "permission"), fc.constant({ x: 1 }))
  fc.assert(
    fc.property(
      fc.constantFrom(...hosts),
      fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
      other,
      (host, names, had) => {
        const { write, erase } = switchRules[host]
        const before = host === "codex" ? 'model = "m"\n' : JSON.stringify(had, null, 2)
        const text = write(before, names) ?? ""
        const back = erase(text, names) ?? ""
        if (host === "codex") expect(back).toBe(before)
        else expect(parseJsonMap(back)).toEqual(had)
      },
    ),
    { numRuns: 200 },
  )
})
