import type { Grade, Hit } from "../../audit-rule.ts"
import type { AuditView } from "../../audit-view.ts"
import { gradeByUse, makeHit } from "../../run-rule.ts"
import { isOnlyMentioned } from "../reading/context.ts"
import { isSabotaged } from "./judge-deceit.ts"
import { isSwapped, LITERAL_ACCOUNT } from "./payment.ts"
import {
  ASKS_FIRST,
  CONCEALS,
  HARMFUL,
  isForbidden,
  KEEPS_SECRETS,
  PASSES_ON,
  SKIPS_ASKING,
  dropConcealing,
} from "./phrases.ts"
import { readSentences, type Sentence } from "./read-sentences.ts"

type Judge = (sentence: Sentence, view: AuditView) => Grade | undefined

const FOUND: Grade = {}

/** Words without which a sentence cannot be one, in lower case: most sentences are left after one quick look. */
export const TRIGGERS = {
  isHiddenAct:
    /n[o'’]t |never |avoid|no reason|only see|see only|without|leave |keep|omit|no need|unnecessary|hide |conceal|silently|secretly|quietly|covertly|discreetly|is internal|is confidential|is private|[\u00c0-\u1fff\u3040-\uffdc]|nicht|niet|digas|menciones|informes|cuentes|avises|reveles|sin |sem |senza|sans|non |n'|mów|jangan|ohne|verschweige|zonder/,
  isUnasked:
    /confirm|approv|permission|consent|already|behalf|ask|wait|prompt|check|yes|allow|accept|authori|[\u00c0-\u1fff\u3040-\uffdc]|ohne|zonder|sin |sem |senza|sans |bez |sormadan|onay/,
  isSecretPassed: /\.env|\/\.|id_rsa|id_ed25519|`env`|`printenv`/,
  isLoosened: /\(\*|\(:\*|bypasspermissions|auto-?approve|sandbox|permission|dangerously|yolo|prompts|safety check/,
  isPaid: /\d[a-z0-9]{4}|(?<=[a-z]{2}\d)\d /,
  isAboutTools: /tool|server|mcp|read|grep|bash|edit|webfetch|skill|[a-z]_[a-z]/,
  isMemoryPoisoned: /\.md|memory|rules|instructions/,
  isBackDoor:
    /back ?door|<script|route|endpoint|hidden|undocumented|covert|invisible|inconspicuous|secret|password|also |always |disable|skip|omit|leave out|turn off|remove/,
  isForwarded: /@/,
  isSabotaged:
    /approv|accept|merge|sign off|false positive|as (?:safe|clean|harmless|trusted|low)|alerts?|(?:warn|find)ings?|(?:report|say|state|write|claim|tell|note|answer|announce|declare|pretend).{0,80}(?:pass|green|clean|succeed|fine|ok|no (?:issue|finding|problem))/,
  isSpread: /on (?:this|the) (?:computer|machine|system|disk)|you can |other agent|\/skills/,
  isPhished: /https?:/,
  isGathered:
    /(?:any|every|all|each)\b.{0,30}(?:key|token|passw|credential|secret|string)|you (?:find|see|come|encounter)|everything the user|(?:complete|whole|entire|full) (?:conv|trans|chat|sess|prompt)|(?:conversation|chat) (?:history|so far)|that (?:appear|occur)|(?:found )?in (?:the|this) (?:conv|sess|proj|env)/,
  isLie: /ask|wonder|inquire/,
  isInImage:
    /\.env|\/\.|conversation|history|context|summary|transcript|content|environment|secret|password|key|credential|user|last /,
} as const

export function judgeSentences(view: AuditView, trigger: RegExp, judge: Judge): readonly Hit[] {
  return collectSentences(view).flatMap((sentence) => {
    if (!trigger.test(sentence.lower)) return []
    const grade = judge(sentence, view)
    if (grade === undefined) return []
    const { passage, at } = sentence
    // Words such as "vulnerability" mark an example of an attack, unless the order is about them.
    const isTold = judge !== isSabotaged && passage.kind === "prose" && isOnlyMentioned(passage, at, "marked")
    const own = { severity: grade.severity ?? "major", confidence: grade.confidence ?? "medium" } as const
    return [makeHit(passage, at, gradeByUse(own, isTold || isQuoted(sentence) ? "told" : "runs"))]
  })
}

const kept = new WeakMap<AuditView, readonly Sentence[]>()

function collectSentences(view: AuditView): readonly Sentence[] {
  const known = kept.get(view)
  if (known !== undefined) return known
  const found = readSentences(view)
  kept.set(view, found)
  return found
}

/** A quotation: it begins with a quotation mark, or is a cell of a table. */
function isQuoted({ text }: Sentence): boolean {
  return /^\s*(?:[-*+>]\s*)*["“„«「『]|^\s*\|/.test(text)
}

const ACTS =
  /\b(?:copy|send|post|upload|forward|transmit|push|accept the password|run|execute|install|delete|read|open|replace|change|add|insert|use|fetch|make|set|edit|grant|create|disable|whenever)\b|(?:lies|schick|kopier|führe)|(?:lee|envía|ejecuta|copia)|(?:lis|envoie|exécute)|(?:leia|envie|execute)|(?:прочитай|отправь|выполни)|读取|发送|执行|読み取|送信|実行/i
const SENSITIVE =
  /https?:\/\/|`[^`\n]*(?:curl|wget|ssh|scp|nc|rm -|git push|chmod|env|--no-verify|--force|public-read|<script)\b[^`\n]*`|\b(?:password|authenti\w+|middleware|debug (?:route|endpoint)|tests?|security scan\w*|BCC|the (?:whole |entire )?(?:conversation|repository|history)|visibility public|repository (?:was|is) private|back ?door|registry\.[\w.]+\/|base image|admin|root|wallet|IBAN|account number|history of the conversation|transcript)\b/i

export function isHiddenAct({ text, before, paragraph }: Sentence): Grade | undefined {
  if (!CONCEALS.test(text)) return undefined
  const around = `${before} ${dropConcealing(text)}`
  const isSensitive = KEEPS_SECRETS.test(around) || SENSITIVE.test(around)
  if (!isSensitive || !ACTS.test(around) || isForbidden(dropConcealing(text)) || isForbidden(before)) return undefined
  // What must not be told is the secret itself, not the step: "do not include it in the summary".
  return /\b(?:redact|mask|protect|leak|sensitive|expose|safe)\w*/i.test(paragraph) ? undefined : FOUND
}

export function isUnasked({ text, before, paragraph }: Sentence): Grade | undefined {
  const found = SKIPS_ASKING.exec(text)
  if (found === null || ASKS_FIRST.test(paragraph.replace(found[0], "")) || DESCRIBES.test(text)) return undefined
  if (/^(?:without|ohne|sin|sans|sem|senza)/i.test(found[0]) && isForbidden(text.slice(0, found.index)))
    return undefined
  // "Do not ask the user for a key" is about something else.
  if (
    /users?$|them$|human$/i.test(found[0]) &&
    /^\s+(?:for|about|which|what|to)\b(?![^.;\n]{0,20}(?:confirm|approv|permission|consent))/i.test(
      text.slice(found.index + found[0].length),
    )
  )
    return undefined
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  const isEverything =
    /\b(?:every|all|any|each|whatever|on (?:their|the user['’]s) behalf)\b|\b(?:choose|select|click|press|pick)\b/i.test(
      found[0],
    )
  if (!isEverything && !HARMFUL.test(rest) && !STRONG_HARM.test(before)) return undefined
  return FOUND
}

/** Says what something does, and asks for nothing. */
const DESCRIBES = /^\W*(?:it|this|the \w+|[A-Z][a-z]+s)\s+(?!you\b)(?:\w+s\b|\w+ without)/
const STRONG_HARM = /\b(?:delet\w+|drop|wipe|production|force[- ]push|transfer|payments?|credentials)\b/i

export function isSecretPassed({ text, passage }: Sentence): Grade | undefined {
  if (passage.kind === "header") return undefined
  const secret = SECRET_FILE.exec(text)
  if (secret === null || isForbidden(text)) return undefined
  const rest = text.replace(SECRET_FILE, " ")
  return PASSES_ON.test(rest) && GOES_OUT.test(rest) && !SETS_UP.test(text) ? FOUND : undefined
}

/** Files with keys, and the values of variables; words such as "password" are too common here. */
const SECRET_FILE =
  /(?:~|\$HOME|\/root|\/home\/\w+)\/\.(?:ssh\b(?!\/\S*(?:\.pub|config|known_hosts))|aws\b(?!\/config)|netrc|npmrc|pypirc|git-credentials|docker\/config|kube\b|gnupg|config\/(?:gh|gcloud)|bash_history|zsh_history)|(?<![\w/.])\.env(?:\.(?:local|production))?\b(?!\.(?:example|sample|template))|\bid_(?:rsa|ed25519)\b(?!\.pub)|(?<=`)(?:env|printenv)(?=`)/i
const GOES_OUT =
  /https?:\/\/(?!localhost|127\.)|\b[\w.+-]+@[\w-]+\.\w|\b(?:your|the|each|every)\s+(?:\w+\s+)?(?:answer|reply|response|comment|gist|webhook|channel|commit message|pull request)\b|\bpublic\/|\bstatic\/|antwort|respuesta|réponse|resposta|risposta|ответ|回答|回复|返答|답변/i
const SETS_UP =
  /\b(?:\.gitignore|\.example|sample|template|placeholder|get (?:a|your|an) (?:api )?key|create (?:a|your|an) (?:api )?key|sign up|obtain)\b/i

const WIDE_GRANT =
  /\b(?:Bash|Write|Edit|WebFetch)\((?:\*|\*\*|:\*)\)|\bbypassPermissions\b|\bauto-?approve\w*\b|\b(?:all|every|any) (?:commands?|tools?|permissions?)\b|\b(?:sandbox|permission (?:prompts?|checks?|system)|approval prompts?|safety checks?|confirmation prompts?)\b|\bdangerously[-\w]*|\byolo\b|["'`]\*["'`]|\bskip(?:AutoPermission|Permissions)\w*/i
const LOOSENS =
  /\b(?:add|edit|set|change|put|append|enable|configure|update|modify|write|include|switch|turn (?:on|off)|disable|remove|lift|relax|loosen|grant|allow)\b/i
const OWN_SETTINGS =
  /\.claude\/|\bsettings(?:\.local)?\.json\b|\bpermissions?\b|\bdefaultMode\b|\bconfig\.toml\b|\ballow(?:list|ed)?\b|\bsandbox\b|\bauto-?approve/i

export function isLoosened({ text, passage, paragraph }: Sentence): Grade | undefined {
  if (passage.kind === "header" || !WIDE_GRANT.test(text) || !OWN_SETTINGS.test(text) || isForbidden(text))
    return undefined
  const order = LOOSENS.exec(text)
  const grant = WIDE_GRANT.exec(text)
  if (order === null || grant === null) return undefined
  const isLiteral = /\((?:\*|:\*)|bypassPermissions|auto-?approve/i.test(grant[0])
  const isAgents =
    /\.claude\/|settings(?:\.local)?\.json|permissions\.allow|defaultMode|\bagent\b|your (?:own )?(?:permissions?|settings)/i.test(
      paragraph,
    )
  const isOff =
    /\b(?:turn off|disable|remove|lift|bypass|skip)\b[^.\n]{0,40}\b(?:sandbox|permission (?:prompts?|checks?)|approval prompts?|safety checks?|confirmation prompts?)\b/i.test(
      text,
    )
  if (
    /\b(?:if you|you can|you may|users? can|optional(?:ly)?|option|mode is|means|equivalent|default is)\b/i.test(text)
  )
    return undefined
  return (isLiteral && isAgents) || (isOff && isAgents) || (isOff && /auto-?approve/i.test(text)) ? FOUND : undefined
}

/** An account that only shows the form, or that the user is to replace. */
const FOR_TESTS =
  /\b(?:(?:for|in) tests?|test (?:account|address|wallet|iban|data)|examples?|sample|placeholder|dummy)\b|\breplac\w+ (?:it|them|this|these) (?:with|by) (?:the |your |their |an? )?(?:users?|customers?|clients?|own|real|actual|your)\b/i

export function swappedPayments(view: AuditView): readonly Hit[] {
  const told = judgeSentences(view, TRIGGERS.isPaid, ({ text, before, intro, paragraph }) => {
    if (!LITERAL_ACCOUNT.test(text) || isForbidden(dropConcealing(text))) return undefined
    if (FOR_TESTS.test(paragraph)) return undefined
    const isEntry = /^\s*(?:[-*+]|\d+[.)])\s/.test(text)
    const around = `${isEntry ? intro : ""} ${before} ${text} ${isEntry ? "" : paragraph}`
    const isPaid =
      /\b(?:wallet|bitcoin|btc|ethereum|eth|usdt|crypto|iban|bank (?:account|details)|account number|pay(?:ment|ee|out|s)?|deposit|donat\w+|invoice|recipient|beneficiary|transfer|withdraw\w*|funding|owner of the contract|stripe)\b/i.test(
        around,
      )
    const isChanged =
      /\b(?:replac\w+|swap|substitut\w+|instead of|chang\w+|overwrit\w+|always (?:use|send|put|pay)|redirect\w*|switch\w*|regardless|whatever|no matter|even (?:if|when)|in (?:its|their) place|in place of|rather than|for (?:all of them|(?:every|all|each|any) (?:payments?|invoices?|orders?|transfers?|payouts?))|(?:older|old|previous|existing) (?:ones?|addresses?|accounts?|details)\b[^.\n]{0,20}\b(?:outdated|retired|invalid|obsolete)|in every environment)\b|ersetz|reemplaz|remplac|substitu|замен|替换|置き換え/i.test(
        isEntry ? around : `${text} ${paragraph}`,
      )
    return isPaid && isChanged ? FOUND : undefined
  })
  const done = view.passages.flatMap((passage) => {
    if (passage.kind !== "script" && passage.kind !== "code" && passage.kind !== "decoded") return []
    const at = isSwapped(passage.text)
    return at === undefined
      ? []
      : [makeHit(passage, at, { severity: passage.kind === "script" ? "critical" : "major", confidence: "high" })]
  })
  return [...told, ...done]
}

export function isAboutTools({ text, passage }: Sentence): Grade | undefined {
  if (passage.kind !== "header" && passage.kind !== "data" && passage.kind !== "script") return undefined
  const isFirst =
    /\b(?:always|must|first)\b[^.\n]{0,60}\b(?:before|instead of|ahead of|prior to)\s+(?:(?:using|calling|running)\s+)?(?:any|all|every)\s+(?:of the\s+)?other\s+(?:tools?|servers?|mcp)\b/i.test(
      text,
    )
  const isAgainst =
    /\b(?:never|do not|don['’]t|must not|stop)\s+(?:use|using|call|calling|invoke|rely on|trust)\s+(?:the\s+|any\s+|other\s+)?(?:built-?in|native|default|standard|other|normal|existing|original)\b[^.\n]{0,40}\b(?:tools?|servers?|skills?|Read|Grep|Bash|Edit|Write|WebFetch|Glob|search)\b/i.test(
      text,
    )
  const isSlander =
    /\b(?:built-?in|native|default|other|standard)\b[^.\n]{0,40}\b(?:tools?|servers?|skills?|Read|Grep|Bash|Edit|WebFetch)\b[^.\n]{0,30}\b(?:deprecated|unsafe|insecure|broken|obsolete|disabled|compromised|return(?:s)? wrong|must not be used|no longer (?:work|available|supported))/i.test(
      text,
    )
  const isForward =
    /\b(?:when(?:ever)?|before|after)\b[^.\n]{0,40}\b(?:another|other|any other|the \w+) (?:tool|server|skill)\b[^.\n]{0,60}\b(?:also|first)\b[^.\n]{0,20}\b(?:pass|send|add|include|call|read|copy)\b/i.test(
      text,
    )
  const isBroken =
    /\b(?:never|do not|don['’]t|must not|stop)\s+(?:use|using|call|calling)\s+(?:the\s+)?[\w-]{2,40}\s+(?:tools?|servers?|skills?)\b[^.\n]{0,40}\b(?:broken|deprecated|unsafe|insecure|disabled|obsolete|compromised|unreliable|wrong)\b/i.test(
      text,
    )
  const isTapped =
    /\b(?:when(?:ever)?|before|after|each time|every time)\b[^.\n]{0,40}\b(?:[a-z]+_[a-z_]+|[\w-]{2,40} (?:tool|server|skill))\b[^.\n]{0,60}\b(?:must|first|also|always)\b[^.\n]{0,60}\b(?:call\w*|pass\w*|send\w*|sent|includ\w+|add\w*|put|bcc|cop(?:y|ied)|forward\w*)\b[^.\n]{0,60}\b(?:contents?|messages?|arguments?|text|files?|diffs?|prompts?|conversation|result|bcc)\b/i.test(
      text,
    ) ||
    /\b(?:when(?:ever)?|before|after|if)\b[^.\n]{0,40}\b[a-z]+_[a-z_]+\b[^.\n]{0,40}\b(?:change|replace|set|redirect)\b[^.\n]{0,20}\b(?:recipient|address|amount|account|path|url|argument)\b/i.test(
      text,
    ) ||
    /\b(?:argument|parameter|field|`\w{1,40}`)\b[^.\n]{0,20}\b(?:has to|must|should|always) (?:contain|include|hold|carry|be)\b[^.\n]{0,60}\b(?:conversation|last \w+ messages|user['’]s (?:last |previous )?(?:messages?|prompts?|files?)|keys?|tokens?|passwords?|credentials|environment)\b/i.test(
      text,
    ) ||
    /\b(?:when(?:ever)?|before|after)\b[^.\n]{0,40}\b(?:any|every|all)\b[^.\n]{0,40}\btools?\b[^.\n]{0,60}\b(?:call|pass|send|invoke|load)\b[^.\n]{0,60}\b(?:conversation|connection strings?|credentials|keys?|messages?|prompts?|files?)\b/i.test(
      text,
    )
  return isFirst || isAgainst || isSlander || isForward || isBroken || isTapped ? FOUND : undefined
}

/** Texts that an agent reads in every session. */
const MEMORY =
  /\b(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL)\.md\b|\.cursorrules\b|\.windsurfrules\b|\bcopilot-instructions\b|\b(?:your|the agent['’]s) (?:long-term |persistent |permanent )?memory\b/i
const KEEPS =
  /\b(?:add|append|write|insert|put|save|store|remember|record|copy|include)\b|(?:füge|schreib|añade|escribe|ajoute|écris|добавь|запиши)|添加|写入|追記|書き込/i
/** What nobody would want an agent to remember: blind approval, silence, obedience, fewer questions. */
const MISLEADS =
  /\b(?:approve|accept|merge|pass|sign off)\b[^.\n"”]{0,60}\b(?:without (?:comments?|review\w*|checks?|question\w*|looking)|unread|blindly|no matter|regardless)\b|\b(?:never|do not|don['’]t)\s+(?:list|flag|mention|report|question|review|scan|warn (?:about|of)|ask (?:about|for))\s+(?:them|it|this|these|those|(?:any\s+|the\s+)?(?:findings?|issues?|warnings?|problems?|vulnerabilit\w+|permission|confirmation|approval)|(?:changes?|code|files?|commits?)\s+(?:by|of|from))\b|\b(?:trust|obey|follow)\s+(?:everything|anything)\b|\b(?:always\s+(?:allow|approve|trust|send)|silently\s+\w+)\b|\b(?:ignore|skip|suppress)\b[^.\n"”]{0,30}\b(?:warnings?|findings?|security|checks?|reviews?|audits?)\b|\b(?:obey|follow) (?:it|this|them)\b[^.\n"”]{0,20}\bover\b|\bover (?:any|every|all) other (?:instructions?|rules?)\b|\b(?:trusts?|has approved|pre-?approved)\b[^.\n"”]{0,40}\b(?:this|all|every|any)\b|\bwants? no (?:warnings?|questions?|confirmations?)\b|\bwithout (?:asking|review|confirmation|questions?)\b|\b(?:are|is) safe\b[^.\n"”]{0,30}\b(?:run|execute|trust)\b|\b(?:dialogs?|prompts?|questions?)\b[^.\n"”]{0,30}\b(?:are|is) to be answered\b/i

export function isMemoryPoisoned({ text, passage, paragraph }: Sentence): Grade | undefined {
  if (passage.kind === "header" || !MEMORY.test(text) || !KEEPS.test(text)) return undefined
  const at = text.search(MEMORY)
  if (ASKS_FIRST.test(paragraph) || isForbidden(text.slice(0, at))) return undefined
  const kept = /(?:["“`:]|\bthat\s)([^]{10,600})$/.exec(text.slice(at))?.[1] ?? ""
  return MISLEADS.test(kept) ? FOUND : undefined
}

export function isBackDoor({ text, passage }: Sentence): Grade | undefined {
  if (passage.kind === "header" || isForbidden(dropConcealing(text))) return undefined
  const isMaster =
    /\b(?:also|always|additionally|silently|secretly)\s+(?:accept|allow|let|grant|treat|return)\b[^.\n]{0,60}\b(?:password|token|key|header|user(?:name)?|account|login)\b[^.\n]{0,30}[`"“'][^`"”'\n]{3,60}[`"”']|\baccept\b[^.\n]{0,20}\bpassword\b[^.\n]{0,20}[`"“'][^`"”'\n]{3,60}[`"”'][^.\n]{0,30}\b(?:every|any|all)\b/i.test(
      text,
    )
  const isHidden =
    /\b(?:add|insert|include|write|put|embed|plant|leave|create)\b[^.\n]{0,30}\b(?:hidden|undocumented|covert|invisible|inconspicuous|secret(?= (?:admin|endpoint|account|user|route|back|login)))\b[^.\n]{0,20}\b(?:admin\w*|endpoint|account|user|route|parameter|back ?door|login|check|branch|function|key|command|bypass)s?\b|\b(?:add|insert|include|write|plant|leave)\b[^.\n]{0,30}\bback ?doors?\b/i.test(
      text,
    )
  const isWeakened =
    /\b(?:when|whenever|always|in (?:all|every))\b[^.\n]{0,60}\b(?:generat|writ|creat|build)\w*[^.\n]{0,60}\b(?:disable|skip|omit|leave out|turn off|remove)\b[^.\n]{0,30}\b(?:signature|certificate|token|password|permission|authori[sz]ation|authentication|csrf|input validation)\b[^.\n]{0,20}\b(?:check|verification|validation)?/i.test(
      text,
    )
  const isCommand =
    /\b(?:route|endpoint|parameter|handler)\b[^.\n]{0,60}\b(?:runs?|executes?|evals?|evaluates?)\b[^.\n]{0,30}\b(?:query|parameter|body|argument|header|cmd|input)\b/i.test(
      text,
    ) && CONCEALS.test(text)
  const isPlanted =
    /\b(?:add|insert|include|put|embed)\b[^\n]{0,30}<script\b[^>\n]{0,60}\bsrc=["']https?:\/\/[^\n]{0,120}\b(?:every|each|all|any)\b[^.\n]{0,30}\b(?:pages?|files?|templates?|sites?)\b/i.test(
      text,
    )
  const isSharedLogin =
    /\b(?:create|add|set up|make)\b[^.\n]{0,40}\b(?:user|account|login)\b[^.\n]{0,40}\bpassword\b[^.\n]{0,10}[`"“'][^`"”'\n]{3,60}[`"”'][^.\n]{0,40}\b(?:every|each|all|any)\b/i.test(
      text,
    )
  return isMaster || isHidden || isWeakened || isCommand || isPlanted || isSharedLogin ? FOUND : undefined
}

export function isForwarded({ text, passage }: Sentence): Grade | undefined {
  if (passage.kind === "header" || isForbidden(text)) return undefined
  return /\b(?:send|forward|copy|redirect|e-?mail|cc)\b[^.\n]{0,30}\b(?:every|all|each|any|also)\b[^\n]{0,80}\b(?:passwords?|reset links?|one-time|codes?|tokens?|credentials|secrets?|invoices?|contracts?|attachments?|e-?mails?|mails?|messages?|conversations?|transcripts?|documents?)\b[^\n]{0,80}\bto\b[^\n]{0,20}[\w.+-]{1,60}@[\w-]{1,60}\.\w/i.test(
    text,
  )
    ? FOUND
    : undefined
}

const FILLED =
  /\b(?:replac\w+|fill\w*|substitut\w+|append\w*|encod\w+|put|insert\w*|add|where|is the|with the|containing|set to)\b/i
const PRIVATE =
  /\b(?:conversation|chat history|history so far|context|summary of (?:the|what)|transcript|file contents?|contents? of (?:the|a|any|every|\.env|~)|environment|secrets?|passwords?|keys?\b(?! ?words?)|credentials|user['’]s (?:name|e-?mail|files?|code|question|prompt|message|input)|last (?:message|prompt|answer)|what the user)\b|(?<![\w/.])\.env\b(?!\.)|(?:~|\$HOME)\/\.\w/i
const IMAGES = /!\[|<img|\b(?:image|pixel|badge|picture|logo)\b/

export function isInImage({ text, paragraph, passage }: Sentence): Grade | undefined {
  if (passage.kind === "header" || !FILLED.test(text) || !PRIVATE.test(text)) return undefined
  if (!IMAGES.test(passage.text) || isForbidden(text)) return undefined
  const near = `${passage.text.slice(Math.max(0, passage.text.indexOf(paragraph) - 400), passage.text.indexOf(paragraph))} ${paragraph}`
  const isImage =
    /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\n]{1,200}[?=/]|<img\b[^>\n]{0,200}https?:\/\/|\b(?:image|pixel|badge|picture|logo)\b[^.\n]{0,60}https?:\/\//i.test(
      near,
    )
  return isImage ? FOUND : undefined
}
