import { estimateTokens } from "../../text/estimate-tokens.ts"
import { expect, test } from "vitest"
import { renderNewMessages, renderRecentMessages } from "./message-parts.ts"
import type { Message } from "../model.ts"

const talk = "I looked at the logs again this morning and most of it seems fine to me. "

function message(id: number, text: string): Message {
  return {
    project: "/p",
    branch: "main",
    id,
    from: "ann",
    type: "message",
    requiresHuman: false,
    text,
    at: id * 60_000,
    mentions: [],
  }
}

test("messages that fit are shown whole, however long", () => {
  const { text, leftOut } = renderRecentMessages([message(1, `${talk.repeat(20)}We decided to keep the ledger.`)], 2000)
  expect(text.length).toBeGreaterThan(1000)
  expect([text.endsWith('keep the ledger."'), leftOut]).toEqual([true, []])
})

test("if messages do not fit, small talk is left out before decisions, wherever they are in a message", () => {
  const long = [0, 1, 2].map((at) => message(at + 1, talk.repeat(at) + `We decided on plan ${at}. ` + talk.repeat(8)))
  const { text, leftOut } = renderRecentMessages(long, 160)
  expect([0, 1, 2].filter((at) => text.includes(`We decided on plan ${at}.`))).toEqual([0, 1, 2])
  expect(leftOut).toEqual([{ part: "recent messages", what: "sentences of 3 messages", why: "no room" }])
})

test("if there is hardly any room, the newest messages are shown", () => {
  const many = Array.from({ length: 10 }, (_, at) => message(at + 1, `Note ${at}. ${talk}`))
  const { text, leftOut } = renderRecentMessages(many, 60)
  expect(text).toContain("Note 9.")
  expect(text).not.toContain("Note 0.")
  expect(leftOut[0]).toMatchObject({ why: "no room", what: expect.stringMatching(/^\d older messages$/) })
})

test("a message that is shortened does not say the opposite: an item keeps the negation of its label", () => {
  const { text } = renderRecentMessages([message(1, `${talk.repeat(9)}\n\nPlease never:\n- You must push to main`)], 60)
  expect(text).toContain("Never: You must push to main")
})

test("one message that is left out is not called messages", () => {
  const readThem = (most: number) => `skillet messages --most ${most}`
  const { text, leftOut } = renderNewMessages([message(2, "Ship it.")], 200, { older: 1, readThem })
  expect(text.split("\n")[0]).toBe("[1 older message is not shown: `skillet messages --most 2`]")
  expect(leftOut).toEqual([{ part: "new message", what: "1 more message", why: "older, and there are too many" }])
  const recent = renderRecentMessages([message(1, talk.repeat(9)), message(2, "Ship it.")], 20)
  expect(recent.leftOut.map(({ what }) => what)).toEqual(["1 older message"])
  const shortened = renderRecentMessages([message(1, `We decided to ship. ${talk.repeat(9)}`)], 60)
  expect(shortened.leftOut.map(({ what }) => what)).toEqual(["sentences of 1 message"])
})

test("a message says its type, and that it requires a human", () => {
  const asked: Message = { ...message(61, "Which one?"), type: "question", requiresHuman: true }
  expect(renderRecentMessages([asked, { ...message(62, "done"), type: "result" }], 500).text).toBe(
    '- 01:01 UTC - @ann (question, requires a human): "Which one?"\n- 01:02 UTC - @ann (result): "done"',
  )
  expect(renderNewMessages([asked], 500, { readThem: String }).text).toBe(
    "@ann, 01:01 UTC (question, requires a human):\n> Which one?",
  )
})

test("a message that is cut says how to read all of it, within its room", () => {
  const long = message(3, "The decision is final. ".repeat(400))
  const { text } = renderNewMessages([long], 200, { readThem: (most) => `skillet messages --most ${most}` })
  expect(text.split("\n").at(-1)).toBe("[Cut here: the message does not fit. All of it: `skillet messages --most 1`]")
  expect(estimateTokens(text)).toBeLessThanOrEqual(200)
})
