import fc from "fast-check"
import { expect, test } from "vitest"
import { firstStep, reviewDispatch } from "../sample-directives.ts"
import { subAgentPrompt } from "../sub-agent-prompt.ts"
import { printable } from "../text/printable.ts"
import { formatters } from "./formatters.ts"
import { renderXml } from "./render-xml.ts"
import { block, element, xmlText } from "./xml.ts"

/** Letters, everything XML could stumble over, and pieces of our own markup. */
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

/** What a reader gets back: line ends as line feeds, what XML cannot hold made visible. */
const asText = (text: string) => printable(text.replaceAll("\r\n", "\n"))

test.each([
  ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
  ["]]>", "]]&gt;"],
  ["</current_action>", "&lt;/current_action&gt;"],
  ["&amp;", "&amp;amp;"],
  ["bell \u0007, escape \u001b[2J", "bell \\u0007, escape \\u001b[2J"],
  ["half \ud83d, whole \u{1f600}", "half \\ud83d, whole \u{1f600}"],
  ["a\r\nb\rc\td", "a\nb&#13;c\td"],
])("%j is written %j", (text, written) => {
  expect(xmlText(text)).toBe(written)
})

test("attributes keep quotes, line ends and tabs", () => {
  expect(element("a", { b: '"x"\n\t\r<&>', c: undefined, d: 3 })).toBe(
    '<a b="&quot;x&quot;&#10;&#9;&#13;&lt;&amp;&gt;" d="3"/>',
  )
})

test("any text comes back from an element and from an attribute", () => {
  fc.assert(
    fc.property(hostile, hostile, (text, attribute) => {
      expect(readXml(block("a", { b: attribute }, [xmlText(text)]))).toEqual([
        { name: "a", attributes: { b: printable(attribute) }, content: [`\n${asText(text)}\n`] },
      ])
    }),
  )
})

test("any list comes back from every block that is a list", () => {
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

test("whatever is filled in, a step has the same elements, and its texts come back", () => {
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
        `\n${asText(subAgentPrompt(directive.dispatches[0]!, directive))}\n`,
      )
      expect(all.find(({ name }) => name === "gate_result")?.attributes["gate"]).toBe(printable(`y${other}`))
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

interface Read {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: readonly (string | Read)[]
}

/** As much of XML as we write, and nothing more lenient. */
function readXml(xml: string): readonly (string | Read)[] {
  let rest = xml
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(rest)
    if (match === null) return undefined
    rest = rest.slice(match[0].length)
    return match
  }
  const content = (): readonly (string | Read)[] => {
    const found: (string | Read)[] = []
    for (;;) {
      const text = take(/^[^<]+/)
      if (text !== undefined)
        found.push(unescaped(text[0], /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\]\]>|\r/u))
      const opening = take(/^<([a-z_]+)((?: [a-z_]+="[^"<]*")*)(\/?)>/)
      if (opening === undefined) return found
      const [, name = "", list = "", closed] = opening
      const inner = closed === "/" ? [] : content()
      if (closed !== "/" && take(new RegExp(`^</${name}>`)) === undefined) throw new Error(`not well formed: ${rest}`)
      found.push({ name, attributes: attributesOf(list), content: inner })
    }
  }
  const all = content()
  if (rest !== "") throw new Error(`not well formed: ${rest}`)
  return all
}

function attributesOf(list: string): Readonly<Record<string, string>> {
  const pairs = [...list.matchAll(/ ([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    unescaped(value, /[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u),
  ])
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`not well formed: ${list}`)
  return Object.fromEntries(pairs)
}

function unescaped(text: string, forbidden: RegExp): string {
  if (forbidden.test(text)) throw new Error(`not well formed: ${text}`)
  return text.replace(
    /&(?:(lt|gt|amp|quot)|#(\d+));|&/g,
    (found, name: string | undefined, code: string | undefined) => {
      if (name !== undefined) return { lt: "<", gt: ">", amp: "&", quot: '"' }[name] ?? found
      if (code === undefined) throw new Error(`not well formed: ${text}`)
      return String.fromCodePoint(Number(code))
    },
  )
}

function elements(read: string | Read | undefined): readonly Read[] {
  return typeof read === "object" ? read.content.flatMap((part) => (typeof part === "string" ? [] : [part])) : []
}

function textOf(read: Read | undefined): string {
  return (read?.content ?? []).filter((part) => typeof part === "string").join("")
}

function flat(read: readonly (string | Read)[]): readonly Read[] {
  return read.flatMap((part) => (typeof part === "string" ? [] : [part, ...flat(part.content)]))
}

function tags(read: readonly (string | Read)[]): readonly string[] {
  return flat(read).map(({ name }) => name)
}
