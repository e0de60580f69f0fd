/** A file without an ending that says which program runs it. */
export interface Script {
  readonly program: string
  /** A name whose ending is that of the program's language; absent where that is not reviewed. */
  readonly readAs?: string
}

/** Reads `#!/usr/bin/env -S node --flag`; undefined for what is not a script. */
export function readScript(bytes: Uint8Array): Script | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 256))
  if (!start.startsWith("#!")) return undefined
  const words = (start.slice(2).split("\n")[0] ?? "").trim().split(/\s+/)
  const program = words.map(baseName).find((word) => word !== "env" && !/^-|=/.test(word)) ?? ""
  const ending = endings.find(([name]) => name.test(program))?.[1]
  return ending === undefined
    ? { program: program === "" ? "an unnamed program" : program }
    : { program, readAs: `script.${ending}` }
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/^(?:node|nodejs|bun)$/, "js"],
  [/^(?:deno|tsx|ts-node)$/, "ts"],
  [/^(?:python|pypy)[\d.]*$/, "py"],
  [/^(?:ba|da|z|k|a)?sh$/, "sh"],
  [/^ruby[\d.]*$/, "rb"],
  [/^php[\d.]*$/, "php"],
]

function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1)
}
