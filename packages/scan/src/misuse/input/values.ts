import type { Call } from "../../rules/code-view.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"
import { isBuiltQuery } from "./finders/built/built-queries.ts"
import { isBuiltWithParameter, isExamined, joinsParameter, usesParameter } from "../parameter-use.ts"

const files =
  "readFile readFileSync writeFile writeFileSync appendFile appendFileSync createReadStream createWriteStream unlink unlinkSync rm rmSync readdir readdirSync open openSync mkdir mkdirSync".split(
    " ",
  )
const checksPaths = /startsWith\(|basename\(|\.\.["'`/]|isAbsolute\(|relative\(|sanitiz|realpath|safe/i
const isUnexamined = ({ node }: Pick<Call, "node">) =>
  !isExamined(node, /includes\(|\.has\(|hasOwn|allow|valid|quote|escape|\.test\(|startsWith\(/i)
const checksNames = /hasOwn|\bin\s|includes\(|\.has\(|indexOf\(|switch\b|typeof/

/** What functions of scripts do with the values of their callers. Whether that is safe depends on every caller. */
export const valueRules = [
  defineMisuseRule(
    {
      id: "command-from-value",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-78",
      title: "Possible command injection: command or program that a caller passes",
      description: "If part of the value comes from outside, it decides what runs: safety depends on every caller.",
      fix: "Run fixed programs, and pass values as separate arguments after --.",
      saidBetterBy: ["command-from-input", "command-from-parameter", "built-command", "option-from-input"],
      words: ["exec", "spawn"],
    },
    [
      {
        language: "script",
        calls: ["exec", "execSync", "spawn", "spawnSync", "execFile", "execFileSync"]
          .map((name) => `child_process.${name}`)
          .concat("shelljs.exec", "execa", "execa.command", "execa.execa", "execa.execaCommand", "cross-spawn"),
        where: { "0": (node, code) => usesParameter(code, node) },
        // Behind a name, a template is split into arguments, not run by a shell.
        and: (call) => call.node.field("arguments")?.kind !== "template_string" && isUnexamined(call),
        example: 'const cp = require("child_process")\nconst run = (command) => cp.exec(command)\n',
        lookAlike: 'const cp = require("child_process")\nconst run = (file) => cp.execFile("ls", [file])\n',
      },
      {
        language: "script",
        calls: ["spawn", "spawnSync", "execFile", "execFileSync"].map((name) => `child_process.${name}`),
        where: {
          "0": /^(?:\S*\/)?(?:ba|da|z)?sh$|^cmd(?:\.exe)?$|powershell/i,
          "1": (node, code) => code.shape(node).kind === "list" && node.named.some((word) => usesParameter(code, word)),
        },
        and: isUnexamined,
        example: 'const cp = require("child_process")\nconst run = (line) => cp.spawn("sh", ["-c", line])\n',
        lookAlike: 'const cp = require("child_process")\nconst run = () => cp.spawn("sh", ["-c", "ls | wc"])\n',
      },
      {
        language: "script",
        calls: ["spawn", "spawnSync", "execFile", "execFileSync"].map((name) => `child_process.${name}`),
        where: {
          "0": /^(?:git|hg|svn|curl|wget|tar|ssh|rsync)$/,
          "1": (node, code) =>
            code.shape(node).kind === "list" &&
            !/["']--["']/.test(node.text) &&
            node.named.some((word) => code.shape(word).kind === "name" && usesParameter(code, word)),
        },
        and: isUnexamined,
        example: 'const cp = require("child_process")\nconst get = (url) => cp.execFileSync("git", ["clone", url])\n',
        lookAlike:
          'const cp = require("child_process")\nconst get = (url) => cp.execFileSync("git", ["clone", "--", url])\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "built-query",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-89",
      title: "Possible SQL injection: query put together from texts and values",
      description: "A value with a quote or a space in it changes what the query does: safety depends on its origin.",
      fix: "Use a parameterized query, and check table and column names against an allowlist.",
      saidBetterBy: ["sql-from-input", "sql-from-parameter"],
      words: ["elect ", "SELECT", "nsert ", "INSERT", "pdate ", "UPDATE", "elete ", "DELETE", "TRUNCATE", "DROP "],
    },
    [
      {
        language: "script",
        calls: ["query", "execute", "raw", "run", "all", "get", "each", "prepare", "exec", "unsafe", "literal"]
          .concat("$queryRawUnsafe", "$executeRawUnsafe", "whereRaw", "orderByRaw", "havingRaw", "executeSql")
          .map((name) => `.${name}`),
        on: /db|conn|pool|client|sql|knex|sequelize|request|query|mysql|pg|prisma|manager|repo|runner|trx|tx|orm|em$/i,
        and: isBuiltQuery,
        example: "const top = (db, column) => db.query(`SELECT * FROM players ORDER BY ${column}`)\n",
        lookAlike: 'const top = (db) => db.query("SELECT * FROM players ORDER BY " + "score")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "path-from-value",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-22",
      title: "Possible path traversal: path with a name that a caller passes",
      description:
        "With .. or a slash in the name, the path leads out of the directory: safety depends on every caller.",
      fix: "Use only path.basename of it, or resolve the path and check that it is inside the intended directory.",
      saidBetterBy: ["path-from-input", "path-from-archive", "unpacked-archive"],
      words: ["path", "File", "Stream", "unlink", "mkdir", "readdir"],
    },
    [
      {
        language: "script",
        calls: ["fs", "fs.promises", "fs-extra"].flatMap((module) => files.map((name) => `${module}.${name}`)),
        where: { "0": (node, code) => isBuiltWithParameter(code, node) || joinsParameter(code, node) },
        and: ({ node }) => !isExamined(node, checksPaths),
        example: 'const fs = require("fs")\nconst show = (name) => fs.readFileSync("/srv/pages/" + name)\n',
        lookAlike:
          'const fs = require("fs"), path = require("path")\nconst show = (name) => fs.readFileSync("/srv/" + path.basename(name))\n',
      },
      {
        language: "script",
        calls: ["path.join", "path.resolve"],
        and: ({ node, args }, code) =>
          args.slice(1).some((arg) => usesParameter(code, arg)) && !isExamined(node, checksPaths),
        example: 'const path = require("path")\nconst locate = (root, name) => path.join(root, name)\n',
        lookAlike: 'const path = require("path")\nconst locate = (root) => path.join(root, "views")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "regex-from-value",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-1333",
      title: "Possible ReDoS: regular expression made of a text that a caller passes",
      description: "If the text comes from outside, it can contain an expression that takes forever to match.",
      fix: "Escape the text first: re.escape in Python, RegExp.escape or lodash.escapeRegExp in JavaScript.",
      saidBetterBy: ["regex-from-input"],
      words: ["RegExp("],
    },
    [
      {
        language: "script",
        calls: ["RegExp"],
        where: { "0": (node, code) => usesParameter(code, node) },
        and: ({ node, args: [first] }) =>
          !/escape|\.source\b/i.test(first?.text ?? "") && !isExamined(node, /escape\w*\(|\[\]?[.*+?^${}()|\\/-]{6,}/i),
        example: "const find = (term) => new RegExp(term)\n",
        lookAlike: "const find = (term) => new RegExp(escapeRegExp(term))\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "value-names-function",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-470",
      title: "Possible unsafe reflection: function to call is selected by a value that a caller passes",
      description: "If the value comes from outside, functions can be called that were never meant to be exposed.",
      fix: "Check the name against an allowlist, or use a Map.",
      saidBetterBy: ["input-names-function", "eval-of-input"],
      words: ["]("],
    },
    [
      {
        language: "script",
        find: (code) =>
          code.calls
            .filter(({ callee, node }) => {
              const shape = code.shape(callee)
              if (shape.kind !== "index" || shape.index === undefined || isExamined(node, checksNames)) return false
              const isGlobal = /^(?:window|global|globalThis|self)$/.test(shape.object.text)
              return isGlobal
                ? !/^["'\d]/.test(shape.index.text)
                : /[.]/.test(shape.index.text) && usesParameter(code, shape.index)
            })
            .map(({ node }) => node),
        example: "const run = (message) => handlers[message.type](message)\n",
        lookAlike:
          "const run = (message) => Object.hasOwn(handlers, message.type) && handlers[message.type](message)\n",
      },
    ],
  ),
]
