import fc from "fast-check"
import { expect, test } from "vitest"
import { agentPrompts, LONGEST_PRINTED } from "./agent-prompts.ts"
import { fanOut, fixDispatch, reviewDispatch } from "./sample-directives.ts"
import { subAgentPrompt } from "./sub-agent-prompt.ts"
import { renderText } from "./text/render-text.ts"
import { flat, readXml, textOf } from "./xml/read-xml.ts"
import { renderXml } from "./xml/render-xml.ts"

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
])("a prompt that %s is handed on as a file, and so are those beside it", (_, prompt) => {
  const { dispatches, ...rest } = asking("short")
  const mixed = { ...rest, dispatches: dispatches.map((one, at) => (at === 1 ? { ...one, prompt } : one)) }
  const prompts = agentPrompts(mixed)
  expect(prompts.map((one) => one.file)).toEqual(["naming", "types", "tests"].map(file))
  expect(prompts.map(({ text }) => text)).toEqual(mixed.dispatches.map((one) => subAgentPrompt(one, mixed)))
  expect(prompts[0]?.given).toBe(
    `Your task is in this file: ${file("naming")}\nRead the whole file, then do exactly what it says.`,
  )
  for (const shown of [renderXml(mixed), renderText(mixed)]) {
    expect(shown).toContain(file("types"))
    expect(shown).not.toContain(prompt)
  }
})

test("an agent with a workflow of its own starts with its command, also where its task is in a file", () => {
  const [one] = fixDispatch.dispatches
  const [prompt] = agentPrompts({ ...fixDispatch, directory, dispatches: [{ ...one!, prompt: "a\r\n" }] })
  expect(prompt?.given).toMatch(
    /^skillet run current r7\.2\n\nBefore you run the command above, read your whole task in/,
  )
})

test("without a directory every prompt is printed", () => {
  const { directory: _, ...placeless } = asking("a\r\nb")
  expect(agentPrompts(placeless).map((one) => one.file)).toEqual([undefined, undefined, undefined])
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
      const prompts = agentPrompts(directive)
      expect(read).toEqual(prompts.map(({ given }) => given))
      expect(prompts.map(({ text: whole, file: at, given }) => (at === undefined ? given : whole))).toEqual(
        made.map((dispatch) => subAgentPrompt(dispatch, directive)),
      )
    }),
  )
})
