import fc from "fast-check"
import { expect, test } from "vitest"
import { firstStep, reviewDispatch } from "../../../../test/directives/sample-directives.ts"
import { writeSubAgentPrompt } from "../agent-prompts.ts"
import { escapeUnprintable } from "../escape-unprintable.ts"
import { formatters } from "./formatters.ts"
import { renderXml } from "./render-xml.ts"
import { elements, flat, readXml, tags, textOf } from "../../../../test/directives/read-xml.ts"
import { makeBlock, makeElement, isVerbatim, xmlText } from "./xml.ts"

/** Letters, everything that could break XML, and pieces of our own markup. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<",
        ">",
        "&",
        '"',
        "'",
        "]]>",
        "<![CDATA[",
        "</current_action>",
        "<item>",
        "&lt;",
        "&#10;",
        "<!--",
      ),
      fc.constantFrom("\n", "\r", "\r\n", "\t", "\u0000", "\u0007", "\u001b", "\u0085", "\u2028", "\ufffe", "\ud800"),
      fc.string({ unit: "grapheme", maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""))

/** What a reader gets back: line feeds as line ends, and characters that XML cannot contain made visible. */
const asText = (text: string) => escapeUnprintable(text.replaceAll("\r\n", "\n"))

test.each([
  ["a -> b", "a -> b"],
  ["a < b && c > d", "<![CDATA[a < b && c > d]]>"],
  ["]]>", "<![CDATA[]]]]><![CDATA[>]]>"],
  ["</current_action>", "<![CDATA[</current_action>]]>"],
  ["&amp;", "<![CDATA[&amp;]]>"],
  ["bell \u0007, escape \u001b[2J", "bell \\u0007, escape \\u001b[2J"],
  ["half \ud83d, whole \u{1f600}", "half \\ud83d, whole \u{1f600}"],
  ["a\r\nb", "a\nb"],
  ["a\rb", "<![CDATA[a]]>&#13;<![CDATA[b]]>"],
])("%j is written %j", (text, written) => {
  expect(xmlText(text)).toBe(written)
})

test("attributes keep quotes, line ends and tabs", () => {
  expect(makeElement("a", { b: '"x"\n\t\r<&>', c: undefined, d: 3 })).toBe(
    '<a b="&quot;x&quot;&#10;&#9;&#13;&lt;&amp;&gt;" d="3"/>',
  )
})

test("any text is read back from an element and from an attribute", () => {
  fc.assert(
    fc.property(hostile, hostile, (text, attribute) => {
      expect(readXml(makeBlock("a", { b: attribute }, [xmlText(text)]))).toEqual([
        { name: "a", attributes: { b: escapeUnprintable(attribute) }, content: [`\n${asText(text)}\n`] },
      ])
    }),
  )
})

test("a text that is called verbatim is in the XML byte for byte, with nothing between its characters", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      if (isVerbatim(text)) expect(makeBlock("a", {}, [xmlText(text)])).toContain(text)
    }),
  )
  expect(["if (a < b && c) {}\n", "a\r\n", "]]>", "\u001b[2J", "\u202e"].map(isVerbatim)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test("any list is read back from every block that is a list", () => {
  const names = [
    "forbidden",
    "expected_output",
    "verification_checklist",
    "detection_questions",
    "incorrect_behavior",
    "xml_mandate",
  ] as const
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.array(hostile, { minLength: 1, maxLength: 4 }), (name, items) => {
      const [read] = readXml(formatters[name](items))
      expect(elements(read).map(textOf)).toEqual(items.map(asText))
    }),
  )
})

test("whatever is inserted, a step has the same elements, and its texts can be read back", () => {
  const shape = tags(readXml(renderXml(filled("x", "y"))))
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const directive = filled(`x${one}`, `y${other}`)
      const read = readXml(renderXml(directive))
      expect(tags(read)).toEqual(shape)
      const all = flat(read)
      expect(textOf(all.find(({ name }) => name === "step_header"))).toBe(asText(`x${one}`))
      expect(textOf(all.find(({ name }) => name === "option"))).toBe(asText(`y${other}`))
      expect(textOf(all.find(({ name }) => name === "prompt"))).toBe(
        `\n${asText(writeSubAgentPrompt(directive.dispatches[0]!, directive))}\n`,
      )
      expect(all.find(({ name }) => name === "gate_result")?.attributes["gate"]).toBe(escapeUnprintable(`y${other}`))
    }),
  )
})

test("the reader these tests trust refuses what is not well formed", () => {
  for (const wrong of [
    "<a>",
    "<a></b>",
    "<a b=c/>",
    "a & b",
    "a < b",
    "]]>",
    "\u0007",
    '<a b="<"/>',
    '<a b="1" b="2"/>',
    "<![CDATA[",
    "<![CDATA[a]]>]]>",
    "<![CDATA[\u0007]]>",
  ])
    expect(() => readXml(wrong), wrong).toThrow("not well formed")
})

function filled(one: string, other: string) {
  return {
    ...reviewDispatch,
    title: one,
    phase: other,
    gate: { gate: other, status: "fail", message: one } as const,
    actions: [...firstStep.actions, one, { kind: "forbidden", items: [one, other] } as const],
    dispatches: [{ item: one, agent: other, prompt: one, report: other, answered: false }],
    questions: [{ id: other, text: one, options: [{ label: one, about: other }], multiple: false, command: one }],
  }
}
