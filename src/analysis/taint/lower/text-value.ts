const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", "\n": "" }

/** The text that a literal means: backslashes resolved as Python and JavaScript do it. */
export function unescaped(text: string): string {
  if (!text.includes("\\")) return text
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex, unicode, sign) => {
    const code = hex ?? unicode
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
    return escapes[sign] ?? sign
  })
}
