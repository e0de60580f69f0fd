import { expect, test } from "vitest"
import { openShippedScanner } from "../../test/review-set/measure.ts"

const scanner = await openShippedScanner()

/** Matches that the readers of the rule see. */
function linesOf(rule: string, file: string, text: string): readonly number[] {
  const { matches, flows } = scanner.scan({ file, bytes: Buffer.from(text), decode: () => text })
  const own = matches.filter((match) => match.rule === rule && match.persona === undefined)
  return [
    ...own.map(({ start }) => text.slice(0, start).split("\n").length),
    ...flows.filter((match) => match.rule === rule).map(({ line }) => line),
  ]
}

test("of a table of keys, one is shown", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => `  { API_KEY: "9f8a7b6c5d4e3f2a1b0c${at}" },\n`).join("")
  expect(linesOf("hard-coded-secret", "a.js", `const clients = [\n${rows(4)}]\n`)).toEqual([2])
  expect(linesOf("hard-coded-secret", "a.js", `const clients = [\n${rows(3)}]\n`)).toEqual([2, 3, 4])
})

test.each([
  ["a slash at the end of an address", "export const cut = (url) => url.replace(/\\/+$/, '')\n"],
  ["the ending of a file's name", "export const isType = (name) => /.*\\.d\\.ts$/.test(name)\n"],
  ["a part of a request that servers limit", "export const f = (req) => req.url.replace(/[^?]+\\?/, '')\n"],
  ["an item of a list", "export const f = (names) => names.filter((one) => one.match(/\\s+$/))\n"],
])("an expression for %s is not called slow", (_, text) => {
  expect(linesOf("slowing-regex", "a.js", text)).toEqual([])
})

test("an expression that trims a caller's text is called slow", () => {
  expect(linesOf("slowing-regex", "a.js", "export const cut = (text) => text.replace(/\\s+$/, '')\n")).toEqual([1])
})

test("the check of a body silences its own route only", () => {
  const routes = `app.post("/a", validate(schema), async (req, res) => { await User.create(req.body) })
app.post("/b", async (req, res) => { await User.create(req.body) })
`
  expect(linesOf("input-as-fields", "a.js", routes)).toEqual([2])
})

test("a page that is put together from pieces is reported once", () => {
  const text = `export function page({ title, links }) {
  const all = links.map((one) => \`<a href="\${one.address}">x</a>\`)
  return \`<!doctype html><html><h1>\${title}</h1>\${all}</html>\`
}
`
  expect(linesOf("built-page", "a.js", text)).toEqual([2])
})

test("an address that was asked for cannot choose the host it is appended to", () => {
  const route = (to: string) => `app.use((req, res) => { res.redirect(${to}) })\n`
  expect(linesOf("redirect-to-input", "a.js", route("settings.host + req.url"))).toEqual([])
  expect(linesOf("redirect-to-input", "a.js", route("settings.host + req.query.to"))).toEqual([1])
  expect(linesOf("redirect-to-input", "a.js", route("`${settings.base}/${req.query.to}`"))).toEqual([])
  expect(linesOf("redirect-to-input", "a.js", route("`${settings.scheme}://${req.query.to}`"))).toEqual([1])
})

test("what a repository finds is not the key that it was asked for", () => {
  const view = (value: string) => `from flask import request
@app.route("/x")
def show():
    return open(${value}).read()
`
  expect(linesOf("path-from-input", "a.py", view('repository.get(request.args["x"]).path'))).toEqual([])
  expect(linesOf("path-from-input", "a.py", view('request.args.get("x")'))).toEqual([4])
})

test("a part of a route has no slash, unless the route says so", () => {
  const view = (route: string) => `@app.route("/x/${route}")
def show(ident):
    return open("/data/" + ident).read()
`
  expect(linesOf("path-from-input", "a.py", view("<ident>"))).toEqual([])
  expect(linesOf("path-from-input", "a.py", view("<path:ident>"))).toEqual([3])
})

test("a document that a script builds itself is not the page", () => {
  const card = (made: string) => `export function card(node, options) {
  const document = ${made}
  const figure = document.createElement("figure")
  figure.innerHTML = node.caption
  return figure
}
`
  expect(linesOf("data-as-html", "a.js", card("options.createDocument()"))).toEqual([])
  expect(linesOf("data-as-html", "a.js", card("window.document"))).toEqual([4])
})
