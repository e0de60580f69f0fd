import { expect, test } from "vitest"
import { judgeLabel, judgeList, sayWithLabel } from "./judge-label.ts"

test.each([
  ["**Never:**", "forbids"],
  ["While the build is red, you must never:", "forbids"],
  ["## Don't", "forbids"],
  ["### Don'ts", "forbids"],
  ["**Do NOT:**", "forbids"],
  ["Avoid:", "forbids"],
  ["**Never (in any branch):**", "forbids"],
  ["## Do's and Don'ts", "warns"],
  ["**Don't use when:**", "warns"],
  ["## When NOT to Use", "warns"],
  ["**No exceptions:**", "warns"],
  ["## Red Flags - STOP", "warns"],
  ["## Anti-patterns", "warns"],
  ["## Common Rationalizations", "warns"],
  ["**Bad:**", "warns"],
  ["❌ **Slow:**", "warns"],
  ["These are plan failures; a plan that has them isn't finished:", "warns"],
  ["## Checklist", "asks"],
  ["Before marking the work complete:", "asks"],
  ["**Always:**", "asks"],
  ["**Good:**", "open"],
  ["## Kontrolle", "open"],
])("%j %s", (label, stance) => {
  expect(judgeLabel(label)).toBe(stance)
})

test.each([
  ["only what is asked for becomes boxes", ["Confirm:", "## Verify"], ["- It runs"], "boxes"],
  ["the author's boxes stay boxes", ["## Kontrolle"], ["- [ ] It runs"], "boxes"],
  ["in doubt, a list is quoted", ["## Kontrolle"], ["- It runs"], "quoted"],
  ["cases are not what to do in them", ["**Always:**", "## When to use"], ["- New features"], "quoted"],
  ["something negative further up counts", ["Before you push:", "## Mistakes"], ["- Skip CI"], "warned"],
  ["not even the author's boxes survive a prohibition", ["**Never:**"], ["- [ ] Skip CI"], "never"],
  ["a mark on one item counts for the list", ["## Checklist"], ["- It runs", "- ❌ It is slow"], "warned"],
  ["an item with its own negation is not negated twice", ["**Never:**"], ["- Don't skip CI"], "warned"],
] as const)("%s", (_, labels, items, stance) => {
  expect(judgeList({ labels, items })).toBe(stance)
})

test("an item below a prohibition says so, unless it has a negation already", () => {
  expect(sayWithLabel("Skip the review", "**Never:**")).toBe("Never: Skip the review")
  expect(sayWithLabel("Don't skip the review", "**Never:**")).toBe("Don't skip the review")
  expect(sayWithLabel("Test files", "**Do not report these:**")).toBe("Do not report these: Test files")
  expect(sayWithLabel("A missing index", "**Problems to look for:**")).toBe("A missing index")
})
