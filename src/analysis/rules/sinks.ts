import type { CodeNode } from "../../ports/code-tree.ts"
import type { Call, CodeView } from "./code-view.ts"
import type { Sink } from "./flow/cleaners.ts"
import type { Definition } from "./flow/definitions/definition.ts"
import type { Origin } from "./flow/trace-origin.ts"

/** Calls that hand a value to something that reads it as more than text. */
export interface SinkSearch {
  readonly sink: Sink
  readonly is: (code: CodeView, call: Call) => boolean
  readonly args: (call: Call) => readonly CodeNode[]
  /** Whether the argument is of the kind that matters; without it, every one is. */
  readonly accepts?: (code: CodeView, arg: CodeNode) => boolean
}

/** The arguments of such calls that come from one of these places. */
export function reaching(code: CodeView, search: SinkSearch, origins: readonly Origin[]): readonly CodeNode[] {
  return sinkArgs(code, search).filter((arg) => origins.includes(code.origin(arg, search.sink)))
}

function sinkArgs(code: CodeView, { is, args, accepts = () => true }: SinkSearch): readonly CodeNode[] {
  return code.calls
    .filter((call) => !call.isTagged && is(code, call))
    .flatMap(args)
    .filter((arg) => accepts(code, arg))
}

export function firstArg({ args }: Call): readonly CodeNode[] {
  return args.slice(0, 1)
}

export const sqlSink: SinkSearch = {
  sink: "sql",
  is: (_, { method }) => sqlMethods.test(method),
  args: firstArg,
  accepts: (code, arg) => sqlText.test(code.head(arg)),
}

export const shellSink: SinkSearch = { sink: "shell", is: isShell, args: firstArg }

export const codeSink: SinkSearch = {
  sink: "code",
  is: isEval,
  args: ({ path, args }) => (path === "Function" ? args.slice(-1) : args.slice(0, 1)),
}

export const pathSink: SinkSearch = { sink: "path", is: isFileCall, args: firstArg }

export const urlSink: SinkSearch = {
  sink: "url",
  is: (_, { path }) => httpCalls.test(path),
  args: firstArg,
  accepts: (code, arg) => !fixedHost.test(code.head(arg)),
}

const sqlMethods =
  /^(?:query|execute|executemany|raw|run|all|get|prepare|exec|each|\$queryRawUnsafe|\$executeRawUnsafe|unsafe|read_sql|read_sql_query|text|executescript)$/
const sqlText =
  /^\s*(?:select|insert\s+into|update|delete\s+from|replace\s+into|with|drop|alter|create|merge\s+into|call|exec)\b/i
const httpCalls =
  /^(?:fetch|axios|axios\.(?:get|post|put|delete|patch|head|request)|got|got\.\w+|needle|needle\.\w+|https?\.(?:get|request)|requests\.(?:get|post|put|delete|patch|head)|httpx\.(?:get|post|put|delete|stream)|urllib\.request\.urlopen|urlopen|session\.get)$/
const fixedHost = /^https?:\/\/[\w.:-]+(?:\/|$)/

function isShell(code: CodeView, { path, method, keywords, args, callee }: Call): boolean {
  if (code.isPython) {
    if (/^(?:os\.system|os\.popen|commands\.getoutput|subprocess\.getoutput|subprocess\.getstatusoutput)$/.test(path))
      return true
    return (
      /^subprocess\.(?:run|call|check_call|check_output|Popen)$/.test(path) && keywords.get("shell")?.text === "True"
    )
  }
  const started = childFunctionOf(code, callee)
  if (started === "exec" || started === "execSync") return true
  if (started === undefined && !/^(?:spawn|spawnSync|execFile)$/.test(method)) return false
  return args.some((arg) => /\bshell:\s*true\b/.test(arg.text))
}

function isEval(code: CodeView, { path }: Call): boolean {
  if (code.isPython) return path === "eval" || path === "exec"
  return /^(?:Function|eval|window\.eval|globalThis\.eval|vm\.runIn\w+|setTimeout|setInterval)$/.test(path)
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

const starters = /^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)$/
const modules = /(?:^|:)child_process$|^child-process-promise$|^promisify-child-process$/
const usualNames = /^(?:child_process|cp|childProcess)$/
const DEEPEST = 6

/** The function of child_process that an expression is, whatever it is called here: `run` of `promisify(exec)`. */
export function childFunctionOf(code: CodeView, node: CodeNode, depth = 0): string | undefined {
  if (depth > DEEPEST) return undefined
  const shape = code.shape(node)
  switch (shape.kind) {
    case "name":
      return firstOf(code.flow.names.all(shape.name, node), (found) => byDefinition(code, found, depth + 1))
    case "member":
      return starters.test(shape.property) && isChildProcess(code, shape.object, depth + 1) ? shape.property : undefined
    case "wrap":
      return childFunctionOf(code, shape.inner, depth + 1)
    case "call": {
      const wrapped = /(?:^|\.)promisify$/.test(code.path(shape.callee)) ? shape.args[0] : undefined
      return wrapped === undefined ? undefined : childFunctionOf(code, wrapped, depth + 1)
    }
    default:
      return undefined
  }
}

function byDefinition(code: CodeView, found: Definition, depth: number): string | undefined {
  switch (found.kind) {
    case "import":
      return modules.test(found.from) && starters.test(found.original ?? "") ? found.original : undefined
    case "value":
      return childFunctionOf(code, found.value, depth)
    case "part":
      return starters.test(found.property ?? "") && isChildProcess(code, found.source, depth)
        ? found.property
        : undefined
    default:
      return undefined
  }
}

function isChildProcess(code: CodeView, node: CodeNode, depth: number): boolean {
  if (depth > DEEPEST) return false
  const shape = code.shape(node)
  if (shape.kind === "wrap") return isChildProcess(code, shape.inner, depth + 1)
  if (shape.kind === "call") {
    const loaded = /^(?:require|import|process\.getBuiltinModule)$/.test(shape.callee.text) ? shape.args[0] : undefined
    return loaded !== undefined && modules.test(code.flow.constantText(loaded) ?? "")
  }
  if (shape.kind !== "name") return false
  const known = code.flow.names.all(shape.name, node)
  if (known.length === 0) return usualNames.test(shape.name)
  return known.some((found) => {
    if (found.kind === "import") return modules.test(found.from)
    return found.kind === "value" && isChildProcess(code, found.value, depth + 1)
  })
}

function firstOf<T>(all: readonly Definition[], of: (found: Definition) => T | undefined): T | undefined {
  for (const one of all) {
    const result = of(one)
    if (result !== undefined) return result
  }
  return undefined
}
