import vm from "node:vm"
import { expect, test } from "vitest"
import { withoutInlining } from "./without-inlining.ts"

const source = "(() => 1)()"
let last = 0
/** V8 recognises a script by its name. */
const filename = () => `script-${++last}.js`
const compiled = () => new vm.Script(source, { filename: filename() }).createCachedData()
const isRefused = (cachedData: Buffer) => new vm.Script(source, { filename: filename(), cachedData }).cachedDataRejected

test("code is compiled with other options while the work runs, and with the usual ones after it, even if it failed", async () => {
  const usual = compiled()
  const during = await withoutInlining(async () => ({ own: compiled(), usualIsRefused: isRefused(usual) }))
  await expect(withoutInlining(() => Promise.reject(new Error("stopped")))).rejects.toThrow("stopped")

  expect(during.usualIsRefused).toBe(true)
  expect([isRefused(usual), isRefused(during.own)]).toEqual([false, true])
})
