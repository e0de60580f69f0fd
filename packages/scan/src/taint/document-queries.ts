import type { Project } from "./project.ts"
import type { SourceSpan } from "./ir.ts"

/** Input in the filter of a query, and where it comes from. */
export interface FilteredInput {
  /** The file of the query and its text. */
  readonly file: string
  readonly text: string
  readonly input: SourceSpan & { readonly file: string }
  readonly readText: (file: string) => string
  readonly findImporters: Project["findImporters"]
}

/**
 * Whether an object in a filter can do nothing: the database has no operators that are texts, a page has no database, or
 * the request was checked before its handler ran.
 */
export function isHarmlessFilter(filtered: FilteredInput): boolean {
  const { file, text } = filtered
  if (relational.test(text) && !documents.test(text)) return true
  if (isOfPage(file, text)) return true
  return isCheckedInHandler(filtered) || isCheckedOnTheWay(filtered)
}

const relational =
  /(?:from|require\(|import)\s*["'](?:sequelize(?:-typescript)?|typeorm|@nestjs\/(?:typeorm|sequelize)|@prisma\/client|knex|objection|bookshelf|@?mikro-orm(?:\/\w+)?|drizzle-orm(?:\/[\w-]+)?|kysely)["']/
const documents =
  /["'](?:mongoose|mongodb|@nestjs\/mongoose|monk|mongoist|nedb(?:-promises)?|@?typegoose(?:\/\w+)?)["']/

const ofServer =
  /["'](?:mongoose|mongodb|express|koa|fastify|next(?:\/\w+)?|(?:node:)?(?:fs|http|path))["']|\bmodule\.exports\b/

/** Code that runs in a browser: `find` is a method of lists and of elements there. */
function isOfPage(file: string, text: string): boolean {
  if (ofServer.test(text)) return false
  return (
    /\.(?:vue|svelte|html?)$/.test(file) || /\b(?:document|window|localStorage)\.\w|^["']use client["']/m.test(text)
  )
}

/** Middleware and calls that refuse objects where texts are expected, or remove operators. */
const schemas =
  /\b(?:celebrate|checkSchema|checkExact|zValidator|validateRequest|validate\w*|validator|schemaValidator|mongoSanitize|sanitize)\(|\b(?:body|check|query|param)\(\s*["'`][^)]*\)\s*\.\s*(?:\w+\([^)]*\)\s*\.\s*)*is[A-Z]\w*\(|\b\w*[sS]chema\w*\.(?:safe)?(?:[pP]arse|validate)\w*\(|\b[jJ]oi\.\w+\(|\bvalidationResult\(|\bmatchedData\(|\.validate(?:Async|Sync)?\(/

const registrar = /\.(?:get|post|put|patch|delete|all|use|route)\(/g

/** Between the route, or the beginning of its handler, and the input or the query. */
function isCheckedInHandler({ file, text, input, readText }: FilteredInput): boolean {
  const own = input.file === file ? text : readText(input.file)
  const before = own.slice(0, input.end)
  const route = [...before.matchAll(registrar)].at(-1)?.index ?? -1
  const fn = Math.max(...[...before.matchAll(beginning)].map(({ index }) => index), 0)
  return schemas.test(before.slice(route === -1 || route < fn - LONGEST_ROUTE ? fn : Math.min(route, fn)))
}

const beginning = /\bfunction\b|=>\s*\{|^\s*(?:async\s+)?\w+\([^)]*\)\s*\{/gm
const LONGEST_ROUTE = 400

const cleaners = /["'](?:express-mongo-sanitize|mongo-sanitize|@exortek\/express-mongo-sanitize|content-filter)["']/
const HIGHEST = 4

/** In the file that routes to the handler; or in one above it, for all routes. */
function isCheckedOnTheWay({ input, readText, findImporters }: FilteredInput): boolean {
  const own = readText(input.file)
  const handler = [...own.slice(0, input.start).matchAll(named)].at(-1)
  const name = handler?.[1] ?? handler?.[2]
  const seen = new Set([input.file])
  let edge: readonly string[] = [input.file]
  for (let height = 0; height <= HIGHEST && edge.length > 0; height++) {
    const texts = edge.map(readText)
    if (texts.some((text) => cleaners.test(text))) return true
    if (name !== undefined && height > 0 && texts.some((text) => isRoutedWithSchema(text, name))) return true
    edge = [...new Set(edge.flatMap(findImporters))].filter((file) => !seen.has(file) && seen.add(file))
  }
  return false
}

const named =
  /(?:const|let|var|exports\.|function\*?)\s*(\w+)\s*(?:=|\()|^\s*(?:async\s+)?(\w+)\s*(?:\([^)]*\)\s*\{|[:=]\s*(?:async\b|\())/gm

/** `router.post("/x", validate(schema), controller.create)` */
function isRoutedWithSchema(text: string, handler: string): boolean {
  for (const { index } of text.matchAll(new RegExp(`\\b${handler}\\b`, "g"))) {
    const before = text.slice(Math.max(0, index - LONGEST_ROUTE), index)
    const route = [...before.matchAll(registrar)].at(-1)
    if (route !== undefined && schemas.test(before.slice(route.index))) return true
  }
  return false
}
