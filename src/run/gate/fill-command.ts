import { cutTemplate, fillTemplate } from "../../workflow/template.ts"

type Quote = "" | "'" | '"'

/**
 * A gate's command with its places filled in. What is filled in is data: it stays one word, wherever the place stands, and
 * cannot begin another command. A command that is one place and nothing else is taken as it is.
 */
export function fillCommand(command: string, lookup: (path: string) => unknown): string {
  const parts = cutTemplate(command.trim())
  if (parts.length < 2) return fillTemplate(command, lookup).trim()
  let quote: Quote = ""
  let filled = ""
  for (const part of parts) {
    if (part.kind === "text") {
      quote = quoteAfter(part.text, quote)
      filled += part.text
    } else filled += quoted(fillTemplate(`{{${part.path}}}`, lookup).trim(), quote)
  }
  return filled.trim()
}

/** In which quotes a shell is once it has read the text. */
function quoteAfter(text: string, before: Quote): Quote {
  let quote = before
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === "\\" && quote !== "'") at++
    else if (quote === "" && (sign === "'" || sign === '"')) quote = sign
    else if (sign === quote) quote = ""
  }
  return quote
}

function quoted(text: string, quote: Quote): string {
  if (quote === '"') return text.replace(/[\\"$`]/g, "\\$&")
  if (quote === "'") return text.replaceAll("'", `'\\''`)
  if (text === "" || /^[\w./:@%+=,-]+$/.test(text)) return text
  return `'${text.replaceAll("'", `'\\''`)}'`
}
