import { inSamples } from "../packages/scan/src/rule-evidence.ts"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { lintSkills } from "../src/catalog/io/lint/lint-skills.ts"
import { openSession } from "../src/catalog/io/session/open-session.ts"
import { compilePatterns } from "../packages/scan/src/patterns/compile-patterns.ts"
import type { LinePattern } from "../packages/scan/src/patterns/line-pattern.ts"
import type { RuleFacts } from "../packages/scan/src/rule-facts.ts"
import { readPack } from "../packages/scan/src/patterns/read-pack.ts"
import { treeRules } from "../packages/scan/src/tree-rules.ts"
import { instructAgents } from "../src/review/instructions/instruct-agents.ts"
import { listRoundReviewers } from "../src/review/reviewers.ts"
import { readSkill } from "../src/skill/read-skill.ts"
import { type ReviewSkill, readReviewSkill } from "../src/skill/body/review/read-review-skill.ts"
import { garden } from "./plant.ts"

const folder = path.resolve(import.meta.dirname, "../skills")

/** Categories, type and agent of every bundled skill that a review uses. */
const intended = {
  "reviewing-architecture-principles": [7, "review", "architecture-agent"],
  "reviewing-bugs": [7, "review", "bug-detection-agent"],
  "reviewing-compliance": [6, "review", "compliance-agent"],
  "reviewing-documentation": [6, "command", null],
  "reviewing-performance": [6, "review", "performance-agent"],
  "reviewing-security": [8, "review", "security-agent"],
  "reviewing-technical-debt": [6, "review", "technical-debt-agent"],
  "deep-docs-review": [0, "command", null],
  "quick-docs-review": [0, "command", null],
} as const
const names = Object.keys(intended) as readonly (keyof typeof intended)[]
const reviewing = names.filter((name) => name.startsWith("reviewing-"))

function read(name: string) {
  const reading = readSkill(fs.readFileSync(path.join(folder, name, "SKILL.md"), "utf8"))
  if (reading.kind === "refused") throw new Error(`${name} cannot be read`)
  const { skill, problems } = readReviewSkill(name, reading.skill)
  return { ...reading.skill, skill, problems: [...reading.problems, ...problems] }
}

function checksOf(skill: ReviewSkill) {
  return skill.focusAreas.flatMap(({ checks }) => checks)
}

test("every bundled review skill is in this table", () => {
  const bundled = fs.readdirSync(folder).filter((name) => /^reviewing-|-review$/.test(name))
  expect(bundled).toEqual([...names].sort())
})

test.each([
  ["deep-docs-review", "thorough"],
  ["quick-docs-review", "quick"],
] as const)("%s names as many reviewers as take part", (name, round) => {
  const text = fs.readFileSync(path.join(folder, name, "SKILL.md"), "utf8")
  const count = listRoundReviewers({ kind: "docs", skippedAgents: [] }, round).length
  expect(text).toContain(`${["", "one", "two", "three", "four", "five", "six"][count]} reviewers`)
})

test.each(names)("%s is read without a problem, for its agent, with all its categories", (name) => {
  const { skill, problems } = read(name)
  // Instructions for the person who starts a review are not checks.
  expect(problems.filter(({ code }) => skill.type !== "command" || code !== "review.unread-item")).toEqual([])
  expect([skill.focusAreas.length, skill.type, skill.primaryAgent]).toEqual(intended[name])
  expect(
    skill.focusAreas.filter(({ severity, severitySource }) => severity === null || severitySource !== "title"),
  ).toEqual([])
  expect(skill.focusAreas.filter(({ checks }) => checks.length < 4)).toEqual([])
})

test.each(reviewing)("in every category of %s with a range, a check says what earns the higher severity", (name) => {
  const silent = read(name).skill.focusAreas.filter(
    ({ severityRange, severity, checks }) =>
      severityRange !== undefined && !checks.some(({ text }) => new RegExp(`\\b${severity}\\b`).test(text)),
  )
  expect(silent.map((area) => area.name)).toEqual([])
})

test("there are 46 categories in all, and no check is in two of them", () => {
  const skills = reviewing.map((name) => read(name).skill)
  const texts = skills.flatMap(checksOf).map(({ text }) => text)
  expect(skills.flatMap(({ focusAreas }) => focusAreas)).toHaveLength(46)
  expect(texts.filter((text, at) => text.length < 20 || texts.indexOf(text) !== at)).toEqual([])
})

test.each(reviewing)("%s says what not to report, where to look first and what needs no judge", (name) => {
  const { skill } = read(name)
  expect(skill.falsePositiveRules.length).toBeGreaterThanOrEqual(8)
  expect(skill.priorityFiles.patterns.length).toBeGreaterThanOrEqual(8)
  expect(skill.patterns.length).toBeGreaterThanOrEqual(3)
  expect(skill.patterns.filter(({ description }) => description === "")).toEqual([])
})

test("checks for one language are tagged with it, and each language has only one tag", () => {
  const tags = reviewing.flatMap((name) => checksOf(read(name).skill).flatMap(({ language }) => language ?? []))
  expect([...new Set(tags)].sort()).toEqual([".NET", "Node.js/TypeScript", "Python", "React"])
})

test("all of them together give six agents their instructions, and no two patterns clash", () => {
  const { agents, problems } = instructAgents(reviewing.map((name) => read(name).skill))
  const instructed = [...agents].filter(([, { checklist }]) => checklist.length > 0).map(([agent]) => agent)
  expect(instructed).toEqual(reviewing.flatMap((name) => intended[name][2] ?? []))
  expect(problems.map(({ code }) => code)).toEqual(["review.command-skill"])
})

test("lint finds nothing wrong with any of them", async () => {
  const skillet = openSession({ ...garden().options, cache: false })
  const report = await lintSkills(skillet, { paths: names.map((name) => path.join(folder, name)) })
  expect(report).toEqual({ files: names.length, problems: [], fixed: [], notFixed: [] })
})

test.each(["deep", "quick"])(
  "%s-docs-review is for people, and passes their paths to a review of that depth by agents",
  (depth) => {
    const { header, body } = read(`${depth}-docs-review`)
    expect(header).toMatchObject({ disableModelInvocation: true, argumentHint: "[paths]" })
    expect(body.match(/^Review the documentation at: (.*)$/m)?.[1]).toBe("$ARGUMENTS")
    expect(body.match(/skillet review .*/)?.[0]).toBe(`skillet review --docs --depth ${depth} --agent host PATHS`)
  },
)

test.each(["bugs", "performance", "security", "technical-debt"])(
  "reviewing-%s lists exactly the rules of its pack that need no judge",
  (category) => {
    const pack = readPack(fs.readFileSync(path.join(folder, `reviewing-${category}/patterns.yaml`), "utf8"))
    const rules: readonly RuleFacts[] = [...pack.patterns.map(({ pattern }) => pattern), ...treeRules]
    const proving = rules.filter((rule) => rule.autoValidated && rule.category === category)
    const listed = read(`reviewing-${category}`).skill.patterns
    expect(listed.map(({ id, severity, language }) => `${id} ${severity} ${language ?? "any"}`.toLowerCase())).toEqual(
      proving.map(({ id, severity, languages }) => `${id} ${severity} ${languages.join(", ")}`),
    )
  },
)

const ownPatterns = reviewing.flatMap((name) =>
  read(name).skill.patterns.flatMap(({ id, pattern }) => (pattern === undefined ? [] : [{ id, pattern }])),
)

test("the expressions in the skills are valid, and each has samples below", () => {
  const patterns = ownPatterns.map(({ id, pattern }) => ({ pattern: { ...facts, id, regex: pattern } }))
  expect(compilePatterns(patterns).problems).toEqual([])
  expect(Object.keys(samples)).toEqual(ownPatterns.map(({ id }) => id))
  expect(ownPatterns.filter(({ id }) => inSamples[id]?.[0] !== samples[id]?.finds.length)).toEqual([])
})

const facts: Omit<LinePattern, "id" | "regex"> = {
  languages: ["any"],
  category: "any",
  severity: "minor",
  confidence: "high",
  title: "t",
  description: "d",
  autoValidated: true,
  ignoreCase: false,
  where: "anywhere",
}

const samples: Readonly<Record<string, { readonly finds: readonly string[]; readonly passes: readonly string[] }>> = {
  "package-internals-imported": {
    finds: ['import { a } from "@acme/core/src/a"', "const b = require('@acme/core/internal/b.js')"],
    passes: ['import { a } from "@acme/core"', 'import { a } from "@/src/a"', 'import a from "./src/a"'],
  },
  "node-modules-by-path": {
    finds: ['import a from "../node_modules/a/index.js"', "require('./../../node_modules/b')"],
    passes: ['import a from "a"', "see ../node_modules/a", 'import a from "./modules/a"'],
  },
  "far-relative-import": {
    finds: ['import a from "../../../../a.ts"', "require('../../../../../b')"],
    passes: ['import a from "../../../a.ts"', "see ../../../../a"],
  },
  "merge-conflict-left": {
    finds: ["<<<<<<< HEAD", ">>>>>>> feature/login"],
    passes: ["=======", "a <<<<<<< HEAD", "<<<<<<<<", "<<< here"],
  },
  "lock-entry-without-tls": {
    finds: ['      "resolved": "http://registry.example.org/a-1.0.0.tgz",'],
    passes: ['      "resolved": "https://registry.example.org/a-1.0.0.tgz",', 'resolved "http"'],
  },
  "licence-year-left": {
    finds: ["Copyright (c) [year] [fullname]", "Copyright <year> <owner>", "copyright YYYY Acme"],
    passes: ["Copyright (c) 2024 Acme", "the year of the copyright", "copyright yyyy"],
  },
  "empty-link": {
    finds: ["see [the guide]()", "[a]( )"],
    passes: ["see [the guide](guide.md)", "call `f[0]()` or items[0](x)", "- [ ] open"],
  },
  "vague-link-text": {
    finds: ["Read more [here](a.md).", "[click here](https://example.com)"],
    passes: ["Read the [guide](a.md).", "[where](a.md)", "here (a.md)"],
  },
  "placeholder-left": {
    finds: ["Default: TBD", "Lorem ipsum dolor", "FIXME describe"],
    passes: ["The default is 5.", "TBDs", "lorem"],
  },
  "home-folder-in-docs": {
    finds: ["cd /home/anna/work", "open /Users/bob.b/Desktop"],
    passes: ["cd /home/user/work", "the folder /home", "https://example.com/homes/anna/"],
  },
}

test.each(ownPatterns)("$id finds what it should and nothing else", ({ id, pattern }) => {
  const { finds, passes } = samples[id] ?? { finds: [], passes: [] }
  const lines = [...finds, ...passes]
  expect(lines.filter((line) => new RegExp(pattern).test(line))).toEqual(finds)
})
