import { expect, test } from "vitest"
import { openCodeReader } from "../../adapters/code/open-code-reader.ts"
import { openTaint } from "./open-taint.ts"
import { tables } from "./tables/tables.ts"

const reader = await openCodeReader()
const taint = openTaint(tables)
const flask = "import html, json, os\nfrom flask import request\n"

/** The harms that a request can do in one piece of code. */
function reached(code: string): readonly string[] {
  const { reached: all } = taint.analyse(reader.parse(flask + code, "python"), "a.py")
  return all.filter(({ taint: { trust } }) => trust === "request").map(({ harm }) => harm)
}

const route = '@app.route("/x")\ndef f():\n'

test.each([
  {
    what: "a function of the project that answers whether a value is one of a list",
    code: 'def ok(x):\n    if "@" in x:\n        return False\n    return x in ("a", "b")\ndef f():\n    x = request.args["x"]\n    if not ok(x):\n        return\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "the same function where its answer is not heeded",
    code: 'def ok(x):\n    return x in ("a", "b")\ndef f():\n    x = request.args["x"]\n    if ok(x):\n        return\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a function of the project that stops on what it does not know",
    code: 'def need(x):\n    if x not in ("a", "b"):\n        raise ValueError(x)\ndef f():\n    x = request.args["x"]\n    need(x)\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "a function of the project that stops only sometimes",
    code: 'def need(x, strict):\n    if strict and x not in ("a", "b"):\n        raise ValueError(x)\ndef f():\n    x = request.args["x"]\n    need(x, MODE)\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a name in the pattern of a case",
    code: 'def f():\n    given = request.get_json()\n    match given:\n        case {"host": host}:\n            os.system("ping " + host)\n',
    found: ["shell"],
  },
  {
    what: "the answer of a check under a name",
    code: 'def f():\n    x = request.args["x"]\n    is_known = x in ("a", "b")\n    if not is_known:\n        return\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "the answer of a check under a name that got another value",
    code: 'def f():\n    x = request.args["x"]\n    is_known = x in ("a", "b")\n    is_known = MODE\n    if not is_known:\n        return\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a text that does not fit a pattern with an exclusion in it",
    code: 'import re\ndef f():\n    x = request.args["x"]\n    if re.search(r"^\\[[^]]*]$", x):\n        return\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a text in which no other sign is found",
    code: 'import re\ndef f():\n    x = request.args["x"]\n    if re.search(r"[^a-z]", x):\n        return\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "the keys of a dictionary whose values are input",
    code: 'def f():\n    given = {"a": request.args["a"], "b": request.args["b"]}\n    for name in given:\n        os.system("ls " + name)\n',
    found: [],
  },
  {
    what: "a function that a framework runs after the answer",
    code: 'def ping(host):\n    os.system("ping " + host)\ndef f(tasks):\n    tasks.add_task(ping, request.args["x"])\n',
    found: ["shell"],
  },
  {
    what: "a function that a thread runs",
    code: 'import threading\ndef ping(host):\n    os.system("ping " + host)\ndef f():\n    threading.Thread(target=ping, args=(request.args["x"],)).start()\n',
    found: ["shell"],
  },
  {
    what: "a checked value that is handed to a function",
    code: 'def run(x):\n    os.system("ls " + x)\ndef f():\n    x = request.args["x"]\n    if x in ("a", "b"):\n        run(x)\n',
    found: [],
  },
  {
    what: "a method that has the name of a function of Python",
    code: 'class R:\n    def all(self):\n        os.system("ls " + self.x)\ndef f():\n    r = R()\n    r.x = request.args["x"]\n    r.all()\n',
    found: ["shell"],
  },
  {
    what: "only a fixed field of an object that is formatted",
    code: 'class R:\n    name: str\n    value: str\ndef f():\n    r = R("a", request.args["x"])\n    os.system("ls {0.name}".format(r))\n',
    found: [],
  },
  { what: "a number in a format", code: 'def f():\n    os.system("ls %d" % request.args["x"])\n', found: [] },
  {
    what: "the first items of a list that grows in a loop",
    code: 'def f():\n    items = ["a"]\n    for x in request.args.getlist("x"):\n        items.append(x)\n    os.system("ls " + "".join(items[:1]))\n',
    found: [],
  },
  {
    what: "a fallback that is used where a dictionary has no such key",
    code: 'def f():\n    x = request.args["x"]\n    os.system("ls " + {"a": "b"}.get(x, x))\n',
    found: ["shell"],
  },
  {
    what: "an escaped text in an attribute without quotes",
    code: `${route}    return "<p class=" + html.escape(request.args["x"]) + ">"\n`,
    found: ["html"],
  },
  {
    what: "an escaped text in an attribute with quotes",
    code: `${route}    return '<p class="' + html.escape(request.args["x"]) + '">'\n`,
    found: [],
  },
  {
    what: "an escaped text in a script",
    code: `${route}    return "<script>var a = " + html.escape(request.args["x"]) + "</script>"\n`,
    found: ["html"],
  },
  {
    what: "JSON without the signs that end a script, in a script",
    code: `${route}    return "<script>var a = " + json.dumps(request.args["x"]).replace("<", "u003c") + "</script>"\n`,
    found: [],
  },
  {
    what: "an escaped address of a link",
    code: `${route}    return '<a href="' + html.escape(request.args["x"]) + '">'\n`,
    found: ["html"],
  },
  {
    what: "a page of WSGI",
    code: 'def app(environ, start_response):\n    return [("<p>" + environ["QUERY_STRING"]).encode()]\n',
    found: ["html"],
  },
  {
    what: "a plain text of WSGI",
    code: 'def app(environ, start_response):\n    return [("hello " + environ["QUERY_STRING"]).encode()]\n',
    found: [],
  },
  {
    what: "a function that is the fallback of a dictionary",
    code: "def f(request, table, key):\n    return table.get(key, lambda x: x)\n",
    found: [],
  },
  {
    what: "a value that a script of the shell gets as an argument",
    code: 'import subprocess\ndef f():\n    subprocess.run(["sh", "-c", \'ls "$1"\', "x", request.args["x"]])\n',
    found: [],
  },
])("$what", ({ code, found }) => {
  expect(reached(code)).toEqual(found)
})
