import { misuseRule } from "../../misuse.ts"
import { looseHostExpressions, partialHostChecks } from "./finders/partial/host-checks.ts"
import { partialHostTests } from "./finders/partial/host-tests.ts"
import { partialSchemeChecks } from "./finders/partial/path-and-scheme-checks.ts"

/** Checks that let more in than they should. */
export const partialCheckRules = [
  misuseRule(
    {
      id: "partial-host-check",
      severity: "minor",
      cwe: "CWE-20",
      title: "Incomplete URL validation: host check also accepts other hosts",
      description: "Anyone can register a host whose name contains, begins or ends with the expected one.",
      fix: "Parse the URL and compare the whole host name with an allowlist.",
      words: [
        "rigin",
        "efer",
        "ost",
        "netloc",
        "omain",
        "url",
        "uri",
        "Url",
        "Uri",
        "edirect",
        "https?:\\/\\/",
        "https:\\/\\/",
      ],
    },
    [
      {
        language: "script",
        find: partialHostChecks,
        example: 'const isOwn = (req) => req.headers.origin.endsWith("example.com")\n',
        lookAlike: 'const isOwn = (req) => req.headers.origin.endsWith(".example.com")\n',
      },
      {
        language: "python",
        find: partialHostTests,
        example: 'def is_own(hostname):\n    return hostname.endswith("shop.com")\n',
        lookAlike: 'def is_own(hostname):\n    return hostname.endswith(".shop.com")\n',
      },
      {
        language: "script",
        find: looseHostExpressions,
        example: "const own = /^https:\\/\\/app.example.com$/\n",
        lookAlike: "const own = /^https:\\/\\/app\\.example\\.com$/\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "partial-scheme-check",
      severity: "minor",
      cwe: "CWE-184",
      title: "Incomplete URL validation: only javascript: URLs are rejected",
      description: "data: and vbscript: URLs can run scripts too.",
      fix: "Allow http:, https: and mailto: only.",
      words: ["javascript"],
    },
    [
      {
        language: "script",
        find: partialSchemeChecks,
        example: 'export const isSafe = (href) => !href.startsWith("javascript:")\n',
        lookAlike:
          'export const isSafe = (href) => !/^(?:javascript|data|vbscript):/i.test(href) && !isOdd(href, "javascript:")\n',
      },
    ],
  ),
]
