import { expect, test } from "vitest"
import { makeProof, makeSession } from "./decide-entry.ts"
import { makeApp } from "./make-app.ts"

const rules = { port: 7455, token: "t", secret: "s".repeat(64), start: "once", mayWrite: true }

const headers = {
  host: "127.0.0.1:7455",
  cookie: `skillet-7455=${makeSession(rules)}`,
  "x-skillet-proof": makeProof(rules),
}

test("a page that goes away gives its stream of changes free at once", async () => {
  let listeners = 0
  const app = openApp((by) => (listeners += by))
  const open = () => app.request("http://127.0.0.1:7455/api/changes", { headers })
  const pages = await Promise.all(Array.from({ length: 64 }, open))
  expect((await open()).status).toBe(503)
  await Promise.all(pages.map(async ({ body }) => body?.cancel()))
  expect(listeners).toBe(0)
  // Nobody reads the stream that would answer a HEAD, so it would never end.
  expect((await app.request("http://127.0.0.1:7455/api/changes", { method: "HEAD", headers })).status).toBe(204)
  expect(listeners).toBe(0)
  const next = await open()
  expect(next.status).toBe(200)
  await next.body?.cancel()
})

test("every answer says what the stream of changes would have said, so that a page asks only once", async () => {
  const answer = await openApp().request("http://127.0.0.1:7455/api/nothing", { headers })
  expect([answer.status, answer.headers.get("x-skillet-change")]).toEqual([404, "1/2"])
})

test("a read-only dashboard refuses each of the requests that change something", async () => {
  const app = openApp(() => {}, { ...rules, mayWrite: false })
  const writing = app.routes.filter(({ method }) => method === "POST").map(({ path }) => path)
  expect(writing.length).toBeGreaterThan(7)
  for (const path of writing) {
    const answer = await app.request(`http://127.0.0.1:7455${path}`, {
      method: "POST",
      headers: { ...headers, origin: "http://127.0.0.1:7455", "content-type": "application/json" },
      body: "{}",
    })
    expect([path, answer.status, await answer.json()]).toMatchObject([path, 403, { code: "web.read-only" }])
  }
})

test("the cookie alone gets the empty page, and none of the answers", async () => {
  const app = openApp()
  const reading = app.routes.filter(({ method }) => method === "GET").map(({ path }) => path)
  expect(reading.length).toBeGreaterThan(20)
  const { host, cookie } = headers
  const told = []
  for (const path of new Set(reading)) {
    const answer = await app.request(`http://127.0.0.1:7455${path}`, { headers: { host, cookie } })
    if (answer.status !== 403) told.push(path)
  }
  expect(told).toEqual(["/api/start", "/assets/:name", "/favicon.ico", "/*"])
})

function openApp(onListener: (by: number) => void = () => {}, entryRules = rules) {
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
    rules: () => entryRules,
    spendToken() {},
    welcome() {},
  })
}
