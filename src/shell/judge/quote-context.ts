/** A position in a command: outside quotes, inside one of the two kinds, or where no value can be inserted safely. */
export type QuoteContext = "plain" | "single" | "double" | "nowhere"

/** A value as text of the command: exactly one word, or a part of one, whatever it contains. */
export function quoteValue(context: Exclude<QuoteContext, "nowhere">, text: string): string {
  switch (context) {
    case "plain":
      // An empty value must be quoted to be a word; a safe one is easier to read without quotes.
      return text === "" || /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
    case "single":
      return text.replaceAll("'", "'\\''")
    case "double":
      return text.replace(/[\\"$`]/g, "\\$&")
  }
}

/** The context at the end of a command's beginning. Anything but plain words and quotes is `nowhere`. */
export function findQuoteContext(before: string): QuoteContext {
  let context: QuoteContext = "plain"
  for (let at = 0; at < before.length; at++) {
    const character = before[at] ?? ""
    if (context === "single") {
      if (character === "'") context = "plain"
      continue
    }
    if (character === "\\") {
      at++
      if (at >= before.length) return "nowhere"
      continue
    }
    if (
      character === "`" ||
      (character === "$" && /[({'"]/.test(before[at + 1] ?? "") && !(context === "double" && before[at + 1] === '"'))
    )
      return "nowhere"
    if (context === "double") {
      if (character === '"') context = "plain"
      continue
    }
    // A here-document is not a word; arithmetic and [[ evaluate their content.
    if (/^(<<|\(\(|\[\[)/.test(before.slice(at, at + 2))) return "nowhere"
    if (character === "#" && (at === 0 || /\s/.test(before[at - 1] ?? ""))) return "nowhere"
    if (character === "'") context = "single"
    else if (character === '"') context = "double"
  }
  return /[$\\]$/.test(before) ? "nowhere" : context
}
