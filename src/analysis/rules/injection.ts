import type { CodeNode } from "../../ports/code-tree.ts"
import type { Call, CodeView } from "./code-view.ts"
import { codeSink, firstArg, pathSink, reaching, shellSink, type SinkSearch, sqlSink, urlSink } from "./sinks.ts"
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
    check: (code) => reaching(code, sqlSink, ["request"]),
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
    check: (code) => reaching(code, sqlSink, ["parameter"]).filter((arg) => insertsValue(code, arg)),
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
    check: (code) => reaching(code, shellSink, ["request", "local-input"]),
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
    check: (code) => reaching(code, shellSink, ["parameter"]).filter((arg) => isBuilt(code, arg)),
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
    check: (code) => reaching(code, codeSink, ["request", "local-input"]),
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
    check: (code) => reaching(code, pathSink, ["request"]),
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
    check: (code) => reaching(code, urlSink, ["request"]),
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
      [...reaching(code, redirectSink, ["request"]), ...locationTargets(code)].filter(
        (arg) => !/^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/.test(code.head(arg)),
      ),
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
    check: (code) => reaching(code, regexSink, ["request"]),
  },
  {
    ...common,
    id: "likely-input-used",
    languages: scripts,
    severity: "major",
    confidence: "medium",
    autoValidated: false,
    cwe: "CWE-20",
    title: "What a request seems to hold reaches a command, a statement, a file or an address",
    description:
      "By its name, the function reads a request. Where it checks nothing, whoever sends the request decides what happens here.",
    fix: "Check the value before it is used: against a list, as a number, or by a schema.",
    words: ["Body(", "Form(", "FormData(", "Fields(", "Json(", "JSON("],
    check: (code) =>
      [sqlSink, shellSink, codeSink, pathSink, urlSink].flatMap((sink) => reaching(code, sink, ["likely-request"])),
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

const regexSink: SinkSearch = {
  sink: "regex",
  is: ({ isPython }, { path }) =>
    isPython ? /^re\.(?:compile|search|match|fullmatch|findall|sub|split)$/.test(path) : path === "RegExp",
  args: firstArg,
}

const redirectSink: SinkSearch = {
  sink: "url",
  is: (_, call) => isRedirect(call),
  args: ({ args }) => args.slice(-1),
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
