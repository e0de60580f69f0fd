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
    message: expect.stringContaining("for a message of @ann"),
  })
  expect((await tasks.messages()).map(({ text }) => text)).toEqual(["@backend go"])
  await close()

  plant({ "other/.git/HEAD": "ref: refs/heads/main\n" })
  const other = openSkillet({ ...options, cwd: at("other") })
  expect((await other.agents.say({ from: "ann", text: "@backend stop", key: "k" }, "none")).again).toBe(false)
  await other.close()
})
