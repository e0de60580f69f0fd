import { type AndOr, parse, type PipelineNode, type Statement } from "unbash"

/** What may determine the exit status of a command line. */
export type Deciding =
  /** A program with its words; a word that is only known at run time is undefined. */
  | { readonly kind: "program"; readonly words: readonly (string | undefined)[] }
  /** `[[ … ]]`, `(( … ))` or a negation: it only gives a yes or no. */
  | { readonly kind: "answer" }

/**
 * Everything that may give a command line a status other than 0: the last command of a list, both sides of `a && b`,
 * the last command of a pipeline, or each of them with pipefail. Undefined if that is unclear.
 */
export function findDecidingCommands(command: string): readonly Deciding[] | undefined {
  try {
    const script = parse(command)
    if (script.errors !== undefined && script.errors.length > 0) return undefined
    return ofList(script.commands, { pipefail: /\bpipefail\b/.test(command), deep: 0 })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface Walk {
  readonly pipefail: boolean
  readonly deep: number
}

const MOST_DEEP = 24

function ofList(statements: readonly Statement[] | undefined, walk: Walk): readonly Deciding[] | undefined {
  const last = statements?.at(-1)
  if (last === undefined) return []
  return walk.deep > MOST_DEEP ? undefined : ofNode(last.command, { ...walk, deep: walk.deep + 1 })
}

function ofNode(node: PipelineNode | AndOr, walk: Walk): readonly Deciding[] | undefined {
  switch (node.type) {
    case "Command":
      return node.name === undefined
        ? undefined
        : [
            {
              kind: "program",
              words: [node.name, ...node.suffix.filter((item) => item.type === "Word")].map(readStaticText),
            },
          ]
    case "TestCommand":
    case "ArithmeticCommand":
      return [{ kind: "answer" }]
    case "Redirected":
      return ofNode(node.command, walk)
    case "Subshell":
    case "BraceGroup":
    case "For":
    case "While":
      return ofList(node.body.commands, walk)
    case "If":
      return all(
        [node.then, ...node.elif.map(({ then }) => then), node.else].map((body) => ofList(body?.commands, walk)),
      )
    case "Case":
      return all(node.items.map(({ body }) => ofList(body.commands, walk)))
    case "Pipeline": {
      if (node.prefixes.some(({ type }) => type === "Negation")) return [{ kind: "answer" }]
      const members = walk.pipefail ? node.commands : node.commands.slice(-1)
      return all(members.map((member) => ofNode(member, walk)))
    }
    case "AndOr":
      return all(
        node.commands
          .filter((_, at) => at === node.commands.length - 1 || node.operators[at] !== "||")
          .map((member) => ofNode(member, walk)),
      )
    default:
      return undefined
  }
}

function all(parts: readonly (readonly Deciding[] | undefined)[]): readonly Deciding[] | undefined {
  const known = parts.filter((part) => part !== undefined)
  return known.length < parts.length ? undefined : known.flat()
}

function readStaticText(word: {
  readonly value?: string
  readonly text: string
  readonly parts?: unknown
}): string | undefined {
  return /[$`]/.test(word.text.replace(/'[^']*'/g, "")) ? undefined : (word.value ?? word.text)
}
