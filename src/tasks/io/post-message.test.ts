import { expect, test } from "vitest"
import { garden } from "../../../test/plant.ts"
import { openSkillet } from "../../skillet/open-skillet.ts"

test("a key belongs to one message: the same again is that message, another text or sender is refused", async () => {
  const { options, at, plant } = garden({ "project/.git/HEAD": "ref: refs/heads/main\n" })
  const { tasks, agents, close } = openSkillet(options)
  const first = await agents.say({ from: "ann", text: "@backend go", key: "k" }, "none")
  expect(first.again).toBe(false)
  expect(await agents.say({ from: "ann", text: "@backend go", key: "k" }, "none")).toEqual({ ...first, again: true })
  await expect(agents.say({ from: "ann", text: "@backend stop", key: "k" }, "none")).rejects.toMatchObject({
    code: "message.key-used",
    message: 'the key "k" was already used for another text, as message 1; nothing was posted',
  })
  await expect(tasks.post({ from: "bob", text: "@backend go", key: "k" })).rejects.toMatchObject({
    code: "message.key-used",
    message: expect.stringContaining("for a message from @ann"),
  })
  await expect(tasks.post({ from: "ann", text: "@backend go", type: "question", key: "k" })).rejects.toMatchObject({
    code: "message.key-used",
    message: expect.stringContaining("for another kind of message"),
  })
  expect((await tasks.messages()).map(({ text }) => text)).toEqual(["@backend go"])
  await close()

  plant({ "other/.git/HEAD": "ref: refs/heads/main\n" })
  const other = openSkillet({ ...options, cwd: at("other") })
  expect((await other.agents.say({ from: "ann", text: "@backend stop", key: "k" }, "none")).again).toBe(false)
  await other.close()
})

test("a message that requires a human is also for people, and an unknown type is refused", async () => {
  const { options } = garden({ "project/.git/HEAD": "ref: refs/heads/main\n" })
  const { tasks, close } = openSkillet(options)
  await tasks.post({ from: "ann", text: "@backend go" })
  await tasks.post({ from: "backend", text: "@ann which one?", type: "question", requiresHuman: true })
  const shown = (await tasks.messages()).map(({ type, requiresHuman, mentions }) => [
    type,
    requiresHuman,
    mentions.map(({ agent }) => agent),
  ])
  expect(shown).toEqual([
    ["message", false, ["backend"]],
    ["question", true, ["ann", "human"]],
  ])
  expect((await tasks.messages({ to: "human" })).map(({ id }) => id)).toEqual([2])
  const wrong = { from: "ann", text: "hi", type: "shout" as "message" }
  await expect(tasks.post(wrong)).rejects.toMatchObject({ code: expect.stringContaining("argument") })
  await close()
})
