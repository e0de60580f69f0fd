import { expect, test } from "vitest"
import { makeSession } from "./decide-entry.ts"
import { makeApp } from "./make-app.ts"

const secret = "s".repeat(64)

const headers = { host: "127.0.0.1:7455", cookie: `skillet-7455=${makeSession(secret)}` }

test("a page that goes away gives its stream of changes free at once", async () => {
  let listeners = 0
  const app = openApp((by) => (listeners += by))
  const open = () => app.request("http://127.0.0.1:7455/api/changes", { headers })
  const pages = await Promise.all(Array.from({ length: 64 }, open))
  expect((await open()).status).toBe(503)
  await Promise.all(pages.map(async ({ body }) => body?.cancel()))
  expect(listeners).toBe(0)
  const next = await open()
  expect(next.status).toBe(200)
  await next.body?.cancel()
})

test("every answer says what the stream of changes would have said, so that a page asks only once", async () => {
  const answer = await openApp().request("http://127.0.0.1:7455/api/nothing", { headers })
  expect([answer.status, answer.headers.get("x-skillet-change")]).toEqual([404, "1/2"])
})

function openApp(onListener: (by: number) => void = () => {}) {
  return makeApp({
    files: { page: { body: new Uint8Array(), type: "text/html" }, assets: new Map() },
    changes: {
      now: () => ({ stored: "1", skills: "2" }),
      listen() {
        onListener(1)
        return () => onListener(-1)
      },
      close() {},
    },
    live: {
      use: () => Promise.reject(new Error("nothing is read here")),
      renew() {},
      keep: () => () => Promise.reject(new Error("nothing is read here")),
      warm: async () => {},
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
}
