import { sha256 } from "../../text/sha256.ts"

export interface OpencodePluginFacts {
  /** The plugin that comes with Skillet. */
  readonly packaged: string
  /** What is in the file now; undefined if there is none. */
  readonly before: string | undefined
  /** The words that start Skillet. */
  readonly program: readonly string[]
  readonly isUndo: boolean
}

export type OpencodePluginPlan =
  | { readonly kind: "none" }
  /** Without a text, the file is removed. */
  | { readonly kind: "change"; readonly text: string | undefined; readonly line: string }
  /** Somebody else wrote the file, or edited it. */
  | { readonly kind: "foreign" }

const PACKAGED_PROGRAM = 'const program = ["skillet"]'
const HEAD = /^\/\/ Written by skillet init, which also removes it\. SHA-256 of what follows: ([0-9a-f]{64})\n/

/** opencode has no hooks that run commands; a plugin of ours calls them. A file that is not exactly ours stays. */
export function planOpencodePlugin({ packaged, before, program, isUndo }: OpencodePluginFacts): OpencodePluginPlan {
  const isOurs = before === undefined || isWrittenByInit(before)
  if (isUndo) {
    if (before === undefined || !HEAD.test(before)) return { kind: "none" }
    return isOurs ? { kind: "change", text: undefined, line: "removes the plugin" } : { kind: "foreign" }
  }
  const code = packaged.replace(PACKAGED_PROGRAM, () => `const program = ${JSON.stringify(program)}`)
  const text = `// Written by skillet init, which also removes it. SHA-256 of what follows: ${sha256(code)}\n${code}`
  if (before === text) return { kind: "none" }
  if (!isOurs) return { kind: "foreign" }
  const line = `${before === undefined ? "adds" : "replaces"} a plugin that runs: ${program.join(" ")} hook`
  return { kind: "change", text, line }
}

function isWrittenByInit(text: string): boolean {
  const [head = "", digest] = HEAD.exec(text) ?? []
  return digest !== undefined && sha256(text.slice(head.length)) === digest
}
