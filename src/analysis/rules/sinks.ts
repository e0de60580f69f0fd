import type { CodeNode } from "../../ports/code-tree.ts"
import type { Sink } from "./flow/cleaners.ts"
import type { Origin } from "./flow/trace-origin.ts"
import { childFunctionOf } from "./child-process.ts"
import type { Call, CodeView } from "./code-view.ts"

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
