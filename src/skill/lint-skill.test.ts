import fc from "fast-check"
import { expect, test } from "vitest"
import { readSkill } from "./read-skill.ts"
import { fixSkill } from "./fix-skill.ts"
import { lintSkill, findNameProblem } from "./lint-skill.ts"

function codes(
  text: string,
  more: { readonly name?: string; readonly files?: readonly string[]; readonly portable?: boolean } = {},
) {
  const reading = readSkill(text)
  if (reading.kind === "refused") return []
  const found = lintSkill({
    skill: reading.skill,
    name: more.name ?? "deploy",
    form: "folder",
    portable: more.portable === true,
    findKeyLine: () => 2,
    hasFile: (path) => more.files?.includes(path) === true,
    hasOwnFile: (path) => more.files?.includes(path) === true,
    hasSkill: (name) => name === "tidy",
    files: more.files,
  })
  return found.map(({ code, line, column }) => `${code} ${line}:${column}`)
}

const skill = (body: string, header = "description: d") => `---\n${header}\n---\n${body}`

test.each([
  ["nothing is wrong", skill("Do it.\n", "name: deploy\ndescription: d"), []],
  [
    "calls of skills that are not there, each once",
    skill('Use the `gone` skill.\n\n```\nSkill(skill="team:lost", args="x")\n```\nSkill(gone)\n'),
    ["body.missing-skill 4:10", "body.missing-skill 7:14"],
  ],
  [
    "calls of skills that are there, of itself, and what only looks like a call",
    skill(
      "Use the **tidy** skill, Skill(deploy), Skill(skill-name), `/tmp`, `/help`, use this skill, the gone skill,\nSkill(NAME), mySkill(gone).\n```\nuse the `gone` skill\n```\n",
    ),
    [],
  ],
  [
    "skills that are called with a slash, if they are marked and the sentence says so",
    skill("Run `/lost --fix`, then invoke the **/team:gone**.\nUse the `/tidy` skill, or via `/deploy`.\n"),
    ["body.missing-skill 4:7", "body.missing-skill 4:39"],
  ],
  [
    "what only looks like a call with a slash",
    skill(
      "Use `/tmp`, `/users/x`, run `/mcp`, `/gone`, use the `/users` endpoint, run /gone, [use](/gone), use `/a.md`,\nrun `/claude_mem`, execute `/your-skill`, `GET /gone`, run `/usr/bin/x`, see `/gone`, run `/gone/`.\n```\nrun `/gone`\n```\n",
    ),
    [],
  ],
  ["capitals in the name", skill("Do it.", "name: Deploy_It\ndescription: d"), ["name.rules 2:1", "name.differs 2:1"]],
  ["another name than the directory", skill("Do it.", "name: other\ndescription: d"), ["name.differs 2:1"]],
  ["a long description", skill("Do it.", `description: ${"x".repeat(1025)}`), ["description.long 2:1"]],
  ["another spelling", skill("Do it.", "description: d\nallowed_tools: Read"), ["header.old-spelling 2:1"]],
  ["a near miss", skill("Do it.", "description: d\nargument-hints: x"), ["header.unknown-field 2:1"]],
  ["a field of somebody else's", skill("Do it.", "description: d\nauthor: me"), []],
  ["an agent without a fork", skill("Do it.", "description: d\nagent: Explore"), ["header.no-effect 2:1"]],
  [
    "a skill for nobody",
    skill("Do it.", "description: d\nuser-invocable: false\ndisable-model-invocation: true"),
    ["header.nobody 2:1"],
  ],
  ["hooks that could not be read, which are told already", skill("Do it.", "description: d\nhooks: []"), []],
  ["an empty body", skill("\n"), ["body.empty 4:1"]],
  ["a body of 501 lines", skill("x\n".repeat(501)), ["body.long 4:1"]],
  [
    "a file that does not exist",
    skill("See [more](references/more.md) and `scripts/run.sh`.\n"),
    ["body.missing-file 4:12", "body.missing-file 4:37"],
  ],
  [
    "a file of its own directory, also in a code fence, and a link out of it",
    skill("```sh\n${CLAUDE_SKILL_DIR}/scripts/run.sh\n```\nSee [other](../other/SKILL.md).\n"),
    ["body.missing-file 5:21", "body.missing-file 7:13"],
  ],
  [
    "files that the text gives as examples",
    skill("Name it well, for example `scripts/rotate.py` or `scripts/merge.py`.\nSuch as\n`assets/logo.png`.\n"),
    [],
  ],
  ["a link that shows how to write one", skill("Write `[more](references/more.md)`.\n"), []],
  ["a TODO of a template", skill("# A\n\n- TODO: first\n- TODO: second\n"), ["body.todo 6:1"]],
  ["a TODO in brackets", skill("[TODO: Overview of it]\n"), ["body.todo 4:1"]],
  ["text about TODOs", skill("- TODO comments are listed\n- Mark TODO done\n```\nTODO: x\n```\nRoot cause: TBD\n"), []],
  [
    "an unknown tool",
    skill("Do it.", "description: d\nallowed-tools: Raed, Search"),
    ["header.unknown-tool 2:1", "header.unknown-tool 2:1"],
  ],
  [
    "tools of agents and servers",
    skill(
      "Do it.",
      "description: d\nallowed-tools: Bash(git log:*), Read, mcp__github__*, run_shell_command, github/x",
    ),
    [],
  ],
  ["a file in an example", skill("```\nsee references/more.md\n```\n"), []],
  ["a link to the web", skill("[x](https://example.com/a.md) [y](#part) [z](/abs/x.md)\n"), []],
  ["a placeholder", skill("Write `references/<topic>.md` or `scripts/*.sh` or `references/example.md`.\n"), []],
  [
    "arguments counted from one",
    skill("Deploy $1 to $2.\n", "description: d\narguments: [what, where]"),
    ["body.argument-base 5:1"],
  ],
  ["prices are no arguments", skill("It costs $1.50 or $2,000.\n", "description: d\narguments: [what]"), []],
  ["arguments counted from zero", skill("Deploy $0 to $1.\n", "description: d\narguments: [what]"), []],
  ["hidden text", skill("Do it.\nNow\u200b.\n"), ["body.hidden-text 5:4"]],
  ["a NUL byte", skill("Do\0 it.\n"), ["body.hidden-text 4:3", "file.nul 4:3"]],
])("%s", (_, text, expected) => {
  expect(codes(text)).toEqual(expected)
})

test("a file that exists is fine, and portable skills stay within the specification", () => {
  expect(codes(skill("See references/more.md.\n"), { files: ["references/more.md"] })).toEqual([])
  expect(codes(skill("Do it.\n", "description: d\npaths: src\nauthor: me"), { portable: true })).toEqual([
    "header.unknown-field 2:1",
    "header.unknown-field 2:1",
  ])
})

test.each([
  ["deploy", undefined],
  ["deploy-2", undefined],
  ["部署", undefined],
  ["", "is empty"],
  ["a".repeat(65), "has more than 64 characters"],
  ["Deploy", "has capital letters"],
  ["de ploy", "has characters other than letters, digits and hyphens"],
  ["-deploy", "begins or ends with a hyphen, or has two in a row"],
  ["de--ploy", "begins or ends with a hyphen, or has two in a row"],
])("the name %j: %s", (name, fault) => {
  expect(findNameProblem(name)).toBe(fault)
})

test.each([
  [
    "an unquoted colon",
    "---\nname: a\ndescription: Use when: x\n---\nBody\n",
    '---\nname: a\ndescription: "Use when: x"\n---\nBody\n',
  ],
  [
    "brackets",
    "---\ndescription: d\nargument-hint: [a] [b]\n---\nBody\n",
    '---\ndescription: d\nargument-hint: "[a] [b]"\n---\nBody\n',
  ],
  ["CRLF stays CRLF", "---\r\ndescription: a: b\r\n---\r\nBody\r\n", '---\r\ndescription: "a: b"\r\n---\r\nBody\r\n'],
  ["a missing space", "---\ndescription:x y\n---\nBody\n", "---\ndescription: x y\n---\nBody\n"],
  [
    "a missing closing fence",
    "---\nname: a\ndescription: b\n\n# Title\n\nText.\n",
    "---\nname: a\ndescription: b\n---\n# Title\n\nText.\n",
  ],
  ["a field on the fence", "---name: a\ndescription: b\n---\nBody\n", "---\nname: a\ndescription: b\n---\nBody\n"],
  ["a byte order mark", "\ufeff---\ndescription: b\n---\nBody\n", "---\ndescription: b\n---\nBody\n"],
])("%s is fixed", (_, before, after) => {
  expect(fixSkill(before)?.text).toBe(after)
  expect(fixSkill(after)).toBeUndefined()
})

test.each([
  ["nothing is wrong", "---\ndescription: d\n---\nBody\n"],
  ["nothing safe can be done", "# No header\n"],
  ["the file is refused", "---js\n---\n"],
])("nothing is written when %s", (_, text) => {
  expect(fixSkill(text)).toBeUndefined()
})

test.each([
  ["a comment inside the field", "---\ndescription: Use when: x\n  # note\n  more\n---\nBody\n"],
  [
    "a comment in a list indented with tabs",
    "---\ndescription: d\nallowed-tools:\n\t- Read # safe\n\t- Grep\n---\nBody\n",
  ],
  [
    "a nested value",
    "---\ndescription: d\nhooks:\n  Stop:\n    - hooks:\n        - type: command\n          command: echo a: b\n---\nBody\n",
  ],
])("%s is not fixed, because something would be lost", (_, text) => {
  expect(fixSkill(text)).toBeUndefined()
})

test("only the fixed lines change: other line breaks and code fences stay", () => {
  const mixed = "---\r\ndescription: a: b\r\n---\r\nprogress 1\rprogress 2\nend\r\n"
  expect(fixSkill(mixed)?.text).toBe(mixed.replace("a: b", '"a: b"'))
  const fenced = "```yaml\n---\nname: a\ndescription: d\n---\n```\n# body\n```sh\nls\n```\n"
  expect(fixSkill(fenced)?.text).toBe("---\nname: a\ndescription: d\n---\n# body\n```sh\nls\n```\n")
})

const line = fc.oneof(
  fc.constantFrom(
    "description: Use when: x",
    "name: a",
    "argument-hint: [a] [b]",
    "tags: [x",
    "model:y",
    "# T",
    "text",
    "",
    "- b",
    "metadata:",
    "  k: v: w",
    "x: *y",
    'v: "a" b',
  ),
  fc.string({ maxLength: 15 }),
)

test("fixed text has the same meaning as before", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom("---\n", "---", "\n---\n", ""), (lines, open) => {
      const before = `${open}${lines.join("\n")}\n---\nBody text.\n`
      const fixed = fixSkill(before)
      if (fixed === undefined) return
      const [one, other] = [readSkill(before), readSkill(fixed.text)]
      expect(
        one.kind === "skill" &&
          other.kind === "skill" &&
          JSON.stringify(one.skill.header) === JSON.stringify(other.skill.header),
      ).toBe(true)
      expect(other.problems.length).toBeLessThan(one.problems.length)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ["an untouched template", "description: 'TODO: what it does'", ["description.todo 2:1"]],
  ["a version that is none", "description: d\nversion: latest", ["header.bad-version 2:1"]],
  ["versions people write", "description: d\nversion: 1.2", []],
  ["a version before a release", "description: d\nversion: 2.0.0-beta.1", []],
  ["a long compatibility", `description: d\ncompatibility: ${"x".repeat(501)}`, ["compatibility.long 2:1"]],
])("%s", (_what, header, expected) => {
  expect(codes(skill("Do it.", header))).toEqual(expected)
})

test("a name outside the specification fails if skills must be portable", () => {
  const text = skill("Do it.", "name: Deploy_It\ndescription: d")
  expect(codes(text)).toContain("name.rules 2:1")
  expect(codes(text, { portable: true, name: "Deploy_It" })).toEqual(["name.not-portable 2:1"])
})

test("a file that is named in another case is reported once, and is not missing", () => {
  const body = "Read FORMS.md, then [it](Reference.md) and FORMS.md again; `scripts/Run.sh` too.\n"
  expect(codes(skill(body), { files: ["forms.md", "reference.md", "scripts/run.sh", "scripts/other.sh"] })).toEqual([
    "body.wrong-case 4:6",
    "body.wrong-case 4:26",
    "body.wrong-case 4:61",
  ])
  expect(codes(skill(body), { files: ["FORMS.md", "Reference.md", "scripts/Run.sh"] })).toEqual([])
})

test("--fix writes fields as agents know them, and nothing else", () => {
  const text = "---\r\ndescription: d\r\nallowed_tools: Read # why\r\nwhenToUse: x\r\n---\r\nallowed_tools: stays\r\n"
  expect(fixSkill(text)).toEqual({
    text: "---\r\ndescription: d\r\nallowed-tools: Read # why\r\nwhen_to_use: x\r\n---\r\nallowed_tools: stays\r\n",
    fixed: ["header.old-spelling", "header.old-spelling"],
  })
})
