import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { openTaint } from "./open-taint.ts"
import { taintTables } from "./tables/taint-tables.ts"

const reader = await openCodeReader()
const taint = openTaint(taintTables)
const flask = "import html, json, os\nfrom flask import request\n"

/** The harms that a request can do in one piece of code. */
function reached(code: string): readonly string[] {
  const { reached: all } = taint.analyse(reader.parse(flask + code, "python"), "a.py")
  return all.filter(({ taint: { trust } }) => trust === "request").map(({ harm }) => harm)
}

const signing = "import hmac, pickle\ndef f():\n    body = request.get_data()\n"
const models =
  'from enum import Enum\nfrom fastapi import FastAPI\nfrom pydantic import BaseModel\nclass Kind(str, Enum):\n    a = "a"\nclass Inner(BaseModel):\n    size: int\n    label: str\nclass Job(BaseModel):\n    width: int = 1\n    kind: Kind\n    inner: Inner\nclass Wide(Job):\n    extra: str\n@app.post("/x")\ndef f(job: Wide):\n'
const route = '@app.route("/x")\ndef f():\n'

test.each([
  {
    what: "a project function that returns whether a value is in a list",
    code: 'def ok(x):\n    if "@" in x:\n        return False\n    return x in ("a", "b")\ndef f():\n    x = request.args["x"]\n    if not ok(x):\n        return\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "the same function if its result is ignored",
    code: 'def ok(x):\n    return x in ("a", "b")\ndef f():\n    x = request.args["x"]\n    if ok(x):\n        return\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a project function that throws for unknown values",
    code: 'def need(x):\n    if x not in ("a", "b"):\n        raise ValueError(x)\ndef f():\n    x = request.args["x"]\n    need(x)\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "a project function that throws only sometimes",
    code: 'def need(x, strict):\n    if strict and x not in ("a", "b"):\n        raise ValueError(x)\ndef f():\n    x = request.args["x"]\n    need(x, MODE)\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a name bound in the pattern of a case",
    code: 'def f():\n    given = request.get_json()\n    match given:\n        case {"host": host}:\n            os.system("ping " + host)\n',
    found: ["shell"],
  },
  {
    what: "the result of a check stored in a variable",
    code: 'def f():\n    x = request.args["x"]\n    is_known = x in ("a", "b")\n    if not is_known:\n        return\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "the result of a check in a variable that was assigned again",
    code: 'def f():\n    x = request.args["x"]\n    is_known = x in ("a", "b")\n    is_known = MODE\n    if not is_known:\n        return\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a text that does not match a negated character class",
    code: 'import re\ndef f():\n    x = request.args["x"]\n    if re.search(r"^\\[[^]]*]$", x):\n        return\n    os.system("ls " + x)\n',
    found: ["shell"],
  },
  {
    what: "a text in which no other character is found",
    code: 'import re\ndef f():\n    x = request.args["x"]\n    if re.search(r"[^a-z]", x):\n        return\n    os.system("ls " + x)\n',
    found: [],
  },
  {
    what: "the keys of a dictionary whose values are input",
    code: 'def f():\n    given = {"a": request.args["a"], "b": request.args["b"]}\n    for name in given:\n        os.system("ls " + name)\n',
    found: [],
  },
  {
    what: "an upload that was saved under a constant path and is loaded from it",
    code: 'import pickle\ndef f():\n    request.files["x"].save("/srv/model.bin")\n    pickle.load(open("/srv/model.bin", "rb"))\n',
    found: ["object"],
  },
  {
    what: "input that was written to a file by hand and is loaded from it",
    code: 'import pickle\ndef f():\n    with open("/srv/state", "wb") as out:\n        out.write(request.data)\n    pickle.load(open("/srv/state", "rb"))\n',
    found: ["object"],
  },
  {
    what: "another file than the one that input was written to",
    code: 'import pickle\ndef f():\n    with open("/srv/state", "wb") as out:\n        out.write(request.data)\n    pickle.load(open("/srv/model", "rb"))\n',
    found: [],
  },
  {
    what: "a command for another machine, after the options of ssh and the host",
    code: 'import subprocess\ndef f():\n    subprocess.run(["ssh", "-q", "-i", "key", "box", "ls " + request.args["x"]])\n',
    found: ["shell"],
  },
  {
    what: "an argument of a program that runs on this machine without a shell",
    code: 'import subprocess\ndef f():\n    subprocess.run(["stat", request.args["x"]])\n',
    found: [],
  },
  {
    what: "lines that are typed into a program that is not a shell",
    code: 'import subprocess\ndef f():\n    p = subprocess.Popen(["sort"])\n    p.communicate(request.data)\n',
    found: [],
  },
  {
    what: "the body of a mail whose headers are constant",
    code: 'import smtplib\ndef f():\n    smtplib.SMTP("m").sendmail("a", "b", "Subject: Hi\\r\\n\\r\\n" + request.args["x"])\n',
    found: [],
  },
  {
    what: "a function that a framework runs after the response",
    code: 'def ping(host):\n    os.system("ping " + host)\ndef f(tasks):\n    tasks.add_task(ping, request.args["x"])\n',
    found: ["shell"],
  },
  {
    what: "a function that a thread runs",
    code: 'import threading\ndef ping(host):\n    os.system("ping " + host)\ndef f():\n    threading.Thread(target=ping, args=(request.args["x"],)).start()\n',
    found: ["shell"],
  },
  {
    what: "a checked value that is passed to a function",
    code: 'def run(x):\n    os.system("ls " + x)\ndef f():\n    x = request.args["x"]\n    if x in ("a", "b"):\n        run(x)\n',
    found: [],
  },
  {
    what: "a method with the name of a built-in Python function",
    code: 'class R:\n    def all(self):\n        os.system("ls " + self.x)\ndef f():\n    r = R()\n    r.x = request.args["x"]\n    r.all()\n',
    found: ["shell"],
  },
  {
    what: "only a constant field of a formatted object",
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
    what: "a fallback for a missing dictionary key",
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
    what: "JSON without the characters that end a script, in a script",
    code: `${route}    return "<script>var a = " + json.dumps(request.args["x"]).replace("<", "u003c") + "</script>"\n`,
    found: [],
  },
  {
    what: "an escaped link URL",
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
    what: "a function as the fallback of a dictionary",
    code: "def f(request, table, key):\n    return table.get(key, lambda x: x)\n",
    found: [],
  },
  {
    what: "a value passed to a shell script as an argument",
    code: 'import subprocess\ndef f():\n    subprocess.run(["sh", "-c", \'ls "$1"\', "x", request.args["x"]])\n',
    found: [],
  },
  {
    what: "signed data, whose signature is compared with an operator",
    code: `${signing}    if hmac.digest(KEY, body, "sha256") != request.headers["S"]:\n        return\n    pickle.loads(body)\n`,
    found: [],
  },
  {
    what: "data whose signature is wrong",
    code: `${signing}    if hmac.compare_digest(hmac.new(KEY, body).digest(), request.headers["S"]):\n        return\n    pickle.loads(body)\n`,
    found: ["object"],
  },
  {
    what: "data beside that which was signed",
    code: `${signing}    if not hmac.compare_digest(hmac.new(KEY, request.args["o"]).digest(), request.headers["S"]):\n        return\n    pickle.loads(body)\n`,
    found: ["object"],
  },
  {
    what: "data compared with a digest that needs no key",
    code: `${signing}    import hashlib\n    if not hmac.compare_digest(hashlib.sha256(body).digest(), request.headers["S"]):\n        return\n    pickle.loads(body)\n`,
    found: ["object"],
  },
  {
    what: "signed data that is decoded after the check",
    code: `${signing}    import base64\n    mac, _, rest = request.cookies["c"].partition(".")\n    if hmac.compare_digest(hmac.new(KEY, rest.encode()).hexdigest(), mac):\n        pickle.loads(base64.b64decode(rest))\n`,
    found: [],
  },
  {
    what: "signed data in a shell command",
    code: `${signing}    if hmac.compare_digest(hmac.new(KEY, body).digest(), request.headers["S"]):\n        os.system(body)\n`,
    found: ["shell"],
  },
  {
    what: "the numbers and listed values of a parsed body",
    code: `${models}    os.system(f"a {job.width} {job.kind.value} {job.inner.size}")\n`,
    found: [],
  },
  {
    what: "a text inside a parsed body",
    code: `${models}    os.system(f"a {job.inner.label}")\n`,
    found: ["shell"],
  },
  {
    what: "a parsed body as a dictionary",
    code: `${models}    os.system("a " + job.dict()["extra"])\n`,
    found: ["shell"],
  },
  {
    what: "an uploaded file passed to a reader",
    code: 'import pandas\ndef f():\n    pandas.read_csv(request.files["x"])\n',
    found: [],
  },
  {
    what: "the name of an uploaded file passed to a reader",
    code: 'import pandas\ndef f():\n    pandas.read_csv(request.files["x"].filename)\n',
    found: ["path"],
  },
  {
    what: "an uploaded model that is saved and loaded",
    code: 'import joblib\ndef f():\n    place = "/srv/m"\n    request.files["x"].save(place)\n    joblib.load(place)\n',
    found: ["object"],
  },
  {
    what: "the path of a saved upload in a shell command",
    code: 'def f():\n    place = "/srv/m"\n    request.files["x"].save(place)\n    os.system("file " + place)\n',
    found: [],
  },
  {
    what: "items quoted by a function that is passed on",
    code: 'import shlex\ndef f():\n    os.system("ls " + " ".join(map(shlex.quote, request.json["x"])))\n',
    found: [],
  },
  {
    what: "a command line that is split into program and arguments",
    code: 'import shlex, subprocess\ndef f():\n    subprocess.run(shlex.split(request.args["x"]))\n',
    found: ["shell"],
  },
  {
    what: "a split command line whose program is known",
    code: 'import shlex, subprocess\ndef f():\n    subprocess.run(shlex.split("ls " + request.args["x"]))\n',
    found: [],
  },
  {
    what: "a part of the address in a view whose route is in another file",
    code: 'def view(request, page):\n    open("/docs/" + page + ".html")\n',
    found: [],
  },
  {
    what: "a part of the address that is named after a path",
    code: 'def view(request, file_path):\n    open("/docs/" + file_path)\n',
    found: ["path"],
  },
  {
    what: "a method that only its own class calls",
    code: 'class JobView(APIView):\n    def _write(self, request, path):\n        open(path, "w")\n',
    found: [],
  },
  {
    what: "a method that answers requests",
    code: 'class JobView(APIView):\n    def write(self, request, path):\n        open(path, "w")\n',
    found: ["path"],
  },
  {
    what: "what is written to a file whose path is known",
    code: 'import pathlib\ndef f():\n    pathlib.Path("a.txt").write_text(request.args["x"])\n',
    found: [],
  },
  {
    what: "a row of a table that a request chooses",
    code: 'def f():\n    case = Case.objects.filter(name=request.args["x"]).first()\n    open(case.file)\n',
    found: [],
  },
  {
    what: "text for the standard input of a program that is not a shell",
    code: 'import subprocess\ndef f():\n    subprocess.run(["cat"], input=request.args["x"])\n',
    found: [],
  },
])("$what", ({ code, found }) => {
  expect(reached(code)).toEqual(found)
})
