import fc from "fast-check"
import { expect, test } from "vitest"
import { listAgentPrompts, LONGEST_PRINTED, writeSubAgentPrompt } from "./agent-prompts.ts"
import { fanOut, fixDispatch, reviewDispatch } from "../../../test/directives/sample-directives.ts"
import { renderText } from "./text/render-text.ts"
import { flat, readXml, textOf } from "../../../test/directives/read-xml.ts"
import { renderXml } from "./xml/render-xml.ts"
import { measureSharedPrefix } from "./shared-prefix.ts"

const directory = "/home/ada/my project"
const file = (item: string) => `${directory}/.skillet/out/r7/explore.${item}.1.prompt.md`

function asking(prompt: string) {
  return { ...fanOut, directory, dispatches: fanOut.dispatches.map((one) => ({ ...one, prompt })) }
}

test("code arrives in a prompt as it is", () => {
  const code = 'if (a < b && c > d) {\n\treturn "<p>&amp;</p>"\n}'
  const xml = renderXml({
    ...reviewDispatch,
    directory,
    dispatches: [{ ...reviewDispatch.dispatches[0]!, prompt: code }],
  })
  expect(xml).toContain(code)
})

test.each([
  ["is long", "x".repeat(LONGEST_PRINTED)],
  ["has Windows line ends", "a\r\nb"],
  ["ends a CDATA section", "a[b[0]]>c"],
  ["has characters that are not printed", "\u202ea"],
])("a prompt that %s is passed on as a file, and so are the others of its step", (_, prompt) => {
  const { dispatches, ...rest } = asking("short")
  const mixed = { ...rest, dispatches: dispatches.map((one, at) => (at === 1 ? { ...one, prompt } : one)) }
  const prompts = listAgentPrompts(mixed)
  expect(prompts.map((one) => one.file)).toEqual(["naming", "types", "tests"].map(file))
  expect(prompts.map(({ text }) => text)).toEqual(mixed.dispatches.map((one) => writeSubAgentPrompt(one, mixed, true)))
  expect(prompts[0]?.given).toBe(
    `Your task is in this file: ${file("naming")}\nRead the whole file, then do exactly what it says.`,
  )
  for (const shown of [renderXml(mixed), renderText(mixed)]) {
    expect(shown).toContain(file("types"))
    expect(shown).not.toContain(prompt)
  }
})

test("an agent with its own workflow starts with its command, even if its task is in a file", () => {
  const [one] = fixDispatch.dispatches
  const [prompt] = listAgentPrompts({ ...fixDispatch, directory, dispatches: [{ ...one!, prompt: "a\r\n" }] })
  expect(prompt?.given).toMatch(
    /^skillet run current r7\.2\n\nBefore you run the command above, read your whole task in/,
  )
})

test("an agent whose prompt is a file writes its answer to a file, or answers in full", () => {
  const [{ report = "", file: answer = "" } = {}] = fanOut.dispatches
  const whole = listAgentPrompts(asking("a\r\nb"))[0]?.text ?? ""
  expect(listAgentPrompts(asking("short"))[0]?.text).not.toContain("Write your whole answer")
  expect(whole.slice(whole.indexOf("Write your whole"))).toBe(
    [
      `Write your whole answer to ${answer}. Then answer with this line only. The action is for the agent that started you: do not run it yourself.`,
      "",
      `ORCHESTRATOR ACTION: run this now, before anything else: ${report}`,
      "",
      "If you cannot write files, answer in full instead and end with this line.",
      "",
      `ORCHESTRATOR ACTION: save this answer, word for word, as ${answer}, then run: ${report}`,
    ].join("\n"),
  )
})

test("without a directory every prompt is printed", () => {
  const { directory: _, ...placeless } = asking("a\r\nb")
  expect(listAgentPrompts(placeless).map((one) => one.file)).toEqual([undefined, undefined, undefined])
})

test("any prompt reaches its agent byte for byte, through the XML or through the file it names", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<",
      "&",
      "]]>",
      "\n",
      "\n\n",
      "\n\n\n",
      "\r\n",
      "\t",
      "\u0000",
      "\ud800",
      "a",
      " ",
      "<![CDATA[",
      "</prompt>",
    ),
    fc.string({ unit: "grapheme", maxLength: 4 }),
  )
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""))
  fc.assert(
    fc.property(text, text, text, (shared, one, other) => {
      const made = [shared + one, shared + other, shared].map((prompt, at) => ({ ...fanOut.dispatches[at]!, prompt }))
      const directive = { ...fanOut, directory, dispatches: made }
      const all = flat(readXml(renderXml(directive)))
      const inside = (name: string) => all.filter((read) => read.name === name).map((read) => textOf(read).slice(1, -1))
      const [begin] = inside("shared_context")
      const read = inside("prompt").map((own) => (begin === undefined ? own : `${begin}\n\n${own}`))
      const prompts = listAgentPrompts(directive)
      expect(read).toEqual(prompts.map(({ given }) => given))
      expect(prompts.map(({ text: whole, file: at, given }) => (at === undefined ? given : whole))).toEqual(
        made.map((dispatch) => writeSubAgentPrompt(dispatch, directive, prompts[0]?.file !== undefined)),
      )
    }),
  )
})

const [reviewer] = reviewDispatch.dispatches
const [fixer] = fixDispatch.dispatches
const [naming, types] = fanOut.dispatches

test("a reviewer that answers in full ends with its result and the command to run", () => {
  const { file: _, ...inFull } = reviewer!
  const review = { ...reviewDispatch.review!, iteration: 2, fresh: false, blocking: ["MUST", "SHOULD", "COULD"] }
  expect(writeSubAgentPrompt(inFull, { ...reviewDispatch, review })).toMatchInlineSnapshot(`
    "RESOURCE severity (how much an issue weighs):
    MUST: knowledge would be lost.
    SHOULD: structure.
    COULD: looks.

    You were started to review. Do not fix anything. List every issue on its own line:
    - [category] file:line: what is wrong, and why
    The category is one of these, unless your task names others:
    MUST: decision-unrecorded, rule-unjustified, knowledge-not-carried, history-in-comment, baseline-missing, assumption-unchecked, reader-misled, marker-malformed
    SHOULD: module-too-broad, function-too-broad, logic-repeated, errors-inconsistent, convention-broken, tests-off-strategy
    COULD: code-unused, format-fixable, wording-uneven

    You review the work of others against stated rules. You report only what you can prove. You do not fix anything.

    PLAN REVIEW (Iteration 2): Previous review found issues.
    First check whether the issues of the previous review are fixed: reports/plan-3.md
    In iteration 2 MUST, SHOULD and COULD issues block: one is enough to fail.

    Review the plan in plan.md.

    End your answer with these lines, with FAIL in place of PASS if an issue blocks. The action is for the agent that started you: do not run it yourself.

    RESULT: PASS
    ORCHESTRATOR ACTION: run this now, before anything else: skillet run report r7 --step review --round 4 --output reports/plan-4.md
    Do not fix anything yourself."
  `)
})

test("an agent that follows a workflow begins with its command and gets no resources of ours", () => {
  const directive = { ...fixDispatch, actions: reviewDispatch.actions, resources: reviewDispatch.resources }
  expect(writeSubAgentPrompt(fixer!, directive)).toMatchInlineSnapshot(`
    "skillet run current r7.2

    Run the command above first. Do what it prints, step by step, until it says that the run has ended.

    You were started for one task. Only your answer is read, so it must be complete without further context.

    You write and change code and its tests. You stay within the task you were given.

    Iteration 2: fix only the issues that the Plan Review reported.
    Read the report before you change anything: reports/plan-1.md
    In iteration 2 MUST, SHOULD and COULD issues block: one is enough to fail.

    End your answer with this line. The action is for the agent that started you: do not run it yourself.

    ORCHESTRATOR ACTION: run this now, before anything else: skillet run current r7"
  `)
})

test("an agent whose step has several outcomes is asked for one of them", () => {
  const outcomes = [
    { outcome: "ok", command: "a" },
    { outcome: "iterate", command: "b" },
  ] as const
  const { report: _, ...silent } = naming!
  expect(
    writeSubAgentPrompt(silent, { ...fanOut, outcomes })
      .split("\n\n")
      .slice(-2),
  ).toEqual(["Look at: naming", "State the outcome with one of these lines:\nOUTCOME: ok\nOUTCOME: iterate"])
})

test("an agent of an unknown role with nothing to report gets only its task", () => {
  const plain = { item: "a", agent: "poet", prompt: "Write.", answered: false }
  expect(writeSubAgentPrompt(plain, { ...fanOut, dispatches: [plain] })).toBe(
    "You were started for one task. Only your answer is read, so it must be complete without further context.\n\nWrite.",
  )
})

test("prompts of one fan-out, and of one review in two iterations, have the same beginning", () => {
  expect(
    measureSharedPrefix(writeSubAgentPrompt(naming!, fanOut), writeSubAgentPrompt(types!, fanOut)),
  ).toBeGreaterThan(0.4)
  const later = { ...reviewDispatch, review: { ...reviewDispatch.review!, iteration: 5, blocking: ["MUST"] } }
  expect(
    measureSharedPrefix(writeSubAgentPrompt(reviewer!, reviewDispatch), writeSubAgentPrompt(reviewer!, later)),
  ).toBeGreaterThan(0.4)
})
