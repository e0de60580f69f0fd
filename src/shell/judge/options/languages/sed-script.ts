/**
 * Why a sed script does more than print, or undefined. It follows the script command by command and refuses what it
 * does not know: `e`, `w`, `W` and the flags `e` and `w` of `s` run programs and write files.
 */
export function findSedFault(script: string): string | undefined {
  return readCommands(script) === undefined
    ? "has a script with a command that may write or run something: use only p, d, q, s and y"
    : undefined
}

/** Whether a script that only prints also prints a file that it names, with `r` or `R`. */
export function mayReadFile(script: string): boolean {
  return readCommands(script)?.some((letter) => letter === "r" || letter === "R") === true
}

/** The letters of a script's commands; undefined if it may do more than print. */
function readCommands(script: string): readonly string[] | undefined {
  const letters: string[] = []
  let at = 0
  while (at < script.length) {
    const blank = /^[\s;{}]+/.exec(script.slice(at))
    if (blank !== null) {
      at += blank[0].length
      continue
    }
    const start = afterAddress(script, at)
    const next = afterCommand(script, start)
    if (next === -1) return undefined
    letters.push(script[start] ?? "")
    at = next
  }
  return letters
}

/** The position after `1,/x/!`, or -1. */
function afterAddress(script: string, from: number): number {
  let at = oneAddress(script, from)
  if (at === -1) return -1
  const comma = /^\s*,\s*/.exec(script.slice(at))
  if (comma !== null && at > from) {
    const start = at + comma[0].length
    at = oneAddress(script, /^[+~]/.test(script.slice(start)) ? start + 1 : start)
    if (at === -1 || at === start) return -1
  }
  return at + (/^[\s!]*/.exec(script.slice(at))?.[0].length ?? 0)
}

function oneAddress(script: string, from: number): number {
  const number = /^(?:\d+(?:~\d+)?|\$)/.exec(script.slice(from))
  if (number !== null) return from + number[0].length
  const custom = script[from] === "\\"
  if (!custom && script[from] !== "/") return from
  const end = afterDelimited(script, custom ? from + 1 : from)
  return end === -1 ? -1 : end + (/^[IM]*/.exec(script.slice(end))?.[0].length ?? 0)
}

/** The position after one command that only prints, moves text around, or jumps; or -1. */
function afterCommand(script: string, at: number): number {
  if (at === -1) return -1
  const rest = script.slice(at)
  switch (rest[0]) {
    case "{":
      return at + 1
    case "s":
      return afterSubstitution(script, at + 1)
    case "y": {
      const middle = afterDelimited(script, at + 1)
      return middle === -1 ? -1 : ending(script, afterDelimited(script, middle - 1, false))
    }
    case "#":
    case "r":
    case "R":
      return at + (/^[^\n\\]*/.exec(rest)?.[0].length ?? 1)
    case "a":
    case "i":
    case "c": {
      const line = /^[^\n]*/.exec(rest)?.[0] ?? ""
      return line.includes("\\") ? -1 : at + line.length
    }
    case ":":
    case "b":
    case "t":
    case "T": {
      const label = /^.[ \t]*[\w-]*/.exec(rest)?.[0] ?? ""
      return ending(script, at + label.length)
    }
    case "q":
    case "Q":
    case "l":
      return ending(script, at + (/^.[ \t]*\d*/.exec(rest)?.[0].length ?? 1))
    default:
      return /^[=dDgGhHnNpPxzF]/.test(rest) ? ending(script, at + 1) : -1
  }
}

function afterSubstitution(script: string, from: number): number {
  const middle = afterDelimited(script, from)
  if (middle === -1) return -1
  const end = afterDelimited(script, middle - 1, false)
  if (end === -1) return -1
  return ending(script, end + (/^[gpiIm\d]*/.exec(script.slice(end))?.[0].length ?? 0))
}

/**
 * The position after the delimiter that closes the one at `from`. Implementations differ about delimiters in brackets,
 * so an open bracket at the end is refused.
 */
function afterDelimited(script: string, from: number, isPattern = true): number {
  const delimiter = script[from] ?? "\n"
  if (/[\n\\\s;]/.test(delimiter)) return -1
  for (let at = from + 1; at < script.length; at++) {
    if (script[at] === "\\") at++
    else if (script[at] === delimiter) {
      const text = script.slice(from + 1, at).replace(/\\./g, "")
      return isPattern && text.lastIndexOf("[") > text.lastIndexOf("]") ? -1 : at + 1
    }
  }
  return -1
}

/** A command ends at the end, a semicolon, a line or a closing brace. */
function ending(script: string, at: number): number {
  return at !== -1 && /^[ \t]*(?:$|[;\n}#])/.test(script.slice(at)) ? at : -1
}
