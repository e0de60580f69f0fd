import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import type { TreeLanguage } from "../code-tree.ts"
import { openCodeView } from "./code-view.ts"

const reader = await openCodeReader()

test.each([
  ["sink(1)", "constant"],
  ["const a = 'x'; const b = a + 'y'; sink(b)", "constant"],
  ["function f(req) { sink(req.query.a) }", "request"],
  ["const req = http.request(o); sink(req.query.a)", "unknown"],
  ["function f(req) { const { a: [b] } = req.body; sink(`x${b}`) }", "request"],
  ["function f({ body }, res) { sink(body.a) }", "request"],
  ["function f(a) { sink(a.trim()) }", "parameter"],
  ["function f(req) { sink(Number(req.query.a)) }", "safe"],
  ["function f(req) { let a = req.query.a; a = 'fixed'; sink(a) }", "constant"],
  ["function f(req) { let a = 'fixed'; if (x) a = req.query.a; sink(a) }", "request"],
  ["function f(req) { let a = 'x'; a += req.query.a; sink(a) }", "request"],
  ["function f(req) { let a = ''; while (x) { sink(a); a = req.query.a } }", "request"],
  ["function f(req) { const a = req.query.a; if (!list.includes(a)) return; sink(a) }", "safe"],
  ["function f(req) { const a = req.query.a; if (list.includes(a)) return; sink(a) }", "request"],
  ["function f(req) { const a = req.query.a; if (a === 'x' || a === 'y') sink(a) }", "safe"],
  ["function f(req) { const a = req.query.a; if (a === 'x' || b) sink(a) }", "request"],
  ["function f(req) { const a = req.query.a; if (a && a.length > 1) sink(a) }", "request"],
  ["const wrap = (v) => '<' + v; function f(req) { sink(wrap(req.query.a)) }", "request"],
  ["const wrap = (v) => v.length; function f(req) { sink(wrap(req.query.a)) }", "safe"],
  ["function g(v) { sink(v) } function f(req) { g(req.query.a) }", "request"],
  ["function f(req) { sink(table[req.query.a]) } const table = { a: 'x' }", "constant"],
  ["function f(req) { sink(req.query.list.map((one) => '?').join()) }", "constant"],
  ["const o = { a: 'x', b: process.argv[2] }; sink(o.a)", "constant"],
  ["const o = { a: 'x', b: process.argv[2] }; sink(o.b)", "local-input"],
  ["function f(req) { const a = req.query.a; { const a = 1; sink(a) } }", "constant"],
  ["function f(a) { return f(a) } sink(f(f))", "constant"],
  ["const f = (ctx) => sink(ctx.url.searchParams.get('a'))", "request"],
  ["const f = (ctx) => { const { searchParams } = ctx.url; sink(searchParams.get('a')) }", "request"],
  ["const f = (ctx) => { const url = ctx.url; sink(url.searchParams.get('a')) }", "request"],
  ["const f = (ctx) => { const { url } = ctx; sink(url.searchParams.get('a')) }", "request"],
  ["const f = (req) => { const url = new URL(req.url, base); sink(url.searchParams.get('a')) }", "request"],
  ["const f = (ctx) => { const { params: { a } } = ctx; sink(a) }", "request"],
  ["const url = new URL(config.url); sink(url.searchParams.get('a'))", "unknown"],
  ["const ctx = open(); sink(ctx.url.searchParams.get('a'))", "unknown"],
  ["const f = async (ctx) => sink((await readBody(ctx.req)).a)", "likely-request"],
  ["const f = async (req) => { const { a } = await http.parseForm(req); sink(a) }", "likely-request"],
  ["const f = async (req) => sink(Number((await readBody(req)).a))", "safe"],
  ["const f = async (file) => sink(await readJson(file))", "unknown"],
  ["const f = async (req) => sink(await readCatalogue(req))", "unknown"],
  ["const readBody = (r) => text(r); const f = async (req) => sink(await readBody(req))", "request"],
  ["const readBody = (r) => S.parse(text(r)); const f = async (req) => sink(await readBody(req))", "unknown"],
  ["const readBody = (r) => 1; const f = async (req) => sink(await readBody(req))", "constant"],
])("in %s the value comes from: %s", (text, origin) => {
  expect(originIn(text, "javascript")).toBe(origin)
})

test.each([
  ["def f():\n  sink('a' % 1)", "constant"],
  ["def f():\n  a = request.args.get('a')\n  sink(f'x{a}')", "request"],
  ["def f(a):\n  sink('%s' % a)", "parameter"],
  ["def f(a: int):\n  sink('%s' % a)", "safe"],
  ["@app.route('/')\ndef f(a):\n  sink(a)", "request"],
  ["@app.get('/')\ndef f(user=Depends(get)):\n  sink(user)", "unknown"],
  ["@cached\ndef f(a):\n  sink(a)", "parameter"],
  ["def f():\n  a = request.form['a']\n  if a not in NAMES:\n    raise ValueError\n  sink(a)", "safe"],
  ["def f():\n  for a in request.args:\n    sink(a)", "request"],
  ["def f():\n  a, b = request.json\n  sink(b)", "request"],
  ["a = sys.argv[1]\nsink(a.strip())", "local-input"],
  ["def f():\n  with open(request.args['a']) as g:\n    sink(g)", "unknown"],
])("in %j the value comes from: %s", (text, origin) => {
  expect(originIn(text, "python")).toBe(origin)
})

test("tracing values that depend on each other terminates", () => {
  const text = `function f(req) { let a = 0; ${Array.from({ length: 60 }, (_, at) => `a = g(a, b${at}) + a;`).join(" ")} sink(a) }`
  expect(originIn(text, "javascript")).toBe("unknown")
})

test("broken code still has a tree", () => {
  const view = openCodeView(reader.parse("function ( { sink(1 ", "typescript"))
  expect(view.tree.root.kind).toBe("program")
})

function originIn(text: string, language: TreeLanguage): string {
  const view = openCodeView(reader.parse(text, language))
  const call = view.calls.find(({ path }) => path === "sink")
  const [arg] = call?.args ?? []
  return arg === undefined ? "no sink" : view.origin(arg, "any")
}
