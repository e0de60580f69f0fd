/**
 * Why an awk program is not one that only reads and prints, or undefined. Strings and patterns are taken out first;
 * where it is not certain what a slash begins, the program is refused.
 */
export function awkFault(program: string): string | undefined {
  const bare = withoutLiterals(program)
  if (bare === undefined) return "has a program that cannot be read with certainty: write it in a simpler way"
  if (/\b(?:system|getline|close|fflush)\b|@/.test(bare))
    return "has a program that can run another or read commands: use print"
  if (/\|/.test(bare.replace(/\|\|/g, "")) || /\|&/.test(bare))
    return "has a program that pipes into another: use the shell's pipe"
  return printsToFile(bare)
    ? "has a program that may write a file: put comparisons in brackets, and print plainly"
    : undefined
}

/** The program with an empty string for every literal and without comments; undefined where a slash is ambiguous. */
function withoutLiterals(program: string): string | undefined {
  let bare = ""
  let at = 0
  while (at < program.length) {
    const rest = program.slice(at)
    const string = /^"(?:[^"\\\n]|\\[^\n])*"/.exec(rest)
    const comment = /^#[^\n]*/.exec(rest)
    if (string !== null) {
      bare += '""'
      at += string[0].length
    } else if (comment !== null) at += comment[0].length
    else if (rest[0] === "/") {
      const length = regexLength(bare, rest)
      if (length === undefined) return undefined
      bare += length === 0 ? "/" : '""'
      at += length === 0 ? 1 : length
    } else if (rest[0] === '"' || rest[0] === "\\") return undefined
    else bare += program[at++]
  }
  return bare
}

/** How long a pattern is that a slash begins: 0 for a division, undefined when nobody can tell. */
function regexLength(before: string, rest: string): number | undefined {
  const last = before.trimEnd()
  if (/(?:\+\+|--)$/.test(last)) return undefined
  const word = /[A-Za-z_]\w*$/.exec(last)?.[0]
  const isOperand = word === undefined ? /[\w)\]$"]$/.test(last) : !/^(?:print|printf|return|in|else|do)$/.test(word)
  if (isOperand) return 0
  const pattern = /^\/(?:[^/\\\n[]|\\[^\n]|\[\^?\]?[^\]/\\\n]*\])+\//.exec(rest)
  return pattern === null ? undefined : pattern[0].length
}

/** Whether a `>` may stand behind a print: outside round brackets it opens a file there. */
function printsToFile(bare: string): boolean {
  let printing = false
  let open = 0
  let before = ""
  for (const [token] of bare.matchAll(/[A-Za-z_]\w*|>=|[^\s]|\n/g)) {
    const goesOn = token === "\n" && /^[,|&]$/.test(before)
    before = token
    if (token === "print" || token === "printf") printing = true
    else if (/^[;{}\n]$/.test(token) && !goesOn) [printing, open] = [false, 0]
    else if (token === "(") open++
    else if (token === ")") open = Math.max(0, open - 1)
    else if (token === ">" && printing && open === 0) return true
  }
  return false
}
