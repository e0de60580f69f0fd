import type { CodeNode } from "../code-tree.ts"
import type { CodeView } from "./code-view.ts"
import { defineStructuralRules, everywhere, python } from "./structural-rule.ts"

const common = { category: "technical-debt", confidence: "high", autoValidated: true } as const

/** What was left behind, and what will have to be removed. */
export const leftoverRules = defineStructuralRules([
  {
    ...common,
    id: "commented-out-code",
    languages: everywhere,
    severity: "suggestion",
    persona: "pedantic",
    confidence: "medium",
    autoValidated: false,
    title: "Commented-out code",
    description: "It is unclear whether it is still needed, and nothing compiles or tests it.",
    fix: "Remove it; version control keeps the history.",
    words: ["//", "#", "/*"],
    check: deadComments,
  },
  {
    ...common,
    id: "deprecated-api",
    languages: everywhere,
    severity: "minor",
    persona: "pedantic",
    cwe: "CWE-477",
    title: "Use of a deprecated API",
    description: "The API is deprecated and will be removed, or already has been.",
    fix: "Use its replacement.",
    words: [
      "new Buffer(",
      "Buffer(",
      "url.parse(",
      "fs.exists(",
      ".substr(",
      "utcnow(",
      "utcfromtimestamp(",
      "assertEquals(",
      ".warn(",
      "collections.",
      "getchildren(",
      "has_key(",
    ],
    check: (code) => (code.isPython ? oldPython(code) : oldScript(code)),
  },
  {
    ...common,
    id: "repeated-block",
    languages: everywhere,
    severity: "suggestion",
    persona: "pedantic",
    confidence: "medium",
    autoValidated: false,
    cwe: "CWE-1041",
    title: "Code block duplicated in the same file",
    description: "A change to one copy is easily missed in the other.",
    fix: "Extract the repeated code into a function.",
    words: ["{", ":"],
    check: repeatedBlocks,
  },
  {
    ...common,
    id: "not-implemented-raised",
    languages: python,
    severity: "minor",
    title: "NotImplemented raised instead of NotImplementedError",
    description: "NotImplemented is not an exception, so raising it causes a misleading TypeError.",
    fix: "Raise NotImplementedError.",
    words: ["raise NotImplemented"],
    check: (code) =>
      code.tree
        .ofKind("raise_statement")
        .filter(({ named }) => /^NotImplemented(?:\(.*\))?$/s.test(named[0]?.text ?? "")),
  },
])

const codeLine =
  /^(?:(?:const|let|var)\s+[\w{[][^=]*=.*|(?:if|for|while|switch)\s*\(.*\)\s*\{?|return\b[^.]*;|\}\s*(?:else\b.*)?|[\w.$]+\([^)]*\);?|[\w.$[\]]+\s*=\s*[^=].*;|import\s.*\bfrom\b.*|(?:async\s+)?function\s+\w+\(.*|await\s+[\w.]+\(.*\);?|throw\s+new\s.*;)$/
const pythonLine =
  /^(?:(?:if|for|while|elif|with)\s.*:|else:|try:|except.*:|def\s+\w+\(.*\).*:|return\b\s*[\w.([{"'].*|(?:from\s+[\w.]+\s+)?import\s+[\w.]+.*|[\w.]+\([^)]*\)|[\w.[\]"']+\s*[+-]?=\s*(?:[\w.]+\(.*|["'[{(\d].*|[\w.]+(?:\s*[-+*/%]\s*[\w.]+)+)|raise\s+\w+\(.*\))$/
const proseLine = /^(?:if|for|with|while|import|return)\s+(?:the|a|an|it|this|you|we|no|not|any|that)\b/i

/** Two or more comment lines, each of which is code. */
function deadComments(code: CodeView): readonly CodeNode[] {
  const found: CodeNode[] = []
  let run: CodeNode[] = []
  const close = (): void => {
    const [first] = run
    if (first !== undefined && run.length >= 2 && run.some(({ text }) => /[=(){};]/.test(text))) found.push(first)
    run = []
  }
  const isCode = code.isPython ? pythonLine : codeLine
  for (const node of code.tree.ofKind("comment")) {
    const text = node.text.replace(/^(?:\/\/|#)/, "").trim()
    const isLine = /^(?:\/\/(?!\/)|#(?![!:]))/.test(node.text) && isCode.test(text) && !proseLine.test(text)
    const last = run.at(-1)
    const isNext =
      last === undefined ||
      (/^\s*$/.test(code.tree.text.slice(last.end, node.start)) &&
        !/\n\s*\n/.test(code.tree.text.slice(last.end, node.start)))
    if (!isNext) close()
    if (isLine && isOwnLine(code, node)) run.push(node)
    else close()
  }
  close()
  return found
}

function isOwnLine(code: CodeView, node: CodeNode): boolean {
  const from = code.tree.text.lastIndexOf("\n", node.start - 1) + 1
  return code.tree.text.slice(from, node.start).trim() === ""
}

function oldScript(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter((call) => {
      const { path, isNew, method, args, object, callee } = call
      if (path === "Buffer") return isNew || code.flow.names.all("Buffer", callee).length === 0
      if (path === "url.parse")
        return /^(?:node:)?url$/.test(code.flow.findImport("url", callee) ?? requiredFrom(code, call))
      if (path === "fs.exists") return true
      return method === "substr" && args.length > 0 && object !== undefined && object.kind !== "this"
    })
    .map(({ node }) => node)
}

function requiredFrom(
  code: CodeView,
  { object, callee }: { readonly object: CodeNode | undefined; readonly callee: CodeNode },
): string {
  const all = object === undefined ? [] : code.flow.names.all(object.text, callee)
  return all
    .map((found) => (found.kind === "value" ? (/^require\(["']([^"']+)["']\)/.exec(found.value.text)?.[1] ?? "") : ""))
    .join("")
}

function oldPython(code: CodeView): readonly CodeNode[] {
  const called = code.calls
    .filter(
      ({ path, method }) =>
        /(?:^|\.)datetime\.(?:utcnow|utcfromtimestamp)$/.test(path) ||
        /^(?:logging|logger|log)\.warn$/.test(path) ||
        /^self\.(?:assertEquals|assertNotEquals|assertRegexpMatches)$/.test(path) ||
        /^(?:has_key|getchildren)$/.test(method),
    )
    .map(({ node }) => node)
  const moved = code.tree
    .ofKind("attribute")
    .filter(({ text }) =>
      /^collections\.(?:Mapping|MutableMapping|Sequence|Iterable|Callable|Set|Hashable)$/.test(text),
    )
  return [...called, ...moved]
}

const LEAST_STATEMENTS = 4
/** Of their texts. */
const LEAST_LENGTH = 157

/** Sequences of statements that are identical, the second and later ones. */
function repeatedBlocks(code: CodeView): readonly CodeNode[] {
  const numberOf = openNumbers()
  const seen = new Map<string, CodeNode>()
  const found: CodeNode[] = []
  let coveredTo = -1
  for (const block of code.tree.ofKind("statement_block", "block")) {
    const statements = block.named.filter(({ kind }) => !/^(?:export|interface|type|import)_/.test(kind))
    if (statements.length < LEAST_STATEMENTS) continue
    const texts = statements.map(({ text }) => text.replace(/\s+/g, " "))
    const numbers = texts.map(numberOf)
    for (let at = 0; at + LEAST_STATEMENTS <= statements.length; at++) {
      const first = statements[at]
      const length = texts.slice(at, at + LEAST_STATEMENTS).reduce((sum, text) => sum + text.length, 0)
      if (first === undefined || length < LEAST_LENGTH) continue
      const key = numbers.slice(at, at + LEAST_STATEMENTS).join()
      const before = seen.get(key)
      if (before === undefined) seen.set(key, first)
      else if (first.start > coveredTo && before !== first) {
        found.push(first)
        coveredTo = statements.at(-1)?.end ?? first.end
      }
    }
  }
  return found
}

/** A number for each text: long texts are compared once, not once for each run that they are part of. */
function openNumbers(): (text: string) => number {
  const numbers = new Map<string, number>()
  return (text) => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, numbers.size)
    return numbers.size - 1
  }
}
