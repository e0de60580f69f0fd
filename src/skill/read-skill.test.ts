import fc from "fast-check"
import { expect, test } from "vitest"
import { headerFields, type SkillHeader } from "./header/schema/fields.ts"
import { writeHeader } from "./header/write.ts"
import { readSkill } from "./read-skill.ts"

const header = (block: string) => {
  const reading = readSkill(`---\n${block}\n---\nBody text.\n`)
  if (reading.kind === "refused") return { refused: true, problems: places(reading) }
  return { header: reading.skill.header, unknown: { ...reading.skill.unknown }, problems: places(reading) }
}
const places = (reading: ReturnType<typeof readSkill>) =>
  reading.problems.map(({ code, line, column }) => `${code} ${line}:${column}`)

test.each([
  ["an unquoted colon", "description: Use when: x: y", { description: "Use when: x: y" }, ["header.unquoted 2:14"]],
  [
    "a colon at the end",
    "description: three principles:",
    { description: "three principles:" },
    ["header.unquoted 2:14"],
  ],
  [
    "brackets in a hint",
    "description: d\nargument-hint: [a] [b] — e.g. x",
    { description: "d", argumentHint: "[a] [b] — e.g. x" },
    ["header.unquoted 3:16"],
  ],
  [
    "one bracket in a hint, which is a list to YAML",
    "description: d\nargument-hint: [file]",
    { description: "d", argumentHint: "[file]" },
    ["header.not-text 3:16"],
  ],
  [
    "a value that begins with a star",
    "description: **Master**: all of it",
    { description: "**Master**: all of it" },
    ["header.unquoted 2:14"],
  ],
  [
    "a value that begins with @",
    "description: d\nname: @priya",
    { description: "d", name: "@priya" },
    ["header.unquoted 3:7"],
  ],
  [
    "a value that begins with a backtick",
    "description: `x` does y",
    { description: "`x` does y" },
    ["header.unquoted 2:14"],
  ],
  [
    "quotes inside quotes",
    'description: "such as "Deploy my app", or "Push"."',
    { description: 'such as "Deploy my app", or "Push".' },
    ["header.bad-quotes 2:14"],
  ],
  [
    "two quoted parts",
    'description: d\nargument-hint: "[a] for [b]" or "[a]"',
    { description: "d", argumentHint: '"[a] for [b]" or "[a]"' },
    ["header.bad-quotes 3:16"],
  ],
  [
    "text behind a closing quote, folded",
    'description: "Elite review of"\n  all code, and\n  more.',
    { description: "Elite review of all code, and more." },
    ["header.bad-quotes 2:14"],
  ],
  [
    "another field behind a closing quote",
    'description: "d"user-invocable: false',
    { description: "d", userInvocable: false },
    ["header.bad-quotes 2:14"],
  ],
  [
    "a quote that is never closed",
    'description: "it goes on\nname: a',
    { description: "it goes on", name: "a" },
    ["header.bad-quotes 2:14"],
  ],
  [
    "no space after the colon",
    "name: a\ndescription:Performs x. Use it",
    { name: "a", description: "Performs x. Use it" },
    ["header.missing-space 3:13"],
  ],
  [
    "a key written twice",
    "description: one\nname: a\ndescription: two",
    { name: "a", description: "two" },
    ["header.duplicate-key 4:1"],
  ],
  [
    "prose that goes on at the margin",
    "description: First line: yes\nand more of it\nname: a",
    { description: "First line: yes and more of it", name: "a" },
    ["header.unquoted 2:14"],
  ],
  ["a number for a name", "description: d\nname: 123", { description: "d", name: "123" }, ["header.not-text 3:7"]],
  ["true for a description", "description: true", { description: "true" }, ["header.not-text 2:14"]],
  ["a list for a description", "description: [one, two]", { description: "one, two" }, ["header.not-text 2:14"]],
  ["a version keeps its text", "description: d\nversion: 1.10", { description: "d", version: "1.10" }, []],
  ["a date stays text", "description: 2024-01-01", { description: "2024-01-01" }, []],
  ["a folded description", "description: >\n  one\n  two\n", { description: "one two\n" }, []],
  ["a block indented as a whole", "  name: a\n  description: b", { name: "a", description: "b" }, []],
  [
    "tools as text with commas",
    "description: d\nallowed-tools: Read, Bash(git log:*), Write",
    { description: "d", allowedTools: ["Read", "Bash(git log:*)", "Write"] },
    [],
  ],
  [
    "tools as text with blanks",
    "description: d\nallowed-tools: Read Bash(git add *)",
    { description: "d", allowedTools: ["Read", "Bash(git add *)"] },
    [],
  ],
  [
    "paths with braces",
    "description: d\npaths: src/*.{js,ts}, docs/**",
    { description: "d", paths: ["src/*.{js,ts}", "docs/**"] },
    [],
  ],
  [
    "every boolean spelling",
    "description: d\ndisable-model-invocation: On\nuser-invocable: 0",
    { description: "d", disableModelInvocation: true, userInvocable: false },
    [],
  ],
  [
    "an unclear boolean",
    "description: d\nuser-invocable: maybe",
    { description: "d", userInvocable: "unclear" },
    ["header.not-text 3:17"],
  ],
  ["an effort nobody knows", "description: d\neffort: enormous", { description: "d" }, ["header.bad-value 3:9"]],
  ["an effort in numbers", "description: d\neffort: 7", { description: "d", effort: 7 }, []],
  ["a context nobody knows", "description: d\ncontext: spoon", { description: "d" }, ["header.bad-value 3:10"]],
  ["malformed hooks", "description: d\nhooks: [x]", { description: "d" }, ["header.bad-hooks 3:8"]],
  ["requires as a list of other things", "description: d\nrequires: [node]", { description: "d" }, []],
  [
    "requires as versions",
    "description: d\nrequires: { skillet: '>=9' }",
    { description: "d", requires: { skillet: ">=9" } },
    [],
  ],
  [
    "other spellings",
    "description: d\nwhenToUse: w\nallowed_tools: Read",
    { description: "d", whenToUse: "w", allowedTools: ["Read"] },
    [],
  ],
  [
    "two spellings that disagree",
    "description: d\nuser-invocable: true\nuser_invocable: false",
    { description: "d", userInvocable: true },
    ["header.two-spellings 4:1"],
  ],
  [
    "an anchor is never followed",
    "description: d\nmodel: &m x\nagent: *m",
    { description: "d", agent: "*m" },
    ["header.anchor 3:8", "header.unquoted 4:8"],
  ],
  [
    "a tag is never followed",
    "description: d\nmodel: !!js/function 'x'",
    { description: "d", model: "!!js/function 'x'" },
    ["header.unquoted 3:8"],
  ],
  ["a reserved key", "description: d\n__proto__: { polluted: 1 }", { description: "d" }, ["header.reserved-key 3:12"]],
])("%s", (_, block, expected, problems) => {
  const { unknown: _unknown, ...read } = header(block)
  expect(read).toEqual({ header: expected, problems })
})

test("a comment after a broken field is not part of it, and never a grant", () => {
  expect(header("description: x\nallowed-tools: Read: x # Write\n# Bash(rm:*)\nlicense: MIT")).toMatchObject({
    header: { allowedTools: ["Read:", "x"], license: "MIT" },
  })
  expect(header("description: Use when: x\n# a comment\nname: a")).toMatchObject({
    header: { description: "Use when: x", name: "a" },
  })
})

test("a line that belongs to no field is reported", () => {
  expect(header("just a stray line\nname: a\ndescription: Use: y").problems).toContain("header.unreadable-value 2:1")
})

test("tabs as indentation are read as blanks", () => {
  expect(header("description: d\nmetadata:\n\tauthor: me\n\tkind: x")).toMatchObject({
    header: { metadata: { author: "me", kind: "x" } },
    problems: ["header.tab 3:10"],
  })
})

test("a list with one bad item keeps the others", () => {
  expect(header('description: d\nkeywords:\n  - "a", "b"\n  - c')).toMatchObject({
    unknown: { keywords: ['"a", "b"', "c"] },
    problems: ["header.unreadable-value 3:10"],
  })
})

test("every repair says what was read and how to write it", () => {
  const reading = readSkill("---\ndescription: Use when: x\n---\n")
  expect(reading.problems).toEqual([
    {
      code: "header.unquoted",
      level: "warning",
      line: 2,
      column: 14,
      message: 'description contains a colon but is not quoted; read as "Use when: x"',
      fix: 'description: "Use when: x"',
    },
  ])
})

test("without frontmatter, the first paragraph describes the skill", () => {
  expect(readSkill("# Title\n\nDoes a thing\nwell.\n\nMore.")).toMatchObject({
    kind: "skill",
    skill: { fence: "none", opening: { line: "Title", paragraph: "Does a thing well." } },
    problems: [{ code: "header.none", line: 1 }],
  })
})

test("an empty file is a skill with a problem", () => {
  expect(readSkill("")).toMatchObject({ kind: "skill", problems: [{ code: "file.empty" }] })
})

test("NUL bytes in frontmatter are left out and reported", () => {
  expect(readSkill("---\nname: a\ndescription: b\0c\n---\n")).toMatchObject({
    skill: { header: { description: "bc" } },
    problems: [{ code: "file.nul", line: 3, column: 15 }],
  })
})

test("no frontmatter can reach a prototype", () => {
  const reading = readSkill(
    '---\ndescription: d\nmetadata: { "__proto__": { polluted: true }, constructor: 1, ok: 1 }\n---\n',
  )
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(reading).toMatchObject({
    skill: { header: { metadata: { ok: 1 } } },
    problems: [{ code: "header.reserved-key" }],
  })
  if (reading.kind === "skill") expect(Object.getPrototypeOf(reading.skill.header.metadata)).toBeNull()
})

const hostile: readonly (readonly [string, string, string])[] = [
  [
    "an alias bomb",
    `---\na: &a [x,x,x]\n${"bcdefghi"
      .split("")
      .map((key, at) => `${key}: &${key} [*${"abcdefgh"[at]},*${"abcdefgh"[at]},*${"abcdefgh"[at]}]`)
      .join("\n")}\n---\n`,
    "header.anchor",
  ],
  ["deep nesting in brackets", `---\na: ${"[".repeat(20_000)}\n---\n`, "header.unquoted"],
  [
    "deep nesting by indentation",
    `---\na:\n${Array.from({ length: 200 }, (_, at) => `${" ".repeat(at + 1)}k:`).join("\n")}\n---\n`,
    "header.unreadable-value",
  ],
  ["40 levels of nesting", `---\na: ${"{b: ".repeat(40)}1${"}".repeat(40)}\n---\n`, "header.too-deep"],
  ["a reserved key", "---\n__proto__:\n  polluted: yes\n---\n", "header.reserved-key"],
  ["a header of 10 MB", `---\na: ${"x".repeat(10_000_000)}\n---\n`, "header.too-large"],
  [
    "8,000 keys",
    `---\n${Array.from({ length: 8000 }, (_, at) => `k${at}: ${at}`)
      .join("\n")
      .slice(0, 60_000)}\n---\n`,
    "header.too-many-keys",
  ],
  ["a header in another language", "---js\n{ run: process.exit(1) }\n---\n", "header.tagged-fence"],
  ["one very long line of quotes", `---\na: ${'"'.repeat(60_000)}\n---\n`, "header.bad-quotes"],
  ["60,000 colons", `---\na: ${":".repeat(60_000)} : \n---\n`, "header.unquoted"],
]

test.each(hostile)("%s ends within a second, with a located problem", (_, text, code) => {
  const start = process.cpuUsage()
  const { problems } = readSkill(text)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(1000)
  expect(problems.map((found) => found.code)).toContain(code)
  expect(problems.find((found) => found.code === code)?.line).toBeGreaterThan(0)
})

const piece = fc.oneof(
  fc.constantFrom(
    "---",
    "name: a",
    "description: x: y",
    "  - b",
    '"',
    "'",
    "[",
    "{",
    "&a",
    "*a",
    "!t",
    "\t",
    "# T",
    "\0",
    "\ufeff",
    "key:",
    ": ",
    "|",
    ">",
    "...",
    "```",
    "é",
    "\u2028",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
)
const anyFile = fc
  .array(piece, { maxLength: 30 })
  .chain((parts) => fc.constantFrom("\n", "", "\r\n", " ").map((between) => parts.join(between)))

test("reading never throws, whatever the text, and always gives a skill or a problem", () => {
  fc.assert(
    fc.property(anyFile, fc.boolean(), (text, fenced) => {
      const reading = readSkill(fenced ? `---\n${text}\n---\nBody` : text)
      expect(reading.kind === "skill" || reading.problems.length > 0).toBe(true)
    }),
    { numRuns: 5000 },
  )
})

const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.constantFrom("a: b", "- x", "[a]", "*", "'", '"x" y', "true", "1.10", "a # b", "| x", "line\nbreak", "tab\there"),
)
const texts = fc.array(fc.stringMatching(/^[A-Za-z][\w()*:./-]{0,12}$/), { minLength: 1, maxLength: 4 })
const anyHeader: fc.Arbitrary<SkillHeader> = fc.record(
  {
    name: text.filter((value) => value.trim() !== ""),
    description: text.filter((value) => value.trim() !== ""),
    whenToUse: text.filter((value) => value.trim() !== ""),
    argumentHint: text.filter((value) => value.trim() !== ""),
    version: text.filter((value) => value.trim() !== ""),
    allowedTools: fc.constantFrom(["Read"], ["Bash(git log:*)", "Read"]),
    arguments: texts.map((words) => words.map((word) => word.replace(/[^\w]/g, ""))),
    paths: texts,
    effort: fc.constantFrom("low", "max", 3),
    context: fc.constantFrom("fork", "inline"),
    disableModelInvocation: fc.boolean(),
    metadata: fc.dictionary(fc.stringMatching(/^[a-z][\w-]{0,8}$/), fc.oneof(text, fc.integer(), fc.boolean())),
  },
  { requiredKeys: [] },
)

test("writing frontmatter and reading it again gives the same frontmatter", () => {
  fc.assert(
    fc.property(anyHeader, (given) => {
      const clean = JSON.parse(JSON.stringify(given).replaceAll("\\u0000", "")) as SkillHeader
      const isEmpty = Object.values(clean).some((value) => typeof value === "string" && value.trim() === "")
      fc.pre(
        !isEmpty &&
          !(
            "metadata" in clean &&
            Object.keys(clean.metadata ?? {}).some((key) => key === "constructor" || key === "prototype")
          ),
      )
      const printed = [...writeHeader(clean), "Body"].join("\n")
      const reading = readSkill(printed)
      expect(reading.kind === "skill" ? { ...reading.skill.header } : undefined).toEqual(clean)
      expect(reading.problems.filter(({ code }) => code !== "skill.no-description")).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test("the table of fields is complete: every property has exactly one field, and no spelling means two", () => {
  const properties = headerFields.map(({ property }) => property)
  expect(new Set(properties).size).toBe(properties.length)
  expect(headerFields.every(({ about, since }) => about.endsWith(".") && /^\d+\.\d+\.\d+$/.test(since))).toBe(true)
})
