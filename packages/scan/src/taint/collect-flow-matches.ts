import { answersRequests, buildsDocument, readsOwnFormat } from "../library-facts.ts"
import { openLinePlaces } from "../text/lines.ts"
import type { FlowStep, FoundMatch } from "../scan-job.ts"
import { isHarmlessFilter } from "./document-queries.ts"
import type { Harm } from "./harm.ts"
import type { FlowRule } from "./make-flow-rules.ts"
import type { Project } from "./project.ts"
import type { Machine, Reached } from "./run/machine.ts"
import type { InputTrust, Way } from "./value.ts"

const LONGEST_STEP = 120
const LONGEST_EVIDENCE = 400

/**
 * The person who starts a program may run commands anyway: arguments and environment do harm only if others choose
 * them.
 */
const ofStarter = { severity: "minor", persona: "pedantic" } as const

/** Most unknown functions return something else than what they were given. */
const ofGuess = { severity: "minor" } as const

/** What the caller's own code chooses is for readers who want to see everything. */
const ofProgrammer = { persona: "pedantic" } as const

/** Learning that a file exists is of little use. */
const ofGlance = { severity: "minor", persona: "pedantic" } as const

/**
 * Between the archive and a file of another module, or after a guess, there are often checks that were not followed.
 */
const farAway = { severity: "minor", persona: "pedantic" } as const

/** The hash of a format for stored passwords that other programs write and read. */
const prescribedFormats = /\$apr1\$|["']\$1\$|htpasswd|md5_?crypt/i

/** What others wrote. It is a weaker finding if another file reads it. */
const fromAuthors: ReadonlySet<InputTrust> = new Set(["document", "remote"])

/** Harms that are reported only if nothing on the path was guessed: most functions return something else. */
const neverGuessed: ReadonlySet<Harm> = new Set(["html", "trust", "hash"])

export interface FlowFiles {
  readonly file: string
  readonly readText: (file: string) => string
  /** The files that import a file; without this, none is known. */
  readonly findImporters?: Project["findImporters"]
}

/**
 * The sinks that were reached, as matches of rules with their steps. `readText` returns the text of any file on the path.
 */
export function collectFlowMatches(
  reached: readonly Reached[],
  rules: readonly FlowRule[],
  { file: own, readText, findImporters = () => [] }: FlowFiles,
): readonly FoundMatch[] {
  const placed = ({ harm, file, spot }: Reached) => `${harm} ${file} ${spot.start}`
  const sent = new Set(reached.filter(({ taint }) => taint.trust === "request").map(placed))
  return reached.flatMap((one) => {
    const { harm, taint, file, spot } = one
    if (taint.trust === "local" && sent.has(placed(one))) return []
    if (!taint.isSure && neverGuessed.has(harm)) return []
    if (taint.trust === "parameter" && !taint.isSure) return []
    // What was guessed in one file is not reported for another file.
    if (file !== own && !taint.isSure) return []
    const rule = rules.find(({ flow }) => flow.harm === harm && flow.trusts.includes(taint.trust))
    if (rule === undefined) return []
    const text = readText(file)
    if (harm === "key" && refusesKeys.test(taint.trust === "parameter" ? text : shortlyBefore(text, spot))) return []
    if (harm === "nosql" && isHarmlessFilter({ file, text, input: findInput(taint.way), readText, findImporters }))
      return []
    if (harm === "hash" && prescribedFormats.test(shortlyBefore(text, spot))) return []
    if (harm === "html" && isNoPage(text, one)) return []
    if (harm === "html" && taint.trust === "parameter" && buildsDocument(text)) return []
    if (harm === "code" && examinesCode.test(shortlyBefore(text, spot))) return []
    if (rule.flow.outsideHandlers === true && answersRequests(text, file)) return []
    const place = locateSpan(text, spot)
    const evidence = text.slice(spot.start, Math.min(spot.end, spot.start + LONGEST_EVIDENCE))
    const steps = toSteps(taint.way, readText)
    const confidence = taint.isSure ? undefined : ("medium" as const)
    const isElsewhere =
      taint.trust === "archive"
        ? !taint.isSure || steps.some((step) => step.file !== file)
        : fromAuthors.has(taint.trust) && steps[0]?.file !== file
    const told =
      one.isGlance === true
        ? ofGlance
        : isElsewhere
          ? farAway
          : taint.trust === "local"
            ? ofStarter
            : isChosenInCode(one, text)
              ? ofProgrammer
              : taint.isEntry === true || (taint.trust === "parameter" && isOfLibrary(one, text))
                ? ofEntry(rule)
                : {}
    const guessed = taint.isSure ? {} : ofGuess
    return [
      {
        rule: rule.id,
        ...place,
        evidence,
        steps,
        confidence,
        ...guessed,
        ...told,
        file: file === own ? undefined : file,
      },
    ]
  })
}

/**
 * In a library, functions that only their own project calls pass on what others give them as often as the others. In
 * JavaScript this was seen only for commands and code.
 */
function isOfLibrary({ file, harm }: Reached, text: string): boolean {
  return /\.pyi?$/.test(file) ? !answersRequests(text, file) : harm === "shell" || harm === "code"
}

/**
 * Parameters whose names say that the caller's own code chooses them, as a table or a function, or that using what is
 * passed is the function's purpose. In scripts this was seen only for tables that a PRAGMA names.
 */
function isChosenInCode({ harm, file, spot, taint: { trust, origin } }: Reached, text: string): boolean {
  if (!/\.pyi?$/.test(file) && !/\bpragma\b/i.test(text.slice(spot.start, spot.end))) return false
  const name = trust === "parameter" ? /^parameter \d+ _*(\w+)/.exec(origin)?.[1] : undefined
  if (name === undefined) return false
  if (harm === "object" && readsOwnFormat(text)) return true
  return ofProgram.test(name) || chosenInCode[harm]?.test(name) === true
}

const ofProgram = /^(?:env|db|cnx|conn|connection|cursor|engine|app|cls|klass|f|fn|func|function|callback|cb|logger)$/

const chosenInCode: Partial<Record<Harm, RegExp>> = {
  sql: /^(?:(?:old|new|temp|src|dst|source|target|from|to)_?)?(?:database|table|tbl|schema|column|col|model|index|pragma|sequence|sql|query|stmt|statement|dialect|alias)s?(?:_?names?)?$/i,
  template: /^(?:template|tmpl|tpl)(?:_?(?:string|source|text))?$/i,
}

/** Code that mentions these names already guards against them. */
const refusesKeys = /__proto__|["'`]constructor["'`]|prototypePollution|isUnsafeProperty|getOwnPropertyNames\(\w+\)\.i/i

/** The names in the code, or its syntax tree, are looked at before it runs. */
const examinesCode = /\.co_names\b|\bast\.(?:parse|walk)\(/

const typeOfAnswer = /(?:content-?type["']?\s*[,:]|\btype\(|contentType\()\s*["'`]([\w/+.-]+)/gi
const location =
  /(?:setHeader|header|set|writeHead|location)\(\s*(?:["'`]location["'`]|\d+\s*,\s*\{\s*["']?location\b)/i
const shownAsText =
  /^(?:text\/)?plain$|^(?:application\/|text\/)?(?:json|javascript|css|csv)$|^(?:image|audio|video)\//i

/** Just before an answer is sent from a script: it is declared to be text or data, or the browser goes elsewhere. */
function isNoPage(text: string, { spot }: Reached): boolean {
  const line = text.slice(text.lastIndexOf("\n", spot.start) + 1, spot.end)
  if (!/\bres(?:ponse|p)?\b[^]*?\.(?:send|end|write)\(/.test(line)) return false
  const before = text.slice(Math.max(0, spot.start - JUST_BEFORE), spot.start)
  const own = before.slice(Math.max(0, before.search(/(?:=>|\bfunction\b)(?![^]*(?:=>|\bfunction\b))/)))
  const type = [...own.matchAll(typeOfAnswer)].at(-1)?.[1]
  return (type !== undefined && shownAsText.test(type)) || (/\b30[12378]\b/.test(own) && location.test(own))
}

const JUST_BEFORE = 400
const SHORTLY = 1500

/** A check may call a function of another file that throws. */
function shortlyBefore(text: string, { start }: Reached["spot"]): string {
  return text.slice(Math.max(0, start - SHORTLY), start)
}

function ofEntry({ flow }: FlowRule) {
  return flow.ofEntry === undefined ? {} : ({ severity: flow.ofEntry, persona: "regular" } as const)
}

function findInput(last: Way): Way {
  let first = last
  while (first.before !== undefined) first = first.before
  return first
}

function toSteps(last: Way, readText: (file: string) => string): readonly FlowStep[] {
  const ways: Way[] = []
  for (let at: Way | undefined = last; at !== undefined; at = at.before) ways.unshift(at)
  return ways.map((way, at) => {
    const text = readText(way.file)
    const role = at === 0 ? "input" : at === ways.length - 1 ? "sink" : "way"
    const code = text.slice(way.start, way.end).replace(/\s+/g, " ")
    const shown = code.length > LONGEST_STEP ? `${code.slice(0, LONGEST_STEP)}…` : code
    return { role, file: way.file, ...locateSpan(text, way), text: shown }
  })
}

function locateSpan(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const placeAt = openLinePlaces(text)
  const [from, to] = [placeAt(start), placeAt(end)]
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
}

/** A call in which a value could do harm, and whether its values were known to be harmless each time it ran. */
export interface Looked {
  readonly harm: Harm
  readonly start: number
  readonly end: number
  readonly isHarmless: boolean
}

/** Rules that look only at a call, where the data-flow analysis knows more about the harm. */
const byCall: Readonly<Record<string, Harm>> = {
  "built-command": "shell",
  "run-by-shell": "shell",
  "code-from-value": "code",
  "computed-eval": "code",
  "unsafe-reader": "object",
  "unsafe-yaml": "object",
}

/** Rules about how a reader is set up: they report nothing if everything that is read in the file is harmless. */
const bySetUp: Readonly<Record<string, Harm>> = { "external-entities-on": "xml", "unsafe-xml": "xml" }

interface Place {
  readonly rule: string
  readonly start: number
  readonly end: number
}

/** Whether a match is at a call that can only get harmless values. */
export function isHarmlessThere({ rule, start, end }: Place, looked: readonly Looked[]): boolean {
  const harm = byCall[rule] ?? bySetUp[rule]
  if (harm === undefined) return false
  const own = looked.filter((one) => one.harm === harm)
  const near = rule in bySetUp ? own : own.filter((one) => one.start < end && start < one.end)
  return near.length > 0 && near.every(({ isHarmless }) => isHarmless)
}

const noted: ReadonlySet<Harm> = new Set([...Object.values(byCall), ...Object.values(bySetUp)])

/** Collects what is seen at the calls of one file; a call is harmless if it was so each time. */
export function openLooked(own: string): { readonly look: Machine["look"]; readonly all: () => readonly Looked[] } {
  const known = new Map<string, Looked>()
  return {
    look({ harm, file, spot, isHarmless }) {
      if (file !== own || !noted.has(harm)) return
      const key = `${harm} ${spot.start}`
      const before = known.get(key)?.isHarmless ?? true
      known.set(key, { harm, start: spot.start, end: spot.end, isHarmless: before && isHarmless })
    },
    all: () => [...known.values()],
  }
}
