import type { CodeNode } from "../../../../code-tree.ts"
import type { Call, CodeView } from "../../../../rules/code-view.ts"
import { findEnclosingFunction } from "../../../../rules/tree-shapes.ts"

const writers = /^(?:open|writeFile|writeFileSync|createWriteStream|outputFile|outputFileSync|ensureFile)$/
const scriptName = /\b(?:entry|e|file|header|zipEntry|f|record)\.(?:entryName|fileName|path|name|filename)\b/
const pythonName = /\b(?:info|member|entry|zipinfo|tarinfo|m|item)\.(?:filename|name)\b/
const isArchive =
  /\bgetEntries\(|unzip|\byauzl\b|\btar(?:-stream)?\b|\bentryName\b|adm-zip|\bZip|\bjszip\b|extract|infolist\(|getmembers\(|\bzipfile\b|\btarfile\b/i
const checked =
  /startsWith|startswith|basename|\.\.["'`]|relative\(|commonpath|commonprefix|is_relative_to|secure_filename|resolve\(.*throw|sanitize|isInside|includes\(["'`]\.\.|normalize\([^)]*\)\.replace/i

/** Files written under the names in an archive, without a check. */
export function findUnpackedEntries(code: CodeView): readonly CodeNode[] {
  if (!isArchive.test(code.tree.text)) return []
  const name = code.isPython ? pythonName : scriptName
  return code.calls
    .filter(({ method, args }) => {
      const [target] = args
      if (target === undefined || !writers.test(method)) return false
      const text = targetText(code, target)
      if (!name.test(text) || !/join|resolve|[+`/]/.test(text)) return false
      const body = findEnclosingFunction(target)?.text ?? code.tree.text
      const outer = findEnclosingFunction(findEnclosingFunction(target) ?? target)?.text ?? ""
      const isFromArchive =
        isArchive.test(body) ||
        isArchive.test(outer) ||
        /entryName|header\.name/.test(text) ||
        /\.on\(["']entry["']/.test(code.tree.text)
      return isFromArchive && !checked.test(body) && !/readdirSync|readdir\(|withFileTypes/.test(body)
    })
    .map(({ node }) => node)
}

const ownName = /\b(?!self\b|cls\b|args\b|opts\b|options\b|os\b)\w+\.(?:file_?name|name|fname|path_?name)\b/
const readName =
  /\.get_filename\(\)|\.attrib\[["']\w+["']\]|\[["']file_?name["']\]|\.get\(["'](?:file_?name|id|href|src)["']/
const unpacks = /extract|unpack|unarchiv/i

/** Files that are written under the names in what was read, without a check. */
export function findWrittenMembers(code: CodeView): readonly CodeNode[] {
  return code.calls
    .filter((call) => {
      const target = writtenTarget(call)
      if (target === undefined) return false
      const { node } = call
      const texts = givenTexts(code, target)
      const isMember = texts.some(
        (text) => joins.test(text) && ownName.test(text.replace(/^[\w.]*join\([^,]*,/, "")) && !pythonName.test(text),
      )
      const isNamed = isMember && unpacks.test(code.tree.text)
      if (!isNamed && !texts.some((text) => readName.test(text)) && !isListed(texts, node)) return false
      return !checked.test(findEnclosingFunction(node)?.text ?? code.tree.text)
    })
    .map(({ node }) => node)
}

const binary = /^["'](?:[wx]\+?b|wb\+?)["']$/

/** The path of a file that is written: `open(path, "wb")`, `path.open("wb")`, `path.write_bytes(data)`. */
function writtenTarget({ path, method, args: [first, second], object }: Call): CodeNode | undefined {
  if (path === "open") return binary.test(second?.text ?? "") ? first : undefined
  if (method === "open") return binary.test(first?.text ?? "") ? object : undefined
  return method === "write_bytes" ? object : undefined
}

/** `join(to, name)`, `to.joinpath(name)`, `to / name`. */
const joins = /\bjoin(?:path)?\(|[\w)] \/ \w/
const joinedName = /\bjoin\([^()]*,\s*(\w+)\)$|\bjoinpath\((\w+)\)$|[\w)] \/ (\w+)$/

const listing = /^(?:self\.)?[\w.]+\(|\b(?:names|members|entries|contents|files)\b/i
const ownListing =
  /^(?:range|enumerate|zip|sorted|set|list|map|os\.|glob|walk|reversed|iter)|listdir|\bargs?\b|argv|options|\.(?:i?glob|keys|walk|iterdir|split|splitlines|findall)\(/

/** In a function that unpacks something: a name from the list that the reader returned, or returned with the content. */
function isListed(texts: readonly string[], node: CodeNode): boolean {
  const fn = findEnclosingFunction(node)
  if (fn === undefined || !unpacks.test(fn.field("name")?.text ?? "")) return false
  return texts.some((text) => {
    const written =
      /^\w+$/.exec(text)?.[0] ??
      joinedName
        .exec(text)
        ?.slice(1)
        .find((one) => one !== undefined)
    if (written === undefined) return false
    const name = new RegExp(`\\n\\s*${written} = (\\w+)\\n`).exec(fn.text)?.[1] ?? written
    const listed = new RegExp(`\\bfor ${name}(?:, \\w+)? in ([^\\n]+):`).exec(fn.text)?.[1]
    if (listed !== undefined) return listing.test(listed) && !ownListing.test(listed)
    return new RegExp(`\\b${name}, \\w+ = self\\.(?:get|read|next|load)_?\\w*\\(`).test(fn.text)
  })
}

/** The text of a value, and of what its names were given before. */
function givenTexts(code: CodeView, node: CodeNode): readonly string[] {
  const shape = code.shape(node)
  if (shape.kind !== "name") {
    const inner = shape.kind === "call" ? shape.args.at(-1) : undefined
    return [node.text, ...(inner !== undefined && code.shape(inner).kind === "name" ? givenTexts(code, inner) : [])]
  }
  const given = code.flow.names.reaching(shape.name, node)
  return [shape.name, ...given.flatMap((one) => (one.kind === "value" && one.value !== node ? [one.value.text] : []))]
}

function targetText(code: CodeView, node: CodeNode): string {
  const shape = code.shape(node)
  if (shape.kind !== "name") return node.text
  const [first] = code.flow.names.reaching(shape.name, node)
  return first?.kind === "value" ? first.value.text : ""
}
