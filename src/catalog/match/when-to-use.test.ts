import { expect, test } from "vitest"
import { splitBody, classifyTitle } from "./when-to-use.ts"

test.each([
  "When to Use",
  "🎯 when_to_use",
  "When to Use This Skill",
  "When to Activate",
  "Use this skill when",
  "Use Cases",
  "Common use cases",
  "Triggers",
  "Trigger conditions",
  "When this skill applies",
  "适用场景 / When to Use",
  "触发条件",
  "いつ使うか",
  "언제 사용하나",
  "Cuándo usar",
  "Quando usar esta skill",
  "Quand l'utiliser",
  "Wann verwenden",
  "Когда использовать",
])("%j says when to use it", (title) => {
  expect(classifyTitle(title)).toBe("when")
})

test.each(["When NOT to use", "Do not use this skill when", "Don’t use it for", "When not to use this"])(
  "%j says when not to",
  (title) => {
    expect(classifyTitle(title)).toBe("not")
  },
)

test.each(["Usage", "How to use", "Workflow", "When tests fail", "Anti-patterns to avoid", "Reuse", ""])(
  "%j says neither",
  (title) => {
    expect(classifyTitle(title)).toBe("other")
  },
)

test("a body is divided into parts, whatever their order", () => {
  const body = `Opening words.

# Guide
Prose.

\`\`\`sh
run me
\`\`\`
After.

## When to use
- you need a
### More
- you need b

## When not to use
- for c
### Instead
- use d

## Last
Use this skill when:
- there is e

- or f
  and g

Back to prose.`
  expect(splitBody(body)).toEqual({
    when: "- you need a\n- you need b\n\nUse this skill when:\n- there is e\n\n- or f\n  and g\n",
    headings: "\nGuide\nMore\nLast",
    prose: "Opening words.\n\nProse.\n\nAfter.\n\nBack to prose.",
    code: "run me",
  })
})

test("a line about when not to use it does not begin the part about when to use it", () => {
  expect(splitBody("Do not use this for a.\nUse it when b,\n\nUse this never for c.").when).toBe("Use it when b,\n")
})

test.each([
  ["line", "\n".repeat(500_000)],
  ["section", "# When to use\n```\n```\n".repeat(40_000)],
  ["item", `Use this when:\n${"- a\n".repeat(100_000)}`],
])("a body that consists only of %s is still parsed", (_, body) => {
  expect(Object.keys(splitBody(body))).toEqual(["when", "headings", "prose", "code"])
})
