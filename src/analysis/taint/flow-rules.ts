import type { CodeLanguage, RuleFacts } from "../rule-facts.ts"
import type { Harm } from "./harm.ts"
import type { Table } from "./table.ts"
import type { Trust } from "./value.ts"

/** A rule that holds where input reaches a sink. */
export interface FlowRule extends RuleFacts {
  readonly words: readonly string[]
  readonly flow: {
    readonly harm: Harm
    readonly trusts: readonly Trust[]
    /** Everybody is told, with this severity, where nobody in the project calls the function: then others do. */
    readonly ofEntry?: RuleFacts["severity"] | undefined
  }
}

interface Class {
  readonly harm: Harm
  /** What is said of it: as `SQL is built`. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly fix: string
  readonly cwe: string
  readonly severity: RuleFacts["severity"]
  readonly languages: readonly CodeLanguage[]
  readonly trusts: readonly Trust[]
  readonly ofEntry?: RuleFacts["severity"]
  readonly persona?: RuleFacts["persona"]
}

const all: readonly CodeLanguage[] = ["javascript", "typescript", "python"]
const scripts: readonly CodeLanguage[] = ["javascript", "typescript"]
const python: readonly CodeLanguage[] = ["python"]
const sent: readonly Trust[] = ["request"]
const given: readonly Trust[] = ["request", "local"]
const received: readonly Trust[] = ["request", "remote"]
const caller: readonly Trust[] = ["parameter"]

/** One row for each weakness and for whose input it is. */
const classes: readonly Class[] = [
  {
    id: "sql-from-input",
    harm: "sql",
    trusts: sent,
    severity: "critical",
    cwe: "CWE-89",
    languages: all,
    title: "SQL is built from input",
    description: "Part of the statement comes from a request, so the sender can change what the statement does.",
    fix: "Pass the value as a parameter of the statement.",
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
    title: "SQL is built from a parameter",
    description: "A caller's value becomes part of the statement's text. Whether it is safe depends on every caller.",
    fix: "Pass the value as a parameter of the statement.",
  },
  {
    id: "query-from-input",
    harm: "nosql",
    trusts: sent,
    severity: "major",
    cwe: "CWE-943",
    languages: all,
    title: "A database filter holds an object from input",
    description: "A body can hold operators instead of a text, so a comparison matches everything.",
    fix: "Check that the value is a text or a number before it becomes part of the filter.",
  },
  {
    id: "command-from-input",
    harm: "shell",
    trusts: given,
    severity: "critical",
    cwe: "CWE-78",
    languages: all,
    title: "A shell command is built from input",
    description: "The shell reads the value as part of the command, so input can add commands of its own.",
    fix: "Run the program with a list of arguments and without a shell.",
  },
  {
    id: "command-from-parameter",
    harm: "shell",
    trusts: caller,
    severity: "major",
    cwe: "CWE-78",
    languages: all,
    persona: "pedantic",
    ofEntry: "major",
    title: "A shell command is built from a parameter",
    description: "The shell reads a caller's value as part of the command. Whether it is safe depends on every caller.",
    fix: "Run the program with a list of arguments and without a shell.",
  },
  {
    id: "eval-of-input",
    harm: "code",
    trusts: given,
    severity: "critical",
    cwe: "CWE-94",
    languages: all,
    title: "Input is run as code",
    description: "The sender of the value decides what the program does.",
    fix: "Read the value as data: parse it, or choose from a table.",
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
    title: "A parameter is run as code",
    description: "A caller's value is run as code. Whether it is safe depends on every caller.",
    fix: "Read the value as data: parse it, or choose from a table.",
  },
  {
    id: "template-from-input",
    harm: "template",
    trusts: sent,
    severity: "critical",
    cwe: "CWE-1336",
    languages: all,
    title: "Input is used as a template",
    description: "Templates can run code, so the sender decides what the server does.",
    fix: "Keep the template fixed and pass the value to it.",
  },
  {
    id: "path-from-input",
    harm: "path",
    trusts: sent,
    severity: "critical",
    cwe: "CWE-22",
    languages: all,
    title: "A file's path comes from input",
    description: "With .. or an absolute path, input reaches files outside the directory that was meant.",
    fix: "Take the base name, or resolve the path and check that it is still below the directory.",
  },
  {
    id: "html-from-input",
    harm: "html",
    trusts: sent,
    severity: "major",
    cwe: "CWE-79",
    languages: all,
    title: "Input becomes part of a page as HTML",
    description: "A script in the input runs in the reader's browser.",
    fix: "Escape the value, or set it as text.",
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
    title: "A parameter becomes part of a page as HTML",
    description: "A caller's value is put into the page as HTML. Whether it is safe depends on every caller.",
    fix: "Set the value as text, or sanitize it first.",
  },
  {
    id: "request-to-input",
    harm: "url",
    trusts: sent,
    severity: "major",
    cwe: "CWE-918",
    languages: all,
    title: "The server requests an address that came from input",
    description: "Input can point the request at machines only the server can reach.",
    fix: "Compare the host with a list of allowed ones.",
  },
  {
    id: "redirect-to-input",
    harm: "redirect",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-601",
    languages: all,
    title: "A redirect goes where input says",
    description: "A link to this site can lead anywhere, which helps phishing.",
    fix: "Allow paths of this site only, or compare with a list.",
  },
  {
    id: "xpath-from-input",
    harm: "xpath",
    trusts: sent,
    severity: "major",
    cwe: "CWE-643",
    languages: all,
    title: "An XPath expression is built from input",
    description: "Input can change which nodes the expression selects.",
    fix: "Pass the value as a variable of the expression.",
  },
  {
    id: "ldap-from-input",
    harm: "ldap",
    trusts: sent,
    severity: "major",
    cwe: "CWE-90",
    languages: all,
    title: "An LDAP filter is built from input",
    description: "Input can change what the directory is asked for.",
    fix: "Escape the value with the library's own function.",
  },
  {
    id: "xml-from-input",
    harm: "xml",
    trusts: sent,
    severity: "major",
    cwe: "CWE-611",
    languages: all,
    title: "XML from input is parsed with external entities",
    description: "A document can make the parser read files and addresses.",
    fix: "Switch external entities off, or use defusedxml.",
  },
  {
    id: "unpickling-input",
    harm: "object",
    trusts: received,
    severity: "critical",
    cwe: "CWE-502",
    languages: all,
    title: "Input is read by a deserializer that can run code",
    description: "Such data can create any object and run code while it is read.",
    fix: "Use a format that holds data only, such as JSON.",
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
    title: "A parameter is read by a deserializer that can run code",
    description: "Such data can run code while it is read. Whether it is safe depends on every caller.",
    fix: "Use a format that holds data only, such as JSON.",
  },
  {
    id: "path-from-archive",
    harm: "path",
    trusts: ["archive"],
    severity: "major",
    cwe: "CWE-22",
    languages: all,
    title: "A file's path comes from an archive",
    description: "An entry named with .. is written outside the directory that was meant.",
    fix: "Resolve the path and check that it is still below the directory.",
  },
  {
    id: "trust-of-input",
    harm: "trust",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-501",
    languages: all,
    title: "Unchecked input is kept in the session",
    description: "Later code takes what is in the session for checked.",
    fix: "Check the value before it is kept.",
  },
  {
    id: "regex-from-input",
    harm: "regex",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-1333",
    languages: all,
    title: "A regular expression comes from input",
    description: "Input can be an expression that takes forever on an ordinary text.",
    fix: "Escape the value before it becomes part of an expression.",
  },
  {
    id: "deep-write-from-input",
    harm: "key",
    trusts: sent,
    severity: "major",
    cwe: "CWE-1321",
    languages: scripts,
    title: "Input chooses which property is written",
    description: "With the key __proto__, input writes into every object of the program.",
    fix: "Refuse __proto__, constructor and prototype, or use a Map.",
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
    title: "A parameter chooses which property is written",
    description:
      "With the key __proto__ in what a caller passes on, the function writes into every object of the program.",
    fix: "Refuse __proto__, constructor and prototype, or use a Map.",
  },
  {
    id: "weak-hash-of-input",
    harm: "hash",
    trusts: sent,
    severity: "minor",
    cwe: "CWE-328",
    languages: python,
    title: "Input is hashed with MD5 or SHA-1",
    description: "Two inputs with the same hash can be made on purpose, and a password can be guessed from it.",
    fix: "Use SHA-256; for passwords scrypt, bcrypt or Argon2.",
  },
]

/** The rules, each with the words of its sinks: a file without one of them is not looked into. */
export function flowRulesOf(tables: readonly Table[]): readonly FlowRule[] {
  return classes.map(({ harm, trusts, ofEntry, ...facts }) => ({
    ...facts,
    category: "security",
    confidence: trusts === caller ? "medium" : "high",
    // None was right so often that the lower bound of its precision is .95: see test/review-set/measured.tsv.
    autoValidated: false,
    words: wordsOf(tables, harm),
    flow: { harm, trusts, ofEntry },
  }))
}

function wordsOf(tables: readonly Table[], harm: Harm): readonly string[] {
  if (harm === "key") return ["]"]
  const sinks = tables.flatMap((table) => table.sinks ?? []).filter((row) => row.harm === harm)
  const names = sinks.flatMap(({ calls = [], methods = [], writes = [] }) => [...calls, ...methods, ...writes])
  const words = names.map((name) => /([\w$]+)(?:\(\)|\[\]|>)?$/.exec(name.replace(/^<|>$/g, ""))?.[1] ?? name)
  return [...new Set([...words, ...(harm === "html" ? ["return"] : [])])]
}
