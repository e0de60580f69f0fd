import { isKnownProgram, onlyReads } from "../programs/find-entry.ts"
import { programKind } from "../programs/runners.ts"
import { type Look, type LookedWord, sayOption, UNSURE } from "./option-look.ts"

/** Options that every program means alike, and that run and write nothing. */
const HARMLESS =
  /^(?:--(?:help|version|quiet|silent|verbose|dry-run|all|json|color|no-color|recursive|list|short|long|debug|check|strict|count|limit|follow)(?:=[\w.-]*)?|-[hvVqnasltruRL0-9]+)$/

const SPELL = "only a rule that spells it covers it"

/** Why a sub-command that the table does not have is not covered: a rule must spell it, and its options. */
export function unlistedFault(look: Look, { at }: { readonly at: number }): string | undefined {
  if (look.words.length <= at) return undefined
  if (look.spelled(at) === undefined) return `is not known to be harmless: ${SPELL}`
  return look.words.slice(at + 1).reduce<string | undefined>((fault, looked, index) => {
    if (fault !== undefined || look.spelled(at + 1 + index) !== undefined) return fault
    return wordFault(look, looked) ?? runsFault(looked, RUNS) ?? optionFault(looked, HARMLESS)
  }, undefined)
}

/**
 * Why a program of which nothing is known is not covered. A rule that names it trusts it with plain words; a word that
 * it might run, or an option that may say so, must be spelled. A script in a folder is the rule's own choice.
 */
export function unknownFault(look: Look, name: string): string | undefined {
  if (name.includes("/") && !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(name)) return undefined
  return look.words.slice(1).reduce<string | undefined>((fault, looked, index) => {
    if (fault !== undefined || look.spelled(1 + index) !== undefined) return fault
    return (
      wordFault(look, looked) ??
      runsFault(looked, /^(?:run|exec|shell|eval|foreach|dlx)$/) ??
      optionFault(looked, undefined)
    )
  }, undefined)
}

/** Words by which sub-commands say that they run or change something. */
const RUNS = /^(?:run|exec|foreach|eval|shell|start|launch|spawn|visualize|view|edit|set|add)$/

function runsFault({ forms }: LookedWord, words: RegExp): string | undefined {
  return forms?.some(({ text }) => words.test(text)) === true
    ? `may run something with such a word: ${SPELL}`
    : undefined
}

/** Names of programs that are also words people use for other things. */
const WORDS =
  /^(?:test|install|link|file|watch|time|split|join|sort|find|look|host|id|type|comm|users|who|tree|stat|true|false|size|last|free|w|make|at|batch|screen|script|run|start|stop|expand|cut|fold|paste|sum|locate|exit|return|break|continue|shift|node|go)$/

/** What makes a word one that might be run: a program's name, a path to one, or code. */
function wordFault(look: Look, { forms }: LookedWord): string | undefined {
  if (forms === undefined) return `is not a program we know, and ${UNSURE}`
  for (const { text } of forms) {
    if (/[\s;&|`$(){}<>!]/.test(text))
      return `is not a program we know and might run a word with such characters: ${SPELL}`
    if (look.onlyRuns || text.startsWith("-")) continue
    const isProgram = (isKnownProgram(text) && !onlyReads(text)) || programKind(text) !== undefined
    if (isProgram && !WORDS.test(text)) return `is not a program we know and might run another one: ${SPELL}`
    if (isPathToRun(text)) return `is not a program we know and might run a file: ${SPELL}`
  }
  return undefined
}

/** A path as one writes it to run something, or the name of a script. */
function isPathToRun(text: string): boolean {
  if (/^(?:https?|wss?):\/\//.test(text)) return false
  return (
    /^(?:\.{1,2}|~)\/(?!$)|^\/(?!dev\/(?:null|std))|\.(?:sh|bash|so|py|pl|rb|exe|bin|mk|rc|cmd|bat)$/.test(text) ||
    /^[\w-]+(?:\/[\w-]+)+$/.test(text)
  )
}

/** Parts of names that options have which run, load, write or configure something. */
const SUSPECT =
  /exec|cmd|command|shell|script|prog|bin|run|hook|pager|editor|browser|viewer|plugin|module|load|lib|eval|expr|code|conf|rc$|init|require|import|include|output|out$|dest|write|save|dump|log|place|fix|edit|wrap|render|filter|pre|post|proxy|socket|askpass|ssh|rsh|env|define|templ|file|mark|dir|root|prefix|cert|key|action|trigger|notify|handler|callback|on-|macro|option|connect|processor|agent|spec|map|format-?ter|start|spawn|fork/i

function optionFault({ forms }: LookedWord, allowed: RegExp | undefined): string | undefined {
  for (const { text } of forms ?? []) {
    if (!text.startsWith("-") || /^-{0,2}$/.test(text)) continue
    const name = text.split("=", 1)[0] ?? ""
    const isFine =
      allowed === undefined
        ? (/^--?[A-Za-z][\w-]+$/.test(name) && !SUSPECT.test(name) && !isPathToRun(text.slice(name.length + 1))) ||
          (/^-[abdghijklmnpqrstuvyABGHJKLNQRTUVY\d]+$/.test(text) && !SUSPECT.test(text))
        : allowed.test(text)
    if (!isFine) return `${sayOption(name)} is not known to be harmless: ${SPELL}`
  }
  return undefined
}
