import { defineMisuseRule } from "../define-misuse-rule.ts"
import { isSentData, isUnlimited, findRepeatsByInput, findSizesFromInput } from "./finders/amounts.ts"
import { findAttributesFromInput, findMergedAttributes } from "./finders/merged-attributes.ts"
import { findChecksBeforeOpening, findFormatsFromInput, findFormulasFromInput } from "./finders/sent-texts.ts"

const everyone = /^0o?[0-7]?[0-7][0-7][2367]$/

/** What a program does for others without a limit. */
export const limitRules = [
  defineMisuseRule(
    {
      id: "amount-from-input",
      severity: "minor",
      cwe: "CWE-770",
      title: "Denial of service: untrusted input decides how much time or memory is used",
      description:
        "A large number, or a small file that unpacks to a huge one, keeps the server busy or fills its memory.",
      fix: "Set a limit, and refuse what exceeds it.",
      words: ["request.", "_argument(", "Number", "parseInt", "parseFloat", "zlib"],
    },
    [
      {
        language: "python",
        calls: ["time.sleep", "asyncio.sleep", "range", "bytearray", "os.urandom", "secrets.token_bytes"],
        and: isUnlimited,
        example:
          'from flask import request\ndef f():\n    n = int(request.args["n"])\n    for i in range(n):\n        work(i)\n',
        lookAlike:
          'from flask import request\ndef f():\n    n = min(int(request.args["n"]), 100)\n    for i in range(n):\n        work(i)\n',
      },
      {
        language: "python",
        calls: ["gzip.decompress", "zlib.decompress", "bz2.decompress", "lzma.decompress"],
        and: isSentData,
        example: "import gzip\nfrom flask import request\ndef f():\n    return gzip.decompress(request.data)\n",
        lookAlike: "import gzip\nfrom flask import request\ndef f():\n    return gzip.decompress(CACHED)\n",
      },
      {
        language: "python",
        find: findRepeatsByInput,
        example: 'from flask import request\ndef f():\n    return "x" * int(request.args["n"])\n',
        lookAlike: 'from flask import request\ndef f():\n    return "x" * min(int(request.args["n"]), 80)\n',
      },
      {
        language: "script",
        calls: ["gunzip", "inflate", "unzip", "brotliDecompress", "inflateRaw"].flatMap((name) => [
          `zlib.${name}`,
          `zlib.${name}Sync`,
        ]),
        where: { "0": (node, code) => code.origin(node, "any") === "request", maxOutputLength: "missing" },
        example: 'const zlib = require("zlib")\napp.post("/x", (req, res) => zlib.gunzipSync(req.body))\n',
        lookAlike:
          'const zlib = require("zlib")\napp.post("/x", (req, res) => zlib.gunzipSync(req.body, { maxOutputLength: 1e6 }))\n',
      },
      {
        language: "script",
        find: findSizesFromInput,
        example: "app.get('/x', (req, res) => { const n = Number(req.query.n)\n  res.send(Buffer.alloc(n)) })\n",
        lookAlike:
          "app.get('/x', (req, res) => { const n = Math.min(Number(req.query.n), 100)\n  res.send(Buffer.alloc(n)) })\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "format-from-input",
      severity: "minor",
      cwe: "CWE-134",
      title: "Format string injection: untrusted input used as a format string",
      description: "A format string can read every attribute of the values, such as keys and settings.",
      fix: "Use a fixed format string, or string.Template with the names that are allowed.",
      words: ["request.", "_argument("],
    },
    [
      {
        language: "python",
        find: findFormatsFromInput,
        example: 'from flask import request\ndef f(user):\n    return request.args["t"].format(user=user)\n',
        lookAlike: 'from flask import request\ndef f(user):\n    return "{user.name}".format(user=user)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "formula-from-input",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-1236",
      title: "CSV injection: untrusted input written to a CSV file",
      description: "A spreadsheet runs a cell that begins with =, +, - or @ as a formula.",
      fix: "Put an apostrophe before such values.",
      words: ["writerow"],
    },
    [
      {
        language: "python",
        find: findFormulasFromInput,
        example:
          'import csv\nfrom flask import request\ndef f(out):\n    csv.writer(out).writerow([request.args["x"]])\n',
        lookAlike: 'import csv\nfrom flask import request\ndef f(out):\n    csv.writer(out).writerow(["x"])\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "attribute-by-key",
      severity: "minor",
      cwe: "CWE-915",
      title: "Mass assignment: attributes are set by keys from outside",
      description: "A request can set fields such as a role, and __class__ leads from an object to global variables.",
      fix: "Set only the names in an allowlist.",
      words: ["setattr("],
    },
    [
      {
        language: "python",
        find: findMergedAttributes,
        example:
          "def merge(src, dst):\n    for k, v in src.items():\n        if isinstance(v, dict):\n            merge(v, getattr(dst, k))\n        else:\n            setattr(dst, k, v)\n",
        lookAlike:
          'def merge(src, dst):\n    for k, v in src.items():\n        if k.startswith("_"):\n            continue\n        if isinstance(v, dict):\n            merge(v, getattr(dst, k))\n        else:\n            setattr(dst, k, v)\n',
      },
      {
        language: "python",
        find: findAttributesFromInput,
        example:
          "from flask import request\ndef f(user):\n    for key, value in request.json.items():\n        setattr(user, key, value)\n",
        lookAlike:
          'from flask import request\ndef f(user):\n    for key, value in request.json.items():\n        if key in ("name", "bio"):\n            setattr(user, key, value)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "check-then-open",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-367",
      title: "Race condition (TOCTOU): file checked with os.access and then used",
      description: "Between the check and the use, the path can be changed to another file.",
      fix: "Use the file and handle the error.",
      words: ["os.access"],
    },
    [
      {
        language: "python",
        find: findChecksBeforeOpening,
        example: "import os\ndef read(path):\n    if os.access(path, os.R_OK):\n        return open(path).read()\n",
        lookAlike: "import os\ndef check(path):\n    if not os.access(path, os.R_OK):\n        print(path)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "fixed-temp-file",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-379",
      title: "Insecure temporary file: predictable name in a shared directory",
      description: "Another local user can create the file or a link first, and so read or redirect what is written.",
      fix: "Use tempfile.NamedTemporaryFile or tempfile.mkdtemp.",
      saidBetterBy: ["guessable-temp-file"],
      words: ["/tmp/", "tempnam", "tmpnam"],
    },
    [
      {
        language: "python",
        calls: ["open", "io.open", "codecs.open", "os.open"],
        where: { "1": /^[wax]|O_CREAT/ },
        and: ({ args: [first] }, code) => first !== undefined && /^\/(?:var\/)?tmp\//.test(code.head(first)),
        example: 'out = open("/tmp/report.csv", "w")\n',
        lookAlike: 'text = open("/tmp/report.csv", "r")\n',
      },
      {
        language: "python",
        calls: ["os.tempnam", "os.tmpnam"],
        example: 'import os\npath = os.tempnam("/tmp", "job")\n',
        lookAlike: 'import tempfile\npath = tempfile.mkdtemp(prefix="job")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "open-creation-mode",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-276",
      title: "World-writable permissions for a new file or directory",
      description: "Only the umask of the process keeps other users from changing it.",
      fix: "Pass 0o700 for directories and 0o600 for files.",
      words: ["mkdir", "makedirs", "os.open", "mkfifo", "mknod"],
    },
    [
      {
        language: "python",
        calls: ["os.makedirs", "os.mkdir", "os.mkfifo", "os.mknod"],
        where: { "1": everyone },
        example: "import os\nos.makedirs(path, 0o777)\n",
        lookAlike: "import os\nos.makedirs(path, 0o755)\n",
      },
      {
        language: "python",
        calls: ["os.makedirs", "os.mkdir", ".mkdir"],
        where: { mode: everyone },
        example: "path.mkdir(mode=0o777)\n",
        lookAlike: "path.mkdir(mode=0o700)\n",
      },
      {
        language: "python",
        calls: ["os.open"],
        where: { "2": everyone },
        example: "import os\nfd = os.open(path, flags, 0o666)\n",
        lookAlike: "import os\nfd = os.open(path, flags, 0o600)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "runs-as-root",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-250",
      title: "Excessive privileges: process switches to root",
      description: "An attacker who exploits the code that follows gets all permissions.",
      fix: "Run as a user with only the permissions that are needed.",
      words: ["uid(", "gid("],
    },
    [
      {
        language: "python",
        calls: ["setuid", "seteuid", "setgid", "setegid", "setreuid", "setresuid"].map((name) => `os.${name}`),
        where: { "0": /^0$/ },
        example: "import os\nos.setuid(0)\n",
        lookAlike: "import os\nos.setuid(uid)\n",
      },
    ],
  ),
]
