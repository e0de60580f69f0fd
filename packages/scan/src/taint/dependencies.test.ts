import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { openTaint } from "./open-taint.ts"
import { taintTables } from "./tables/taint-tables.ts"

const reader = await openCodeReader()
const taint = openTaint(taintTables)
const head = "import os\nfrom fastapi import FastAPI, Depends\napp = FastAPI()\n"

test.each([
  ["def named(n: str):\n    return n\n", 1],
  ["def named(n: int):\n    return n\n", 0],
  ["def named():\n    return 'fixed'\n", 0],
])("what FastAPI creates for a handler comes from the request if its own arguments do: %s", (made, count) => {
  const handler = '@app.get("/x")\ndef f(name: str = Depends(named)):\n    os.system(f"ls {name}")\n'
  const { reached } = taint.analyse(reader.parse(head + made + handler, "python"), "a.py")
  expect(reached.filter(({ taint: { trust } }) => trust === "request")).toHaveLength(count)
})
