/**
 * What a sentence of a skill can say, in the languages that skills are written in. Each is weak evidence alone; rules
 * combine them. Every repetition is bounded.
 */

/** Asks the agent to keep something from the user. */
export const CONCEALS = pattern(
  String.raw`\b(?:do not|don['’]t|never|must not|without)\s+(?:ever\s+)?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|let(?:ting)?)\s+(?:the\s+|your\s+)?(?:users?|humans?|anyone|anybody|them|people|team)\b(?!\s+(?:to|how|what to|which))`,
  String.raw`\b(?:do not|don['’]t|never|without)\s+(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|comment(?:ing)?(?: on)?|discuss(?:ing)?|document(?:ing)?|announc(?:e|ing)|list(?:ing)?|includ(?:e|ing))\s+(?:this|it|that|these|the (?:step|rule|file|copy|change|call|request|upload|transfer|account|line))\b`,
  String.raw`\b(?:leave|keep|omit)\b[^.\n]{0,30}\b(?:out of|from)\s+(?:the\s+|your\s+|any\s+)?(?:final\s+)?(?:log|transcript|answer|summary|history|report|output|commit message|changelog|diff|documentation|docs|preview|notes|conversation)s?\b`,
  String.raw`\b(?:no need|no reason|not necessary|unnecessary)\s+to\s+(?:tell|mention|inform|notify|report|bring|bother|explain|list|record|say|discuss)\b|\bnot worth (?:mentioning|reporting|listing|a mention)\b|\b(?:need not|needn['’]t|need no[tr]?|does not need to|doesn['’]t need to|do not need to|don['’]t need to) be (?:listed|mentioned|told|shown|reported|recorded|explained|asked|informed)\b`,
  String.raw`\b(?:do not|don['’]t|never|avoid)\s+(?:bring(?:ing)? (?:it|this|that) up|draw(?:ing)? attention to|record(?:ing)? (?:that|this|it)|log(?:ging)? (?:this|it)|show(?:ing)? (?:this|it) (?:to|in)|list(?:ing)? it in|mention(?:ing)? (?:the|any|these|this))\b|\b(?:users?|people|they|reader)\s+(?:should|must|will|may) (?:only see|see only|not see)\b`,
  String.raw`\b(?:hide|conceal|keep)\b[^.\n]{0,40}\bfrom\s+(?:the\s+|your\s+)?(?:users?|humans?|people|reviewers?)\b`,
  String.raw`\b(?:silently|secretly|quietly|covertly|discreetly)\s+(?:send|copy|run|upload|add|post|forward|execute|install|include|write|push|append|collect|record|make|change|replace)\b|\b(?:without (?:a trace|leaving traces|writing it to the log|logging it))\b`,
  String.raw`\b(?:users?|humans?|people)\s+(?:must|should|need|may|shall|do|does) ?n(?:o|['’])t\s+(?:(?:need|have) to\s+)?(?:know|hear|learn|find out|notice|see this|be (?:told|informed|made aware))\b(?!\s+how\b)`,
  String.raw`\bthis (?:step|part|section) is (?:internal|confidential|private)\b`,
  // German, Dutch
  String.raw`(?:erwähne|sage?|verrate|melde|berichte|vertel|vermeld)\b[^.\n]{0,60}\b(?:nicht|nichts|niet|niets)\b|\bohne\b[^.\n]{0,40}(?:nutzer|benutzer|anwender)\w*[^.\n]{0,20}(?:zu\s+(?:sagen|informieren|fragen|erwähnen)|mitzuteilen)|\bverschweige\b|\bzonder\b[^.\n]{0,30}gebruiker`,
  // Spanish, Portuguese, Italian, French
  String.raw`\bno\s+(?:se lo |le |lo )?(?:menciones|digas|informes|cuentes|avises|reveles)\b|\bsin\s+(?:avisar|informar|decir|que)\b[^.\n]{0,30}usuario|\bnão\s+(?:mencione|diga|conte|informe|avise|revele)\b|\bsem\s+(?:avisar|informar|dizer|que)\b[^.\n]{0,30}usuári|\bnon\s+(?:dirlo|dire|menzionar\w*|informare|rivelare|avvisare)\b|\bsenza\s+(?:dir|informar|avvisar)\w*[^.\n]{0,30}utente|\bn['e]\s*(?:en |le |la |les |l['’])?(?:dis|dites|mentionne|mentionnez|signale|signalez|parle|parlez|informe|révèle)\b|\bsans\s+(?:en |le |l['’])?(?:informer|dire|prévenir|avertir|mentionner|avoir)\b`,
  // Slavic, Turkish
  String.raw`не\s+(?:говори|сообщай|упоминай|рассказывай|информируй|повідомляй)|(?:втайне|тайно|незаметно)|\bnie\s+(?:mów|informuj|wspominaj)\b|kullanıcıya\s+(?:söyleme|bildirme|haber verme)`,
  // East Asian, Arabic, Hindi, Vietnamese, Indonesian
  String.raw`(?:不要|别|切勿|不得|无需|請勿)[^。\n]{0,10}(?:告诉|通知|提及|提醒|告知|透露|告訴)|瞒着用户|悄悄|ユーザー[^。\n]{0,12}(?:知らせ|言わ|伝え|気づかれ|報告)[^。\n]{0,4}(?:ない|ず)|사용자[^.\n]{0,12}(?:알리지|말하지|모르게)|لا تخبر|دون علم|(?:मत|न)\s*बता|đừng (?:nói|cho)[^.\n]{0,20}người dùng|\bjangan\s+(?:beri ?tahu|katakan|sebutkan)`,
)

/** Asks the agent to go on without asking. */
export const SKIPS_ASKING = pattern(
  String.raw`\b(?:do not|don['’]t|never|without|no need to|skip|rather than)\s+(?:ever\s+)?(?:ask(?:ing)?|wait(?:ing)?|request(?:ing)?|prompt(?:ing)?|seek(?:ing)?|paus(?:e|ing)|confirm(?:ing)?|check(?:ing)?)\b[^.\n;]{0,40}\b(?:users?|confirm\w*|approvals?|permissions?|consent|human|anyone|first|them)\b`,
  String.raw`\b(?:do not|don['’]t|never|no need to) ask\b\s{0,2}(?=[.;!]|$)|\bwithout (?:asking|a question|questions)\b(?!\s+(?:for|about|which|what|whether|if|them|the|any)\b)`,
  String.raw`\b(?:without|skip(?:ping)?|bypass(?:ing)?|suppress(?:ing)?|disable|turn off|ignore)\s+(?:(?:any|the|all|every|explicit|further|prior|user|user['’]s|users|safety)\s+){0,3}(?:confirmations?|approvals?|permission (?:prompts?|checks?|dialogs?)|consent|confirmation prompts?|safety (?:prompts?|checks?)|the user['’]s (?:consent|approval))\b`,
  String.raw`\b(?:answer|reply|say|respond|type|press|click|choose)\s+["“'\x60]?(?:yes|y|allow|approve|accept|ok)["”'\x60]?\s+(?:to|on|for|at)\s+(?:every|all|any|each|whatever)\b|\b(?:auto-?(?:approve|accept|confirm)|approve automatically|accept automatically|automatically (?:approve|accept|confirm))\b[^.\n]{0,30}\b(?:every|all|any|everything|each)\b|\bapprove\b[^.\n]{0,20}\b(?:on (?:the user['’]s|their) behalf|yourself)\b`,
  String.raw`\b(?:treat|consider|assume|regard)\b[^.\n]{0,40}\b(?:pre-?approved|already (?:approved|authori[sz]ed|confirmed|given|granted|obtained|received|answered)|has (?:approved|consented|agreed))\b`,
  String.raw`\b(?:answer|respond to|reply to|accept|approve|confirm|acknowledge|dismiss|click through)\s+(?:every|any|all|each|whatever)\s+(?:\w+\s+)?(?:prompts?|questions?|dialogs?|confirmations?|warnings?|requests?)\b[^.\n]{0,20}\b(?:with\s+["“'\x60]?(?:yes|y|allow|approve|ok)\b|yourself\b|on (?:the user['’]s|their) behalf|for (?:the user|them)\b|automatically)|\b(?:permission|approval|confirmation|security|consent)\s+(?:dialogs?|prompts?|requests?)\b[^.\n]{0,40}\b(?:choose|select|click|press|pick|accept|approve)\b\s*["“'\x60]?(?:yes|allow|approve|accept|always|it\b|them\b|ok)|\b(?:choose|select|click|press|pick)\s+["“'\x60]?(?:yes|allow|always allow|approve|accept)\b[^.\n]{0,40}\b(?:permission|approval|confirmation|security|consent)\s+(?:dialogs?|prompts?|requests?)\b|\b(?:on your own authority|in the user['’]s (?:place|name|stead))\b`,
  String.raw`(?<!\b(?:if|when|once|until|unless|after|where)\b[^.\n]{0,20})\b(?:confirmations?|approvals?|consent|permission)\b[^.\n]{0,30}\b(?:is|are|was|were|has been|have been|counts? as)\s+(?:already\s+|always\s+|hereby\s+)?(?:given|granted|implied|assumed|unnecessary|not (?:needed|required|necessary))\b`,
  String.raw`\bohne\s+(?:rückfragen?|bestätigung|nachfragen?|erlaubnis|zustimmung|zu fragen)|\bzonder\s+(?:te vragen|bevestiging|toestemming)|\bsin\s+(?:pedir|preguntar|solicitar|confirmar|confirmación|autorización|permiso)|\bsem\s+(?:pedir|perguntar|solicitar|confirmar|confirmação|autorização|permissão)|\bsenza\s+(?:chiedere|conferma|autorizzazione|permesso)|\bsans\s+(?:demander|confirmation|autorisation|permission|validation)`,
  String.raw`без\s+(?:подтвержден|разрешен|спроса|согласи)|не\s+(?:спрашивай|запрашивай)|\bbez\s+(?:pytania|potwierdzenia|zgody)|onay\s+(?:almadan|istemeden)|sormadan|(?:无需|不要|不用|不必|无须|跳过)[^。\n]{0,8}(?:确认|询问|许可|同意|批准)|(?:確認|許可|承認)(?:なし|を求めず|せず|を取らず)|(?:확인|허락|동의|승인)\s*없이|دون\s+(?:إذن|تأكيد|سؤال)|बिना\s+(?:पूछे|पुष्टि|अनुमति)`,
)

/** The agent does ask. */
export const ASKS_FIRST =
  /\b(?:ask (?:the user|first|before)|(?:wait|waits) for (?:the user|a yes|approval|confirmation)|only (?:after|when|if|once) (?:the user|they|approved|confirmed)|after the user (?:approve|confirm|agree)|confirm with the user|get (?:the user['’]s )?(?:approval|confirmation)|always (?:ask|confirm)|unless the user)/i

/** What should not be done without asking. */
export const HARMFUL =
  /\b(?:delet\w+|drop(?:s|ped|ping)?\b(?! ?down)|wip(?:e|es|ed|ing)|eras\w+|destroy\w*|truncat\w+|overwrit\w+|production|prod\b|live (?:database|system|site)|force[- ]push\w*|--force|reset --hard|transfer\w*|payments?|purchas\w+|pay\b|money|funds|sign\w* transactions?|wallets?|credentials?|secrets?|passwords?|tokens?|private keys?|every (?:prompt|command|tool|request|question|dialog|action)|all (?:prompts?|commands?|tools?|requests?|questions?|dialogs?|actions?)|any (?:prompt|command|tool|request|dialog|action)|whatever|sudo|root|install\w*|upload\w*|send\w*|rm -|warn(?:s|ings?|ed)?|even (?:if|when|though)|regardless|permissions?|publish\w*|buy\b|cron\w*|schedul\w+|public\b)\b|(?:lösch|überschreib|produktion)|(?:borr|elimin|producci)|(?:supprim|efface|production)|(?:apag|exclu|produç)|(?:удал|сотр|продакш)|删除|清空|生产|削除|本番|삭제/i

/** Things with secrets in them, in any language. */
export const KEEPS_SECRETS =
  /(?:~|\$HOME|\/root|\/home\/\w+)\/\.(?:ssh\b(?!\/\S*\.pub)|aws\b|netrc|npmrc|pypirc|git-credentials|docker\b|kube\b|gnupg|config\/(?:gh|gcloud)|bash_history|zsh_history|claude\.json|cursor\/mcp)|(?<![\w/])\.env(?:\.(?:local|production))?\b(?!\.(?:example|sample|template))|\bid_(?:rsa|ed25519)\b(?!\.pub)|\b(?:passwords?|passphrases?|one-time codes?|api[ _-]?keys?|access tokens?|private keys?|seed phrases?|recovery phrases?|credentials|environment variables|secrets?)\b|\b[A-Z]+_(?:TOKEN|SECRET|API_KEY|PASSWORD|ACCESS_KEY)\b|passwörter|kennwort|contraseñas?|mots? de passe|senhas?|парол|密码|密钥|パスワード|鍵|비밀번호/i

/** Passes something on, in any language. */
export const PASSES_ON =
  /\b(?:send|post|upload|submit|forward|transmit|copy|paste|append|include|embed|attach|encode|put|add|share|publish|commit|push|e-?mail|return|output|print|write|pass|insert|exfiltrate)\w{0,3}\b|(?:schick|send|übermittl|übertrag|lade\w*[^.\n]{0,40}hoch|füge|kopier|häng)|(?:envía|envia|enviar|sube|incluye|copia|publica|pega|adjunta)|(?:envoi|envoy|transm|inclu|copie|publi|ajout)|(?:envie|inclua|copie)|(?:invia|includi|copia|carica)|(?:отправ|включи|скопир|загруз|выложи|передай)|发送|上传|提交|粘贴|包含|附加|送信|含め|アップロード|貼り付け|보내|전송|포함/i

/** A "do not" in any language. */
const NEGATES =
  /\b(?:never|do not|don['’]t|must not|should not|shouldn['’]t|avoid|refuse|prevent|reject|make sure (?:no|that no)|ensure (?:no|that no))\b|\b(?:nie|niemals|nichts?|nunca|jamais|ne [^.\n]{1,30} pas|não|mai)\b|никогда|(?:^|\s)не\s|不要|不得|请勿|禁止|ないで/i
/** Asks to look for it. */
const INSPECTS =
  /\b(?:check (?:that|for|whether)|look for|flag|detect|(?<!\b(?:the|your|a|final|this|audit)\s)report|search for)\b/i

/** Whether a text says not to do something. */
export function isNegated(text: string): boolean {
  return NEGATES.test(text)
}

/** Whether a text is against something, or looks for it: the opposite of asking for it. */
export function isForbidden(text: string): boolean {
  return isNegated(text) || INSPECTS.test(text)
}

/** The sentence without its part that conceals, which is a "do not" itself. */
export function dropConcealing(text: string): string {
  return text.replace(CONCEALS, " ")
}

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(parts.join("|"), "i")
}
