import { printable } from "../text/printable.ts"

declare const xml: unique symbol

/** Well-formed XML. Only the functions of this file make it, so what is in it was escaped, and once. */
export type Xml = string & { readonly [xml]: true }

/** Any text that is not XML yet: escaping the same thing twice does not compile. */
export type PlainText = string & { readonly length: number; readonly [xml]?: never }

export type Attributes = Readonly<Record<string, PlainText | number | undefined>>

/** Text as content of an element. Line ends become line feeds; what XML cannot hold is shown as `\u0007`. */
export function xmlText(text: PlainText): Xml {
  return made(
    printable(text.replaceAll("\r\n", "\n"))
      .replace(/[&<>]/g, (found) => ENTITIES[found] ?? found)
      .replaceAll("\r", "&#13;"),
  )
}

/** One element on one line. Attributes without a value are left out. */
export function element(name: PlainText, attributes: Attributes, content?: Xml): Xml {
  const opening = `<${name}${attributeList(attributes)}`
  return made(content === undefined ? `${opening}/>` : `${opening}>${content}</${name}>`)
}

/** An element whose content stands on lines of its own; a reader takes off one line feed at each end. */
export function block(name: PlainText, attributes: Attributes, content: readonly Xml[]): Xml {
  return element(name, attributes, made(`\n${content.join("\n")}\n`))
}

export function lines(parts: readonly Xml[]): Xml {
  return made(parts.join("\n"))
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function attributeList(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${attributeValue(String(value))}"`))
    .join("")
}

/** Line feeds and tabs in an attribute would be read as spaces, so they are written as numbers. */
function attributeValue(text: string): string {
  return printable(text)
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found)
    .replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`)
}

function made(text: string): Xml {
  return text as Xml
}
