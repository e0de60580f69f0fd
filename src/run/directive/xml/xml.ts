import { escapeUnprintable } from "../escape-unprintable.ts"

declare const xml: unique symbol

/** Well-formed XML. Everything in it was escaped exactly once. */
export type Xml = string & { readonly [xml]: true }

/** Any text that is not XML yet: escaping twice does not compile. */
export type PlainText = string & { readonly length: number; readonly [xml]?: never }

export type Attributes = Readonly<Record<string, PlainText | number | undefined>>

/**
 * Text as the content of an element. It is written unchanged, inside CDATA if it contains markup, so that a copy
 * matches the original. CRLF becomes LF, as in every XML reader; characters that XML cannot contain are shown as
 * `\u0007`.
 */
export function xmlText(text: PlainText): Xml {
  const unified = text.replaceAll("\r\n", "\n")
  return /[&<\r]|\]\]>/.test(unified) ? toCdata(text) : trustXml(escapeUnprintable(unified))
}

/** The same, always inside CDATA: for a position where other text is directly before or after it. */
export function toCdata(text: PlainText): Xml {
  return trustXml(
    escapeUnprintable(text.replaceAll("\r\n", "\n"))
      .split("\r")
      .map((part) => (part === "" ? "" : `<![CDATA[${part.replaceAll("]]>", END_DIVIDED)}]]>`))
      .join("&#13;"),
  )
}

const END_DIVIDED = "]]]]><![CDATA[>"

/** Whether a text that is written as XML can be copied from it byte for byte, by a reader that does not parse XML. */
export function isVerbatim(text: string): boolean {
  return !text.includes("\r") && !text.includes("]]>") && escapeUnprintable(text) === text
}

/** One element on one line. Attributes without a value are left out. */
export function makeElement(name: PlainText, attributes: Attributes, content?: Xml): Xml {
  const opening = `<${name}${attributeList(attributes)}`
  return trustXml(content === undefined ? `${opening}/>` : `${opening}>${content}</${name}>`)
}

/** An element whose content is on its own lines; a reader removes one line feed at each end. */
export function makeBlock(name: PlainText, attributes: Attributes, content: readonly Xml[]): Xml {
  return makeElement(name, attributes, trustXml(`\n${content.join("\n")}\n`))
}

export function joinXmlLines(parts: readonly Xml[]): Xml {
  return trustXml(parts.join("\n"))
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function attributeList(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeAttribute(String(value))}"`))
    .join("")
}

/** A value for a place in an attribute. XML reads line feeds and tabs there as spaces, so they become character references. */
export function escapeAttribute(text: string): string {
  return escapeUnprintable(text)
    .replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found)
    .replace(/[\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`)
}

/** Only for text that is known to be well-formed XML. */
export function trustXml(text: string): Xml {
  return text as Xml
}
