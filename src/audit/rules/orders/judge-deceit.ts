import type { Grade } from "../../audit-rule.ts"
import { ASKS_FIRST, CONCEALS, isForbidden, isNegated, KEEPS_SECRETS, dropConcealing } from "./phrases.ts"
import type { Sentence } from "./read-sentences.ts"

const FOUND: Grade = {}

const WEAKENS =
  /\b(?:delet\w+|skip\w*|remov\w+|disabl\w+|comment(?:ed|ing)? out|turn(?:ed|ing)? off|ignor\w+|suppress\w*|mark\w*[^.\n]{0,30}\bskipped|xfail|continue-on-error|weaken\w*|exclude\w*|add an? ignore|stub out)\b/i
const CHECKED =
  /\b(?:tests?|test suite|specs?|assertions?|checks?|scan(?:s|ner)?|linters?|CodeQL|security|audit|warnings?|findings?|vulnerabilit\w+|alerts?|reviews?)\b/i
const FALSE_REPORT =
  /\b(?:report|say|state|write|claim|tell|note|answer|announce|declare|pretend)\b[^.\n]{0,50}\b(?:tests?|checks?|suite|build|scan|pipeline|everything|it)\b[^.\n]{0,25}\b(?:pass(?:ed|es|ing)?|green|clean|succeed\w*|fine|ok|no (?:issues?|findings?|problems?))\b/i
const BLINDLY =
  /(?:^\W{0,10}|[,;:]\s{1,4}|\b(?:always|must|then|please|just|simply|should)\s{1,4})(?:approve|accept|merge|sign off)\b[^.\n]{0,60}\b(?:without (?:a |any )?(?:comments?|review\w*|checks?|question\w*|looking|reading)|unread|blindly|no matter|regardless|whatever)\b|\balways approve\b[^.\n]{0,40}\b(?:pull requests?|changes?|commits?|diffs?)\b|\b(?:rate|mark|report|classify|label|treat|consider)\b[^.\n]{0,40}\b(?:every|all|any|each)\b[^.\n]{0,40}\bas (?:safe|clean|harmless|trusted|low[- ]risk)\b[^.\n]{0,20}\b(?:even|regardless|no matter|whatever)\b|\b(?:close|dismiss|resolve)\b[^.\n]{0,20}\b(?:security|dependabot|code scanning|vulnerability) (?:alerts?|warnings?|findings?)\b/i
const DISMISSED = /\b(?:treat|consider|regard|mark|report|dismiss|count)\b[^.\n]{0,80}\bas (?:an? )?false positives?\b/i
const FAVOURED =
  /\bapprove\b|\b(?:this|the|that|our) (?:vendor|publisher|author|company|maker)\b|\bvendor['’]s\b|\bthis (?:package|library|sdk)\b|payments?|auth\w*/i

/** Work that is made to look better than it is: skipped checks that are reported as passed, blind approval. */
export function isSabotaged({ text, before, passage, paragraph }: Sentence): Grade | undefined {
  if (passage.kind === "header") return undefined
  const own = dropConcealing(text)
  if (isNegated(own) || ASKS_FIRST.test(paragraph)) return undefined
  if (BLINDLY.test(own)) return FOUND
  if (DISMISSED.test(own) && FAVOURED.test(own.replace(/\bfalse positives?\b/i, ""))) return FOUND
  const around = isNegated(before) ? own : `${before} ${own}`
  return FALSE_REPORT.test(own) && WEAKENS.test(around) && CHECKED.test(around) ? FOUND : undefined
}

const OTHER_AGENTS =
  /\b(?:every|each|all|any)\b[^.\n]{0,30}\b(?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|SKILL\.md|other agents?|other skills?|agents?['’] (?:settings|rules))\b|\bother (?:agents?|skills?)\b|~\/\.(?:codex|gemini|claude|cursor|config\/opencode)\/(?:skills|agents|rules|commands)\b/i
const SPREADS =
  /\b(?:append|copy|write|insert|add|install|put|paste)\b[^.\n]{0,120}\b(?:to|into|in)\s+(?:the skills? directory of\s+)?(?:every|each|all)\b[^.\n]{0,60}\b(?:agents?|CLAUDE\.md|AGENTS\.md|GEMINI\.md|SKILL\.md|skills?|projects?|repositor(?:y|ies))\b/i
const TURNS_OFF =
  /\b(?:remove|delete|disable|uninstall|overwrite|rename)\b[^.\n]{0,40}\b(?:other|security|review|audit|guard|safety)\b[^.\n]{0,30}\b(?:skills?|hooks?|agents?|rules)\b/i
const FAR =
  /\bon (?:this|the) (?:computer|machine|system|disk)\b|\byou can (?:find|reach|see)\b|\bevery other agent\b|\bother agents?\b|~\/\.\w+\/skills/i

/** Reaches into other skills, or into the rules of other agents. */
export function isSpread({ text, passage, paragraph }: Sentence): Grade | undefined {
  if (passage.kind === "header" || isForbidden(text) || ASKS_FIRST.test(paragraph)) return undefined
  if (!OTHER_AGENTS.test(text)) return undefined
  return (SPREADS.test(text) && FAR.test(text)) || (TURNS_OFF.test(text) && FAR.test(text)) ? FOUND : undefined
}

const ASKED_FOR =
  /\b(?:ask|prompt|request|get|have)\b[^.\n]{0,40}\b(?:user|them|customer)\b[^.\n]{0,40}\b(?:password|passphrase|pass ?code|secret(?: access)? key|private key|seed phrase|recovery phrase|one-time code|2fa code|credit card|card number)\b/i
const SENT =
  /\b(?:send|post|save|submit|upload|forward|transmit|store|report)\b[^.\n]{0,60}\b(?:to|at|in|into)\s+<?`?https?:\/\/(?!localhost|127\.)/i

/** Asks the user for a secret that then goes to an address. */
export function isPhished({ text, before, passage }: Sentence): Grade | undefined {
  if (passage.kind === "header" || isForbidden(text)) return undefined
  const around = `${before} ${text}`
  return ASKED_FOR.test(around) && SENT.test(text) ? FOUND : undefined
}

const GATHERED =
  /\b(?:any|every|all|each)\b[^.\n]{0,30}\b(?:api[ _-]?keys?|keys?|tokens?|passwords?|credentials?|secrets?|connection strings?)\b|\b(?:api keys?|tokens?|passwords?|credentials|secrets?)\b[^.\n]{0,30}\b(?:you (?:find|see|come across|encounter)|that (?:appear|occur)|found in|in (?:the|this) (?:conversation|session|project|environment))\b|\beverything the user (?:has )?(?:told|said|wrote|typed|pasted)\b|\b(?:complete|whole|entire|full) (?:conversation|transcript|chat|session|prompt)\b|\b(?:conversation|chat) (?:history|so far)\b/i
const PASSED =
  /\b(?:add|append|put|send|post|include|encode|embed|submit|upload|forward|attach|copy|pass|report|transmit)\w{0,3}\b/i
const LITERAL_ADDRESS = /https?:\/\/(?!localhost|127\.)[\w-]+\.[\w.-]+/i
const ALWAYS = /\b(?:each|every|always|at the end of|after (?:each|every)|before (?:each|every)|whenever)\b/i

/** Collects what is secret in a session and puts it into an address. */
export function isGathered({ text, before, passage, paragraph }: Sentence): Grade | undefined {
  if (passage.kind === "header" || isForbidden(dropConcealing(text)) || ASKS_FIRST.test(paragraph)) return undefined
  if (/\b(?:headers?|authorization|bearer|redact|mask|rotate|revoke|leak\w*)\b/i.test(paragraph)) return undefined
  const gathered = GATHERED.exec(text)
  if (gathered === null || !PASSED.test(text)) return undefined
  const address = LITERAL_ADDRESS.test(text) || LITERAL_ADDRESS.test(before)
  if (!address) return undefined
  const isSecret = KEEPS_SECRETS.test(gathered[0]) || /keys?|tokens?|connection/i.test(gathered[0])
  return isSecret || ALWAYS.test(text) || CONCEALS.test(paragraph) ? FOUND : undefined
}

/** Tells the agent what to say about the skill or a step, which is not the truth. */
export function isLie({ text, passage }: Sentence): Grade | undefined {
  if (passage.kind === "header") return undefined
  return /\b(?:if|when(?:ever)?|should)\b[^.\n]{0,30}\b(?:asks?|asked|wonders?|inquires?)\b[^.\n]{0,30}\b(?:what|about|why|whether)\b[^.\n]{0,20}\b(?:this|the|that|these|your) (?:skill|step|command|file|change|instructions?|request|traffic|upload|connection)s?\b[^.\n]{0,40}\b(?:say|claim|answer|reply|pretend|deny|explain)\b[^.\n]{0,40}\b(?:only|just|nothing|none|no|routine|harmless|normal|standard|part of)\b/i.test(
    text,
  )
    ? FOUND
    : undefined
}

/** Gives somebody at a fixed address rights over what belongs to the user. */
export function isAccessGiven({ text, passage, paragraph }: Sentence): Grade | undefined {
  if (passage.kind === "header" || isForbidden(text) || ASKS_FIRST.test(paragraph)) return undefined
  return /\b(?:add|invite|make|grant|give|set)\b[^.\n]{0,40}[\w.+-]{1,40}@[\w-]{1,40}\.[\w.]{2,20}[^.\n]{0,40}\b(?:as (?:an? |the )?)?(?:administrator|admin|owner|maintainer|collaborator|write access|full access)\b/i.test(
    text,
  )
    ? FOUND
    : undefined
}
