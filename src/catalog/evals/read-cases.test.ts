import { expect, test } from "vitest"
import { isCaseFile, readCases } from "./read-cases.ts"

const summarise = (text: string, form?: "lines", others: readonly string[] = []) => {
  const { cases, problems } = readCases(text, { skill: "deploy", others }, form)
  return [
    ...cases.map(
      ({ request, expects, within, owner, isStated, hasAnswer, line }) =>
        `${line} ${isStated ? "" : "likely "}${expects} ${within}${owner === undefined ? "" : ` for ${owner}`}${hasAnswer ? " +answer" : ""}: ${request}`,
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
    ["2 likely use 3 +answer: ship it"],
  ],
  ['{"evals": [{"prompt": "ship it", "should_trigger": false, "assertions": []}]}', ["1 leave 3 +answer: ship it"]],
  [
    '{"trigger": {"positive": [{"prompt": "ship it", "top_k": 1}, "roll out"],\n "negative": [{"prompt": "undo it", "owner": "rollback"}]}}',
    ["1 use 1: ship it", "1 use 3: roll out", "2 leave 3 for rollback: undo it"],
  ],
  ['{"skills": ["ops:deploy"], "query": "ship it", "expected_behavior": ["a URL"]}', ["1 use 3 +answer: ship it"]],
  ['\ufeff// of the team\n["ship it",]', ["2 likely use 3: ship it"]],
  [
    '{"skill": "deploy", "should_trigger": ["ship it", {"prompt": "roll out"}],\n "should_not_trigger": [{"text": "sail"}]}',
    ["1 use 3: ship it", "1 use 3: roll out", "2 leave 3: sail"],
  ],
  ['{"positive": ["ship it"], "near-miss": ["sail"], "results": ["x"]}', ["1 use 3: ship it", "1 leave 3: sail"]],
  ['{"triggers": {"shouldTrigger": ["ship it"]}}', ["1 use 3: ship it"]],
  [
    '{"test_cases": ["ship it"], "queries": [{"user_request": "roll out"}]}',
    ["1 likely use 3: ship it", "1 likely use 3: roll out"],
  ],
  [
    '{"cases": [{"name": "deploy", "query": "ship it"}, {"name": "b", "query": "roll out"}]}',
    ["1 likely use 3: ship it", "1 likely use 3: roll out"],
  ],
  ['[{"input": "ship it", "shouldTrigger": true}]', ["1 use 3: ship it"]],
  ['[{"text": "sail", "expect_trigger": false}]', ["1 leave 3: sail"]],
  ['[{"prompt": "sail", "expected_trigger": false}]', ["1 leave 3: sail"]],
  ['[{"query": "sail", "should_activate": false}]', ["1 leave 3: sail"]],
  ['[{"query": "sail", "expected": "do_not_trigger"}]', ["1 leave 3: sail"]],
  ['[{"query": "sail", "expected": "no-trigger"}]', ["1 leave 3: sail"]],
  ['[{"input": "sail", "expected": "skip", "category": "edge"}]', ["1 leave 3: sail"]],
  ['[{"input": "ship it", "expected": "trigger"}]', ["1 use 3: ship it"]],
  ['[{"query": "ship it", "expected": "a URL"}]', ["1 likely use 3 +answer: ship it"]],
  ['[{"query": "sail", "type": "should_not_trigger", "rubric": []}]', ["1 leave 3 +answer: sail"]],
  ['[{"query": "sail", "label": "negative"}]', ["1 leave 3: sail"]],
  ['[{"query": "ship it", "type": "trigger"}]', ["1 likely use 3: ship it"]],
  ['[{"query": "ship it", "expected_skill": "ops:deploy"}]', ["1 use 3: ship it"]],
  ['[{"query": "undo it", "expected_skill": "rollback"}]', ["1 leave 3 for rollback: undo it"]],
  ['[{"query": "sail", "expected_skill": null}]', ["1 leave 3: sail"]],
  ['[{"query": "undo it", "should_trigger": true, "expect_skill": "rollback"}]', ["1 leave 3 for rollback: undo it"]],
  ['[{"query": "sail", "should_trigger": false, "expect_skill": "deploy"}]', ["1 leave 3: sail"]],
  ['[{"query": "ship it", "should_trigger": "deploy"}]', ["1 use 3: ship it"]],
  ['[{"query": "sail", "should_trigger": false, "owner": null}]', ["1 leave 3: sail"]],
])("requests are read from %s", (text, wanted) => {
  expect(summarise(text)).toEqual(wanted)
})

test.each([
  ['[\n{"query": ship}]', ["evals.not-json:2 this is not JSON"]],
  ["", ["evals.not-json:1 this is not JSON"]],
  ['{"total": 3}', ["evals.no-requests:1 no requests were found in this file"]],
  ["[]", ["evals.no-requests:1 no requests were found in this file"]],
  ["[7,\n null]", ["evals.no-requests:1 no requests were found in this file"]],
  ['[{"input": "ship it"}]', ["evals.no-requests:1 no requests were found in this file"]],
  ['{"results": [{"query": "ship it"}]}', ["evals.no-requests:1 no requests were found in this file"]],
  ['["a",\n null]', ["1 likely use 3: a", "evals.bad-case:2 this case is left out: it has no request"]],
  [
    '[{"prompt": "a", "type": "negative", "expected_output": "b"}]',
    ['evals.bad-case:1 this case is left out: its type is "negative", and it is not clear whether the skill is meant'],
  ],
  ['[{"query": "a", "skill": "other"}]', ['evals.other-case:1 this is about "other", and left out for deploy']],
  [`\n${"[".repeat(100_000)}`, ["evals.not-json:2 this is nested more than 100 levels deep"]],
  [
    '[{"query": "a"},\n{"query": "b", "should_trigger": "false"}]',
    ["1 likely use 3: a", "evals.bad-case:2 this case is left out: its should_trigger is neither true nor false"],
  ],
  [
    '[{"query": "a", "should_trigger": null}]',
    ["evals.bad-case:1 this case is left out: its should_trigger is neither true nor false"],
  ],
  ['[{"query": "a", "top_k": 0}]', ["evals.bad-case:1 this case is left out: its top_k is not a number from 1 to 100"]],
  ['[{"query": "a", "owner": 1}]', ["evals.bad-case:1 this case is left out: its owner is not a name"]],
  ['[{"query": "a", "skills": ["other"]}]', ['evals.other-case:1 this is about "other", and left out for deploy']],
  ['{"skill_name": "other", "evals": ["a"]}', ['evals.other-skill:1 this is about "other", and left out for deploy']],
])("what cannot be understood in %s is a problem, and the rest is read", (text, wanted) => {
  expect(summarise(text)).toEqual(wanted)
})

test.each([
  ['[{"query": "ship it", "should_trigger": "deploy"}]', ["1 use 3: ship it"]],
  ['[{"query": "undo it", "should_trigger": "rollback"}]', ["1 leave 3 for rollback: undo it"]],
  ['[{"query": "sail", "expected_skill": null}]', ["1 leave 3: sail"]],
  [
    '[{"query": "sail", "should_trigger": false}, {"query": "row", "should_trigger": null}]',
    ["1 leave 3: sail", "1 leave 3: row"],
  ],
  ['[{"query": "undo it", "skill": "ops:rollback"}, {"query": "ship it", "skill": "deploy"}]', ["1 use 3: ship it"]],
  ['{"skill": "deploy", "evals": ["ship it"]}', ["1 likely use 3: ship it"]],
  [
    '{"rollback": {"should_trigger": ["undo it"]}, "deploy": {"should_trigger": ["ship it"], "should_not_trigger": ["sail"]}}',
    ["1 use 3: ship it", "1 leave 3: sail"],
  ],
  [
    '{"skills": [{"name": "rollback", "should_trigger": ["undo it"]}, {"name": "deploy", "positive": ["ship it"]}]}',
    ["1 use 3: ship it"],
  ],
  ['{"cases": [{"skill": "deploy", "should_not_trigger": ["sail"]}]}', ["1 leave 3: sail"]],
  ['{"skill": "rollback", "evals": ["undo it"]}', []],
  ['{"skill": "other", "evals": ["a"]}', ['evals.other-skill:1 this is about "other", and left out for deploy']],
  [
    '[{"query": "a", "should_trigger": true}]',
    ["evals.bad-case:1 this case is left out: it does not say which of the skills it is for"],
  ],
  [
    '[{"query": "a", "should_trigger": "other"}]',
    ["evals.bad-case:1 this case is left out: its should_trigger is neither true nor false"],
  ],
])("in a file about deploy and rollback, %s says which of them is meant", (text, wanted) => {
  expect(summarise(text, undefined, ["rollback"])).toEqual(wanted)
})

test("each line may be a case of its own, and one that cannot be read leaves the others", () => {
  const text =
    '\ufeff{"prompt": "ship it", "shouldTrigger": true}\r\n\n{"prompt": "sail"\n{"prompt": "roll out"}\n{"id": 1}\n'
  expect(summarise(text, "lines")).toEqual([
    "1 use 3: ship it",
    "4 likely use 3: roll out",
    "evals.not-json:3 this is not JSON",
    "evals.bad-case:5 this case is left out: it has no request",
  ])
  expect(summarise('\n{\n"query":\n "a",\n"id": 1}', "lines")).toEqual(["evals.not-json:2 no line of this is JSON"])
  expect(summarise("", "lines")).toEqual(["evals.no-requests:1 no requests were found in this file"])
})

test("only files with these names are read", () => {
  const files = [
    "evals/evals.json",
    "evals/a b.json",
    "eval_queries.json",
    "trigger-evals.json",
    "evals.json",
    "evals/a.jsonl",
    "triggers.json",
  ]
  const others = [
    "evals/results/a.json",
    "package.json",
    "evals/run.py",
    "my-evals.json",
    "references/evals/a.json",
    "eval.json",
  ]
  expect([...files, ...others].filter(isCaseFile)).toEqual(files)
})
