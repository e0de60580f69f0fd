const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "0": "\0", "\n": "" }

/** The text of a literal, with escapes resolved as in Python and JavaScript. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text
  return text.replace(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])/g, (written) => {
    if (/^\\[xu]./.test(written)) return String.fromCharCode(Number.parseInt(written.slice(2), 16))
    const sign = written.slice(1)
    return escapes[sign] ?? sign
  })
}
