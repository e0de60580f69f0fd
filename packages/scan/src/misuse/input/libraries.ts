import { execaCalls, someShell } from "../../library-facts.ts"
import { findPartialDirectoryChecks } from "./finders/partial/path-and-scheme-checks.ts"
import { hasPlainWord, isBuiltCommand, isBuiltXpath, findRawHeaderLines } from "./finders/built/built-texts.ts"
import { findBareQuotings } from "./finders/built/bare-quotings.ts"
import { isEvaluatedText, isUnverifiedLoad } from "./finders/built/computed-code.ts"
import { isUnknownBuffer } from "./finders/buffers.ts"
import { findPartialPathChecks } from "./finders/partial/path-checks.ts"
import { runsSource } from "./finders/built/source-text.ts"
import { isBuiltInScript } from "./finders/built/script-commands.ts"
import { findBuiltPages } from "./finders/built/pages.ts"
import { loaderSettingRows } from "./loader-settings.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"
import { isConstant } from "../render-code-value.ts"

const ofNode = ["spawn", "spawnSync", "execFile", "execFileSync"].flatMap((name) => [`child_process.${name}`, name])

/** What libraries do with what callers and files give them. Requests are followed by the rules about input. */
export const libraryRules = [
  defineMisuseRule(
    {
      id: "computed-eval",
      severity: "minor",
      cwe: "CWE-95",
      title: "Code injection: computed string executed as code",
      description: "An attacker who controls part of the string can execute arbitrary code.",
      fix: "Parse the value (JSON.parse, ast.literal_eval), or use a lookup table.",
      saidBetterBy: ["eval-of-input", "eval-of-parameter"],
      words: ["eval", "Eval(", "Function(", "runIn", "vm2", "sandbox", "$where"],
    },
    [
      {
        language: "script",
        calls: [
          "eval",
          "window.eval",
          "globalThis.eval",
          "global.eval",
          "$.globalEval",
          "jQuery.globalEval",
          "vm.runInContext",
          "vm.runInNewContext",
          "vm.runInThisContext",
          "vm.compileFunction",
          "vm2.VM().run",
          "vm2.NodeVM().run",
          "sandbox().run",
          "safe-eval",
          "static-eval",
          "notevil",
        ],
        where: { "0": "computed" },
        example: 'const read = (text) => eval("(" + text + ")")\n',
        lookAlike: 'const all = eval("this")\n',
      },
      {
        language: "script",
        calls: ["Function"],
        and: ({ args }, code) => args.some((arg) => runsSource(code, arg)),
        example: 'const made = (body) => new Function("a", "return " + body)\n',
        lookAlike: 'const made = new Function("a", "return a")\n',
      },
      {
        language: "python",
        names: /^\$where$/,
        is: (node, code) => /^(?:binary|template)$/.test(code.shape(node).kind) && !isConstant(code, node),
        kinds: ["pair"],
        example: "def find(db, name):\n    return db.users.find({'$where': 'this.name == ' + name})\n",
        lookAlike: "def find(db):\n    return db.users.find({'$where': 'this.a == this.b'})\n",
      },
      {
        language: "python",
        calls: ["eval", "builtins.eval"],
        where: { "0": "computed" },
        and: isEvaluatedText,
        example: 'def test_of(parts):\n    text = "lambda item: " + joined(parts)\n    return eval(text)\n',
        lookAlike:
          'def test_of(parts):\n    code = compile(joined(parts), "<x>", "eval")\n    return eval(code)\ndef run(text):\n    return eval(text)  # pylint: disable=eval-used\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unverified-load",
      severity: "minor",
      cwe: "CWE-502",
      title: "Insecure deserialization: objects read without checking where they come from",
      description:
        "Crafted data in this format runs code while it is read, so anyone who can write the file can run code.",
      fix: "Use a data-only format such as JSON, or verify a signature first.",
      saidBetterBy: ["unpickling-input", "unpickling-parameter", "unsafe-yaml"],
      words: ["ickle", "shelve", "dill", "joblib", "torch.load", "allow_pickle", "safe_mode", "unsafe", "ruamel"],
    },
    [
      ...loaderSettingRows,
      {
        language: "python",
        calls: ["pickle", "cPickle", "_pickle", "dill", "cloudpickle"]
          .flatMap((name) => [`${name}.load`, `${name}.loads`])
          .concat("joblib.load", "pandas.read_pickle", "jsonpickle.decode", "jsonpickle.loads"),
        where: { "0": "computed" },
        and: isUnverifiedLoad,
        example: "import pickle\ndef state(path):\n    with open(path) as file:\n        return pickle.load(file)\n",
        lookAlike:
          "import pickle\ndef keep(value, file):\n    pickle.dump(value, file)\ndef state(path):\n    with open(path) as file:\n        return pickle.load(file)\n",
      },
      {
        language: "python",
        calls: ["shelve.open", "shelve.DbfilenameShelf"],
        where: { "0": "computed" },
        and: isUnverifiedLoad,
        example: "import shelve\ndef state(path):\n    return shelve.open(path)\n",
        lookAlike: 'import shelve\ndef state():\n    return shelve.open("state")\n',
      },
      {
        language: "python",
        calls: ["torch.load"],
        unless: { weights_only: (node) => node.text !== "False" },
        and: isUnverifiedLoad,
        example: "import torch\ndef model(path):\n    return torch.load(path)\n",
        lookAlike: "import torch\ndef model(path):\n    return torch.load(path, weights_only=True)\n",
      },
      {
        language: "python",
        calls: ["numpy.load"],
        where: { allow_pickle: /^true$/ },
        and: isUnverifiedLoad,
        example: "import numpy as np\ndef model(path):\n    return np.load(path, allow_pickle=True)\n",
        lookAlike: "import numpy as np\ndef model(path):\n    return np.load(path)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "partial-path-check",
      severity: "minor",
      cwe: "CWE-22",
      title: "Path traversal: directory check also accepts sibling directories",
      description: "/data/site-old begins with /data/site, so a path beside the directory passes the check.",
      fix: "Add a separator to the directory before comparing, or use os.path.commonpath or Path.is_relative_to in Python.",
      words: ["commonprefix(", ".startswith(", ".startsWith(", ".indexOf("],
    },
    [
      {
        language: "python",
        find: findPartialPathChecks,
        example:
          "import os\ndef is_inside(directory, target):\n    return os.path.commonprefix([directory, target]) == directory\n",
        lookAlike:
          "import os\ndef is_inside(directory, target):\n    return os.path.commonpath([directory, target]) == directory\n",
      },
      {
        language: "script",
        find: findPartialDirectoryChecks,
        example:
          'const path = require("path")\nfunction open(root, name) {\n  const file = path.resolve(root, name)\n  if (!file.startsWith(root)) throw new Error("outside")\n}\n',
        lookAlike:
          'const path = require("path")\nfunction open(root, name) {\n  const file = path.resolve(root, name)\n  if (!file.startsWith(root + path.sep)) throw new Error("outside")\n}\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "quotes-without-escape",
      severity: "minor",
      cwe: "CWE-89",
      title: "SQL injection: value put in quotes without escaping the quotes in it",
      description: "A value that contains the quote ends the quoted text, and the rest of it becomes part of the SQL.",
      fix: "Double the quotes in the value, or pass it as a parameter of the query.",
      words: ["escape", "quote", "Quote", "sanitize"],
    },
    [
      {
        language: "script",
        find: findBareQuotings,
        example: 'export class SqlDialect {\n  escapeName(name) {\n    return `"${name}"`\n  }\n}\n',
        lookAlike:
          'export class SqlDialect {\n  escapeName(name) {\n    return `"${name.replace(/"/g, \'""\')}"`\n  }\n}\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "built-command",
      severity: "minor",
      cwe: "CWE-78",
      title: "Command injection: shell command built by concatenation",
      description: "A value with spaces, quotes or semicolons changes the command that the shell runs.",
      fix: "Pass the arguments as a list without a shell (execFile), or quote each value (in Python with shlex.quote).",
      saidBetterBy: ["command-from-input", "command-from-parameter"],
      words: [
        "os.system",
        "popen",
        "getoutput",
        "getstatusoutput",
        "shell=True",
        "shell = True",
        "shell: true",
        "exec",
        "invoke",
        "fabric",
      ],
    },
    [
      {
        language: "script",
        calls: ["child_process.exec", "child_process.execSync", "shelljs.exec"],
        and: isBuiltInScript,
        example: 'const { exec } = require("child_process")\nfunction Scan() {\n  exec("nmap " + this.hosts)\n}\n',
        lookAlike:
          'const { exec } = require("child_process")\nfunction Scan() {\n  exec("nmap " + quote(this.hosts))\n}\n',
      },
      {
        language: "script",
        calls: [".exec", ".execSync"],
        on: /^(?:\w+\.)?(?:child|child_?process|cp)$/i,
        and: isBuiltInScript,
        example:
          'const Node = { child: require("child_process") }\nfunction list(self) {\n  Node.child.exec("lsof " + self.paths)\n}\n',
        lookAlike:
          'const Node = { child: require("child_process") }\nfunction list(self) {\n  Node.child.exec("lsof -p " + process.pid)\n}\n',
      },
      {
        language: "python",
        calls: [
          "os.system",
          "os.popen",
          "commands.getoutput",
          "commands.getstatusoutput",
          "subprocess.getoutput",
          "subprocess.getstatusoutput",
        ],
        and: isBuiltCommand,
        example: "import os\ndef show(self):\n    os.system('open \"%s\"' % self.path)\n",
        lookAlike: "import os, shlex\ndef show(self):\n    os.system('open %s' % shlex.quote(self.path))\n",
      },
      {
        language: "python",
        calls: ["run", "call", "check_call", "check_output", "Popen"].map((name) => `subprocess.${name}`),
        where: { shell: /^true$/ },
        and: isBuiltCommand,
        example: "import subprocess\ndef show(self):\n    subprocess.run(f'open {self.path}', shell=True)\n",
        lookAlike: "import subprocess\ndef show(self):\n    subprocess.run(['open', self.path])\n",
      },
      {
        language: "python",
        calls: [".run", ".sudo", ".local"],
        on: /^(?:c|ctx|context|conn|connection)$/,
        and: (call, code) => /^(?:from|import) (?:invoke|fabric)\b/m.test(code.tree.text) && isBuiltCommand(call, code),
        example: "from invoke import task\n@task\ndef get(c, name):\n    c.run('git checkout ' + name)\n",
        lookAlike:
          "from invoke import task\nimport shlex\n@task\ndef get(c, name):\n    c.run('git checkout ' + shlex.quote(name))\n",
      },
      {
        language: "script",
        calls: [...ofNode, ...execaCalls],
        where: { shell: someShell },
        and: isBuiltInScript,
        example:
          'import { execaSync } from "execa"\nfunction Scan() {\n  execaSync(`nmap ${this.hosts}`, { shell: true })\n}\n',
        lookAlike: 'import { execaSync } from "execa"\nfunction Scan() {\n  execaSync("nmap", [this.hosts])\n}\n',
      },
      {
        language: "script",
        calls: ["execa()", "execa.execa()", "execa.execaSync()", "execa.$()"],
        and: ({ node, callee }) => /\bshell: (?!false)/.test(callee.text) && /`[^`]*\$\{/.test(node.text),
        example: 'import { $ } from "execa"\nconst clone = (name) => $({ shell: true })`git clone ${name}`\n',
        lookAlike: 'import { $ } from "execa"\nconst clone = (name) => $({ cwd: "x" })`git clone ${name}`\n',
      },
      {
        language: "script",
        calls: [...ofNode, ...execaCalls],
        where: { shell: someShell, "1": (node, code) => hasPlainWord(code, node) },
        example:
          'const { spawn } = require("child_process")\njobs.on("job", ({ file }) => spawn("ffmpeg", ["-i", file], { shell: true }))\n',
        lookAlike:
          'const { spawn } = require("child_process")\njobs.on("job", ({ file }) => spawn("ffmpeg", ["-i", file], { shell: false }))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "built-xpath",
      severity: "minor",
      cwe: "CWE-643",
      title: "XPath injection: value inserted into an XPath expression",
      description: "A quote in the value ends the string, so the expression selects other nodes or fails.",
      fix: "Pass the value as an XPath variable: tree.xpath('//a[@id=$id]', id=value).",
      saidBetterBy: ["xpath-from-input"],
      words: [".xpath(", "XPath("],
    },
    [
      {
        language: "python",
        calls: [".xpath", "lxml.etree.XPath"],
        and: isBuiltXpath,
        example: "def links(root, href):\n    return root.xpath(f'//a[@href=\"{href}\"]')\n",
        lookAlike: "def links(root, href):\n    return root.xpath('//a[@href=$href]', href=href)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "raw-header-line",
      severity: "minor",
      cwe: "CWE-113",
      title: "Header injection: header line built without checking for line breaks",
      description: "A line break in the name or value adds headers, or ends them and begins the body.",
      fix: "Reject carriage returns and line feeds in names and values.",
      words: ['\\n"', "\\n'"],
    },
    [
      {
        language: "python",
        find: findRawHeaderLines,
        example:
          "import http\ndef head(headers):\n    return b''.join(f'{name}: {value}\\r\\n'.encode() for name, value in headers)\n",
        lookAlike:
          "import http\ndef head(headers):\n    check_header_lines(headers)\n    return b''.join(f'{name}: {value}\\r\\n'.encode() for name, value in headers)\ndef users(file, all):\n    file.writelines('%s: %s\\n' % one for one in all)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "uninitialized-buffer",
      severity: "minor",
      cwe: "CWE-908",
      title: "Uninitialized memory: Buffer constructor called with a value of unknown type",
      description:
        "If the value is a number, the buffer has that size and contains old memory, which may be sent to others.",
      fix: "Use Buffer.from for data and Buffer.alloc for a size.",
      words: ["Buffer("],
    },
    [
      {
        language: "script",
        calls: ["Buffer", "buffer.Buffer", "safe-buffer.Buffer"],
        and: isUnknownBuffer,
        example: 'const header = (proxy) => "Basic " + new Buffer(proxy.auth).toString("base64")\n',
        lookAlike: 'const header = (proxy) => "Basic " + new Buffer(proxy.auth.join(":")).toString("base64")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "built-page",
      severity: "minor",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): value inserted into a page without escaping",
      description: "A value that contains a tag becomes part of the page, and a script in it runs (XSS).",
      fix: "Escape the value for HTML (html.escape in Python), or use a template engine that does.",
      saidBetterBy: ["html-from-input", "html-from-parameter"],
      words: ["text/html", "<html", "<!DOCTYPE", "<!doctype"],
    },
    [
      {
        language: "script",
        find: findBuiltPages,
        example:
          'function list(files, res) {\n  res.setHeader("Content-Type", "text/html")\n  res.end(files.map((file) => `<li>${file.name}</li>`).join(""))\n}\n',
        lookAlike:
          'function list(files, res) {\n  res.setHeader("Content-Type", "text/html")\n  res.end(files.map((file) => `<li>${escapeHtml(file.name)}</li>`).join(""))\n}\n',
      },
    ],
  ),
]
