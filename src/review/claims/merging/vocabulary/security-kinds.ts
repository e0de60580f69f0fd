import { type IssueKind, defineIssueKind } from "./issue-kind.ts"

/** Faults that an attacker can use. */
export const securityKinds: readonly IssueKind[] = [
  defineIssueKind(
    "sql-injection",
    `sql injection | sqli | query concatenated | query injectable | query parameterised | bound parameter |
    bind parameter | query placeholder | placeholder query | prepared query | parameterise | sql untrusted |
    query assembled | query built string | query quote`,
    89,
    564,
  ),
  defineIssueKind("nosql-injection", "nosql | mongo operator | query operators injected | operators reach query", 943),
  defineIssueKind(
    "command-injection",
    `command injection | shell injection | shell metacharacter | shell=true | shell concatenated |
    shell untrusted | command untrusted | shell input | execfile | command built | arguments shell list |
    shell semicolon`,
    77,
    78,
    88,
  ),
  defineIssueKind("code-injection", "code injection | eval | new function string | execute string script", 94, 95),
  defineIssueKind("template-injection", "template injection | ssti", 1336),
  defineIssueKind("ldap-injection", "ldap injection", 90),
  defineIssueKind("header-injection", "header injection | crlf | response splitting", 93, 113),
  defineIssueKind("log-injection", "log injection | log forging | newlines log | line breaks log | header log", 117),
  defineIssueKind(
    "cross-site-scripting",
    `xss | cross site scripting | innerhtml | html unescaped | html untrusted | html raw | html sanitise |
    dangerouslysetinnerhtml | textcontent | html input | unescaped page | script page unescaped`,
    79,
    80,
  ),
  defineIssueKind(
    "path-traversal",
    `path traversal | directory traversal | zip slip | escape directory | dot dot | path escapes | folder outside | path getfilename |
    file outside`,
    22,
    23,
    36,
  ),
  defineIssueKind(
    "server-side-request-forgery",
    `ssrf | server side request forgery | metadata service | internal hosts | user url requested |
    fetches any address`,
    918,
  ),
  defineIssueKind("cross-site-request-forgery", "csrf | xsrf | cross site request forgery | anti forgery", 352),
  defineIssueKind("open-redirect", "open redirect | unvalidated redirect | redirect", 601),
  defineIssueKind(
    "unsafe-deserialisation",
    `unsafe deserialisation | insecure deserialisation | pickle | safeloader | safe_load | yaml load |
    deserialise untrusted | deserialises objects | yaml loader`,
    502,
  ),
  defineIssueKind("external-entities", "xxe | external entity | dtd | xmlresolver | xml resolver", 611),
  defineIssueKind("file-upload", "unrestricted upload | upload type | upload size | upload content", 434),
  defineIssueKind("prototype-pollution", "prototype pollution | __proto__", 1321),
  defineIssueKind("mass-assignment", "mass assignment | overposting | unfiltered body | whole body model", 915),
  defineIssueKind(
    "hardcoded-secret",
    `hardcoded secret | hard coded secret | hardcoded key | hard coded key | secret source | secret repository |
    secret in code | key literal | key committed | rotate | secret stored in code | key in source |
    hard coded credential | signing secret`,
    259,
    321,
    798,
  ),
  defineIssueKind(
    "plain-password",
    `password plain | password clear | password unhashed | password hash | bcrypt | argon2 | salted`,
    256,
    916,
  ),
  defineIssueKind("weak-hash", "weak hash | md5 | sha1 | broken hash | hash collisions | weak cipher | ecb", 327, 328),
  defineIssueKind(
    "weak-random",
    `predictable token | insecure random | weak random | math random | cryptographic random | secrets module |
    random guessable | mersenne | random token`,
    330,
    338,
  ),
  defineIssueKind(
    "certificate-check",
    `certificate verification | verify false | tls disabled | certificate disabled | man in the middle |
    tls switched off | tls verification | tls checks`,
    295,
  ),
  defineIssueKind("timing-attack", "timing attack | constant time | variable time | timingsafeequal", 208),
  defineIssueKind(
    "sensitive-log",
    `secret logged | sensitive log | card log | log exposes | log clear | log mask | token logged | personal log |
    secret log files`,
    532,
  ),
  defineIssueKind(
    "data-exposure",
    `data exposure | exposes fields | whole record client | excessive exposure | public fields |
    stack trace client | information disclosure`,
    200,
    209,
  ),
  defineIssueKind("user-enumeration", "enumeration | accounts exist | name exists | reveals accounts", 203, 204),
  defineIssueKind(
    "missing-authorisation",
    `missing authorisation | authorisation check | direct object reference | idor | anyone can delete |
    any caller delete | access control | authorize | ownership check`,
    285,
    639,
    862,
    863,
  ),
  defineIssueKind("missing-authentication", "missing authentication | unauthenticated", 306),
  defineIssueKind("rate-limit", "rate limit | brute force | throttle", 307, 770),
  defineIssueKind(
    "cookie-flags",
    "cookie httponly | cookie secure | samesite | cookie attributes | httponly flag",
    614,
    1004,
  ),
  defineIssueKind("token-expiry", "token expire | never expires | expiresin | token lifetime | token valid ever", 613),
  defineIssueKind(
    "insecure-storage",
    "localstorage token | token storage | insecure storage | stored localstorage",
    522,
    922,
  ),
  defineIssueKind("wide-permissions", "world writable | permissions wide | 0o777 | chmod 777 | file permissions", 732),
  defineIssueKind("temporary-file", "temporary file | mktemp | mkstemp", 377, 379),
  defineIssueKind("open-cors", "cors | allow origin | every origin | any origin", 942),
  defineIssueKind(
    "slow-regex",
    `redos | backtracking | regex denial | regex hang | regex exponential | nested quantifier | regex input |
    regex escape`,
    1333,
    400,
  ),
  defineIssueKind("debug-left", "debug statement | console log left | debug mode | debugger", 489),
  defineIssueKind(
    "weak-password",
    `password policy | password length | short password | password complexity | minimum password`,
    521,
  ),
  defineIssueKind("clickjacking", "clickjacking | frame options | frame ancestors", 1021),
  defineIssueKind("content-policy", "content security policy | csp"),
  defineIssueKind("xpath-injection", "xpath injection", 643),
  defineIssueKind("csv-injection", "csv injection | formula injection", 1236),
  defineIssueKind(
    "plain-transport",
    `plain http | unencrypted connection | without tls | http instead https | cleartext transmission`,
    319,
  ),
  defineIssueKind(
    "unverified-signature",
    `signature not verified | signature verification | unsigned webhook | alg none | signature checked`,
    345,
    347,
  ),
  defineIssueKind("session-fixation", "session fixation | session regenerated | new session login", 384),
  defineIssueKind("reused-nonce", "iv reuse | static iv | nonce reuse | fixed iv | same iv", 323, 329),
  defineIssueKind("fixed-salt", "hardcoded salt | fixed salt | static salt | same salt", 760),
  defineIssueKind("weak-key", "key size | short key | key length", 326),
  defineIssueKind("too-privileged", "runs as root | least privilege | privileged container | elevated privileges", 250),
  defineIssueKind("debug-exposed", "debug endpoint | debug enabled | debug production | stack traces production", 215),
  defineIssueKind(
    "vulnerable-dependency",
    `vulnerable dependency | known vulnerabilities | outdated dependency | dependency cve`,
    1104,
    1395,
  ),
  defineIssueKind(
    "buffer-overflow",
    "buffer overflow | out of bounds write | strcpy | unbounded copy",
    120,
    121,
    122,
    787,
  ),
  defineIssueKind("use-after-free", "use after free | dangling pointer | double free", 415, 416),
  defineIssueKind("format-string", "format string", 134),
  defineIssueKind("symlink", "symlink | symbolic link", 59, 61),
  defineIssueKind("secret-in-url", "token url | secret in url | secret query string", 598),
  defineIssueKind("unsafe-reflection", "unsafe reflection | arbitrary class | dynamic import input", 470),
  defineIssueKind("unanchored-regex", "unanchored | suffix match host", 777),
  defineIssueKind("tabnabbing", "noopener | tabnabbing | window opener", 1022),
  defineIssueKind("script-url", "javascript links | javascript url | url scheme | unvalidated href"),
  defineIssueKind("predictable-reset", "reset token | predictable reset", 640),
  defineIssueKind("host-header", "host header", 644),
]
