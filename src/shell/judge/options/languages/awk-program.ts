/**
 * Why an awk program does more than read and print, or undefined. A slash may begin a pattern or divide, and
 * implementations disagree about where a pattern ends. So every reading is followed, and what is code in one of them
 * counts as code.
 */
export function findAwkFault(program: string): string | undefined {
  const read = readCode(program)
  if (read === undefined) return "has a program that cannot be analyzed reliably: simplify it"
  // No word boundaries: `1system("id")` is a number and a call.
  if (/system|getline|close|fflush|ENVIRON|@/.test(read.code) || program.includes("/inet"))
    return "has a program that can run commands or read their output: use print"
  if (/\|/.test(read.code.replace(/\|\|/g, "")) || /\|&/.test(read.code))
    return "has a program that pipes into another command: use a shell pipe instead"
  return printsToFile(read)
    ? "has a program that may write a file: put comparisons in parentheses, and use plain print statements"
    : undefined
}

interface Code {
  /** The program with quotes in place of everything that is certainly a string, a pattern or a comment. */
  readonly code: string
  /** Whether there was only one reading. */
  readonly certain: boolean
}

/** More slashes than this are not followed. */
const MOST_SLASHES = 100

/** Undefined if a string is not closed on its line or a line is continued. */
function readCode(program: string): Code | undefined {
  if (/\\(?:\n|$)/.test(program) || program.split("/").length > MOST_SLASHES) return undefined
  const code = Array.from<string>({ length: program.length }).fill('"')
  const waiting = [0]
  const seen = new Set<number>()
  let certain = true
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const character = program[at]
    if (character === undefined || seen.has(at)) continue
    seen.add(at)
    const literal = character === "/" ? plainPattern(program, at) : readLiteral(program, at)
    if (literal !== undefined) {
      waiting.push(at + literal.length)
      continue
    }
    if (character === '"') return undefined
    code[at] = character
    waiting.push(at + 1)
    if (character !== "/") continue
    certain = false
    for (let end = at + 1; end < program.length && program[end] !== "\n"; end++) {
      if (program[end] === "/") waiting.push(end + 1)
    }
  }
  return { code: code.join(""), certain }
}

function readLiteral(program: string, at: number): string | undefined {
  const literal = /"(?:[^"\\\n]|\\[^\n])*"|#[^\n]*/y
  literal.lastIndex = at
  return literal.exec(program)?.[0]
}

/** A pattern that contains nothing that could hide its end, at a position where division is impossible. */
function plainPattern(program: string, at: number): string | undefined {
  const before = program.slice(0, at).trimEnd()
  if (program.slice(before.length, at).includes("\n") || !/^[{(,~;&|!]?$/.test(before.slice(-1))) return undefined
  return /^\/[^/\\\n[\]=][^/\\\n[\]]*\//.exec(program.slice(at))?.[0]
}

/** Whether a `>` may follow a print, where it opens a file unless it is in parentheses. */
function printsToFile({ code, certain }: Code): boolean {
  const comparing = code.replace(/>=/g, "  ")
  if (!certain) return /print/.test(comparing) && comparing.includes(">")
  let printing = false
  let open = 0
  for (const [token] of comparing.matchAll(/\w+|[^\s]/g)) {
    if (/printf?$/.test(token)) printing = true
    else if (/^[;{}]$/.test(token)) [printing, open] = [false, 0]
    else if (token === "(") open++
    else if (token === ")") open = Math.max(0, open - 1)
    else if (token === ">" && printing && open === 0) return true
  }
  return false
}
