import { judgeList } from "../../skill/body/judge-label.ts"
import { type Block, type BlockItem, readBlocks } from "../../skill/body/read-blocks.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import type { SkillPiece } from "./skill-piece.ts"
import { glueSentences, splitStatements } from "./split-statements.ts"

interface Place {
  readonly under?: number | undefined
  readonly indent: number
}

/**
 * Adds the pieces of a text. What introduces a block is above its pieces: a line that ends with a colon, a label in
 * bold, a tag. A list or a table also belongs to any sentence right before it.
 */
export function addBlocks(pieces: SkillPiece[], text: string, place: Place): void {
  const blocks = readBlocks(text)
  const adding: Adding = { pieces, indent: place.indent, tags: [], top: place.under, title: undefined, lead: undefined }
  for (let at = 0; at < blocks.length; at++) at = addBlock(adding, blocks, at)
}

interface Adding {
  readonly pieces: SkillPiece[]
  readonly indent: number
  readonly tags: { readonly name: string; readonly at: number }[]
  readonly top: number | undefined
  /** A label without a colon, such as a line in bold: it is above everything up to the next one. */
  title: number | undefined
  /** What introduces the next blocks, up to the next paragraph, or only the next paragraph. */
  lead: number | undefined
}

/** Adds one block, or a short one in tags together with its tags; returns the position of the last. */
function addBlock(adding: Adding, blocks: readonly Block[], at: number): number {
  const block = blocks[at]
  switch (block?.kind) {
    case undefined:
      return at
    case "rule":
      adding.title = undefined
      adding.lead = undefined
      return at
    case "tag":
      return addTag(adding, blocks, at)
    case "text":
      addText(adding, block.text, blocks[at + 1])
      return at
    case "list":
      return addVerdict(adding, blocks, at)
    case "table":
      addTable(adding, block)
      return at
    case "code":
    case "quote":
      add(adding, { kind: block.kind, text: block.text, under: findAbove(adding) })
      return at
  }
}

type NewPiece = Pick<SkillPiece, "kind" | "text" | "under"> & Partial<SkillPiece>

function add({ pieces, indent }: Pick<Adding, "pieces" | "indent">, piece: NewPiece): number {
  const tokens = estimateTokens(piece.text)
  pieces.push({ block: pieces.length, indent, isProcess: false, tokens, ...piece })
  return pieces.length - 1
}

function findAbove({ lead, title, tags, top }: Adding): number | undefined {
  return lead ?? title ?? tags.at(-1)?.at ?? top
}

/** The most tokens of what is in tags, such as `<Bad>`, and shown as one piece. */
const SHORT_TAGGED = 200

function addTag(adding: Adding, blocks: readonly Block[], at: number): number {
  const tag = blocks[at]
  if (tag?.kind !== "tag") return at
  adding.lead = undefined
  adding.title = undefined
  if (tag.isClosing) {
    const open = adding.tags.findLastIndex(({ name }) => name === tag.name)
    if (open !== -1) adding.tags.length = open
    return at
  }
  const end = blocks.findIndex((one, next) => next > at && one.kind === "tag" && one.isClosing && one.name === tag.name)
  if (end === -1) return at
  const text = joinTagged(blocks.slice(at, end + 1))
  if (estimateTokens(text) <= SHORT_TAGGED) {
    add(adding, { kind: "quote", text, under: findAbove(adding) })
    return end
  }
  const label = add(adding, { kind: "label", text: tag.text, under: findAbove(adding), close: `</${tag.name}>` })
  adding.tags.push({ name: tag.name, at: label })
  return at
}

/** Only words follow a tag directly: other blocks would be raw HTML there. */
function joinTagged(blocks: readonly Block[]): string {
  const isWords = (block: Block | undefined) => block?.kind === "tag" || block?.kind === "text"
  return blocks
    .map((block, at) => {
      const isClose = isWords(block) && isWords(blocks[at - 1]) && block.kind !== blocks[at - 1]?.kind
      return `${at === 0 ? "" : isClose ? "\n" : "\n\n"}${toSource(block)}`
    })
    .join("")
}

function toSource(block: Block): string {
  switch (block.kind) {
    case "list":
      return block.items.map(toItemSource).join("\n")
    case "table":
      return [block.head, ...block.rows].join("\n")
    case "text":
    case "code":
    case "quote":
    case "tag":
    case "rule":
      return block.text
  }
}

function toItemSource({ text, body, width }: BlockItem): string {
  return body === "" ? text : `${text}\n${indentBy(body, width)}`
}

function indentBy(text: string, width: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(width))
}

/** The most tokens of a paragraph or list item that is one piece. */
const SHORT = 60

function addText(adding: Adding, text: string, next: Block | undefined): void {
  const isIntroduced = adding.lead === adding.pieces.length - 1
  const lead = isIntroduced ? adding.lead : undefined
  adding.lead = undefined
  const statements = splitStatements(text)
  const last = statements.at(-1) ?? ""
  const kind = next === undefined ? "none" : judgeLead(last, next)
  if (kind === "title") adding.title = undefined
  const under = lead ?? findAbove(adding)
  const [told, label] = kind === "none" ? [statements, undefined] : cutLead(statements)
  addParagraph(adding, label === undefined ? [text] : told, under)
  if (label === undefined) return
  const at = add(adding, { kind: "label", text: label, under })
  if (kind === "title") adding.title = at
  else adding.lead = at
}

/** What a line is for the block after it. */
function judgeLead(line: string, next: Block): "title" | "lead" | "none" {
  const isColon = /[:：][*_"”)]*$/.test(line)
  if (!isColon && /^(?:\*\*|__)[^*]+(?:\*\*|__)$/.test(line) && !/[.!?][*_"”)]*$/.test(line)) return "title"
  if (next.kind === "list" || next.kind === "table") return "lead"
  if (next.kind === "rule" || (next.kind === "tag" && next.isClosing)) return "none"
  if (next.kind === "text") return isColon && estimateTokens(line) <= SHORT ? "lead" : "none"
  return isColon || estimateTokens(line) <= SHORT / 2 ? "lead" : "none"
}

/** The end of a paragraph that introduces something: its last line or, of a long one, its last sentence. */
function cutLead(statements: readonly string[]): readonly [told: readonly string[], label: string] {
  const before = statements.slice(0, -1)
  const last = statements.at(-1) ?? ""
  if (estimateTokens(last) <= SHORT) return [before, last]
  const sentences = glueSentences(last)
  const told = sentences.slice(0, -1).join(" ")
  return [told === "" ? before : [...before, told], sentences.at(-1) ?? last]
}

function addParagraph(adding: Adding, statements: readonly string[], under: number | undefined): void {
  const text = statements.join("\n")
  if (text === "") return
  if (estimateTokens(text) <= SHORT) {
    add(adding, { kind: "text", text, under })
    return
  }
  const block = adding.pieces.length
  const sentences = statements
    .flatMap(splitStatements)
    .flatMap((statement) => (estimateTokens(statement) <= SHORT ? [statement] : glueSentences(statement)))
  for (const sentence of sentences) add(adding, { kind: "text", text: sentence, under, block })
}

function addTable(adding: Adding, { head, rows }: Extract<Block, { kind: "table" }>): void {
  const under = add(adding, { kind: "label", text: head, under: findAbove(adding) })
  const block = adding.pieces.length
  for (const text of rows) add(adding, { kind: "row", text, under, block })
}

/**
 * Adds a list. A sentence after it that speaks about all of it ("All of these mean: stop.") is above its items, so that
 * none of them is shown without it.
 */
function addVerdict(adding: Adding, blocks: readonly Block[], at: number): number {
  const [list, next, further] = blocks.slice(at, at + 3)
  if (list?.kind !== "list") return at
  const isVerdict =
    next?.kind === "text" &&
    VERDICT.test(next.text) &&
    estimateTokens(next.text) <= SHORT &&
    (further === undefined || judgeLead(next.text, further) === "none")
  const under = findAbove(adding)
  addList(adding, list, isVerdict ? add(adding, { kind: "label", text: next.text, under }) : under)
  if (isVerdict) adding.lead = undefined
  return isVerdict ? at + 1 : at
}

/** A sentence about all items of a list. */
export const VERDICT = /^\W*(?:all|any|each|every|none) (?:one )?of (?:these|this|those|them|the above)\b/i

function addList(adding: Adding, list: Extract<Block, { kind: "list" }>, under: number | undefined): void {
  const { pieces } = adding
  const block = pieces.length
  const items = list.items.map(({ text }) => text)
  const stance = judgeList({ labels: collectLabels(pieces, under), items })
  const isProcess = list.isNumbered && list.items.length > 1
  for (const item of list.items) addItem(adding, item, { kind: "item", text: "", under, block, stance, isProcess })
}

/** The texts above, the nearest first. The skill's title counts only for what is right below it. */
function collectLabels(pieces: readonly SkillPiece[], under: number | undefined): readonly string[] {
  const labels: string[] = []
  for (let at = under; at !== undefined; at = pieces[at]?.under) {
    const text = pieces[at]?.text ?? ""
    if (labels.length === 0 || !text.startsWith("# ")) labels.push(text)
  }
  return labels
}

/** The most tokens of a list item that is one piece although it is long, if nothing is below it. */
const LONG_ITEM = 100

function addItem(adding: Adding, item: BlockItem, piece: NewPiece): void {
  const whole = toItemSource(item)
  if (estimateTokens(whole) <= (item.body === "" ? LONG_ITEM : SHORT)) {
    add(adding, { ...piece, text: whole })
    return
  }
  const [first = "", ...more] = estimateTokens(item.text) <= LONG_ITEM ? [item.text] : glueSentences(item.text)
  const at = add(adding, { ...piece, text: first })
  const inner = { pieces: adding.pieces, indent: adding.indent + item.width }
  const block = adding.pieces.length
  for (const text of more) add(inner, { kind: "text", text, under: at, block })
  if (item.body !== "") addBlocks(adding.pieces, item.body, { under: at, indent: inner.indent })
}
