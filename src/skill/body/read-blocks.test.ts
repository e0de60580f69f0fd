import { expect, test } from "vitest"
import { readBlocks, separateTags } from "./read-blocks.ts"

const kinds = (text: string) => readBlocks(separateTags(text)).map(({ kind }) => kind)

test("a section is read as its blocks", () => {
  expect(
    kinds("Do this:\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```sh\n- c\n```\n\n> d\n\n---\n<Bad>\ne\n</Bad>"),
  ).toEqual(["text", "list", "table", "code", "quote", "rule", "tag", "text", "tag"])
})

test("an item has what is below it, and code at the margin if the next number follows", () => {
  const [list, ...rest] = readBlocks(
    "1. One\n   - more\n\n   ```\n   x\n   ```\n2. Two\n```\ny\n```\n3. Three\n- other",
  )
  expect(list).toEqual({
    kind: "list",
    isNumbered: true,
    items: [
      { text: "1. One", body: "- more\n\n```\nx\n```", width: 3 },
      { text: "2. Two", body: "```\ny\n```", width: 3 },
      { text: "3. Three", body: "", width: 3 },
    ],
  })
  expect(rest.map(({ kind }) => kind)).toEqual(["list"])
})

test("a label in bold right after a list is not a part of its last item", () => {
  expect(kinds("**Do:**\n- a\n**Never:**\n- b")).toEqual(["text", "list", "text", "list"])
})

test("code and tables are whole after a tag and when they are indented far", () => {
  expect(kinds("<Good>\n```js\na()\n\nb()\n```\n</Good>")).toEqual(["tag", "code", "tag"])
  expect(kinds("    ```js\n    a()\n\n    b()\n    ```\n")).toEqual(["code"])
  expect(kinds("    | x | y |\n    |---|---|\n    | 1 | 2 |\n")).toEqual(["table"])
})

test("tags in code stay as they are", () => {
  const code = "```html\n<b>\nx\n</b>\n```"
  expect(separateTags(code)).toBe(code)
})
