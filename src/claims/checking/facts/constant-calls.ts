/** Whether code calls something, and nothing in it is passed but what is written there: no name, nothing inserted. */
export function hasConstantCallsOnly(code: string): boolean {
  if (code.length > 2000 || /\$\{/.test(code)) return false
  const bare = code
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`/g, '""')
    .replace(/\/\/.*|(?<=^|\s)#.*|\/\*[^]*?\*\//g, "")
  if (/[`'"]/.test(bare.replaceAll('""', ""))) return false
  const calls = [...bare.matchAll(/[\w$\])]\s*\(/g)]
  return calls.length > 0 && calls.every(({ index, 0: start }) => isConstant(bare, index + start.length))
}

function isConstant(bare: string, from: number): boolean {
  let depth = 1
  let at = from
  for (; at < bare.length && depth > 0; at++) depth += bare[at] === "(" ? 1 : bare[at] === ")" ? -1 : 0
  if (depth > 0) return false
  const passed = bare.slice(from, at - 1)
  const names = passed.match(/[A-Za-z_$][\w$]*(?!\s*[:=](?!=)|[\w$])|[%]/g) ?? []
  return names.every((name) => LITERALS.has(name))
}

const LITERALS: ReadonlySet<string> = new Set(["true", "false", "null", "undefined", "True", "False", "None"])
