import { expect, test } from "vitest"
import { facts, task } from "../../../test/wake/sample-facts.ts"
import { findRequestedPlace } from "./find-requested-task.ts"
import { recogniseRole } from "./recognise-role.ts"
import { findOurRole, listUsualTemplates } from "./role-instructions.ts"
import { findNamedRole, readRoleName } from "./role-names.ts"
import { dropUnfilledParts, readRoleTemplate, listTemplateFiles } from "./role-template.ts"
import { findSubAgentCalls, mayNoteCalls } from "./sub-agent-calls.ts"

test.each([
  ["implementer-prompt.md", "implementer"],
  ["my-doc-writer-prompt.md", "my-doc-writer"],
  ["code-reviewer.md", "code-reviewer"],
  ["re-review-prompt.md", "re-review"],
  ["SchemaMigrator.md", "schema-migrator"],
  ["release-agent.md", "release"],
  ["SKILL.md", undefined],
  ["persuasion-principles.md", undefined],
  ["implementer-prompt.txt", undefined],
  [".hidden-writer.md", undefined],
])("the role of a file by its name: %s", (name, role) => {
  expect(readRoleName(name, false)).toBe(role)
})

test("in a directory for agents every file is for a role", () => {
  expect([readRoleName("security.md", true), readRoleName("security.md", false)]).toEqual(["security", undefined])
  expect(readRoleName("README.md", true)).toBeUndefined()
})

test("an agent is given the file that is nearest to its name, and none if two are equally near", () => {
  const find = (agent: string, ...roles: readonly string[]) =>
    findNamedRole(
      agent,
      roles.map((role) => ({ role })),
    )?.role
  expect(find("docs:doc-writer", "api-writer", "my-doc-writer")).toBe("my-doc-writer")
  expect(find("code-reviewer", "code-quality-reviewer", "my-code-reviewer", "code-reviewer")).toBe("code-reviewer")
  expect(find("senior-doc-writer", "doc-writer")).toBe("doc-writer")
  expect(find("reviewer", "spec-reviewer", "code-reviewer")).toBeUndefined()
  expect(find("general-purpose", "doc-writer")).toBeUndefined()
})

test("an agent named after one of our roles has it; a name that only ends with the same letters does not", () => {
  expect(findOurRole("superpowers:code-reviewer")).toBe("code-reviewer")
  expect(findOurRole("shop:code-quality-reviewer")).toBe("code-quality-reviewer")
  expect([findOurRole("reimplementer"), findOurRole("orchestrator"), findOurRole("")]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

const DOCS = `# Doc writer

Use this when a page is missing.

\`\`\`
Agent tool (general-purpose):
  description: "Document Task N: [name]"
  prompt: |
    You are writing the page for Task N: [name]

    ## What changed

    [The report of the change]

    ## How to write

    Begin with what a reader wants to do, not with how the program is built.
    Show one complete example that you have run yourself, with its output.
    Never describe an option that you have not tried.

    ## Report

    ### Pages
    [Which pages you wrote]
\`\`\`

**Returns:** the pages.
`
const docs = readRoleTemplate({ role: "doc-writer", path: "doc-writer-prompt.md", text: DOCS })

test("the prompt in a role file is found, and shown without the parts that its request fills in", () => {
  expect(docs.descriptions).toEqual(["Document Task N: [name]"])
  const { text, unfilled } = dropUnfilledParts(docs)
  expect(unfilled).toEqual(["What changed"])
  expect(text.split("\n")[0]).toBe("You are writing the page for Task N: [name]")
  expect(text).toContain("Never describe an option that you have not tried.")
  expect(text).toContain("[Which pages you wrote]")
  expect(text).not.toMatch(/Returns:|Agent tool/)
})

test("a role file without a quoted prompt is the prompt, without its frontmatter", () => {
  const text = "---\nname: security\ndescription: Looks for holes.\n---\nYou are a security reviewer.\n"
  expect(readRoleTemplate({ role: "security", path: "agents/security.md", text })).toMatchObject({
    prompt: "You are a security reviewer.",
    isQuoted: false,
  })
})

const known = [docs, ...listUsualTemplates()]
const filled = docs.prompt.replace("Task N: [name]", "Task 4: Login").replaceAll(/\[.*\]/g, "the login page")

test.each([
  ["the whole template", "Work", filled, "doc-writer"],
  ["its first sentence", "Work", "You are writing the page for Task 4: Login. Be quick.", "doc-writer"],
  ["its rules in other company", "Work", `Hello.\n\n${filled.split("\n\n").slice(3).join("\n\n")}`, "doc-writer"],
  ["its description with a number", "Document Task 4: Login", "Do what the brief says.", "doc-writer"],
  ["one of ours", "Implement Task 2: Login", "You are implementing Task 2: Login", "implementer"],
  ["a review", "Check", "You are reviewing whether an implementation matches its specification.", "spec-reviewer"],
  ["something else", "Find usages", "Search the code for parseConfig and report file and line.", undefined],
  ["the same words elsewhere", "Document the API", "Write a page about what a reader wants to do.", undefined],
  ["a review of something else", "Review", "You are reviewing the README for spelling mistakes.", undefined],
  ["nothing", "", "", undefined],
])("a request is recognised by what it asks for: %s", (_what, description, prompt, role) => {
  expect(recogniseRole({ description, prompt }, known)?.role).toBe(role)
})

test.each([
  ["one word", "a".repeat(65_000)],
  ["brackets that are never closed", "[".repeat(65_000)],
  ["a description with many blanks", `\`\`\`\ndescription: a${" ".repeat(65_000)}b\n  prompt: |\n    Write.\n\`\`\``],
])("a role file is read in time linear to its length: %s", (_what, text) => {
  const begun = performance.now()
  const template = readRoleTemplate({ role: "writer", path: "writer-prompt.md", text })
  expect(recogniseRole({ description: "Work", prompt: "Write the page" }, [template])).toBeUndefined()
  expect(listTemplateFiles(text)).toEqual([])
  expect(performance.now() - begun).toBeLessThan(3000)
})

test("a text names files by their path from the directory of the skill", () => {
  const text = "Use `./a-prompt.md`, ../b/c.md and /d/e-prompt.md, not f.mdx or g.md.txt."
  expect(listTemplateFiles(text)).toEqual(["a-prompt.md", "b/c.md", "d/e-prompt.md", "g.md"])
})

test.each([
  ['description: "Document Task N: [name]"', ["Document Task N: [name]"]],
  ["  description: 'It''s quoted'  ", ["It''s quoted"]],
  ["description: bare words", ["bare words"]],
  ['description: ""', []],
  ["a description: not one", []],
])("the description of a call is what its line says: %s", (described, descriptions) => {
  const text = `\`\`\`\n${described}\nprompt: |\n  Write.\n\`\`\``
  expect(readRoleTemplate({ role: "writer", path: "writer-prompt.md", text })).toMatchObject({
    descriptions,
    prompt: "Write.",
  })
})

test("a request that two roles would fit equally has none of them", () => {
  const twin = { ...docs, role: "page-writer" }
  expect(recogniseRole({ description: "Work", prompt: filled }, [docs, twin])).toBeUndefined()
  expect(recogniseRole({ description: "Work", prompt: filled }, [docs, docs])?.role).toBe("doc-writer")
})

const line = (value: object) => JSON.stringify(value)
const call = (id: string, input: object, name = "Agent") =>
  line({ type: "assistant", message: { content: [{ type: "tool_use", id, name, input }] } })
const result = (id: string, agentId?: string) =>
  line({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: id }] },
    toolUseResult: agentId === undefined ? "text" : { agentId },
  })
const asked = (nth: number) => ({ description: `Task ${nth}`, prompt: `Do ${nth}`, subagent_type: "general-purpose" })

test("what a sub-agent is asked to do is found in the transcript by its id, or as the open calls of its type", () => {
  const transcript = [
    'ent":[{"type":"tool_use","id":"cut"',
    call("c1", asked(1)),
    result("c1", "a1"),
    call("c2", asked(2), "Task"),
    call("c3", { ...asked(3), subagent_type: "Explore" }),
    call("c4", { description: "Task 4", prompt: "Do 4" }),
    call("c5", { command: '"subagent_type"' }, "Bash"),
    result("c9", "a9"),
    '{"type":"assistant","message":{"content":[{"type":"tool_use"',
  ].join("\n")
  const find = (id: string, type: string) => findSubAgentCalls(transcript, { id, type })
  expect(find("a1", "general-purpose").own).toMatchObject({ description: "Task 1", prompt: "Do 1" })
  expect(find("a2", "general-purpose").own).toBeUndefined()
  expect(find("a2", "general-purpose").open.map(({ description }) => description)).toEqual(["Task 2", "Task 4"])
  expect(find("a3", "explore").open.map(({ description }) => description)).toEqual(["Task 3"])
  expect(find("a3", "other").open).toEqual([])
})

test.each([
  ["nothing", "", false],
  ["a prompt of Claude Code", line({ type: "user", message: { content: "Go on" } }), true],
  ["a line that is cut", 'le":{"payload":"x"}', true],
  ["Codex", line({ timestamp: "t", type: "response_item", payload: { type: "function_call" } }), false],
  ["Codex, with a line that is being written", `${line({ type: "event_msg", payload: {} })}\n{"timest`, false],
])("calls of sub-agents are waited for only where they are noted: %s", (_what, transcript, may) => {
  expect(mayNoteCalls(transcript)).toBe(may)
})

test("a sub-agent has the task that its request names; none if that is not here", () => {
  const plan = task("t-plan", "000001", { title: "Shop", children: 3 })
  const [one, two, nine] = [1, 2, 9].map((nth) =>
    task(`t-${nth}`, `000001.00000${nth}`, { title: `Task ${nth}: Part ${nth} of it`, parent: "t-plan", children: 1 }),
  )
  const step = task("t-step", "000001.000002.000001", { title: "Write the code", parent: "t-2" })
  if (one === undefined || two === undefined || nine === undefined) throw new Error("three tasks")
  const around = [plan, one, two, step, nine]
  const place = { ...facts().place, current: step, above: [two, plan], around }
  const find = (description: string, prompt = "") => findRequestedPlace(place, { description, prompt })
  expect(find("Implement Task 2: Part 2")).toMatchObject({ current: { id: "t-2" }, above: [{ id: "t-plan" }] })
  expect(find("Implement Task 9: Part 9")).toMatchObject({ current: { id: "t-9" }, above: [{ id: "t-plan" }] })
  expect(find("Implement it", "You are implementing Task 1: Part 1").current?.id).toBe("t-1")
  expect(find("Implement Task 12: Unknown").current).toBeUndefined()
  expect(find("Go on").current?.id).toBe("t-step")
  const review = task("t-review", "000001.000002.000001", { title: "Spec review", parent: "t-2" })
  const fix = task("t-fix", "000001.000002.000002", { title: "Fixes", parent: "t-2" })
  const staged = { ...place, current: review, around: [plan, one, two, review, fix] }
  const reviewed = findRequestedPlace(staged, { description: "Review spec compliance for Task 2", prompt: "" })
  expect(reviewed.current?.id).toBe("t-review")
  const { place: words } = facts()
  const jwt = findRequestedPlace(words, { description: "Build the JWT middleware", prompt: "Add it." })
  expect(jwt.current?.title).toBe("Add JWT middleware")
})
