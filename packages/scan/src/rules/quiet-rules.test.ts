import { expect, test } from "vitest"
import { openShippedScanner } from "../../test/review-set/measure.ts"
import { treeRules } from "../tree-rules.ts"

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

test("an expression that trims a text is called slow where the text comes from a request, not from a caller", () => {
  const route = "app.post('/x', (req, res) => res.json(req.body.text.replace(/\\s+$/, '')))\n"
  expect(linesOf("slowing-regex", "a.js", route)).toEqual([1])
  expect(linesOf("slowing-regex", "a.js", "export const cut = (text) => text.replace(/\\s+$/, '')\n")).toEqual([])
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

test.each([
  ["options.insecure ? { strictSSL: false } : {}", []],
  ["secure ? { strictSSL: false } : {}", [1]],
  ["{ rejectUnauthorized: !options.ignoreErrors || false }", []],
  ["{ rejectUnauthorized: options.strict || false }", [1]],
])("an option that the user sets is deliberate: %s", (value, lines) => {
  expect(linesOf("unchecked-certificate", "a.js", `const o = ${value}\n`)).toEqual(lines)
})

test.each([
  ["a default that is replaced if it is empty", "    if not attrs: attrs = {}\n    attrs['a'] = 1\n", []],
  ["a default that is changed only if it has items", "    if 'a' in attrs:\n        attrs['a'] = 1\n", []],
  ["a default that is only returned", "    return attrs\n", []],
  ["a default that is changed", "    if 'a' in other:\n        attrs['a'] = 1\n", [1]],
])("%s", (_, body, lines) => {
  expect(linesOf("mutable-default", "a.py", `def f(other, attrs={}):\n${body}`)).toEqual(lines)
})

test.each([
  ["AES-256-GCM", []],
  ["PBKDF2-SHA256", []],
  ["hmac-sha512", []],
  ["k3yboard-c4t-77x", [1]],
])("the name of an algorithm is not a secret: %s", (text, lines) => {
  expect(linesOf("hard-coded-secret", "a.js", `const tokenSecret = "${text}"\n`)).toEqual(lines)
  expect(linesOf("secret-as-argument", "a.js", `app.use(session({ secret: "${text}" }))\n`)).toEqual(lines)
})

test.each([
  ["Sequelize", "User.findOne({ where: { name: req.body.name } })", []],
  ["Mongoose", "User.findOne({ name: req.body.name })", [2]],
])("an object in a filter of %s", (_, query, lines) => {
  const route = `app.post("/x", async (req, res) => {\n  res.json(await ${query})\n})\n`
  expect(linesOf("query-from-input", "a.js", route)).toEqual(lines)
})

test.each([
  ["a page", 'import x from "./x"\ndocument.title = "a"\n', "", []],
  ["TypeORM", 'import { Repository } from "typeorm"\n', "", []],
  ["a validator before the handler", "", 'body("name").isString(), ', []],
  ["celebrate before the handler", "", "celebrate({ body: schema }), ", []],
  ["a check of something else", "", "requireLogin, ", [1]],
])("an object in a filter with %s", (_, head, before, lines) => {
  const route = `${head}app.post("/x", ${before}async (req, res) => res.json(await User.findOne({ name: req.body.name })))\n`
  const found = linesOf("query-from-input", "a.js", route)
  expect(found.map((line) => line - head.split("\n").length + 1)).toEqual(lines)
})

test("a part of an address without slashes leads to no other directory", () => {
  const read = (part: string) => `const fs = require("fs")
app.get("/x", (req, res) => fs.readFile("/certs/" + ${part}, () => res.end()))
`
  expect(linesOf("path-from-input", "a.js", read("new URL(req.query.url).hostname"))).toEqual([])
  expect(linesOf("path-from-input", "a.js", read("new URL(req.query.url).pathname"))).toEqual([2])
})

test.each([
  ["a form's file", "open(self.cleaned_data['image'])", "path-from-input", []],
  ["a form's text", "cursor.execute('select * from t where a = ' + self.cleaned_data['a'])", "sql-from-input", [3]],
])("%s", (_, code, rule, lines) => {
  expect(linesOf(rule, "a.py", `class Search(forms.Form):\n    def clean(self):\n        ${code}\n`)).toEqual(lines)
})

test.each([
  ["a part of the address", "@app.route('/<name>')\ndef f(name):\n    db.users.find_one({'name': name})\n", []],
  ["a form", "def f():\n    db.users.find_one({'name': request.form['name']})\n", []],
  ["JSON", "def f():\n    db.users.find_one({'name': request.json['name']})\n", [3]],
])("an object in a filter from %s", (_, code, lines) => {
  expect(linesOf("query-from-input", "a.py", `from flask import request\n${code}`)).toEqual(lines)
})

/** The rules whose matches the default report shows. */
function listShownRules(text: string): readonly string[] {
  const { matches, flows } = scanner.scan({ file: "a.js", bytes: Buffer.from(text), decode: () => text })
  const toPersona = (id: string) => treeRules.find((rule) => rule.id === id)?.persona
  return [...matches, ...flows]
    .filter(({ rule, persona }) => (persona ?? toPersona(rule) ?? "regular") === "regular")
    .map(({ rule }) => rule)
}

test.each([
  ["SQL", 'const find = (name) => db.query("select * from u where n = \'" + name + "\'")\n', "sql-from-parameter"],
  ["$where", "const find = (name) => User.find({ $where: `this.n == '${name}'` })\n", "eval-of-parameter"],
])("%s that is built from a parameter and executed is in the default report", (_, text, rule) => {
  expect(listShownRules(`${text}export const first = (name) => find(name)\n`)).toEqual([rule])
})

test("a template engine without escaping is in the default report", () => {
  expect(listShownRules('nunjucks.configure("views", { autoescape: false })\n')).toEqual(["escaping-off"])
})

test("a buffer that gets its bytes from elsewhere is not a written key", () => {
  const cipher = (key: string) => `const key = ${key}\nkey[0] = given[0]\ncrypto.createCipheriv("des", key, "")\n`
  expect(linesOf("secret-as-argument", "a.js", cipher("Buffer.alloc(8)"))).toEqual([])
  expect(linesOf("secret-as-argument", "a.js", cipher('Buffer.from("0f1e2d3c4b5a6978", "hex")'))).toEqual([3])
})
