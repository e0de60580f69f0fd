import type { RegexNode } from "./regex-tree.ts"

const MOST = 24
const LEAST_LENGTH = 2

/** Texts of which every match contains at least one; none where no such list is known. */
export function requiredLiterals(node: RegexNode): readonly string[] {
  const best = required(node)
  return best.length > 0 && best.every((text) => text.length >= LEAST_LENGTH) ? best : []
}

function required(node: RegexNode): readonly string[] {
  const whole = exact(node)
  if (whole !== undefined && !whole.includes("")) return whole
  switch (node.kind) {
    case "sequence":
      return best([...runs(node.parts), ...node.parts.map(required)])
    case "choice": {
      const each = node.branches.map(required)
      const all = [...new Set(each.flat())]
      return each.some((list) => list.length === 0) || all.length > MOST ? [] : all
    }
    case "repeat":
      return node.min > 0 ? required(node.body) : []
    case "char":
    case "set":
    case "look":
    case "edge":
    case "back":
      return []
  }
}

/** Every text the node can be, where these are few. */
function exact(node: RegexNode): readonly string[] | undefined {
  switch (node.kind) {
    case "char":
      return [node.char]
    case "edge":
    case "look":
      return [""]
    case "sequence":
      return node.parts.reduce<readonly string[] | undefined>((texts, part) => product(texts, exact(part)), [""])
    case "choice": {
      const each = node.branches.map(exact)
      if (each.some((texts) => texts === undefined)) return undefined
      return few([...new Set(each.flatMap((texts) => texts ?? []))])
    }
    case "repeat": {
      const body = exact(node.body)
      if (body === undefined || node.max > 1) return undefined
      return node.min === 1 ? body : few([...new Set(["", ...body])])
    }
    case "set":
    case "back":
      return undefined
  }
}

/** The stretches of neighbouring parts that can be spelled out, each with those before it. */
function runs(parts: readonly RegexNode[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  let run: readonly string[] = [""]
  for (const part of parts) {
    const longer = product(run, exact(part))
    if (longer === undefined) found.push(run)
    run = longer ?? exact(part) ?? [""]
  }
  found.push(run)
  return found.filter((texts) => !texts.includes(""))
}

function product(left: readonly string[] | undefined, right: readonly string[] | undefined) {
  if (left === undefined || right === undefined) return undefined
  return few(left.flatMap((before) => right.map((after) => before + after)))
}

function few(texts: readonly string[]): readonly string[] | undefined {
  return texts.length > MOST ? undefined : texts
}

/** Long texts are rare in files, so they spare the most; of equal ones, the shorter list. */
function best(lists: readonly (readonly string[])[]): readonly string[] {
  const shortest = (list: readonly string[]) => Math.min(...list.map(({ length }) => length))
  return lists
    .filter((list) => list.length > 0)
    .reduce<readonly string[]>((least, list) => {
      if (least.length === 0) return list
      const gain = Math.min(shortest(list), 8) - Math.min(shortest(least), 8)
      return gain > 0 || (gain === 0 && list.length < least.length) ? list : least
    }, [])
}
