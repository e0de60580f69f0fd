/** A hundred line patterns in the style of a review, written so that RegExp and ripgrep read them alike. */
const calls = `eval( exec( execSync( spawn( system( popen( setTimeout( setInterval( Function( require( unescape( escape(
  atob( btoa( alert( confirm( prompt( fetch( open( compile( decodeURI( encodeURI( parseFloat( isNaN( isFinite(`
  .split(/\s+/)
  .map((call) => `\\b${call.slice(0, -1)}\\s*\\(`)

const members = `innerHTML outerHTML textContent dangerouslySetInnerHTML insertAdjacentHTML writeln cookie localStorage
  sessionStorage createHash createCipheriv randomBytes readFileSync writeFileSync unlinkSync existsSync readdirSync
  statSync execFileSync pbkdf2Sync prototype __proto__ constructor hasOwnProperty defineProperty`
  .split(/\s+/)
  .map((member) => `\\.${member}\\b`)

const notes = ["TODO", "FIXME", "HACK", "XXX", "BUG", "DEPRECATED", "@deprecated", "@ts-ignore", "eslint-disable"].map(
  (note) => `(?:^|\\W)${note}(?:\\W|$)`,
)

const shapes = [
  "\\bcatch\\s*\\([^)]*\\)\\s*\\{\\s*\\}",
  "\\bif\\s*\\(\\s*\\w+\\s*=\\s*\\w+\\s*\\)",
  "(?:password|passwd|secret|api_?key|token)\\s*[:=]\\s*[\"'][^\"']{8,60}[\"']",
  "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b",
  "-----BEGIN (?:RSA |EC )?PRIVATE KEY-----",
  "\\bnew\\s+Buffer\\s*\\(",
  "\\bnew\\s+RegExp\\s*\\(",
  "\\bnew\\s+Promise\\s*\\(\\s*async\\b",
  "\\bforEach\\s*\\(\\s*async\\b",
  "\\bJSON\\.parse\\s*\\(\\s*JSON\\.stringify",
  "\\bMath\\.random\\s*\\(",
  "\\bprocess\\.env\\.[A-Z_]{4,40}",
  "\\bprocess\\.exit\\s*\\(",
  "\\bconsole\\.(?:log|debug|trace)\\s*\\(",
  "^\\s*debugger\\b",
  "\\b(?:describe|it|test)\\.(?:only|skip)\\s*\\(",
  "\\brejectUnauthorized\\s*:\\s*false\\b",
  "(?:SELECT|INSERT|UPDATE|DELETE)\\s[^\"'`]{0,80}[\"'`]\\s*\\+",
  "\\breq\\.(?:query|body|params|headers)\\b",
  "\\btypeof\\s+\\w+\\s*===\\s*[\"']undefined[\"']",
  "==\\s*null\\b",
  "!=\\s*null\\b",
  "\\.indexOf\\([^)]{1,40}\\)\\s*(?:>|>=|!==|===)\\s*-?[01]",
  "\\.substr\\s*\\(",
  "\\barguments\\.callee\\b",
  "\\bwith\\s*\\(\\w+\\)\\s*\\{",
  "\\breturn\\s+await\\b",
  "\\bawait\\s+Promise\\.all\\b",
  "\\.reduce\\(\\s*\\(\\w+,\\s*\\w+\\)\\s*=>\\s*\\(?\\{\\s*\\.\\.\\.",
  "\\.filter\\([^)]{1,60}\\)\\[0\\]",
  "\\.sort\\(\\s*\\)",
  "\\bparseInt\\([^,()]{1,40}\\)",
  "http://[\\w.-]{4,60}",
  "\\b(?:10|172|192)\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\b",
  "\\bvar\\s+self\\s*=\\s*this\\b",
  "\\bsetTimeout\\([^,]{1,60},\\s*0\\s*\\)",
  "\\bfs\\.(?:chmod|chown)(?:Sync)?\\s*\\(",
  "\\bchild_process\\b",
  "\\bcrypto\\.createCipher\\s*\\(",
  "\\b(?:md5|sha1)\\b[\"']",
  "\\bObject\\.assign\\(\\s*\\{\\}\\s*,",
]

export const patterns = [...calls, ...members, ...notes, ...shapes].slice(0, 100)
