import { grownMerges } from "./checks/merges.ts"
import { fieldsFromInput, loggedInput, namedByInput, shownErrors } from "./checks/web/requests.ts"
import { securityAsserts } from "./checks/asserts.ts"
import { firstOnly, unescapedTwice, withoutBackslash } from "./checks/web/escapes.ts"
import { slowExpressions, slowingExpressions } from "./checks/slow-expressions.ts"
import { misuseRule } from "../misuse.ts"

/** What a program does with what it is sent. */
export const inputRules = [
  misuseRule(
    {
      id: "input-as-fields",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-915",
      title: "Input chooses which fields of a record are written",
      description: "A sender can add fields nobody meant to be set, such as a role.",
      fix: "Name the fields that may be set.",
      words: ["create", "assign", "update", "Update", "insert", "**", "build"],
    },
    [
      {
        language: "script",
        find: fieldsFromInput,
        example: 'app.post("/x", (req, res) => User.create(req.body))\n',
        lookAlike: 'app.post("/x", (req, res) => User.create({ name: req.body.name }))\n',
      },
      {
        language: "python",
        find: fieldsFromInput,
        example: "from flask import request\ndef f():\n    User(**request.get_json())\n",
        lookAlike: 'from flask import request\ndef f():\n    User(name=request.json["name"])\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "input-in-log",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-117",
      title: "Input is written to a log as it is",
      description: "A line break in it starts a line that looks like the program's own.",
      fix: "Log it as a field, or take line breaks out.",
      words: ["log", "winston"],
    },
    [
      {
        language: "script",
        find: loggedInput,
        example: 'app.get("/x", (req, res) => { console.log("hi " + req.query.name) })\n',
        lookAlike: 'app.get("/x", (req, res) => { console.log("hi", { name: req.query.name }) })\n',
      },
      {
        language: "python",
        find: loggedInput,
        example: 'def view(request):\n    logger.info("hi " + request.GET["x"])\n',
        lookAlike: 'def view(request):\n    logger.info("hi %r", request.GET["x"])\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "input-names-function",
      severity: "minor",
      cwe: "CWE-470",
      title: "Input chooses which function is called",
      description: "A sender can call functions nobody meant to offer.",
      fix: "Compare the name with a list first.",
      saidBetterBy: ["eval-of-input"],
      words: ["](", "getattr(", "globals()", "locals()", "import_module("],
    },
    [
      {
        language: "script",
        find: namedByInput,
        example: 'app.get("/x", (req, res) => res.json(actions[req.query.a]()))\n',
        lookAlike: 'app.get("/x", (req, res) => res.json(actions[req.query.a]))\n',
      },
      {
        language: "python",
        find: namedByInput,
        example: 'from flask import request\ndef f():\n    getattr(service, request.args["x"])()\n',
        lookAlike: 'from flask import request\ndef f():\n    getattr(service, "x")()\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "shown-error",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-209",
      title: "An answer shows where the program failed",
      description: "Paths, versions and values in it help an attacker.",
      fix: "Log the error and answer with a general text.",
      words: [".stack", "format_exc", "format_exception"],
    },
    [
      {
        language: "script",
        find: shownErrors,
        example: "app.use((err, req, res, next) => res.send(err.stack))\n",
        lookAlike: "app.use((err, req, res, next) => { log(err.stack); res.send(500) })\n",
      },
      {
        language: "python",
        find: shownErrors,
        example: '@app.route("/x")\ndef f():\n    return traceback.format_exc()\n',
        lookAlike: "def f():\n    return traceback.format_exc()\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "unguarded-merge",
      severity: "minor",
      cwe: "CWE-1321",
      title: "A deep copy follows the key __proto__",
      description: "With that key in what is copied, the function writes into every object of the program.",
      fix: "Refuse __proto__, constructor and prototype, or use a Map.",
      saidBetterBy: ["deep-write-from-input", "deep-write-from-parameter"],
      words: ["] ="],
    },
    [
      {
        language: "script",
        find: grownMerges,
        example:
          "function merge(a, b) {\n  for (const k in b) {\n    if (typeof b[k] === 'object') merge(a[k], b[k])\n    else a[k] = b[k]\n  }\n}\n",
        lookAlike:
          "function merge(a, b) {\n  for (const k in b) {\n    if (k === '__proto__') continue\n    if (typeof b[k] === 'object') merge(a[k], b[k])\n    else a[k] = b[k]\n  }\n}\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "assert-as-check",
      severity: "minor",
      cwe: "CWE-617",
      title: "A right is checked with assert",
      description: "Python leaves asserts out when it runs with -O, and the check with them.",
      fix: "Raise an error with if.",
      words: ["assert "],
    },
    [
      {
        language: "python",
        find: securityAsserts,
        example: "def f(user):\n    assert user.is_admin\n",
        lookAlike: "def f(user):\n    assert user.name\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "slow-regex",
      severity: "minor",
      confidence: "high",
      cwe: "CWE-1333",
      title: "A regular expression takes for ever on some texts",
      description: "Each further character doubles the time, so a short text keeps the program busy for good.",
      fix: "Let the inner and the outer repetition not match the same characters.",
      words: [")+", ")*", "){", "]+)", "]*)"],
    },
    [
      {
        language: "script",
        find: slowExpressions,
        example: "const a = /^(a+)+$/\n",
        lookAlike: "const a = /^(a+b)+$/\n",
      },
      {
        language: "python",
        find: slowExpressions,
        example: 'import re\na = re.compile(r"^(a+)+$")\n',
        lookAlike: 'import re\na = re.compile(r"^(a+b)+$")\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "slowing-regex",
      severity: "minor",
      cwe: "CWE-1333",
      title: "A regular expression takes far longer on a long text",
      description:
        "The time grows with the square of the text's length or faster, so a long text keeps the program busy.",
      fix: "Limit the length of the text, or let neighbouring repetitions not match the same characters.",
      saidBetterBy: ["slow-regex"],
      words: ["+", "*"],
    },
    [
      {
        language: "script",
        find: slowingExpressions,
        example: 'export const trimmed = (text) => text.replace(/\\s+$/, "")\n',
        lookAlike: 'export const trimmed = (text) => text.replace(/^\\s+/, "")\n',
      },
    ],
  ),
  misuseRule(
    {
      id: "incomplete-escape",
      severity: "minor",
      cwe: "CWE-116",
      title: "A text is escaped only in part",
      description: "Some signs stay as they are, so what is put around the text does not hold it.",
      fix: "Replace every occurrence, the backslash first, or use a library's function.",
      words: [".replace("],
    },
    [
      {
        language: "script",
        find: firstOnly,
        example: 'const quoted = (text) => text.replace("\'", "\\\\\'")\n',
        lookAlike: 'const quoted = (text) => text.replace(/\'/g, "\\\\\'").replace(/\\\\/g, "/")\n',
      },
      {
        language: "script",
        find: withoutBackslash,
        example: "const quoted = (text) => text.replace(/\"/g, '\\\\\"')\n",
        lookAlike: "const quoted = (text) => text.replace(/\\\\/g, '\\\\\\\\').replace(/\"/g, '\\\\\"')\n",
      },
      {
        language: "script",
        find: unescapedTwice,
        example: 'const plain = (text) => text.replace(/&amp;/g, "&").replace(/&lt;/g, "<")\n',
        lookAlike: 'const plain = (text) => text.replace(/&lt;/g, "<").replace(/&amp;/g, "&")\n',
      },
    ],
  ),
]
