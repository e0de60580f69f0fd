import fc from "fast-check"
import { expect, test } from "vitest"
import { readOutline } from "../../skill/body/read-outline.ts"
import { compileSkill } from "./compile-skill.ts"
import { fitSkill } from "./fit-skill.ts"

const talk = (about: string) =>
  Array.from({ length: 60 }, (_, at) => `Some background on ${about}, part ${at}.`).join("\n")
const BODY = `# Releases

${talk("releases")}

## The law

\`\`\`
NO RELEASE WITHOUT A GREEN BUILD FIRST
\`\`\`

## History

${talk("history")}

\`\`\`bash
old-tool --print
\`\`\`

## Push the tag

Create the tag and push it:

\`\`\`bash
# Create the tag
git tag -a v1 -m v1

# Push it
git push origin v1
\`\`\`

${talk("colours")}
`
const fit = (body: string, tokens: number, about = "Push the tag") =>
  fitSkill(compileSkill(body), body, { tokens, about, file: "/s/SKILL.md" })

test("a skill that does not fit keeps the code of the section about the task whole, and a rule in capitals", () => {
  const { text, tokens } = fit(BODY, 500)
  expect(tokens).toBeLessThanOrEqual(500)
  expect(text).toContain(
    "Create the tag and push it:\n\n```bash\n# Create the tag\ngit tag -a v1 -m v1\n\n# Push it\ngit push origin v1\n```",
  )
  expect(text).toContain("```\nNO RELEASE WITHOUT A GREEN BUILD FIRST\n```")
  expect(text).not.toContain("old-tool")
})

test("a numbered process is shown whole before any example, and an example only whole", () => {
  const steps = Array.from({ length: 9 }, (_, at) => `${at + 1}. Turn valve ${at} until the gauge is at rest`).join(
    "\n",
  )
  const body = `# Boiler\n\n## Example\n\n\`\`\`js\nconst a = {\n  b: 1,\n};\n\nrun(a)\n\`\`\`\n\n## Shut down\n\nIn this order:\n\n${steps}\n\n## Notes\n\n${talk("steam")}`
  const narrow = fit(body, 250, "Paint").text
  expect(narrow).toContain(`## Shut down\n\nIn this order:\n${steps}`)
  expect(narrow).not.toContain("const a")
  const wide = fit(body, 1200, "Paint").text
  expect(wide).toContain("```js\nconst a = {\n  b: 1,\n};\n\nrun(a)\n```")
})

test("at no budget an example takes the place of a process, however strong its words are", () => {
  const steps = Array.from({ length: 9 }, (_, at) => `${at + 1}. Valve ${at}`).join("\n")
  const body = `# Boiler\n\n## Example\n\nYou must never, NEVER touch it.\n\n## Shut down\n\n${steps}\n\n## Notes\n\n${talk("steam")}`
  const texts = Array.from({ length: 60 }, (_, at) => fit(body, 60 + at * 10, "Paint").text)
  expect(texts.filter((text) => text.includes("NEVER") && !text.includes(steps))).toEqual([])
  expect(texts.filter((text) => text.includes("NEVER")).length).toBeGreaterThan(0)
})

test("numbered headings are shown together", () => {
  const body = `# Move\n\n${[1, 2, 3].map((at) => `## Step ${at}: Room ${at}\n\n${talk(`room ${at}`)}`).join("\n\n")}`
  expect(fit(body, 150, "Paint").text.match(/^## .*$/gm)).toEqual([
    "## Step 1: Room 1",
    "## Step 2: Room 2",
    "## Step 3: Room 3",
  ])
})

test("what is in tags, a table row and a nested item are shown with what is above them", () => {
  const rows = Array.from({ length: 30 }, (_, at) => `| never ${at} | always ${at} |`).join("\n")
  const body = `# A\n\n${talk("a")}\n\n<HARD-GATE>\nDo not start before the review.\n</HARD-GATE>\n\n## Names\n\n| Bad | Good |\n|---|---|\n${rows}\n\n## Habits\n\n- Anti-patterns that we have seen:\n  - You must skip the review of changes that are small${" and more of the same".repeat(20)}.\n`
  const { text } = fit(body, 320, "Paint")
  expect(text).toContain("<HARD-GATE>\nDo not start before the review.\n</HARD-GATE>")
  expect(text).toMatch(/\| Bad \| Good \|\n\|---\|---\|\n\| never \d+ \|/)
  const wide = fit(body, 900, "Habits").text
  expect(wide).toMatch(/- Anti-patterns that we have seen:\n {2}- You must skip/)
})

test("a paragraph is cut between sentences that can be read alone", () => {
  const filler = Array.from({ length: 30 }, (_, at) => `The river has number ${at} in the atlas`).join(". ")
  const body = `# A\n\n${filler}. Code before the test? Delete it. Start over. ${filler}.`
  const { text } = fit(body, 90, "Paint")
  expect(text).toContain("Code before the test? Delete it. Start over.")
  expect(text).toContain(" … ")
})

test("if not even one sentence fits, the packet says where the skill is", () => {
  expect(fit(`${"word ".repeat(3000)}`, 60).text).toBe("[It does not fit here. Read it first: /s/SKILL.md]")
})

test("the skill's directory is filled in, except for a skill that has none", () => {
  const body = "Run `${CLAUDE_SKILL_DIR}/run.sh`, not `\\${CLAUDE_SKILL_DIR}` and not `${CLAUDE_OTHER}`."
  const filled = (file: string) => fitSkill(compileSkill(body), body, { tokens: 500, about: "", file }).text
  expect(filled("/s/tdd/SKILL.md")).toBe("Run `/s/tdd/run.sh`, not `\\${CLAUDE_SKILL_DIR}` and not `${CLAUDE_OTHER}`.")
  expect(filled("mcp://server/tdd")).toBe(body)
})

const label = fc.constantFrom(
  ..."**Never:**|**Always:**|❌ Bad:|✅ Good:|You must never:|Red flags that mean STOP:|Anti-patterns|What a reviewer rejects:|Verboten:|**Confirm:**|Steps:".split(
    "|",
  ),
)
const list = fc.tuple(label, fc.integer({ min: 1, max: 6 }), fc.constantFrom("-", "1.", "- [ ]"), fc.boolean())
const headings = fc.constantFrom("Don't", "Checklist", "Rules", "Common Rationalizations", "Process", "Examples")
const skill = fc.array(fc.tuple(headings, fc.array(list, { minLength: 1, maxLength: 4 })), {
  minLength: 1,
  maxLength: 6,
})

/** Every list item has a number of its own, so that what is above it in the text can be compared. */
function writeSkill(sections: readonly (readonly [string, readonly (readonly [string, number, string, boolean])[]])[]) {
  let id = 0
  const item = (mark: string) => `${mark} Take step n${++id}x and ${"go on ".repeat(id % 7)}there`
  return sections
    .map(([heading, lists], at) => {
      const blocks = lists.map(([lead, many, mark, hasCode]) => {
        const items = Array.from({ length: many }, () => item(mark)).join("\n")
        return `${lead}\n${items}${hasCode ? `\n\n\`\`\`js\nconst n${++id}x = {\n};\n\`\`\`` : ""}\n\nWords about it, number ${id}.`
      })
      return `## ${heading} ${at}\n\n${blocks.join("\n\n")}`
    })
    .join("\n\n")
}

/** For each numbered piece of a text, the label and the heading above it. */
function readAbove(text: string): ReadonlyMap<string, string> {
  const above = new Map<string, string>()
  let [heading, lead] = ["", ""]
  for (const line of text.split("\n")) {
    const id = /n\d+x/.exec(line)?.[0]
    if (line.startsWith("#")) [heading, lead] = [line, ""]
    else if (id !== undefined) above.set(id, `${heading} > ${lead}`)
    else if (!/^(?:```|\};|$|\[)/.test(line) && !line.startsWith("Words")) lead = line
  }
  return above
}

test("whatever the label and the budget, no item or code is shown without the label and heading above it", () => {
  fc.assert(
    fc.property(skill, fc.integer({ min: 60, max: 900 }), (sections, tokens) => {
      const body = writeSkill(sections)
      const written = readAbove(body)
      const { text, tokens: cost } = fit(body, tokens, "Take the next step")
      expect(cost).toBeLessThanOrEqual(Math.max(tokens, 20))
      for (const [id, above] of readAbove(text)) expect(`${id}: ${above}`).toBe(`${id}: ${written.get(id)}`)
      expect(readOutline(text).fences.filter(({ closed, code }) => !closed || !code.endsWith("};"))).toEqual([])
      expect(fit(body, tokens, "Take the next step").text).toBe(text)
    }),
    { numRuns: 100 },
  )
})
