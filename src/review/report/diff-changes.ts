/** Lines that go and lines that come in their place, from a line on. */
export interface LineChange {
  readonly startLine: number
  readonly removed: number
  readonly added: readonly string[]
}

export interface FileChange {
  readonly lineBreak: "\n" | "\r\n"
  readonly changes: readonly LineChange[]
}

/** What a diff of one hunk changes, by lines of the file; undefined where it does not say for certain which they are. */
export function changesOf(diff: string): FileChange | undefined {
  const lines = diff.split("\n")
  const heads = lines.flatMap((line, at) => (HEAD.test(line) ? [at] : []))
  const [head] = heads
  if (head === undefined || heads.length > 1) return undefined
  const [, start = "", count] = HEAD.exec(lines[head] ?? "") ?? []
  const body = lines.slice(head + 1).filter((line) => line !== "" && !line.startsWith("\\ "))
  const old = body.filter((line) => !line.startsWith("+")).length
  if (body.some((line) => !/^[-+ ]/.test(line)) || old !== Number(count ?? 1)) return undefined
  const changes = walk(body, old === 0 ? Number(start) + 1 : Number(start))
  if (changes.length === 0) return undefined
  return { lineBreak: body.some((line) => line.endsWith("\r")) ? "\r\n" : "\n", changes }
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/

function walk(body: readonly string[], start: number): readonly LineChange[] {
  const changes: LineChange[] = []
  let at = start
  let open: { readonly startLine: number; removed: number; readonly added: string[] } | undefined
  for (const line of body) {
    if (line.startsWith(" ")) {
      open = undefined
      at++
      continue
    }
    if (open === undefined) {
      open = { startLine: at, removed: 0, added: [] }
      changes.push(open)
    }
    if (line.startsWith("+")) open.added.push(line.slice(1).replace(/\r$/, ""))
    else {
      open.removed++
      at++
    }
  }
  return changes
}
