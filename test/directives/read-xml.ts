export interface Read {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly content: readonly (string | Read)[]
}

const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/** Reads the part of XML that we write, strictly: for tests. */
export function readXml(xml: string): readonly (string | Read)[] {
  let rest = xml
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(rest)
    if (match === null) return undefined
    rest = rest.slice(match[0].length)
    return match
  }
  const content = (): readonly (string | Read)[] => {
    const found: (string | Read)[] = []
    const say = (text: string) => {
      const last = found.at(-1)
      if (typeof last === "string") found[found.length - 1] = last + text
      else found.push(text)
    }
    for (;;) {
      const text = take(/^[^<]+/)
      if (text !== undefined) say(unescaped(text[0], new RegExp(`${NO_CHARACTER.source}|\\]\\]>|\\r`, "u")))
      const raw = take(/^<!\[CDATA\[([\s\S]*?)\]\]>/)
      if (raw !== undefined) {
        if (NO_CHARACTER.test(raw[1] ?? "") || raw[1]?.includes("\r") === true)
          throw new Error(`not well formed: ${raw[0]}`)
        say(raw[1] ?? "")
        continue
      }
      const opening = take(/^<([a-z_]+)((?: [a-z_]+="[^"<]*")*)(\/?)>/)
      if (opening === undefined) return found
      const [, name = "", list = "", closed] = opening
      const inner = closed === "/" ? [] : content()
      if (closed !== "/" && take(new RegExp(`^</${name}>`)) === undefined) throw new Error(`not well formed: ${rest}`)
      found.push({ name, attributes: attributesOf(list), content: inner })
    }
  }
  const all = content()
  if (rest !== "") throw new Error(`not well formed: ${rest}`)
  return all
}

function attributesOf(list: string): Readonly<Record<string, string>> {
  const pairs = [...list.matchAll(/ ([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
    name,
    unescaped(value, /[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u),
  ])
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`not well formed: ${list}`)
  return Object.fromEntries(pairs)
}

function unescaped(text: string, forbidden: RegExp): string {
  if (forbidden.test(text)) throw new Error(`not well formed: ${text}`)
  return text.replace(
    /&(?:(lt|gt|amp|quot)|#(\d+));|&/g,
    (found, name: string | undefined, code: string | undefined) => {
      if (name !== undefined) return { lt: "<", gt: ">", amp: "&", quot: '"' }[name] ?? found
      if (code === undefined) throw new Error(`not well formed: ${text}`)
      return String.fromCodePoint(Number(code))
    },
  )
}

export function elements(read: string | Read | undefined): readonly Read[] {
  return typeof read === "object" ? read.content.flatMap((part) => (typeof part === "string" ? [] : [part])) : []
}

export function textOf(read: Read | undefined): string {
  return (read?.content ?? []).filter((part) => typeof part === "string").join("")
}

export function flat(read: readonly (string | Read)[]): readonly Read[] {
  return read.flatMap((part) => (typeof part === "string" ? [] : [part, ...flat(part.content)]))
}

export function tags(read: readonly (string | Read)[]): readonly string[] {
  return flat(read).map(({ name }) => name)
}
