/** What a unified diff changes in one file. */
export interface FileDiff {
  readonly path: string
  readonly diff: string
  /** The lines it adds, by their number afterwards. */
  readonly added: readonly number[]
}

/** Reads what `git diff` prints with the prefixes `a/` and `b/`: one part a file, removed files left out. */
export function readDiff(text: string): readonly FileDiff[] {
  const parts = text.split(/^(?=diff --git )/m).filter((part) => part.startsWith("diff --git "))
  return parts.flatMap((part) => {
    const path = pathOf(part)
    return path === undefined ? [] : [{ path, diff: part.trimEnd(), added: addedLines(part) }]
  })
}

function pathOf(part: string): string | undefined {
  const line = /^\+\+\+ (.+)$/m.exec(part)?.[1]?.replace(/\t$/, "")
  if (line === undefined || line === "/dev/null") return undefined
  const path = line.startsWith('"') ? unquoted(line) : line
  return path.replace(/^b\//, "")
}

/** Git quotes names with unusual bytes as C does. */
function unquoted(text: string): string {
  const bytes: number[] = []
  const inner = text.slice(1, -1)
  for (let at = 0; at < inner.length; at++) {
    const octal = /^\\([0-7]{3})/.exec(inner.slice(at))
    if (octal !== null) {
      bytes.push(Number.parseInt(octal[1] ?? "0", 8))
      at += 3
    } else if (inner[at] === "\\") {
      at++
      bytes.push(...new TextEncoder().encode({ n: "\n", t: "\t" }[inner[at] ?? ""] ?? inner[at] ?? ""))
    } else bytes.push(...new TextEncoder().encode(inner[at] ?? ""))
  }
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

function addedLines(part: string): readonly number[] {
  const added: number[] = []
  let line = 0
  let left = 0
  for (const text of part.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(text)
    if (hunk !== null) {
      line = Number(hunk[1])
      left = Number(hunk[2] ?? 1)
    } else if (left > 0 && text.startsWith("+")) {
      added.push(line++)
      left--
    } else if (left > 0 && (text === "" || text.startsWith(" "))) {
      line++
      left--
    }
  }
  return added
}
