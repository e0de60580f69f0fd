import { describe, expect, test } from "vitest"
import type { LineForm } from "../../../workflow/line-form.ts"
import { findTextFaults } from "./text-shape.ts"

const VERDICT = "VERDICT: <STAND | REVISE | ESCALATE>"

describe("a line with words to choose from", () => {
  test.each([
    "VERDICT: STAND",
    "Checked it.\n\n**VERDICT:** REVISE\nBecause: C1 fails",
    "## Verdict: escalate",
    "```\nVERDICT: STAND\n```",
    "- `VERDICT: STAND`, because C1 holds",
    "| VERDICT: STAND |",
  ])("is found in %j", (text) => {
    expect(findTextFaults(text, { lines: [{ form: VERDICT }] })).toEqual([])
  })

  test.each([
    ["lorem ipsum", `it has no line \`${VERDICT}\``],
    ["VERDICT: MAYBE", `it has no line \`${VERDICT}\` (\`VERDICT: MAYBE\` does not fit)`],
    ["VERDICT: STANDING", `it has no line \`${VERDICT}\` (\`VERDICT: STANDING\` does not fit)`],
    [
      "VERDICT: STAND | REVISE | ESCALATE",
      `it has no line \`${VERDICT}\` (\`VERDICT: STAND | REVISE | ESCALATE\` does not fit)`,
    ],
    ["VERDICT: STAND or REVISE", `it has no line \`${VERDICT}\` (\`VERDICT: STAND or REVISE\` does not fit)`],
    ["The VERDICT: STAND", `it has no line \`${VERDICT}\``],
    ["VERDICT: STAND\nVERDICT: REVISE", `it has 2 lines \`${VERDICT}\`, and one is wanted`],
    ["VERDICT:\nSTAND", `it has no line \`${VERDICT}\` (\`VERDICT:\` does not fit)`],
  ])("is missing in %j", (text, fault) => {
    expect(findTextFaults(text, { lines: [{ form: VERDICT }] })).toEqual([fault])
  })

  test("takes the longest word that fits", () => {
    const form = "Result: <done | done with differences | stopped>"
    expect(findTextFaults("Result: done with differences", { lines: [{ form }] })).toEqual([])
    expect(findTextFaults("Result: done, or so", { lines: [{ form }] })).toEqual([])
  })
})

describe("lines of a form", () => {
  const items: LineForm = { form: "<id> | <mark: CHECK> | <what>", atLeast: 2 }
  const marked: LineForm = { form: "<id> | <CHECK | ASK> | <what settles it>", atLeast: 2 }

  test("are counted in lists and tables, without the header of a table", () => {
    const rows = "C1 | CHECK | bench\n- C2 | ASK | the team"
    expect(findTextFaults(rows, { lines: [marked] })).toEqual([])
    const table = "| id | mark | what |\n| --- | --- | --- |\n| C1 | CHECK | bench |\n| C2 | ASK | the team |"
    expect(findTextFaults(table, { lines: [items, marked] })).toEqual([])
    expect(findTextFaults("| id | mark | what |\n|---|:--|---|\n| C1 | ASK | them |", { lines: [items] })).toEqual([
      "it has 1 of at least 2 lines `<id> | <mark: CHECK> | <what>`",
    ])
  })

  test("have text in every place", () => {
    expect(findTextFaults("C1 | | bench\n | ASK | x\nC3 | ASK |", { lines: [{ ...marked, atLeast: 1 }] })).toEqual([
      `it has no line \`${marked.form}\``,
    ])
  })

  test("may be replaced by the word that says there are none", () => {
    const issues: LineForm = {
      form: "[<category>] <path:line>: <what is wrong>; <what would settle it>",
      atLeast: 1,
      or: "none",
    }
    for (const text of [
      "none",
      "- None.",
      "Issues: none",
      "1. [dead-code] `src/a.ts:12`: nobody calls it; delete it",
      "- [dead-code] src/a.ts:12-14: nobody calls it; delete it",
    ])
      expect(findTextFaults(text, { lines: [issues] })).toEqual([])
    for (const text of [
      "none of them",
      "[dead-code] src/a.ts: nobody calls it; delete it",
      "[dead-code] src/a.ts:12: x",
    ])
      expect(findTextFaults(text, { lines: [issues] })).toEqual([
        `it has no line \`${issues.form}\`, or the line \`none\``,
      ])
  })

  test("may go on in the next line after a label", () => {
    const because: LineForm = { form: "Because: <two sentences>" }
    expect(findTextFaults("x\nBecause:\n\n", { lines: [because] })).toEqual([
      "it has no line `Because: <two sentences>` (`Because:` does not fit)",
    ])
    expect(findTextFaults("Because:\n\nC1 fails.", { lines: [because] })).toEqual([])
    expect(findTextFaults("Because: C1 fails.\nBecause: C2 fails.", { lines: [because] })).toEqual([])
  })

  test("are compared in time that grows with the text, whatever is in it", () => {
    const text = "| ".repeat(200_000)
    expect(findTextFaults(text, { lines: [marked] })).toHaveLength(1)
  })
})

describe("parts", () => {
  test("are headings or labels, in any case and with Markdown", () => {
    const parts = ["Open questions", "Answer"]
    expect(findTextFaults("## Answer\n\nYes.\n\n**Open questions:** none", { parts })).toEqual([])
    expect(findTextFaults("answer : yes\nOPEN QUESTIONS\nnone", { parts })).toEqual([])
    expect(findTextFaults("### Answer (final)\n\n- yes\n\n- Open questions: none", { parts })).toEqual([])
  })

  test("that are missing or empty are named", () => {
    expect(findTextFaults("The answer is yes.", { parts: ["Answer"] })).toEqual([
      'it has no part "Answer" (a heading, or a line that begins with `Answer:`)',
    ])
    expect(findTextFaults("yes", { parts: ["Answer", "Open"] })).toEqual([
      'it has no parts "Answer", "Open" (each a heading, or a line that begins with `Answer:`)',
    ])
    expect(findTextFaults("## Answer\n\n## Open\n\nmuch", { parts: ["Answer", "Open"] })).toEqual([
      'the part "Answer" is empty',
    ])
    expect(findTextFaults("## Answer, and why\n\nyes", { parts: ["Answer"] })).toEqual([])
    expect(findTextFaults("## Answered\n\nyes", { parts: ["Answer"] })).toHaveLength(1)
    expect(findTextFaults("Answers: yes", { parts: ["Answer"] })).toHaveLength(1)
    expect(findTextFaults("Open: x\nAnswer:", { parts: ["Answer"] })).toEqual(['the part "Answer" is empty'])
  })
})

describe("Markdown around a line", () => {
  const row: LineForm = { form: "<id> | <A | B>" }
  test.each([
    "12. x | A",
    "| x | A |",
    "x | A\n---",
    "x | A\n| |",
    "| x - y | A |",
    "x-y|A",
    "x | A\n",
    "x|a",
    "x | B, later",
  ])("leaves the row in %j as it is", (text) => {
    expect(findTextFaults(text, { lines: [row] })).toEqual([])
  })

  test.each([
    ["| x | A |\n|---|---|", 0],
    [`${"x".repeat(5000)} | A`, 0],
    ["x | A/B", 0],
    ["x | A, B", 0],
    ["x | A or b", 0],
    ["x | A-B", 0],
    ["x | A\ny | B", 2],
  ])("in %j there are %i rows instead of one", (text, count) => {
    expect(findTextFaults(text, { lines: [row] })).toEqual([
      count === 0 ? "it has no line `<id> | <A | B>`" : "it has 2 lines `<id> | <A | B>`, and one is wanted",
    ])
  })

  test("does not hide a heading, and text with a # in it is none", () => {
    expect(findTextFaults("# Answer, and why\n\nyes", { parts: ["Answer"] })).toEqual([])
    expect(findTextFaults("  # Answer, and why\n\nyes", { parts: ["Answer"] })).toEqual([])
    expect(findTextFaults("Answer, # and why\n\nyes", { parts: ["Answer"] })).toHaveLength(1)
    expect(findTextFaults("#Answer, and why\n\nyes", { parts: ["Answer"] })).toHaveLength(1)
  })

  test("is not looked for inside the text", () => {
    expect(findTextFaults("one - two", { lines: [{ form: "<a> - <b>" }] })).toEqual([])
    expect(findTextFaults("VERDICT: STAND\n|---|---|", { lines: [{ form: VERDICT }] })).toEqual([])
  })
})

test("spaces and case of names do not matter, and words are whole", () => {
  const parts = ["Open questions"]
  expect(findTextFaults("open   Questions : none", { parts })).toEqual([])
  expect(findTextFaults("Openquestions: none", { parts })).toHaveLength(1)
  expect(findTextFaults("C1 | x | SUPPORTS: y", { lines: [{ form: "<id> | <what> | supports: <which>" }] })).toEqual([])
})

test("an empty line is no line, and a text that says none may say more", () => {
  expect(findTextFaults("\nx", { lines: [{ form: "<text>", atLeast: 2 }] })).toEqual([
    "it has 1 of at least 2 lines `<text>`",
  ])
  const or = { form: "<path:line>: <what>", atLeast: 1, or: "none" }
  expect(findTextFaults("I looked at everything.\n- None!", { lines: [or] })).toEqual([])
  expect(findTextFaults("no.ne", { lines: [or] })).toHaveLength(1)
  expect(findTextFaults("see a.ts:1: x", { lines: [or] })).toHaveLength(1)
})

test("a line that was meant is shown, as far as it helps", () => {
  const form = "Q: <yes | no>"
  expect(findTextFaults(`Q: perhaps${"!".repeat(200)}`, { lines: [{ form }] })).toEqual([
    `it has no line \`${form}\` (\`Q: perhaps${"!".repeat(90)}\` does not fit)`,
  ])
  expect(findTextFaults("Hello | x", { lines: [{ form: "H<number> | <chain> | <check>" }] })).toEqual([
    "it has no line `H<number> | <chain> | <check>`",
  ])
  expect(findTextFaults("Q: yes\nQ: perhaps", { lines: [{ form, atLeast: 2 }] })).toEqual([
    `it has 1 of at least 2 lines \`${form}\` (\`Q: perhaps\` does not fit)`,
  ])
})
