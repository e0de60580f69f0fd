import { type IssueKind, kind } from "./issue-kind.ts"

/** Faults that an attacker can use. */
export const securityKinds: readonly IssueKind[] = [
  kind(
    "sql-injection",
    `sql injection | sqli | query concatenated | query injectable | query parameterised | bound parameter |
    bind parameter | query placeholder | placeholder query | prepared query | parameterise | sql untrusted |
    query assembled | query built string | query quote`,
    89,
    564,
  ),
  kind("nosql-injection", "nosql | mongo operator | query operators injected | operators reach query", 943),
  kind(
    "command-injection",
    `command injection | shell injection | shell metacharacter | shell=true | shell concatenated |
    shell untrusted | command untrusted | shell input | execfile | command built | arguments shell list |
    shell semicolon`,
    77,
    78,
    88,
  ),
  kind("code-injection", "code injection | eval | new function string | execute string script", 94, 95),
  kind("template-injection", "template injection | ssti", 1336),
  kind("ldap-injection", "ldap injection", 90),
  kind("header-injection", "header injection | crlf | response splitting", 93, 113),
  kind("log-injection", "log injection | log forging | newlines log | line breaks log | header log", 117),
  kind(
    "cross-site-scripting",
    `xss | cross site scripting | innerhtml | html unescaped | html untrusted | html raw | html sanitise |
    dangerouslysetinnerhtml | textcontent | html input | unescaped page | script page unescaped`,
    79,
    80,
  ),
  kind(
    "path-traversal",
    `path traversal | directory traversal | zip slip | escape directory | dot dot | path escapes | folder outside | path getfilename |
    file outside`,
    22,
    23,
    36,
  ),
  kind(
    "server-side-request-forgery",
    `ssrf | server side request forgery | metadata service | internal hosts | user url requested |
    fetches any address`,
    918,
  ),
  kind("cross-site-request-forgery", "csrf | xsrf | cross site request forgery | anti forgery", 352),
  kind("open-redirect", "open redirect | unvalidated redirect | redirect", 601),
  kind(
    "unsafe-deserialisation",
    `unsafe deserialisation | insecure deserialisation | pickle | safeloader | safe_load | yaml load |
    deserialise untrusted | deserialises objects | yaml loader`,
    502,
  ),
  kind("external-entities", "xxe | external entity | dtd | xmlresolver | xml resolver", 611),
  kind("file-upload", "unrestricted upload | upload type | upload size | upload content", 434),
  kind("prototype-pollution", "prototype pollution | __proto__", 1321),
  kind("mass-assignment", "mass assignment | overposting | unfiltered body | whole body model", 915),
  kind(
    "hardcoded-secret",
    `hardcoded secret | hard coded secret | hardcoded key | hard coded key | secret source | secret repository |
    secret in code | key literal | key committed | rotate | secret stored in code | key in source |
    hard coded credential | signing secret`,
    259,
    321,
    798,
  ),
  kind(
    "plain-password",
    `password plain | password clear | password unhashed | password hash | bcrypt | argon2 | salted`,
    256,
    916,
  ),
  kind("weak-hash", "weak hash | md5 | sha1 | broken hash | hash collisions | weak cipher | ecb", 327, 328),
  kind(
    "weak-random",
    `predictable token | insecure random | weak random | math random | cryptographic random | secrets module |
    random guessable | mersenne | random token`,
    330,
    338,
  ),
  kind(
    "certificate-check",
    `certificate verification | verify false | tls disabled | certificate disabled | man in the middle |
    tls switched off | tls verification | tls checks`,
    295,
  ),
  kind("timing-attack", "timing attack | constant time | variable time | timingsafeequal", 208),
  kind(
    "sensitive-log",
    `secret logged | sensitive log | card log | log exposes | log clear | log mask | token logged | personal log |
    secret log files`,
    532,
  ),
  kind(
    "data-exposure",
    `data exposure | exposes fields | whole record client | excessive exposure | public fields |
    stack trace client | information disclosure`,
    200,
    209,
  ),
  kind("user-enumeration", "enumeration | accounts exist | name exists | reveals accounts", 203, 204),
  kind(
    "missing-authorisation",
    `missing authorisation | authorisation check | direct object reference | idor | anyone can delete |
    any caller delete | access control | authorize | ownership check`,
    285,
    639,
    862,
    863,
  ),
  kind("missing-authentication", "missing authentication | unauthenticated", 306),
  kind("rate-limit", "rate limit | brute force | throttle", 307, 770),
  kind("cookie-flags", "cookie httponly | cookie secure | samesite | cookie attributes | httponly flag", 614, 1004),
  kind("token-expiry", "token expire | never expires | expiresin | token lifetime | token valid ever", 613),
  kind("insecure-storage", "localstorage token | token storage | insecure storage | stored localstorage", 522, 922),
  kind("wide-permissions", "world writable | permissions wide | 0o777 | chmod 777 | file permissions", 732),
  kind("temporary-file", "temporary file | mktemp | mkstemp", 377, 379),
  kind("open-cors", "cors | allow origin | every origin | any origin", 942),
  kind(
    "slow-regex",
    `redos | backtracking | regex denial | regex hang | regex exponential | nested quantifier | regex input |
    regex escape`,
    1333,
    400,
  ),
  kind("debug-left", "debug statement | console log left | debug mode | debugger", 489),
  kind(
    "weak-password",
    `password policy | password length | short password | password complexity | minimum password`,
    521,
  ),
  kind("clickjacking", "clickjacking | frame options | frame ancestors", 1021),
  kind("content-policy", "content security policy | csp"),
  kind("xpath-injection", "xpath injection", 643),
  kind("csv-injection", "csv injection | formula injection", 1236),
  kind(
    "plain-transport",
    `plain http | unencrypted connection | without tls | http instead https | cleartext transmission`,
    319,
  ),
  kind(
    "unverified-signature",
    `signature not verified | signature verification | unsigned webhook | alg none | signature checked`,
    345,
    347,
  ),
  kind("session-fixation", "session fixation | session regenerated | new session login", 384),
  kind("reused-nonce", "iv reuse | static iv | nonce reuse | fixed iv | same iv", 323, 329),
  kind("fixed-salt", "hardcoded salt | fixed salt | static salt | same salt", 760),
  kind("weak-key", "key size | short key | key length", 326),
  kind("too-privileged", "runs as root | least privilege | privileged container | elevated privileges", 250),
  kind("debug-exposed", "debug endpoint | debug enabled | debug production | stack traces production", 215),
  kind(
    "vulnerable-dependency",
    `vulnerable dependency | known vulnerabilities | outdated dependency | dependency cve`,
    1104,
    1395,
  ),
  kind("buffer-overflow", "buffer overflow | out of bounds write | strcpy | unbounded copy", 120, 121, 122, 787),
  kind("use-after-free", "use after free | dangling pointer | double free", 415, 416),
  kind("format-string", "format string", 134),
  kind("symlink", "symlink | symbolic link", 59, 61),
  kind("secret-in-url", "token url | secret in url | secret query string", 598),
  kind("unsafe-reflection", "unsafe reflection | arbitrary class | dynamic import input", 470),
  kind("unanchored-regex", "unanchored | suffix match host", 777),
  kind("tabnabbing", "noopener | tabnabbing | window opener", 1022),
  kind("script-url", "javascript links | javascript url | url scheme | unvalidated href"),
  kind("predictable-reset", "reset token | predictable reset", 640),
  kind("host-header", "host header", 644),
]
