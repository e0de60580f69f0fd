import { expect, test } from "vitest"
import { isCaseFile, readCases } from "./read-cases.ts"

const summarise = (text: string, skill = "deploy") => {
  const { cases, problems } = readCases(text, skill)
  return [
    ...cases.map(
      ({ request, expects, within, owner, hasAnswer, line }) =>
        `${line} ${expects} ${within}${owner === undefined ? "" : ` for ${owner}`}${hasAnswer ? " +answer" : ""}: ${request}`,
    ),
    ...problems.map(({ code, line, message }) => `${code}:${line} ${message}`),
  ]
}

test.each([
  [
    '[{"query": "ship it", "should_trigger": true},\n {"query": "what is a ship?", "should_trigger": false}]',
    ["1 use 3: ship it", "2 leave 3: what is a ship?"],
  ],
  [
    '{"skill_name": "deploy", "evals": [\n {"id": 1, "prompt": "ship it", "expected_output": "a URL", "files": []}]}',
    ["2 use 3 +answer: ship it"],
  ],
  ['{"evals": [{"prompt": "ship it", "should_trigger": false, "assertions": []}]}', ["1 leave 3 +answer: ship it"]],
  [
    '{"trigger": {"positive": [{"prompt": "ship it", "top_k": 1}, "roll out"],\n "negative": [{"prompt": "undo it", "owner": "rollback"}]}}',
    ["1 use 1: ship it", "1 use 3: roll out", "2 leave 3 for rollback: undo it"],
  ],
  ['{"skills": ["ops:deploy"], "query": "ship it", "expected_behavior": ["a URL"]}', ["1 use 3 +answer: ship it"]],
  ['\ufeff// of the team\n["ship it",]', ["2 use 3: ship it"]],
])("requests are read from %s", (text, wanted) => {
  expect(summarise(text)).toEqual(wanted)
})

test.each([
  ['[\n{"query": ship}]', ["evals.not-json:2 this is not JSON"]],
  ["", ["evals.not-json:1 this is not JSON"]],
  ['{"total": 3}', ["evals.no-requests:1 no requests were found in this file"]],
  ["[]", ["evals.no-requests:1 no requests were found in this file"]],
  [
    "[7,\n null]",
    [
      "evals.bad-case:1 this case is left out: it has no request",
      "evals.bad-case:2 this case is left out: it has no request",
    ],
  ],
  [
    '[{"query": "a"},\n{"query": "b", "should_trigger": "false"}]',
    ["1 use 3: a", "evals.bad-case:2 this case is left out: its should_trigger is neither true nor false"],
  ],
  ['[{"query": "a", "top_k": 0}]', ["evals.bad-case:1 this case is left out: its top_k is not a number from 1 to 100"]],
  ['[{"query": "a", "owner": 1}]', ["evals.bad-case:1 this case is left out: its owner is not a name"]],
  ['[{"query": "a", "skills": ["other"]}]', ['evals.other-skill:1 this is about "other", and left out for deploy']],
  ['{"skill_name": "other", "evals": ["a"]}', ['evals.other-skill:1 this is about "other", and left out for deploy']],
])("what cannot be understood in %s is a problem, and the rest is read", (text, wanted) => {
  expect(summarise(text)).toEqual(wanted)
})

test("only files with these names are read", () => {
  const files = ["evals/evals.json", "evals/a b.json", "eval_queries.json", "trigger_eval.json", "evals.json"]
  const others = ["evals/results/a.json", "package.json", "evals/run.py", "my-evals.json", "references/evals/a.json"]
  expect([...files, ...others].filter(isCaseFile)).toEqual(files)
})
