import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { auditSkills } from "../src/audit/io/audit-skills.ts"
import { lintSkills } from "../src/catalog/io/lint/lint-skills.ts"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { matchSkills } from "../src/catalog/io/skills/match-skills.ts"
import { readSkill } from "../src/skill/read-skill.ts"
import { garden } from "./plant.ts"

/** The skills for everyday work, and requests that people would make for each. Not all of them are found. */
const requests: Readonly<Record<string, readonly string[]>> = {
  "update-config": [
    "allow npm test without asking me every time",
    "turn the skill pdf-tools off in my settings",
    "where do I set a hook that runs after every edit",
    "add npm run build to the allowed commands in my settings",
  ],
  keybindings: [
    "bind ctrl+s to save the prompt",
    "my keyboard shortcut does not work in tmux",
    "change the shortcut for opening the history",
  ],
  verify: [
    "are you sure that it works",
    "verify this before we call it done",
    "did you test it",
    "does it really work, please verify it",
  ],
  debug: [
    "debug this: the login test fails with a timeout",
    "why do I get this error when I start the server, here is the stack trace",
    "the app crashes as soon as I open it",
    "this test fails with an exception, here is the stack trace",
    "it crashes on my machine with this error",
  ],
  "lorem-ipsum": [
    "I need placeholder text with exactly 500 words",
    "generate dummy text of 64 KB to try the upload limit",
    "give me awkward strings to test this input field with",
  ],
  skillify: [
    "make a skill out of what we just did",
    "save this workflow so that I can use it again next time",
    "turn this session into a skill",
    "I want to capture what we did in this session as a skill",
  ],
  remember: [
    "remember that we deploy only on Tuesdays",
    "from now on always use pnpm, do not forget it",
    "what do you remember about this project",
    "keep this decision in mind for later sessions",
    "note for next time: the staging server is slow",
    "hand this over so that the next agent remembers the preference",
  ],
  simplify: [
    "simplify my changes before I open the pull request",
    "is there a simpler way to write this diff",
    "clean up what I just changed",
    "tidy up my diff before review",
  ],
  batch: [
    "do this for all 30 components",
    "apply the same change to each file in src/pages",
    "migrate every test file to vitest, in batch",
    "the same for each file in src/pages, in parallel",
    "migrate all packages, one agent for each",
  ],
  stuck: [
    "you keep doing the same thing over and over",
    "you are stuck, try something else",
    "the agent hangs and does not continue",
    "this is going nowhere, you keep trying the same fix",
  ],
  dream: [
    "tidy up the learnings we collected",
    "consolidate memory during the night",
    "clean up what we remember, much of it is outdated",
  ],
  hunter: [
    "did the agent really do that, check its work",
    "can I trust the result of this run",
    "check every claim in what the sub-agent produced",
  ],
  loop: [
    "check the build every 5 minutes",
    "/loop 10m look at the deployment",
    "keep checking the pull request until it is merged",
  ],
  schedule: [
    "run the report every morning at nine",
    "schedule this for the first of the month",
    "did the nightly job run",
    "remind me on Friday at 9",
  ],
  "claude-api": [
    "build a chat feature with the anthropic sdk",
    "how do I handle tool use and streaming with the claude api",
    "add prompt caching to our model calls",
  ],
  "claude-in-chrome": [
    "open the page in chrome and click the sign-up button",
    "fill in this form in the browser",
    "take a screenshot of our start page in the browser",
  ],
  "run-skill-generator": [
    "write a skill for running this app",
    "teach the agent how to start this project",
    "generate a run skill from our scripts",
    "each session finds out anew how this app is started; make a skill for it",
  ],
}

/** The same for the other skills that come with Skillet. */
const otherRequests: Readonly<Record<string, readonly string[]>> = {
  planner: [
    "plan the new export feature before we write code",
    "write an implementation plan with milestones",
    "execute the approved plan in plan.md",
  ],
  "codebase-analysis": [
    "explain how this repository works",
    "I am new to this codebase, give me an overview",
    "how is this project structured",
  ],
  "decision-critic": [
    "challenge my decision to use MongoDB",
    "is it a good idea to rewrite this in Rust",
    "stress-test this decision",
    "play devil's advocate on this choice",
  ],
  deepthink: [
    "think this question through deeply",
    "reason carefully about this open question",
    "explore this problem from several angles",
    "think hard about how we should measure success",
    "think deeply about our strategy, there is no obvious answer",
  ],
  "doc-sync": [
    "bring the docs up to date with the code",
    "the README is outdated, sync it with the code",
    "update the documentation to match the implementation",
    "the docs are out of date since the renaming",
  ],
  incoherence: [
    "find contradictions between the docs and the code",
    "where does this repository contradict itself",
    "find inconsistencies in our configuration",
  ],
  "problem-analysis": [
    "find the root cause of the slow checkout",
    "why does the import fail only in production",
    "analyse this problem before we fix it",
    "it is flaky and nobody knows why",
  ],
  "prompt-engineer": [
    "improve this prompt",
    "optimise our system prompt",
    "write a prompt for a support bot",
    "the model ignores my instruction in this prompt",
  ],
  refactor: [
    "what should we refactor first",
    "find refactoring opportunities in this module",
    "this code base is messy, what is worth refactoring",
  ],
  "solution-design": [
    "design a solution for offline sync",
    "which options do we have to solve this, with trade-offs",
    "compare approaches for rate limiting",
    "propose an architecture for notifications",
  ],
  "style-match": [
    "write this blog post in my style",
    "match the voice of these samples",
    "rewrite this so that it sounds like me",
  ],
  "reviewing-security": ["is this code safe", "check this for sql injection", "security review of the login change"],
  "reviewing-performance": ["why is this page slow", "check for n+1 queries", "review this for performance"],
  "reviewing-bugs": [
    "look for bugs in this change",
    "find race conditions in this code",
    "check this function for off-by-one errors",
    "review this pull request for correctness",
  ],
  "develop-skill": [
    "create a new skill for release notes",
    "develop a skill",
    "build a skill that formats SQL",
    "create a skill from scratch",
  ],
  "develop-command": [
    "create a slash command that runs the tests",
    "develop a command",
    "make a slash command for deployments",
    "write a new slash command",
  ],
  "develop-project": [
    "build a small command line tool from this idea",
    "develop a project from scratch",
    "create a small app with tests",
  ],
  "using-skillet": ["which skills are there", "why is my skill not triggered", "two skills have the same name"],
  "quick-docs-review": ["quick look at the README", "short review of this page", "quick documentation review"],
  "deep-docs-review": [
    "thorough documentation review",
    "review all our docs in depth",
    "deep docs review",
    "a full review of the documentation before the release",
  ],
  "reviewing-documentation": [
    "review the documentation against the code",
    "are the docs accurate",
    "review our README",
    "proofread the docs directory",
  ],
  "reviewing-compliance": [
    "does this change follow our rules",
    "check this against CONTRIBUTING.md",
    "is this compliant with our conventions",
  ],
  "reviewing-technical-debt": [
    "where is our technical debt",
    "find dead code",
    "find duplicated code",
    "is this code maintainable, which code smells are there",
  ],
  "reviewing-architecture-principles": [
    "review the architecture of this module",
    "check the dependencies between our layers",
    "does this violate single responsibility",
  ],
  "develop-learnings": [
    "turn the finished jobs into learnings",
    "extract learnings from what went wrong",
    "what did we learn from the last jobs",
    "collect the lessons learned from our jobs",
  ],
}

const CONDITIONAL = ["dream", "hunter", "loop", "schedule", "claude-api", "claude-in-chrome", "run-skill-generator"]

const folder = path.resolve(import.meta.dirname, "../skills")

const openAll = () => openSession({ ...garden().options, host: "open", flags: CONDITIONAL })

test("all seventeen are there; seven exist only if a flag of their name is set", async () => {
  const listed = await openSession({ ...garden().options, host: "open" }).catalog()
  const found = listed.skills.filter(({ name, source }) => source === "bundled" && name in requests)
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(requests).toSorted())
  expect(found.filter(({ status }) => status === "off").map(({ name }) => name)).toEqual(CONDITIONAL.toSorted())
  const all = await openAll().catalog()
  expect(all.skills.filter(({ name, status }) => name in requests && status === "off")).toEqual([])
})

test("they pass lint without a note, and audit finds nothing above minor", async () => {
  const session = openSession({ ...garden().options, host: "open" })
  const paths = Object.keys(requests).map((name) => path.join(folder, name))
  expect(await lintSkills(session, { paths })).toMatchObject({ files: 17, problems: [] })
  const { findings } = await auditSkills(session, { paths })
  expect(findings.filter(({ severity }) => severity === "major" || severity === "critical")).toEqual([])
})

test("each says in one line what an agent does better with it", () => {
  const without = Object.keys(requests).filter(
    (name) =>
      !/^What you do better with it: .{60,400}$/m.test(fs.readFileSync(path.join(folder, name, "SKILL.md"), "utf8")),
  )
  expect(without).toEqual([])
})

test("there are requests for every skill that comes with Skillet", () => {
  expect(Object.keys({ ...requests, ...otherRequests }).toSorted()).toEqual(fs.readdirSync(folder).toSorted())
})

test.each(Object.entries({ ...requests, ...otherRequests }))(
  "%s is found first for at least three requests",
  async (name, asked) => {
    const session = openAll()
    const first = await Promise.all(
      asked.map(async (request) => (await matchSkills(session, request, { limit: 1 })).skills[0]?.name),
    )
    expect(first.filter((one) => one === name).length, JSON.stringify(first)).toBeGreaterThanOrEqual(3)
  },
)

test("the test data has exactly the size that was asked for, and the same seed gives the same text", () => {
  const make = (...words: readonly string[]) =>
    spawnSync(process.execPath, [path.join(folder, "lorem-ipsum/scripts/make-text.mjs"), ...words], {
      encoding: "utf8",
    })
  for (const count of [0, 1, 7, 500]) {
    expect(
      make("--words", String(count))
        .stdout.split(/\s+/)
        .filter((word) => word !== ""),
    ).toHaveLength(count)
    expect(Buffer.byteLength(make("--bytes", String(count)).stdout)).toBe(count)
    expect(make("--lines", String(count)).stdout.split("\n")).toHaveLength(count + 1)
  }
  expect(make("--words", "50", "--seed", "7").stdout).toBe(make("--words", "50", "--seed", "7").stdout)
  expect(make("--words", "50", "--seed", "7").stdout).not.toBe(make("--words", "50", "--seed", "8").stdout)
  const awkward = make("--awkward").stdout.trim().split("\n")
  expect(awkward.map((line) => typeof JSON.parse(line).text)).toEqual(awkward.map(() => "string"))
  expect([make("--words").status, make("--words", "-1").status, make("--nothing").status, make().status]).toEqual([
    2, 2, 2, 2,
  ])
})

test("the page about bundled skills is made from their frontmatter", async () => {
  const { skills } = await openAll().catalog()
  const rows = skills
    .filter(({ source }) => source === "bundled")
    .map(({ name, description, path: file }) => {
      const reading = readSkill(fs.readFileSync(file, "utf8"))
      const flag = "skill" in reading ? reading.skill.header.metadata?.["skillet-when"] : undefined
      const own = path.dirname(file)
      const isProcedure = ["workflow.yaml", "config.yaml"].some((one) => fs.existsSync(path.join(own, one)))
      const [about = ""] = description.split(/(?<=\.) Use /)
      return `| \`${name}\` | ${about} | ${isProcedure ? "procedure" : "text"} | ${typeof flag === "string" ? `\`${flag}\`` : ""} |`
    })
  const page = [
    "# Skills that come with Skillet",
    "",
    "Every agent can use them through Skillet's commands: `skillet render NAME` prints one, `skillet run start NAME` starts a",
    "procedure, `skillet match` finds the one that fits. They are in the listing of the host `open` only, until",
    "`skillet init --host H --skills A,B` [installs](hosts.md) some of them for another host. A skill with a flag exists only if",
    "the flag is set, in the user's settings (`flags: [loop]`) or with `SKILLET_FLAGS=loop`; an installed one needs no flag.",
    "",
    "| skill | what it does | kind | flag |",
    "| --- | --- | --- | --- |",
    ...rows.toSorted(),
    "",
  ]
  await expect(page.join("\n")).toMatchFileSnapshot("../docs/bundled-skills.md")
})
