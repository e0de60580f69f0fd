import { answersRequests } from "../../../../library-facts.ts"
import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { resolvePath } from "../../../resolve-path.ts"
import { isConstant, renderCodeValue } from "../../../render-code-value.ts"

const always =
  /^(?:os\.(?:system|popen[234]?)|(?:commands|subprocess)\.get(?:status)?output|popen2\.popen[234]|asyncio\.(?:subprocess\.)?create_subprocess_shell|pexpect\.(?:spawnu?|run))$/
const starters = /^subprocess\.(?:run|call|check_call|check_output|Popen)$/
const others =
  /^(?:subprocess\.(?:run|call|check_call|check_output|Popen)|os\.(?:exec|spawn|posix_spawn)\w*|asyncio\.create_subprocess_exec|sh\.\w+)$/
const shell = /(?:^|\/)(?:ba|da|z|k|c)?sh$/

/** Programs with options that a file name can look like. */
const withWildcard = /\b(?:tar|chown|chmod|rsync|zip|cp|mv|rm)\b.*\*/

/** Commands that a shell runs. Where requests are answered, their data is followed instead. */
export function findShellCalls(code: CodeView): readonly CodeNode[] {
  if (answersRequests(code.tree.text)) return []
  return code.calls.filter((call) => isInShell(call, code)).map(({ node }) => node)
}

function isInShell(call: Call, code: CodeView): boolean {
  const path = resolvePath(code, call.callee)
  const command = call.args[0] ?? call.keywords.get("args") ?? call.keywords.get("cmd")
  if (command === undefined) return false
  if (call.method === "subprocess_shell") return true
  if (starters.test(path) && call.keywords.get("shell")?.text === "True") return true
  if (always.test(path)) return !isConstant(code, command) || withWildcard.test(renderCodeValue(code, command))
  return others.test(path) && hasOpenScript(call, code, path)
}

/** `["sh", "-c", command]`, as a list or as arguments. */
function hasOpenScript({ args }: Call, code: CodeView, path: string): boolean {
  const words = args.flatMap((arg) => {
    const shape = code.shape(arg)
    return shape.kind === "list" ? shape.items : [arg]
  })
  const option = words.findIndex((word) => /^-\w*c$/.test(renderCodeValue(code, word)))
  const script = words[option + 1]
  if (option === -1 || script === undefined || isConstant(code, script)) return false
  return (
    shell.test(path) ||
    path.startsWith("sh.") ||
    words.slice(0, option).some((word) => shell.test(renderCodeValue(code, word)))
  )
}
