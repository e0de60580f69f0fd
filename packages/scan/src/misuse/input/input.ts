import { findUnguardedMerges } from "./finders/merging/unguarded-merges.ts"
import { findNestedTables } from "./finders/merging/nested-tables.ts"
import { findFieldsFromInput, findLoggedInput, findCallsNamedByInput, findStackTraces } from "./finders/requests.ts"
import { findSecurityAsserts } from "./finders/asserts.ts"
import {
  findFirstOnlyEscapes,
  findSingleRemovals,
  findDoubleUnescapes,
  findEscapesWithoutBackslash,
} from "./finders/built/escapes.ts"
import {
  findSlowExpressions,
  findExpressionsFedByCallers,
  findExpressionsFedByRequests,
} from "./finders/slow-expressions.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"

/** What a program does with its input. */
export const inputRules = [
  defineMisuseRule(
    {
      id: "input-as-fields",
      severity: "minor",
      cwe: "CWE-915",
      title: "Mass assignment from untrusted input",
      description: "An attacker can set fields that were never meant to be writable, such as a role.",
      fix: "Use an allowlist of the fields that may be set.",
      words: [
        "create",
        "assign",
        "update",
        "Update",
        "insert",
        "**",
        "build",
        "__all__",
        "erge",
        "xtend",
        "defaultsDeep",
      ],
    },
    [
      {
        language: "script",
        find: findFieldsFromInput,
        example: 'app.post("/x", (req, res) => User.create(req.body))\n',
        lookAlike: 'app.post("/x", (req, res) => User.create({ name: req.body.name }))\n',
      },
      {
        language: "python",
        find: findFieldsFromInput,
        example: "from flask import request\ndef f():\n    User(**request.get_json())\n",
        lookAlike: 'from flask import request\ndef f():\n    User(name=request.json["name"])\n',
      },
      {
        language: "python",
        names: /^fields$/,
        is: /^__all__$/,
        inFile: /\bModelForm\b/,
        example: 'class UserForm(ModelForm):\n    class Meta:\n        fields = "__all__"\n',
        lookAlike: 'class UserForm(ModelForm):\n    class Meta:\n        fields = ["name"]\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "input-in-log",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-117",
      title: "Log injection: unsanitized input written to a log",
      description: "A line break in the input lets an attacker forge log entries.",
      fix: "Log it as a structured field, or strip line breaks.",
      words: ["log", "winston"],
    },
    [
      {
        language: "script",
        find: findLoggedInput,
        example: 'app.get("/x", (req, res) => { console.log("hi " + req.query.name) })\n',
        lookAlike: 'app.get("/x", (req, res) => { console.log("hi", { name: req.query.name }) })\n',
      },
      {
        language: "python",
        find: findLoggedInput,
        example: 'def view(request):\n    logger.info("hi " + request.GET["x"])\n',
        lookAlike: 'def view(request):\n    logger.info("hi %r", request.GET["x"])\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "input-names-function",
      severity: "minor",
      cwe: "CWE-470",
      title: "Unsafe reflection: untrusted input selects the function to call",
      description: "An attacker can call functions that were never meant to be exposed.",
      fix: "Check the name against an allowlist first.",
      saidBetterBy: ["eval-of-input"],
      words: ["](", "getattr(", "globals()", "locals()", "import_module("],
    },
    [
      {
        language: "script",
        find: findCallsNamedByInput,
        example: 'app.get("/x", (req, res) => res.json(actions[req.query.a]()))\n',
        lookAlike: 'app.get("/x", (req, res) => res.json(actions[req.query.a]))\n',
      },
      {
        language: "python",
        find: findCallsNamedByInput,
        example: 'from flask import request\ndef f():\n    getattr(service, request.args["x"])()\n',
        lookAlike: 'from flask import request\ndef f():\n    getattr(service, "x")()\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "shown-error",
      severity: "minor",
      cwe: "CWE-209",
      title: "Information exposure: stack trace in a response",
      description: "The paths, versions and values it reveals help an attacker.",
      fix: "Log the error and return a generic message.",
      words: [".stack", "format_exc", "except Exception as", "except BaseException as"],
    },
    [
      {
        language: "script",
        find: findStackTraces,
        example: "app.use((err, req, res, next) => res.send(err.stack))\n",
        lookAlike: "app.use((err, req, res, next) => { log(err.stack); res.send(500) })\n",
      },
      {
        language: "python",
        find: findStackTraces,
        example: '@app.route("/x")\ndef f():\n    return traceback.format_exc()\n',
        lookAlike: "def f():\n    return traceback.format_exc()\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unguarded-merge",
      severity: "minor",
      cwe: "CWE-1321",
      title: "Prototype pollution: recursive merge or copy without a check of the keys",
      description: "A __proto__ key in the source makes the function modify Object.prototype and thus every object.",
      fix: "Reject the keys __proto__, constructor and prototype, or use a Map.",
      saidBetterBy: ["deep-write-from-input", "deep-write-from-parameter"],
      words: ["] =", "Object.assign("],
    },
    [
      {
        language: "script",
        find: findUnguardedMerges,
        example:
          "function merge(a, b) {\n  for (const k in b) {\n    if (typeof b[k] === 'object') merge(a[k], b[k])\n    else a[k] = b[k]\n  }\n}\n",
        lookAlike:
          "function merge(a, b) {\n  for (const k in b) {\n    if (k === '__proto__') continue\n    if (typeof b[k] === 'object') merge(a[k], b[k])\n    else a[k] = b[k]\n  }\n}\n",
      },
      {
        language: "script",
        find: findNestedTables,
        example: "const handlers = {}\nfunction on(type, name, fn) {\n  handlers[type][name] = fn\n}\n",
        lookAlike:
          "const handlers = Object.create(null)\nfunction on(type, name, fn) {\n  handlers[type][name] = fn\n}\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "assert-as-check",
      severity: "minor",
      cwe: "CWE-617",
      title: "Permission check relies on assert",
      description: "Python removes assert statements when run with -O, and the check with them.",
      fix: "Use an if statement that raises an exception.",
      words: ["assert "],
    },
    [
      {
        language: "python",
        find: findSecurityAsserts,
        example: "def f(user):\n    assert user.is_admin\n",
        lookAlike: "def f(user):\n    assert user.name\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "slow-regex",
      severity: "minor",
      confidence: "high",
      cwe: "CWE-1333",
      title: "ReDoS: regular expression with exponential running time",
      description: "Matching time can double with each character, so a short input can hang the program (ReDoS).",
      fix: "Make sure the inner and outer repetitions cannot match the same characters.",
      words: [")+", ")*", "){", "]+)", "]*)"],
    },
    [
      {
        language: "script",
        find: findSlowExpressions,
        example: "const a = /^(a+)+$/\n",
        lookAlike: "const a = /^(a+b)+$/\n",
      },
      {
        language: "python",
        find: findSlowExpressions,
        example: 'import re\na = re.compile(r"^(a+)+$")\n',
        lookAlike: 'import re\na = re.compile(r"^(a+b)+$")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "slowing-regex",
      severity: "minor",
      cwe: "CWE-1333",
      title: "ReDoS: regular expression with polynomial running time",
      description:
        "Matching time grows at least quadratically with input length, so a long input can stall the program (ReDoS).",
      fix: "Limit the input length, or make sure adjacent repetitions cannot match the same characters.",
      saidBetterBy: ["slow-regex"],
      words: ["+", "*"],
    },
    [
      {
        language: "script",
        find: findExpressionsFedByRequests,
        example: 'app.post("/x", (req, res) => res.json(req.body.text.replace(/\\s+$/, "")))\n',
        lookAlike: 'app.post("/x", (req, res) => res.json(req.body.text.replace(/^\\s+/, "")))\n',
      },
      {
        language: "script",
        persona: "pedantic",
        find: findExpressionsFedByCallers,
        example: 'export const trimmed = (text) => text.replace(/\\s+$/, "")\n',
        lookAlike: 'export const trimmed = (text) => text.replace(/^\\s+/, "")\n',
      },
      {
        language: "python",
        find: findExpressionsFedByRequests,
        example:
          'import re\nfrom flask import request\ndef show():\n    return re.match(r"a*[ab]*c", request.args["x"])\n',
        lookAlike:
          'import re\nfrom flask import request\ndef show():\n    return re.match(r"a*b*c", request.args["x"])\n',
      },
      {
        language: "python",
        persona: "pedantic",
        find: findExpressionsFedByCallers,
        example: 'import re\nCOLOR = re.compile(r"rgb\\([ \\t]*(.+?)[ \\t]*\\)")\n',
        lookAlike: 'import re\nCOLOR = re.compile(r"rgb\\((.+?)\\)")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "incomplete-escape",
      severity: "minor",
      cwe: "CWE-116",
      title: "Incomplete string escaping",
      description: "Some special characters are left unescaped, so the value can break out of its surrounding context.",
      fix: "Replace every occurrence, escaping backslashes first, or use a library function.",
      words: [".replace("],
    },
    [
      {
        language: "script",
        find: findFirstOnlyEscapes,
        example: 'const quoted = (text) => text.replace("\'", "\\\\\'")\n',
        lookAlike: 'const quoted = (text) => text.replace(/\'/g, "\\\\\'").replace(/\\\\/g, "/")\n',
      },
      {
        language: "script",
        find: findEscapesWithoutBackslash,
        example: "const quoted = (text) => text.replace(/\"/g, '\\\\\"')\n",
        lookAlike: "const quoted = (text) => text.replace(/\\\\/g, '\\\\\\\\').replace(/\"/g, '\\\\\"')\n",
      },
      {
        language: "script",
        find: findSingleRemovals,
        example: 'const plain = (html) => html.replace(/<script[^>]*>.*?<\\/script>/gi, "")\n',
        lookAlike: 'const plain = (html) => html.replace(/<br>/gi, "")\n',
      },
      {
        language: "script",
        find: findDoubleUnescapes,
        example: 'const plain = (text) => text.replace(/&amp;/g, "&").replace(/&lt;/g, "<")\n',
        lookAlike: 'const plain = (text) => text.replace(/&lt;/g, "<").replace(/&amp;/g, "&")\n',
      },
    ],
  ),
]
