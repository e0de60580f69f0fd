import type { CodeLanguage, RuleFacts } from "../rule-facts.ts"
import type { Harm } from "./harm.ts"
import type { Table } from "./table.ts"
import type { Trust } from "./value.ts"

/** A rule that matches if input reaches a sink. */
export interface FlowRule extends RuleFacts {
  readonly words: readonly string[]
  readonly flow: {
    readonly harm: Harm
    readonly trusts: readonly Trust[]
    /** If nothing in the project calls the function, others must: every persona then sees it, with this severity. */
    readonly ofEntry?: RuleFacts["severity"] | undefined
    /** Where requests are answered, only they count: what a handler passes on is followed from it. */
    readonly outsideHandlers?: boolean | undefined
  }
}

interface Class {
  readonly harm: Harm
  /** The text about it, such as `SQL is built`. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly fix: string
  readonly cwe: string
  readonly severity: RuleFacts["severity"]
  readonly languages: readonly CodeLanguage[]
  readonly trusts: readonly Trust[]
  readonly ofEntry?: RuleFacts["severity"]
  readonly outsideHandlers?: boolean
  readonly persona?: RuleFacts["persona"]
}

const all: readonly CodeLanguage[] = ["javascript", "typescript", "python"]
const scripts: readonly CodeLanguage[] = ["javascript", "typescript"]
const python: readonly CodeLanguage[] = ["python"]
const sent: readonly Trust[] = ["request"]
const given: readonly Trust[] = ["request", "local"]
const received: readonly Trust[] = ["request", "remote"]
const caller: readonly Trust[] = ["parameter"]

/** One row for each weakness and each origin of input. */
const classes: readonly Class[] = [
  {
    id: "sql-from-input",
    harm: "sql",
    trusts: sent,
    severity: "critical",
    cwe: "CWE-89",
    languages: all,
    title: "SQL query built from untrusted input",
    description: "Part of the query comes from a request, so an attacker can change what the query does.",
    fix: "Use a parameterized query.",
  },
  {
    id: "sql-from-parameter",
    harm: "sql",
    trusts: caller,
    severity: "major",
    cwe: "CWE-89",
    languages: all,
    persona: "pedantic",
    ofEntry: "minor",
    title: "SQL query built from a function parameter",
    description: "A caller's value becomes part of the query text, so its safety depends on every caller.",
    fix: "Use a parameterized query.",
  },
  {
    id: "query-from-input",
    harm: "nosql",
    trusts: sent,
    severity: "major",
    cwe: "CWE-943",
    languages: all,
    title: "NoSQL filter contains an object from untrusted input",
    description: "A request body can contain operators instead of a string, so a comparison matches everything.",
    fix: "Check that the value is a string or a number before using it in the filter.",
  },
  {
    id: "command-from-input",
    harm: "shell",
    trusts: given,
    severity: "critical",
    cwe: "CWE-78",
    languages: all,
    title: "Shell command built from untrusted input",
    description: "The shell interprets the value as part of the command, so an attacker can inject commands.",
    fix: "Pass the arguments as a list and do not use a shell.",
  },
  {
    id: "command-from-parameter",
    harm: "shell",
    trusts: caller,
    severity: "major",
    cwe: "CWE-78",
    languages: all,
    persona: "pedantic",
    ofEntry: "minor",
    title: "Shell command built from a function parameter",
    description: "The shell interprets a caller's value as part of the command, so its safety depends on every caller.",
    fix: "Pass the arguments as a list and do not use a shell.",
  },
  {
    id: "eval-of-input",
    harm: "code",
    trusts: given,
    severity: "critical",
    cwe: "CWE-94",
    languages: all,
    title: "Untrusted input executed as code",
    description: "An attacker who controls the value can execute arbitrary code.",
    fix: "Treat the value as data: parse it, or use a lookup table.",
  },
  {
    id: "eval-of-parameter",
    harm: "code",
    trusts: caller,
    severity: "major",
    cwe: "CWE-94",
    languages: all,
    persona: "pedantic",
    ofEntry: "minor",
    title: "Function parameter executed as code",
    description: "A caller's value is executed as code, so its safety depends on every caller.",
    fix: "Treat the value as data: parse it, or use a lookup table.",
  },
  {
    id: "template-from-input",
    harm: "template",
    trusts: sent,
    severity: "critical",
    cwe: "CWE-1336",
    languages: all,
    title: "Untrusted input used as a template",
    description: "Templates can run code, so an attacker can execute code on the server.",
    fix: "Use a fixed template and pass the value as a variable.",
  },
  {
    id: "template-from-parameter",
    harm: "template",
    trusts: caller,
    severity: "minor",
    cwe: "CWE-1336",
    languages: python,
    persona: "pedantic",
    ofEntry: "minor",
    outsideHandlers: true,
    title: "Function parameter used as a template",
    description: "Templates can run code, so the safety of this one depends on every caller.",
    fix: "Use a sandboxed environment, or a fixed template with the value as a variable.",
  },
  {
    id: "path-from-input",
    harm: "path",
    trusts: sent,
    severity: "critical",
    cwe: "CWE-22",
    languages: all,
    title: "File path built from untrusted input",
    description: "With .. or an absolute path, an attacker can access files outside the intended directory.",
    fix: "Use only the base name, or resolve the path and check that it is inside the intended directory.",
  },
  {
    id: "html-from-input",
    harm: "html",
    trusts: sent,
    severity: "major",
    cwe: "CWE-79",
    languages: all,
    title: "Untrusted input inserted into a page as HTML",
    description: "A script in the input runs in the user's browser (XSS).",
    fix: "Escape the value, or insert it as text.",
  },
  {
    id: "html-from-page",
    harm: "html",
    trusts: ["page"],
    severity: "minor",
    cwe: "CWE-79",
    languages: scripts,
    title: "DOM attribute value reinterpreted as HTML",
    description: "Text that was escaped in the attribute is parsed as HTML again, so a script in it runs.",
    fix: "Insert the value as text, or sanitize it first.",
  },
  {
    id: "html-from-parameter",
    harm: "html",
    trusts: caller,
    severity: "minor",
    cwe: "CWE-79",
    languages: scripts,
    persona: "pedantic",
    ofEntry: "minor",
    title: "Function parameter inserted into a page as HTML",
    description: "A caller's value is inserted into the page as HTML, so its safety depends on every caller.",
    fix: "Insert the value as text, or sanitize it first.",
  },
  {
    id: "request-to-input",
    harm: "url",
    trusts: sent,
    severity: "major",
    cwe: "CWE-918",
    languages: all,
    title: "Server-side request to a URL from untrusted input",
    description: "An attacker can point the request at internal hosts that only the server can reach (SSRF).",
    fix: "Check the host against an allowlist.",
  },
  {
    id: "request-to-parameter",
    harm: "url",
    trusts: caller,
    severity: "minor",
    cwe: "CWE-918",
    languages: python,
    persona: "pedantic",
    ofEntry: "minor",
    outsideHandlers: true,
    title: "URL of a function parameter opened with any scheme",
    description: "urlopen also opens file: URLs and follows redirects, so a caller's URL can read local files (SSRF).",
    fix: "Check the scheme and the host before opening the URL.",
  },
  {
    id: "redirect-to-input",
    harm: "redirect",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-601",
    languages: all,
    title: "Redirect to a URL from untrusted input",
    description: "A link to this site can redirect anywhere, which helps phishing.",
    fix: "Allow only paths on this site, or check the target against an allowlist.",
  },
  {
    id: "xpath-from-input",
    harm: "xpath",
    trusts: sent,
    severity: "major",
    cwe: "CWE-643",
    languages: all,
    title: "XPath expression built from untrusted input",
    description: "An attacker can change which nodes the expression selects.",
    fix: "Pass the value as an XPath variable.",
  },
  {
    id: "ldap-from-input",
    harm: "ldap",
    trusts: sent,
    severity: "major",
    cwe: "CWE-90",
    languages: all,
    title: "LDAP filter built from untrusted input",
    description: "An attacker can change what the directory is queried for.",
    fix: "Escape the value with the LDAP library's escape function.",
  },
  {
    id: "xml-from-input",
    harm: "xml",
    trusts: sent,
    severity: "major",
    cwe: "CWE-611",
    languages: all,
    title: "Untrusted XML parsed with external entities enabled",
    description: "A crafted document can make the parser read local files and fetch URLs.",
    fix: "Disable external entities, or use defusedxml.",
  },
  {
    id: "unpickling-input",
    harm: "object",
    trusts: received,
    severity: "critical",
    cwe: "CWE-502",
    languages: all,
    title: "Unsafe deserialization of untrusted input",
    description: "Crafted data can create arbitrary objects and run code during deserialization.",
    fix: "Use a data-only format such as JSON.",
  },
  {
    id: "unpickling-parameter",
    harm: "object",
    trusts: caller,
    severity: "major",
    cwe: "CWE-502",
    languages: all,
    persona: "pedantic",
    ofEntry: "minor",
    title: "Unsafe deserialization of a function parameter",
    description: "Crafted data can run code during deserialization, so safety depends on every caller.",
    fix: "Use a data-only format such as JSON.",
  },
  {
    id: "path-from-archive",
    harm: "path",
    trusts: ["archive"],
    severity: "major",
    cwe: "CWE-22",
    languages: all,
    title: "File path taken from an archive entry",
    description: "An entry with .. in its name is written outside the target directory (Zip Slip).",
    fix: "Resolve the path and check that it is inside the target directory.",
  },
  {
    id: "trust-of-input",
    harm: "trust",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-501",
    languages: all,
    title: "Unvalidated input stored in the session",
    description: "Later code treats session data as trusted.",
    fix: "Validate the value before storing it.",
  },
  {
    id: "regex-from-input",
    harm: "regex",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-1333",
    languages: all,
    title: "Regular expression built from untrusted input",
    description: "An attacker can supply an expression that takes forever to match ordinary text (ReDoS).",
    fix: "Escape the value before using it in a regular expression.",
  },
  {
    id: "deep-write-from-input",
    harm: "key",
    trusts: sent,
    severity: "major",
    cwe: "CWE-1321",
    languages: scripts,
    title: "Untrusted input used as a property name in an assignment",
    description: "With the key __proto__, an attacker can modify Object.prototype and thus every object.",
    fix: "Reject the keys __proto__, constructor and prototype, or use a Map.",
  },
  {
    id: "deep-write-from-parameter",
    harm: "key",
    trusts: caller,
    severity: "major",
    cwe: "CWE-1321",
    languages: scripts,
    persona: "pedantic",
    ofEntry: "minor",
    title: "Function parameter used as a property name in an assignment",
    description:
      "If a caller passes on the key __proto__, the function modifies Object.prototype and thus every object.",
    fix: "Reject the keys __proto__, constructor and prototype, or use a Map.",
  },
  {
    id: "weak-hash-of-input",
    harm: "hash",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-328",
    languages: python,
    title: "Input hashed with MD5 or SHA-1",
    description: "Collisions can be created deliberately, and a password hashed this way can be brute-forced.",
    fix: "Use SHA-256; for passwords, use scrypt, bcrypt or Argon2.",
  },
]

/** The rules, each with the words of its sinks. A file that contains none of them is not examined. */
export function flowRulesOf(tables: readonly Table[]): readonly FlowRule[] {
  return classes.map(({ harm, trusts, ofEntry, outsideHandlers, ...facts }) => ({
    ...facts,
    category: "security",
    confidence: trusts === caller ? "medium" : "high",
    // None was correct often enough for a lower bound of .95 of its precision: see test/review-set/measured.tsv.
    autoValidated: false,
    words: wordsOf(tables, harm),
    flow: { harm, trusts, ofEntry, outsideHandlers },
  }))
}

function wordsOf(tables: readonly Table[], harm: Harm): readonly string[] {
  if (harm === "key") return ["]"]
  const sinks = tables.flatMap((table) => table.sinks ?? []).filter((row) => row.harm === harm)
  const names = sinks.flatMap(({ calls = [], methods = [], writes = [] }) => [...calls, ...methods, ...writes])
  const words = names.map((name) => /([\w$]+)(?:\(\)|\[\]|>)?$/.exec(name.replace(/^<|>$/g, ""))?.[1] ?? name)
  return [...new Set([...words, ...(harm === "html" ? ["return"] : [])])]
}
