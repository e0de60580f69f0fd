import type { CodeNode } from "../../ports/code-tree.ts"
import type { Sink } from "../flow/cleaners.ts"
import type { Call, CodeView } from "./code-view.ts"
import { defineRules, everywhere, scripts } from "./structural-rule.ts"

const common = { category: "security", confidence: "high", autoValidated: true } as const

/** What somebody sends becomes part of a language that something else runs. */
export const injectionRules = defineRules([
  {
    ...common,
    id: "sql-from-input",
    languages: everywhere,
    severity: "critical",
    cwe: "CWE-89",
    title: "SQL is built from input",
    description: "Part of the statement comes from a request, so whoever sends it can change what the statement does.",
    fix: "Pass the value as a parameter of the statement.",
    words: ["query", "execute", "Raw", ".raw", ".run", ".all", ".prepare", ".get", "read_sql", "text("],
    check: (code) =>
      sinks(code, { sink: "sql", is: ({ method }) => sqlMethods.test(method), args: firstArg }).filter((arg) =>
        sqlText.test(code.head(arg)),
      ),
  },
  {
    ...common,
    id: "sql-from-parameter",
    languages: everywhere,
    severity: "major",
    confidence: "medium",
    autoValidated: false,
    cwe: "CWE-89",
    title: "SQL is put together from a parameter",
    description: "A value is written into the statement's text. Whether it is safe depends on every caller.",
    fix: "Pass the value as a parameter of the statement.",
    words: ["query", "execute", ".raw", ".run", ".all", ".prepare"],
    check: (code) =>
      code.calls
        .filter(({ method, isTagged }) => sqlMethods.test(method) && !isTagged)
        .flatMap(({ args }) => args.slice(0, 1))
        .filter(
          (arg) => sqlText.test(code.head(arg)) && insertsValue(code, arg) && code.origin(arg, "sql") === "parameter",
        ),
  },
  {
    ...common,
    id: "command-from-input",
    languages: everywhere,
    severity: "critical",
    cwe: "CWE-78",
    title: "A shell command is built from input",
    description: "The shell reads the value as part of the command, so input can add commands of its own.",
    fix: "Run the program with a list of arguments and without a shell.",
    words: ["exec", "spawn", "os.system", "popen", "subprocess", "getoutput"],
    check: (code) =>
      sinks(code, { sink: "shell", is: (call) => isShell(code, call), args: firstArg, least: "local-input" }),
  },
  {
    ...common,
    id: "command-from-parameter",
    languages: everywhere,
    severity: "major",
    confidence: "medium",
    autoValidated: false,
    cwe: "CWE-78",
    title: "A shell command is put together from a parameter",
    description: "The shell reads the value as part of the command. Whether it is safe depends on every caller.",
    fix: "Run the program with a list of arguments and without a shell.",
    words: ["exec", "spawn", "os.system", "popen", "subprocess", "getoutput"],
    check: (code) =>
      code.calls
        .filter((call) => isShell(code, call))
        .flatMap(firstArg)
        .filter((arg) => isBuilt(code, arg) && code.origin(arg, "shell") === "parameter"),
  },
  {
    ...common,
    id: "eval-of-input",
    languages: everywhere,
    severity: "critical",
    cwe: "CWE-95",
    title: "Input is run as code",
    description: "Whoever sends the value decides what the program does.",
    fix: "Read the value as data: parse it, or choose from a table.",
    words: ["eval", "Function(", "exec(", "runIn", "setTimeout", "setInterval"],
    check: (code) =>
      sinks(code, { sink: "code", is: (call) => isEval(code, call), args: codeArgs, least: "local-input" }),
  },
  {
    ...common,
    id: "path-from-input",
    languages: everywhere,
    severity: "critical",
    cwe: "CWE-22",
    title: "A file's path comes from input",
    description: "With .. or an absolute path, input reaches files outside the folder that was meant.",
    fix: "Take the base name, or resolve the path and check that it is still below the folder.",
    words: [
      "readFile",
      "writeFile",
      "ReadStream",
      "WriteStream",
      "unlink",
      "sendFile",
      "download",
      "open(",
      "send_file",
      "remove(",
      "rmtree",
      "read_text",
      "appendFile",
      "readdir",
      "rmSync",
    ],
    check: (code) => sinks(code, { sink: "path", is: (call) => isFileCall(code, call), args: pathArgs }),
  },
  {
    ...common,
    id: "request-to-input",
    languages: everywhere,
    severity: "major",
    cwe: "CWE-918",
    title: "The server asks an address that came from input",
    description: "Input can point the request at machines only the server can reach.",
    fix: "Compare the host with a list of those that are meant.",
    words: [
      "fetch(",
      "axios",
      "got(",
      "requests.",
      "urlopen",
      "httpx",
      "http.get",
      "https.get",
      "http.request",
      "https.request",
      "needle",
      "aiohttp",
    ],
    check: (code) =>
      sinks(code, { sink: "url", is: ({ path }) => httpCalls.test(path), args: firstArg }).filter(
        (arg) => !fixedHost.test(code.head(arg)),
      ),
  },
  {
    ...common,
    id: "redirect-to-input",
    languages: everywhere,
    severity: "minor",
    cwe: "CWE-601",
    title: "A redirect goes where input says",
    description: "A link to this site can lead anywhere, which helps whoever wants to pass for it.",
    fix: "Allow paths of this site only, or compare with a list.",
    words: ["redirect", "Redirect", "location"],
    check: (code) =>
      [
        ...sinks(code, { sink: "url", is: isRedirect, args: ({ args }) => args.slice(-1) }),
        ...locationTargets(code),
      ].filter((arg) => !/^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/.test(code.head(arg))),
  },
  {
    ...common,
    id: "regex-from-input",
    languages: everywhere,
    severity: "minor",
    cwe: "CWE-1333",
    title: "A regular expression comes from input",
    description: "Input can be an expression that takes for ever on an ordinary text.",
    fix: "Escape the value before it becomes part of an expression.",
    words: ["RegExp(", "re."],
    check: (code) =>
      sinks(code, {
        sink: "regex",
        is: ({ path }) =>
          code.isPython ? /^re\.(?:compile|search|match|fullmatch|findall|sub|split)$/.test(path) : path === "RegExp",
        args: firstArg,
      }),
  },
  {
    ...common,
    id: "deep-write-from-input",
    languages: scripts,
    severity: "major",
    cwe: "CWE-1321",
    title: "Input chooses which property is written",
    description: "With the key __proto__, input writes into every object of the program.",
    fix: "Refuse __proto__, constructor and prototype, or use a Map.",
    words: ["["],
    check: deepWrites,
  },
])

const sqlMethods =
  /^(?:query|execute|executemany|raw|run|all|get|prepare|exec|each|\$queryRawUnsafe|\$executeRawUnsafe|unsafe|read_sql|read_sql_query|text|executescript)$/
const sqlText =
  /^\s*(?:select|insert\s+into|update|delete\s+from|replace\s+into|with|drop|alter|create|merge\s+into|call|exec)\b/i
const httpCalls =
  /^(?:fetch|axios|axios\.(?:get|post|put|delete|patch|head|request)|got|got\.\w+|needle|needle\.\w+|https?\.(?:get|request)|requests\.(?:get|post|put|delete|patch|head)|httpx\.(?:get|post|put|delete|stream)|urllib\.request\.urlopen|urlopen|session\.get)$/
const fixedHost = /^https?:\/\/[\w.:-]+(?:\/|$)/

interface SinkSearch {
  readonly sink: Sink
  readonly is: (call: Call) => boolean
  readonly args: (call: Call) => readonly CodeNode[]
  /** The most harmless origin that counts. */
  readonly least?: "local-input" | "request"
}

/** The arguments of such calls that come from input. */
function sinks(code: CodeView, { sink, is, args, least = "request" }: SinkSearch): readonly CodeNode[] {
  return code.calls
    .filter((call) => !call.isTagged && is(call))
    .flatMap(args)
    .filter((arg) => {
      const origin = code.origin(arg, sink)
      return origin === "request" || origin === least
    })
}

function firstArg({ args }: Call): readonly CodeNode[] {
  return args.slice(0, 1)
}

/** A template, a sum or a formatted text. */
function isBuilt(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "name") {
    return code.flow.names
      .reaching(shape.name, node)
      .some((found) => found.kind === "value" && found.value !== node && isBuiltHere(code, found.value))
  }
  return isBuiltHere(code, node)
}

function isBuiltHere(code: CodeView, node: CodeNode): boolean {
  const shape = code.shape(node)
  if (shape.kind === "template") return true
  if (shape.kind === "binary") return /^[+%]$/.test(shape.operator)
  return shape.kind === "call" && shape.callee.text.endsWith(".format")
}

/** Values, not names of tables: what stands behind a comparison or in brackets. */
function insertsValue(code: CodeView, node: CodeNode): boolean {
  if (!isBuilt(code, node)) return false
  const shape = code.shape(node)
  const built =
    shape.kind === "name"
      ? code.flow.names.reaching(shape.name, node).map((found) => (found.kind === "value" ? found.value.text : ""))
      : [node.text]
  return built.some((text) =>
    /(?:=|<|>|\blike|\bvalues\s*\(|\bin\s*\(|,)\s*(?:\\?['"]?%?(?:\$?\{|%s|%d|["']\s*[+%])|\?\s*['"]\s*\+)/i.test(text),
  )
}

function isShell(code: CodeView, call: Call): boolean {
  const { path, method, keywords, args } = call
  if (code.isPython) {
    if (/^(?:os\.system|os\.popen|commands\.getoutput|subprocess\.getoutput|subprocess\.getstatusoutput)$/.test(path))
      return true
    return (
      /^subprocess\.(?:run|call|check_call|check_output|Popen)$/.test(path) && keywords.get("shell")?.text === "True"
    )
  }
  if (method === "exec" || method === "execSync")
    return isFromModule(code, call, /child_process$/) || /^(?:child_process|cp|childProcess)\.exec/.test(path)
  if (!/^(?:spawn|spawnSync|execFile)$/.test(method)) return false
  return args.some((arg) => /\bshell:\s*true\b/.test(arg.text))
}

function isFromModule(code: CodeView, { callee, object, method }: Call, module: RegExp): boolean {
  const name = object === undefined ? method : object.text
  if (module.test(code.flow.importOf(name, callee) ?? "")) return true
  return code.flow.names.all(name, callee).some((found) => {
    const source = found.kind === "value" ? found.value : found.kind === "part" ? found.source : undefined
    return (
      source !== undefined &&
      /(?:require\(|promisify\()/.test(source.text) &&
      /child_process|promisify\((?:\w+\.)?exec/.test(source.text)
    )
  })
}

function isEval(code: CodeView, { path, isNew }: Call): boolean {
  if (code.isPython) return path === "eval" || path === "exec"
  if (path === "Function") return isNew || true
  return /^(?:eval|window\.eval|globalThis\.eval|vm\.runIn\w+|setTimeout|setInterval)$/.test(path)
}

function codeArgs({ path, args }: Call): readonly CodeNode[] {
  return path === "Function" ? args.slice(-1) : args.slice(0, 1)
}

const fileCalls =
  /^(?:readFile|readFileSync|writeFile|writeFileSync|appendFile|appendFileSync|createReadStream|createWriteStream|unlink|unlinkSync|rm|rmSync|readdir|readdirSync)$/

function isFileCall(code: CodeView, { path, method, args }: Call): boolean {
  if (code.isPython)
    return /^(?:open|io\.open|os\.(?:remove|unlink|rmdir)|shutil\.(?:rmtree|copy|move)|send_file|flask\.send_file|FileResponse)$/.test(
      path,
    )
  if (method === "sendFile" || method === "download") return !args.some((arg) => /\broot:/.test(arg.text))
  return fileCalls.test(method)
}

function pathArgs({ args }: Call): readonly CodeNode[] {
  return args.slice(0, 1)
}

function isRedirect({ path, method }: Call): boolean {
  return (
    /^(?:res|reply|response|ctx)\.redirect$/.test(path) ||
    /^(?:redirect|flask\.redirect|HttpResponseRedirect|RedirectResponse)$/.test(path) ||
    (method === "redirect" && path === "c.redirect")
  )
}

/** `location.href = …`, `location.assign(…)`. */
function locationTargets(code: CodeView): readonly CodeNode[] {
  const assigned = code.tree
    .ofKind("assignment_expression")
    .filter((node) => /^(?:window\.|document\.)?location(?:\.href)?$/.test(node.field("left")?.text ?? ""))
    .flatMap((node) => node.field("right") ?? [])
  const called = code.calls
    .filter(({ path }) => /^(?:window\.|document\.)?location\.(?:assign|replace)$/.test(path))
    .flatMap(({ args }) => args.slice(0, 1))
  return [...assigned, ...called].filter(
    (node) => code.origin(node, "url") === "request" && !/^(?:window\.)?location\.\w+$/.test(node.text),
  )
}

/** `target[a][b] = …` where input gives a, and a merge that calls itself with every key it finds. */
function deepWrites(code: CodeView): readonly CodeNode[] {
  return code.tree.ofKind("assignment_expression").filter((node) => {
    const left = node.field("left")
    const inner = left?.kind === "subscript_expression" ? left.field("object") : undefined
    const key = inner?.kind === "subscript_expression" ? inner.field("index") : undefined
    return key !== undefined && code.origin(key, "any") === "request"
  })
}
