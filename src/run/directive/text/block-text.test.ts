import { expect, test } from "vitest"
import type { Action } from "../../../workflow/workflow.ts"
import { renderActionTexts } from "./block-text.ts"

const items = ["a", "b"]

test.each<readonly [Action, string]>([
  ["plain\ntext", "plain\ntext"],
  [{ kind: "forbidden", items }, "FORBIDDEN:\n- a\n- b"],
  [{ kind: "expected-output", items }, "EXPECTED OUTPUT:\n- a\n- b"],
  [{ kind: "expected-output", items, whenIssues: "x" }, "EXPECTED OUTPUT:\n- a\n- b\nWHEN THERE ARE ISSUES: x"],
  [{ kind: "verification-checklist", items }, "CHECK EACH:\n- a\n- b"],
  [{ kind: "detection-questions", items }, "ASK ABOUT THE WORK:\n- a\n- b"],
  [{ kind: "incorrect-behavior", items }, "WRONG:\n- a\n- b"],
  [{ kind: "open-question-guidance", text: "x" }, "OPEN QUESTIONS: x"],
  [{ kind: "factored-verification-rationale", text: "x" }, "CHECK EACH SEPARATELY: x"],
  [{ kind: "orchestrator-constraint", text: "x" }, "AS ORCHESTRATOR: x"],
  [{ kind: "resource", name: "r", purpose: "p" }, "RESOURCE r (p):\nfull text"],
])("%j reads %j", (action, text) => {
  expect(renderActionTexts([action], { r: "full text" })).toBe(text)
})

test("blocks are separated by one empty line, texts only if there was one between them", () => {
  const block = { kind: "open-question-guidance", text: "x" } as const
  expect(renderActionTexts(["a", "b", "", "c", block, block, "", block, "d"], {}).split("\n")).toEqual([
    "a",
    "b",
    "",
    "c",
    "",
    "OPEN QUESTIONS: x",
    "",
    "OPEN QUESTIONS: x",
    "",
    "OPEN QUESTIONS: x",
    "",
    "d",
  ])
})
