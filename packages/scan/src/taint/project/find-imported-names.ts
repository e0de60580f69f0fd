/** The names of the modules that a text imports, as written. Comments may add some, which lead to nothing. */
export function findImportedNames(text: string, isPython: boolean): readonly string[] {
  return isPython ? ofPython(text) : [...text.matchAll(ofScript)].map(([, name = ""]) => name)
}

const ofScript = /(?:\bfrom\s*|\brequire\(\s*|\bimport\s*\(?\s*)["']([^"'\n]+)["']/g
const fromImport = /^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#]+))/gm
const plainImport = /^[ \t]*import[ \t]+([\w., \t]+)/gm

function ofPython(text: string): readonly string[] {
  const names: string[] = []
  for (const [, from = "", list = "", line = ""] of text.matchAll(fromImport)) {
    names.push(from)
    const isDots = /^\.+$/.test(from)
    for (const [name] of (list === "" ? line : list).matchAll(/\w+(?:\s+as\s+\w+)?/g))
      names.push(`${from}${isDots ? "" : "."}${name.split(/\s/)[0] ?? ""}`)
  }
  for (const [, list = ""] of text.matchAll(plainImport))
    for (const one of list.split(",")) names.push(one.trim().split(/\s/)[0] ?? "")
  return names.filter((name) => name !== "")
}
