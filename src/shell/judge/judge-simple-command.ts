import { isOpenEnded, ruleCovers, spellsEveryWord } from "../match-rule.ts"
import { ruleMayMatch } from "../may-match.ts"
import type { CommandReading } from "../reading/script-reader.ts"
import { type ShellWord, type SimpleCommand, readStaticWord } from "../reading/words/shell-word.ts"
import type { Rule } from "../rule.ts"
import { findAssignmentFault, findReadFault, isStrictMode, spellsAssignments } from "./check-around.ts"
import { findBypassFault, denyForms } from "./deny-forms.ts"
import { findCopyFault, type MadeFiles } from "./find-copy-fault.ts"
import { findWordsFault, findSpelledInner } from "./options/check-options.ts"
import { findEntry } from "./options/programs/find-entry.ts"
import {
  folderBuiltins,
  freeBuiltins,
  neverBuiltins,
  toProgramName,
  sayProgram,
  findWrapperFault,
} from "./options/programs/runners.ts"
import { findSpelled } from "./options/spelled-words.ts"
import type { CommandContext } from "./options/words/resolve-word.ts"
import { askReadOnly, type ReadOnlyAnswer } from "./read-only.ts"
import { findSendFault } from "./find-send-fault.ts"

export interface Rules {
  readonly allow: readonly Rule[]
  readonly ask: readonly Rule[]
  readonly deny: readonly Rule[]
  readonly free: "none" | "read-only"
}

/** The decision on one simple command, and the rule it is based on. */
export interface Judgement {
  readonly decision: "allow" | "ask" | "deny"
  readonly rule?: string
  readonly reason: string
}

export interface CommandPlace {
  readonly findings: CommandReading
  /** A built-in in it sets variables while it runs. */
  readonly unsettled: boolean
  readonly made: MadeFiles
  /** The number of the command, from 1. */
  readonly at: number
}

/** Steps 4 to 9 of the policy (listed at `decideCommand`), for one simple command. */
export function judgeSimpleCommand(command: SimpleCommand, rules: Rules, place: CommandPlace): Judgement {
  const everything = rules.allow.find(({ kind }) => kind === "all")
  const [first] = command.words
  const name = first === undefined ? undefined : readStaticWord(first)
  const said = sayProgram(name, place.at)
  if (first === undefined) return judgeNameless(command, { rules, place, everything })
  const guarded = rules.deny.length + rules.ask.length > 0
  if (name === undefined) {
    return everything !== undefined && !guarded
      ? covered(everything)
      : refused(`the name of command ${place.at} is only known at run time: write it out`)
  }
  const never = neverBuiltins.get(name)
  if (never !== undefined) return refused(never)
  const forms = guarded ? denyForms(command.words) : []
  const mayMatch = (rule: Rule) => forms === undefined || forms.some((form) => ruleMayMatch(rule, form))
  const denying = rules.deny.find(mayMatch)
  if (denying !== undefined) return { decision: "deny", rule: denying.text, reason: explainDenial(command, said) }
  const copied = guarded ? findCopyFault(command, place.made) : undefined
  if (copied !== undefined) return refused(`${said}: ${copied}`)
  const asking = rules.ask.find(mayMatch)
  const permitted = permit(command, { rules, place, name, said, everything, asking })
  if (asking === undefined || permitted.decision === "deny") return permitted
  return { decision: "ask", rule: asking.text, reason: `a rule requires confirmation for ${said}` }
}

interface Asked {
  readonly rules: Rules
  readonly place: CommandPlace
  readonly name: string
  readonly said: string
  readonly everything: Rule | undefined
  readonly asking: Rule | undefined
}

/** Steps 8 and 9. */
function permit(command: SimpleCommand, asked: Asked): Judgement {
  const { rules, place, name, said, everything, asking } = asked
  if (everything !== undefined) return permitEverything(command, everything, asked)
  if (folderBuiltins.has(name) && place.findings.commands.length > 1) {
    return refused(`${name} changes the directory for the other commands: name files from here instead`)
  }
  const assigned = findAssignmentFault(command)
  const spellers = rules.allow.filter((rule) => spellsAssignments(rule, command))
  const fault = command.doubts[0] ?? (spellers.length === 0 ? assigned : undefined)
  if (fault !== undefined) return refused(`${said}: ${fault}`)
  if (isStrictMode(command.words)) return { decision: "allow", reason: `${name} only makes the shell stop at errors` }
  if (freeBuiltins.has(name)) {
    const doubt =
      findTestFault(command.words) ??
      (command.inputs.length > 0 ? "it has an input redirection that it does not need: leave that out" : undefined)
    return doubt === undefined ? { decision: "allow", reason: `${name} has no side effects` } : refused(doubt)
  }
  const faults: string[] = []
  for (const rule of asking === undefined ? rules.allow : [...rules.allow, asking]) {
    if (!ruleCovers(rule, command.words)) continue
    const isUnset = rule.kind === "all" || rule.sets === undefined
    if (isUnset ? assigned !== undefined : !spellsAssignments(rule, command)) continue
    const why = ruleFault(rule, command, asked)
    if (why === undefined) return covered(rule)
    faults.push(why)
  }
  const free: ReadOnlyAnswer =
    rules.free === "none" || assigned !== undefined ? { kind: "unlisted" } : askReadOnly(command, toContext(place))
  if (free.kind === "free") return { decision: "allow", reason: `${said} only reads` }
  if (free.kind === "fault") faults.push(free.reason)
  if (faults[0] === undefined && assigned !== undefined) return refused(`${said}: ${assigned}`)
  return refused(faults[0] ?? `no rule covers ${said}: leave it out, or ask for a rule that names it`)
}

/** Part of step 9: why a rule that matches the words still does not cover the command. */
function ruleFault(rule: Rule, command: SimpleCommand, { rules, place, name, said }: Asked): string | undefined {
  if (command.inputs.length > 0) {
    if (!isOpenEnded(rule)) return `${said} reads a file that its rule does not name: pass the file as an argument`
    const fault = findReadFault(command, toContext(place))
    if (fault !== undefined) return `${said}: ${fault}`
  }
  if (spellsEveryWord(rule, command.words)) return undefined
  if (isHarmless(command.words)) return undefined
  const inner = findSpelledInner(command.words, rule)
  const sends = findSendFault(command, toContext(place), inner)
  if (sends !== undefined) return `${said} ${sends}`
  if (runsSpelledScript(rule, command.words.length, name)) return undefined
  const isKnownUse = isListedUse(command.words, name) || inner !== undefined
  const wrapper = isKnownUse ? undefined : findWrapperFault(name)
  if (wrapper !== undefined) return `${wrapper}: only a rule that spells out the whole command can allow it`
  const plainLetters = rules.deny.length + rules.ask.length === 0
  return findWordsFault(command.words, rule, { ...toContext(place), plainLetters })
}

/** Interpreters that pass everything after their script to the script. */
const SCRIPTED =
  /^(?:python[\d.]*|pypy3?|node|nodejs|ruby|perl|bash|sh|dash|zsh|ksh|lua|luajit|php|rscript|tsx|ts-node)$/

/** A rule that names the interpreter with its script, and no option before it, covers the script's arguments. */
function runsSpelledScript(rule: Rule, count: number, name: string): boolean {
  const script = findSpelled(rule, 1, count)
  return (
    SCRIPTED.test(toProgramName(name)) &&
    script?.whole === true &&
    /^(?!\/(?:dev|proc)\/)[\w./~@+][\w./~@+-]*$/.test(script.text) &&
    /\/.|\.\w+$/.test(script.text)
  )
}

/** Whether the table lists exactly this sub-command of a program that otherwise runs code, as in `swift build`. */
function isListedUse(words: readonly ShellWord[], name: string): boolean {
  const found = findEntry(
    toProgramName(name),
    words.map((word) => readStaticWord(word)),
  )
  return found.kind === "entry" && found.from > 1
}

/** Interpreters that print their version; others start to read code when given `-v`. */
const VERSIONS = /^(?:(?:node|nodejs|ruby|perl|php|bun) -v|(?:python[\d.]*|deno) -V)$/

function isHarmless(words: readonly ShellWord[]): boolean {
  const texts = words.map((word) => readStaticWord(word))
  if (texts.length === 1 && texts[0] === "arch") return true
  if (texts.length === 2 && /^--?version$|^--help$/.test(texts[1] ?? "")) return true
  if (texts.length === 2 && VERSIONS.test(texts.join(" "))) return true
  return texts[0] === "command" && (texts[1] === "-v" || texts[1] === "-V") && texts.every((text) => text !== undefined)
}

/** In place of steps 8 and 9 if everything is granted: then only deny and ask rules can be bypassed. */
function permitEverything(command: SimpleCommand, rule: Rule, { rules, place, name, said }: Asked): Judgement {
  if (rules.deny.length + rules.ask.length === 0) return covered(rule)
  const fault = findBypassFault(command, toContext(place))
  if (fault !== undefined) return refused(fault.startsWith(said) ? fault : `${said}: ${fault}`)
  const doubt = freeBuiltins.has(name) ? findTestFault(command.words) : undefined
  return doubt === undefined ? covered(rule) : refused(doubt)
}

/** Step 4, for a command without a name. */
function judgeNameless(
  command: SimpleCommand,
  { rules, place, everything }: Pick<Asked, "rules" | "place" | "everything">,
): Judgement {
  if (everything !== undefined) {
    const guarded = rules.deny.length + rules.ask.length > 0
    const fault = guarded ? findBypassFault(command, toContext(place)) : undefined
    return fault === undefined ? covered(everything) : refused(fault)
  }
  return refused(
    command.assignments.length > 0
      ? "it sets a variable, which no rule can allow: write the value where it is used"
      : "a redirection has no command: leave it out",
  )
}

function explainDenial({ words }: SimpleCommand, said: string): string {
  return words.every((word) => readStaticWord(word) !== undefined)
    ? `a rule denies this use of ${said}: leave it out`
    : `a rule may deny what ${said} is given at run time: write its arguments out`
}

function covered(rule: Rule): Judgement {
  return { decision: "allow", rule: rule.text, reason: "allowed by a rule" }
}

function refused(reason: string): Judgement {
  return { decision: "deny", reason }
}

function toContext({ findings, unsettled }: CommandPlace): CommandContext {
  return { given: findings.given, unsettled }
}

/**
 * Why `[ … ]` or `test` may do more than compare, or undefined. `-v` and `-R` evaluate a subscript, so a word that is
 * only known at run time may not be where it could become one of them.
 */
export function findTestFault(words: readonly ShellWord[]): string | undefined {
  const name = readStaticWord(words[0] ?? { raw: "", pieces: [] })
  const last = words.at(-1)
  const closed = name === "[" && last !== undefined && readStaticWord(last) === "]"
  const inner = words.slice(1, closed ? -1 : undefined)
  const texts = inner.map((word) => readStaticWord(word))
  for (const [at, text] of texts.entries()) {
    if ((text === "-v" || text === "-R") && !/^[A-Za-z_]\w*$/.test(texts[at + 1] ?? "]")) {
      return `[ ${text} … ] evaluates a subscript: give it a plain name`
    }
  }
  if (texts.every((text) => text !== undefined)) return undefined
  if (
    inner.some((word) =>
      word.pieces.some((piece) => piece.kind === "value" && !piece.quoted && piece.from.kind !== "number"),
    )
  ) {
    return 'a value in [ … ] is not quoted: write "$name"'
  }
  return isSimple(texts) ? undefined : "[ … ] contains too many comparisons: use one comparison in each, joined with &&"
}

const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/
const BINARY = /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/

/** One operand, an operator and one operand, or an operator between two operands; possibly negated. */
function isSimple(texts: readonly (string | undefined)[]): boolean {
  const [first, second] = texts
  if (first === "!" && texts.length > 1) return isSimple(texts.slice(1))
  if (texts.length <= 1) return true
  if (texts.length === 2) return first !== undefined && UNARY.test(first)
  return texts.length === 3 && second !== undefined && BINARY.test(second)
}
