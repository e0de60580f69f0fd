import { expect, test } from "vitest"
import { decideEntry, type EntryFacts, makeKey, makeProof, makeSession, proveServer } from "./decide-entry.ts"

const rules = { port: 7455, token: "t".repeat(32), secret: "s".repeat(64), start: "started once", mayWrite: true }
const cookie = `skillet-7455=${makeSession(rules)}`
const proof = makeProof(rules)
const reading: EntryFacts = { method: "GET", path: "/api/inbox", host: "127.0.0.1:7455", cookie, proof }
const elsewhere = { ...rules, port: 7456 }
const writing: EntryFacts = {
  ...reading,
  method: "POST",
  path: "/api/answer",
  origin: "http://127.0.0.1:7455",
  site: "same-origin",
  contentType: "application/json",
}

function tell(facts: EntryFacts, changed: Partial<typeof rules> = {}): string {
  const entry = decideEntry(facts, { ...rules, ...changed })
  return entry.kind === "refuse" ? `${entry.status} ${entry.code}` : entry.kind
}

test.each<[string, EntryFacts, string]>([
  ["our page reads", reading, "enter"],
  ["our page by another name of this machine", { ...reading, host: "localhost:7455" }, "enter"],
  ["our page writes", writing, "enter"],
  ["nobody was let in", { ...reading, cookie: undefined }, "403 web.no-session"],
  ["a cookie that was guessed", { ...reading, cookie: "skillet-7455=0" }, "403 web.no-session"],
  [
    "the cookie of another port",
    { ...reading, cookie: `skillet-7455=${makeSession(elsewhere)}` },
    "403 web.no-session",
  ],
  ["the cookie alone, which every port of this machine is sent", { ...reading, proof: undefined }, "403 web.no-proof"],
  ["the proof alone", { ...reading, cookie: undefined }, "403 web.no-session"],
  ["the proof of another port", { ...reading, proof: makeProof(elsewhere) }, "403 web.no-proof"],
  [
    "the proof of an earlier start",
    { ...reading, proof: makeProof({ ...rules, start: "before" }) },
    "403 web.no-proof",
  ],
  ["what the server says of itself", { ...reading, proof: proveServer(rules, "") }, "403 web.no-proof"],
  ["the key itself, which no page sends", { ...reading, proof: makeKey(rules) }, "403 web.no-proof"],
  ["the cookie alone asks for the page", { ...reading, path: "/runs", proof: undefined }, "enter"],
  ["the cookie alone asks how the server was started", { ...reading, path: "/api/start", proof: undefined }, "enter"],
  [
    "the proof alone asks how the server was started",
    { ...reading, path: "/api/start", cookie: undefined },
    "403 web.no-session",
  ],
  ["the cookie alone writes", { ...writing, proof: undefined }, "403 web.no-proof"],
  ["a name of somebody else that leads here", { ...reading, host: "attacker.example:7455" }, "403 web.host"],
  ["another port in the name", { ...reading, host: "127.0.0.1:80" }, "403 web.host"],
  ["no name", { ...reading, host: undefined }, "403 web.host"],
  ["another page reads", { ...reading, origin: "http://127.0.0.1:3000" }, "403 web.origin"],
  [
    "another page of this machine, which browsers call the same site",
    { ...reading, site: "same-site" },
    "403 web.origin",
  ],
  ["another page writes", { ...writing, origin: "https://attacker.example" }, "403 web.origin"],
  ["a form that hides where it is", { ...writing, origin: "null" }, "403 web.origin"],
  ["writing without saying from where", { ...writing, origin: undefined, site: undefined }, "403 web.origin"],
  ["a form, which needs no permission of ours", { ...writing, contentType: "text/plain" }, "415 web.not-json"],
  ["another method", { ...writing, method: "DELETE" }, "405 web.method"],
  ["a wrong token", { ...reading, path: "/", cookie: undefined, token: "x" }, "403 web.no-session"],
  ["the token, in a browser that was let in before", { ...reading, path: "/", token: rules.token }, "exchange"],
  ["a token that was used, in a browser that was let in", { ...reading, path: "/", token: "x" }, "strip"],
  ["the token", { ...reading, path: "/", cookie: undefined, token: rules.token }, "exchange"],
])("%s", (_, facts, wanted) => {
  expect(tell(facts)).toBe(wanted)
})

test("a read-only dashboard refuses every change, and shows everything", () => {
  expect(tell(writing, { mayWrite: false })).toBe("403 web.read-only")
  expect(tell(reading, { mayWrite: false })).toBe("enter")
})

test("the cookie is kept from scripts and from other sites, and outlives the server", () => {
  const entry = decideEntry({ ...reading, path: "/", cookie: undefined, token: rules.token }, rules)
  expect(entry.kind === "exchange" && entry.cookie.replace(/=[0-9a-f]{64}/, "=…")).toBe(
    "skillet-7455=…; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000",
  )
  expect(entry.kind === "exchange" && entry.key).toBe(makeKey(rules))
  expect(tell({ ...reading, path: "/" }, { token: "another", start: "after a restart" })).toBe("enter")
})
