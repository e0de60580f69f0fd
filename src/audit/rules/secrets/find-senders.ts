/** A place in a text that sends something out. */
export interface Sender {
  readonly at: number
  /** What is sent: the arguments of a call, or the whole command line. */
  readonly text: string
  readonly by: "request" | "lookup" | "image" | "write"
}

const MOST_ARGUMENTS = 700

/** Calls whose arguments leave the machine. The bracket comes first, because looking back from it is fast. */
const CALLS: readonly (readonly [RegExp, Sender["by"]])[] = [
  [
    /\((?<=\b(?:fetch|axios(?:\.\w+)?|got(?:\.\w+)?|ky\.\w+|superagent\.\w+|https?\.(?:request|get|Post|PostForm|NewRequest|Get)|(?<![\w.])request|navigator\.sendBeacon|sendBeacon|new WebSocket|\$\.(?:post|get|ajax)|(?:requests|httpx|session|client|aiohttp|s|http)\.(?:post|put|get|patch|request)|urlopen|urlretrieve|Request|Net::HTTP\.\w+|URI\.open|file_get_contents|curl_setopt|http\.post|reqwest::\w+|sendMail|send_message|sendmail|Invoke-(?:WebRequest|RestMethod))\s{0,4}\()/g,
    "request",
  ],
  [/\.(?:request|end|write|send|sendall|sendto|emit|publish)\s{0,4}\(/g, "write"],
  [
    /\((?<=(?:\b(?:gethostbyname(?:_ex)?|getaddrinfo|dns\w{0,10}\.(?:promises\.)?(?:lookup|resolve\w{0,5})|resolver\.(?:resolve|query)|dns\.resolver\.(?:resolve|query)|net\.LookupHost|net\.Lookup\w+|Resolv\.getaddress)|(?<![\w.])(?:resolve4|resolveTxt|lookup))\s{0,4}\()/g,
    "lookup",
  ],
  [/\bnew Image\([^)\n]{0,20}\)\.src\s*=(?=[^\n])/g, "image"],
  [/<img\b[^\n]{0,120}\bsrc\s*=\s*\\?["']?https?:\/\/[^\s"'>]{4,200}/gi, "image"],
]

/** Commands whose line leaves the machine. */
const COMMANDS: readonly (readonly [RegExp, Sender["by"]])[] = [
  [
    /(?:^|[\s;&|(`"'[])(?:curl|wget|http|https|xh|nc|ncat|netcat|socat|telnet|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)["',]{0,3}\s(?=\S)/g,
    "request",
  ],
  [
    /(?:^|[\s;&|(`])(?:dig|nslookup|host|drill|ping|ping6|getent\s+hosts|resolvectl\s+query|Resolve-DnsName)\s(?=\S)/g,
    "lookup",
  ],
]

export const MAY_SEND =
  /\b(?:fetch|request|axios|got|ky|superagent|https?|sendBeacon|WebSocket|requests|httpx|aiohttp|urlopen|urlretrieve|Request|Net|URI|curl|wget|nc|ncat|netcat|socat|dig|nslookup|host|drill|ping|dns|gethostbyname|getaddrinfo|resolve\w*|lookup|Image|img|smtplib|sendMail|socket|xh|iwr|irm|Invoke-\w+)\b/

export function findSenders(text: string): readonly Sender[] {
  const found: Sender[] = []
  for (const [pattern, by] of CALLS)
    for (const match of text.matchAll(pattern)) {
      const from = match.index + match[0].length - 1
      const isCall = match[0].endsWith("(")
      if (by === "write" && !isConnection(text, match.index)) continue
      const sent = isCall ? takeArguments(text, from) : takeLine(text, match.index)
      found.push({ at: match.index, text: sent, by })
      if (found.length > 100) return found
    }
  for (const [pattern, by] of COMMANDS)
    for (const match of text.matchAll(pattern)) {
      found.push({ at: match.index + (/^\s/.test(match[0]) ? 1 : 0), text: takeCommand(text, match.index + 1), by })
      if (found.length > 100) return found
    }
  return found
}

/** What a text opens a connection with. */
const OPENS = String.raw`(?:https?\.request|(?<![\w.])request|\.connect|net\.(?:connect|createConnection|Socket|Dial)|tls\.connect|HTTPS?Connection|XMLHttpRequest|WebSocket|create_connection|socket\.socket|socket|SMTP(?:_SSL)?|createTransport)\(`
const OPENS_AT_END = new RegExp(String.raw`${OPENS}[^\n]{0,200}\)$`)

/** Whether what is before a dot is a connection to another machine, by its name or as the result of a call. */
function isConnection(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 260), at)
  const name = /(?<![\w.])(\w{1,40})$/.exec(before)?.[1]
  if (name === undefined) return OPENS_AT_END.test(before)
  return new RegExp(
    String.raw`\b${name}\s*=\s*(?:await\s+)?(?:new\s+)?[\w.]{0,40}${OPENS}|${OPENS}[^\n]{0,80}\bas\s+${name}\b`,
  ).test(text)
}

function takeArguments(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length && at - from < MOST_ARGUMENTS; at++) {
    if (text[at] === "(") depth++
    else if (text[at] === ")" && --depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from, from + MOST_ARGUMENTS)
}

function takeLine(text: string, at: number): string {
  const end = text.indexOf("\n", at)
  return text.slice(at, end === -1 ? undefined : end).slice(0, MOST_ARGUMENTS)
}

/** A command with what is piped into it. Within a code span of a text, the span. */
function takeCommand(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1
  const head = text.slice(Math.max(start, at - 300), at)
  const joint = /^[^]*(?:&&|;|\|\||`)(?=[^]*$)/.exec(head)?.[0].length ?? 0
  const line = takeLine(text, at)
  const end = line.search(/&&|;\s|\|\||`(?!\w)/)
  return head.slice(joint) + (end === -1 ? line : line.slice(0, end))
}

const HOST = /\b(?:https?|wss?|ftp):\/\/(?:[^\s/@"'`<>()]{1,80}@)?([\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])/i
const NAMED_HOST =
  /\b(?:hostname|host|HTTPS?Connection\(|connect\(\(?|SMTP(?:_SSL)?\(|\bnc(?:\s+-\w+)*)\s*[:=(]?\s*["']?((?:[\w-]+\.)+[a-z]{2,24}|localhost)\b/i
const IN_LOOKUP = /\.((?:[\w-]+\.)+[a-z]{2,24})\b/i

/** The host that something is sent to: named in what is sent, by a constant in it, or elsewhere in the same text. */
export function findHost({ text: sent, by }: Sender, text: string): string | undefined {
  const own =
    HOST.exec(sent)?.[1] ?? NAMED_HOST.exec(sent)?.[1] ?? (by === "lookup" ? IN_LOOKUP.exec(sent)?.[1] : undefined)
  if (own !== undefined) return own
  for (const [, name = ""] of sent.matchAll(/\b([A-Za-z_]\w{1,40})\b/g)) {
    const at = text.search(new RegExp(String.raw`\b${name}\s*[:=]\s*[^\n]{0,20}https?://`))
    const found = at === -1 ? undefined : HOST.exec(text.slice(at, at + 300))?.[1]
    if (found !== undefined) return found
  }
  return by === "write" ? (HOST.exec(text)?.[1] ?? NAMED_HOST.exec(text)?.[1]) : undefined
}
