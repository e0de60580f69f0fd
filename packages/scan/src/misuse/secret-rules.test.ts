import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { openCodeView } from "../rules/code-view.ts"
import { secretRules } from "./secret-rules.ts"

const reader = await openCodeReader(["python"])
const [hardCoded] = secretRules

const values = ["k9Xq2LmP7vRt4Zw", "q7Wn3BdK8sYx5Tc", "z4Hj6VgF2pLm9Rq", "b8Tc1NvX6kWd3Zs"]

test.each([
  ["assignments", values.map((value, at) => `if user == ${at}:\n    password = "${value}"\n`).join(""), 4],
  ["three entries", `shops = [${values.slice(1).map((value) => `{"password": "${value}"}`)}]\n`, 3],
  ["a table", `shops = [${values.map((value) => `{"password": "${value}"}`)}]\n`, 1],
])("every secret is found; all but the first of a table are for thorough readers: %s", (_, text, shown) => {
  const found = hardCoded?.check(openCodeView(reader.parse(text, "python"))) ?? []
  expect(found).toHaveLength(text.match(/password/g)?.length ?? 0)
  expect(found.filter(({ persona }) => persona === undefined)).toHaveLength(shown)
})
