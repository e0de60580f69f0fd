import { expect, test } from "vitest"
import { openMatchIndex } from "./match-index.ts"

/** Descriptions as people write them, with bodies that mention the words of other skills in passing. */
const SKILLS: Readonly<Record<string, readonly [description: string, body?: string]>> = {
  "receiving-code-review": [
    "Use when feedback on your code has arrived, before you change anything; check each point, then agree or push back with reasons.",
    "Read every remark. Ask the author where one is unclear. Answer in the thread.",
  ],
  "requesting-code-review": [
    "Use when a piece of work is finished and somebody else should look at it before it is merged.",
    "Name the commits. Say what the reviewer should look for. Wait for comments.",
  ],
  "systematic-debugging": [
    "Use when there is a bug, a failing test or any behavior nobody expected, before proposing a fix.",
    "Find the cause first. Change one thing at a time.",
  ],
  "test-driven-development": [
    "Use when implementing a feature, before the code: write the test first and watch it fail.",
    "Red, green, refactor. A test that passes at once proves nothing.",
  ],
  brainstorming: [
    "Use before building anything new: components, features, changed behavior. Explores intent and design together.",
    "Ask one question at a time. Offer two or three designs.",
  ],
  "writing-plans": [
    "Use when there are requirements for a task of several steps, before touching code.",
    "Each step takes minutes. Name files, commands to build and what they print.",
  ],
  "sharing-work-out": [
    "Use when two or more tasks do not depend on each other: dispatches parallel agents, one for each.",
    "Give every agent its files. Wait for all of them at the same time.",
  ],
  "finishing-a-branch": [
    "Use when the implementation is complete and tests pass, to decide between a merge, a pull request and cleaning up.",
    "Check the tests. Show the options. Delete the worktree of the feature.",
  ],
  "verifying-claims": [
    "Use before saying that something works or is fixed: run the verification and read what it printed.",
    "Every time. Evidence first.",
  ],
  "pdf-pages": ["Splits, merges and rotates PDF files. Use when the user wants a document in several parts."],
  "release-notes": [
    "Writes the notes of a version from its commits. Use when the user asks what changed or wants a changelog.",
    "Group by users' benefit. Broken things come first. Keep it under 12 lines.",
  ],
  spreadsheets: [
    "Reads and writes xlsx and csv tables. Use when a workbook is the input or the output. Do not use for slides.",
    "Formulas stay formulas. Build a pivot table only if asked.",
  ],
  slides: ["Makes decks. Use when the user wants a presentation, speaker notes or a pptx file."],
  "query-tuning": [
    "Finds why a database query takes long. Use when the latency of a page comes from SQL.",
    "Read the plan. Know which index is used.",
  ],
  "incident-reviews": ["Writes a postmortem after an incident: timeline, causes, follow-ups."],
  "dependency-audit": ["Checks dependencies for vulnerabilities and license conflicts."],
  tutorials: ["Creates step by step lessons from code for people who are new to it."],
  "using-skillet": [
    "Finds, explains and checks agent skills. Use when a skill is not triggered, when two skills share a name, when a SKILL.md is broken, or when somebody asks which skills there are.",
    "Take the first result that fits the request. The reviewer of a skill left comments? Respond to them. To build trust, review first.",
  ],
  "skill-writer": [
    "Create new skills and improve existing skills. Use when somebody wants to turn a workflow into a skill.",
    "Write the description first. Build the directory, write tests, fix what is broken, ask for review.",
  ],
}

test.each([
  ["the feedback of the reviewer arrived, do I have to agree with every point", "receiving-code-review"],
  ["somebody gave me feedback I disagree with", "receiving-code-review"],
  ["I'm done, can someone look at this before it gets merged?", "requesting-code-review"],
  ["the build is broken and I don't know why", "systematic-debugging"],
  ["it crashes now and then, what is the cause of this bug", "systematic-debugging"],
  ["find the cause of this failing test", "systematic-debugging"],
  ["write the test before the implementation", "test-driven-development"],
  ["let's design a new feature", "brainstorming"],
  ["break these requirements down into steps", "writing-plans"],
  ["split this work among several agents", "sharing-work-out"],
  ["I'm done with the feature", "finishing-a-branch"],
  ["I have an idea for an app", "brainstorming"],
  ["is it really fixed? make sure before you say so", "verifying-claims"],
  ["turn our workflow into a skill", "skill-writer"],
  ["what changed since the last version? write a changelog", "release-notes"],
  ["add a column to this Excel table", "spreadsheets"],
  ["put the bill of Monday into a red workbook", "spreadsheets"],
  ["a PowerPoint for Monday's meeting", "slides"],
  ["this page is slow because of the database", "query-tuning"],
  ["the workbook from last Tuesday evening needs totals", "spreadsheets"],
  ["our boss wants slides about the film", "slides"],
  ["my skill is never triggered", "using-skillet"],
  ["which skills do I have", "using-skillet"],
  ["create a new skill for our deployments", "skill-writer"],
  ["using-skillet", "using-skillet"],
  ["we were down for an hour, write up the outage", "incident-reviews"],
  ["does any package we ship have a CVE or a licence problem", "dependency-audit"],
  ["a walkthrough of this module for beginners", "tutorials"],
  ["it worked yesterday and now nothing works", "systematic-debugging"],
  ["the page takes forever, is it the sql", "query-tuning"],
  ["put the totals into the spreadhseet", "spreadsheets"],
  ["tests are green, what about the branch", "finishing-a-branch"],
])("%j finds %s first", (request, name) => {
  expect(firstFor(request)).toBe(name)
})

test.each([
  "what is the weather like in Paris",
  "hello, how are you today?",
  "thanks, looks good",
  "book a table for two at an Italian restaurant near the office tonight",
  "convert this song to mp3",
  "is it going to rain on Sunday",
  "what time is it",
  "explain how a hash map works",
  "yes, go ahead",
  "stop",
  "wait a minute",
  "print the first line",
  "convert 12 miles to kilometres",
  "what is 3 times 14",
  "the dishwasher leaks",
  "my wife wants a recipe from this cake, what changed",
  "repair the brake of my bike",
])("%j finds nothing", (request) => {
  expect(firstFor(request)).toBeUndefined()
})

test.each([
  "the build is broken and I don't know why",
  "the reviewer left comments on my pull request",
  "create a new invoice",
])("%j finds no skill about skills, even where nothing else fits", (request) => {
  expect(firstFor(request, ["using-skillet", "skill-writer"])).toBeUndefined()
})

function firstFor(request: string, names: readonly string[] = Object.keys(SKILLS)): string | undefined {
  const skills = names.map((name) => ({ name, path: `/${name}`, size: 1, changed: 0, description: SKILLS[name]![0] }))
  const index = openMatchIndex(
    {
      open: () => undefined,
      save: () => "failed",
      readBody: (path) => SKILLS[path.slice(1)]![1] ?? "",
      settled: () => Number.POSITIVE_INFINITY,
    },
    "1",
  )
  return index.rank(skills, request, 1)[0]?.skill.name
}
