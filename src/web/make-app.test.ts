import { expect, test } from "vitest"
import { makeSession } from "./decide-entry.ts"
import { makeApp } from "./make-app.ts"

const secret = "s".repeat(64)

test("a page that goes away gives its stream of changes free at once", async () => {
  let listeners = 0
  const app = makeApp({
    files: { page: { body: new Uint8Array(), type: "text/html" }, assets: new Map() },
    changes: {
      now: () => ({ stored: "1", skills: "1" }),
      listen() {
        listeners++
        return () => void listeners--
      },
      close() {},
    },
    live: {
      use: () => Promise.reject(new Error("nothing is read here")),
      renew() {},
      keep: () => () => Promise.reject(new Error("nothing is read here")),
      warm() {},
      version: () => "1",
      close: async () => {},
    },
    env: {},
    by: "ann",
    mayWrite: true,
    script: "skillet",
    told() {},
    rules: () => ({ port: 7455, token: "t", secret, mayWrite: true }),
    spendToken() {},
  })
  const headers = { host: "127.0.0.1:7455", cookie: `skillet-7455=${makeSession(secret)}` }
  const open = () => app.request("http://127.0.0.1:7455/api/changes", { headers })
  const pages = await Promise.all(Array.from({ length: 64 }, open))
  expect((await open()).status).toBe(503)
  await Promise.all(pages.map(async ({ body }) => body?.cancel()))
  expect(listeners).toBe(0)
  const next = await open()
  expect(next.status).toBe(200)
  await next.body?.cancel()
})
