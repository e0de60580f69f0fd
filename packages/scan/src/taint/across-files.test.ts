import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { openScanner } from "../scan-file.ts"
import { treeRules } from "../tree-rules.ts"
import { openTaint } from "./open-taint.ts"
import { taintTables } from "./tables/taint-tables.ts"
import { openScannedProject } from "../open-scanned-project.ts"

const reader = await openCodeReader()
const rules = treeRules.filter((rule) => "flow" in rule)

test.each([
  [
    "a helper in another file passes the request on",
    {
      "cases/one.py":
        'import os\nfrom flask import request\nimport helpers.incoming\ndef view():\n    wrapped = helpers.incoming.Incoming(request)\n    os.system("ls " + wrapped.value("x"))\n',
      "helpers/incoming.py":
        "class Incoming:\n    def __init__(self, request):\n        self.request = request\n    def value(self, name):\n        return self.request.args.get(name)\n",
    },
    ["cases/one.py:6 command-from-input"],
  ],
  [
    "a helper in another file returns a constant",
    {
      "cases/one.py":
        'import os\nfrom flask import request\nfrom helpers.fixed import Fixed\ndef view():\n    os.system("ls " + Fixed(request).value("x"))\n',
      "helpers/fixed.py":
        'class Fixed:\n    def __init__(self, request):\n        self.request = request\n    def value(self, name):\n        return "fixed"\n',
    },
    [],
  ],
  [
    "the sink is in a required file",
    {
      "index.js": 'const run = require("./lib/run")\napp.get("/x", (req, res) => run("ls " + req.query.x))\n',
      "lib/run.js":
        'const cp = require("child_process")\nmodule.exports = function run(command) { cp.exec(command) }\n',
    },
    ["lib/run.js:2 command-from-input"],
  ],
  [
    "a field of a class holds the handler, and another one a service that a framework creates by its type",
    {
      "a.ts":
        'import { Service } from "./service"\nexport class A {\n  @Inject() private service!: Service\n  run = async (req: Request, res: Response) => {\n    await this.service.list(req.query.x)\n  }\n}\n',
      "service.ts":
        'import { exec } from "child_process"\nexport class Service {\n  list = (name: string) => exec(`ls ${name}`)\n}\n',
    },
    ["service.ts:3 command-from-input"],
  ],
  [
    "a name is re-exported by a file in between",
    {
      "a.ts":
        'import { load } from "./lib"\nimport axios from "axios"\nrouter.get("/x", (req, res) => load(req.query.url))\n',
      "lib/index.ts": 'export * from "./load"\nexport { other as load2 } from "./other"\n',
      "lib/load.ts": 'import axios from "axios"\nexport const load = async (address: string) => axios.get(address)\n',
      "lib/other.ts": "export function other() {}\n",
    },
    ["lib/load.ts:2 request-to-input"],
  ],
  [
    "files that import each other do not loop forever",
    {
      "a.py":
        'import os\nimport b\nfrom flask import request\ndef view():\n    b.run(request.args["x"])\ndef go(x):\n    os.system("ls " + x)\n',
      "b.py": "import a\nbase = a.go\ndef run(x):\n    a.go(x)\n",
    },
    ["a.py:7 command-from-input"],
  ],
])("%s", (_, files, expected) => {
  expect(found(files).filter((one) => !one.includes("parameter"))).toEqual(expected)
})

test("the order in which files are analysed does not change the result", () => {
  const files = {
    "a.py":
      'import os\nfrom b import pick\nfrom flask import request\ndef view():\n    os.system("ls " + pick(request.args["x"]))\n',
    "b.py": "import a\nlast = 1\ndef pick(x):\n    global last\n    last = x\n    return x\n",
    "c.py":
      'import os\nimport b\nfrom flask import request\ndef view():\n    os.system("ls " + str(b.last))\n    b.pick(request.args["y"])\n',
  }
  const forwards = found(files)
  const backwards = found(Object.fromEntries(Object.entries(files).reverse()))
  expect(backwards).toEqual(forwards)
  expect(forwards).toEqual(["a.py:5 command-from-input"])
})

const controller = "exports.find = async (req, res) => {\n  res.json(await User.findOne({ name: req.body.name }))\n}\n"

test.each([
  [
    "the route checks the body with a schema",
    { "routes.js": 'const c = require("./c")\nrouter.post("/x", validate(schemas.find), c.find)\n' },
    [],
  ],
  [
    "another route checks its body",
    { "routes.js": 'const c = require("./c")\nrouter.post("/x", c.find)\nrouter.post("/y", validate(s), c.other)\n' },
    ["c.js:2 query-from-input"],
  ],
  [
    "the application removes operators from all requests",
    {
      "routes.js": 'const c = require("./c")\nrouter.post("/x", c.find)\n',
      "app.js": 'const sanitize = require("express-mongo-sanitize")\napp.use(sanitize(), require("./routes"))\n',
    },
    [],
  ],
])("a filter with an object from a request: %s", (_, files, expected) => {
  expect(found({ "c.js": controller, ...files })).toEqual(expected)
})

function found(files: Readonly<Record<string, string>>): readonly string[] {
  const all = new Map(
    Object.entries(files).map(([name, text]) => [name, { name, bytes: new TextEncoder().encode(text) }]),
  )
  const project = openScannedProject(all, reader)
  const scanner = openScanner({ patterns: [], rules, reader: () => reader, taint: openTaint(taintTables), project })
  const matches = Object.entries(files).flatMap(([file, text]) =>
    scanner
      .scan({ file, bytes: new TextEncoder().encode(text), decode: () => text })
      .flows.map((one) => `${one.file ?? file}:${one.line} ${one.rule}`),
  )
  return [...new Set(matches)].sort()
}
