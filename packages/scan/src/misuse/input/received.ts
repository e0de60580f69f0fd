import { findAttributesByPath } from "./finders/attributes.ts"
import {
  isBuiltFilter,
  findQuotedSqlParts,
  findQuotedSqlValues,
  findRawFileNames,
  findRawRequestLines,
} from "./finders/built/built-texts.ts"
import { findChecksWithoutBackslash, findPartialRedirectChecks } from "./finders/partial/redirect-checks.ts"
import { findPartialUrlChecks } from "./finders/partial/url-checks.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"

/** What libraries put together from what they receive. */
export const receivedRules = [
  defineMisuseRule(
    {
      id: "partial-url-check",
      severity: "minor",
      cwe: "CWE-601",
      title: "Open redirect: check of the URL can be bypassed",
      description:
        "Browsers read /\\host, //host and URLs with control characters as other hosts, so a redirect leaves the site.",
      fix: "Reject backslashes, control characters and a second slash at the start before looking at the host.",
      saidBetterBy: ["redirect-to-input"],
      words: ["urlsplit(", "urlparse(", "startswith(", "startsWith(", "\\/\\/"],
    },
    [
      {
        language: "script",
        find: findPartialRedirectChecks,
        example:
          'const redirectTarget = (query) => {\n  const { next } = query\n  return next.startsWith("/") ? next : "/"\n}\n',
        lookAlike:
          'const redirectTarget = (query) => {\n  const { next } = query\n  return next.startsWith("/") && !next.startsWith("//") ? next : "/"\n}\n',
      },
      {
        language: "script",
        find: findChecksWithoutBackslash,
        example: 'export function isSafeRedirect(url) {\n  return url.startsWith("/") && !url.startsWith("//")\n}\n',
        lookAlike:
          'export function isSafeRedirect(url) {\n  return url.startsWith("/") && !url.startsWith("//") && !url.includes("\\\\")\n}\n',
      },
      {
        language: "python",
        find: findPartialRedirectChecks,
        example:
          'def login(request):\n    next_url = request.GET["next"]\n    if next_url.startswith("/"):\n        return redirect(next_url)\n',
        lookAlike:
          'def login(request):\n    next_url = request.GET["next"]\n    if next_url.startswith("/") and not next_url.startswith(("//", "/x")):\n        return redirect(next_url)\n',
      },
      {
        language: "python",
        find: findPartialUrlChecks,
        example:
          "from urllib.parse import urlsplit\ndef validate_redirect(url, own):\n    parts = urlsplit(url)\n    return not parts.netloc or parts.netloc == own\n",
        lookAlike:
          "from urllib.parse import urlsplit\ndef validate_redirect(url, own):\n    parts = urlsplit(url.replace('\\\\\\\\', '/'))\n    return not parts.netloc or parts.netloc == own\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "attribute-by-path",
      severity: "minor",
      cwe: "CWE-915",
      title: "Class pollution: dotted path can reach any attribute",
      description:
        "With __class__ and __globals__ in the path, an attacker can change global variables of the program.",
      fix: "Reject names that begin with two underscores.",
      words: ["setattr("],
    },
    [
      {
        language: "python",
        find: findAttributesByPath,
        example:
          "def put(target, name, value):\n    if isinstance(target, dict):\n        target[name] = value\n    else:\n        setattr(target, name, value)\n",
        lookAlike:
          "def put(target, name, value):\n    if isinstance(target, dict):\n        target[name] = value\n    elif not name.startswith('__'):\n        setattr(target, name, value)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "raw-request-line",
      severity: "minor",
      cwe: "CWE-113",
      title: "Request splitting: first line of a request built without checking for line breaks",
      description: "A line break in the method or the path adds headers, or a second request.",
      fix: "Reject control characters in the method and the path.",
      words: ["HTTP/"],
    },
    [
      {
        language: "python",
        find: findRawRequestLines,
        example: "def head(method, path):\n    return f'{method} {path} HTTP/1.1\\r\\n'.encode()\n",
        lookAlike:
          "def head(method, path):\n    if has_control_chars(method + path):\n        raise ValueError\n    return f'{method} {path} HTTP/1.1\\r\\n'.encode()\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "raw-file-name-in-header",
      severity: "minor",
      cwe: "CWE-113",
      title: "Header injection: file name in a header is not encoded",
      description: "A quote in the name ends it and adds parameters, and a line break adds headers.",
      fix: "Quote the name as RFC 6266 describes, for example with urllib.parse.quote and filename*.",
      words: ["filename="],
    },
    [
      {
        language: "python",
        find: findRawFileNames,
        example: "def headers(name):\n    return {'Content-Disposition': 'attachment; filename=\"%s\"' % name}\n",
        lookAlike:
          "def headers(name):\n    return {'Content-Disposition': 'attachment; filename=\"%s\"' % quote(name)}\ndef send(job, response):\n    name = 'job_%s.csv' % job.id\n    response['Content-Disposition'] = 'attachment; filename=\"%s\"' % name\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "built-ldap-filter",
      severity: "minor",
      cwe: "CWE-90",
      title: "LDAP injection: value inserted into a filter",
      description: "Parentheses and asterisks in the value change what the directory is searched for.",
      fix: "Escape the value with the LDAP library's function, such as ldap.filter.escape_filter_chars.",
      saidBetterBy: ["ldap-from-input"],
      words: [".search", ".paged_search"],
    },
    [
      {
        language: "python",
        calls: [".search_s", ".search_st", ".search_ext", ".search_ext_s", ".paged_search", ".search"],
        and: isBuiltFilter,
        example: "def find(conn, base, uid):\n    return conn.search_s(base, 2, '(uid=%s)' % uid)\n",
        lookAlike:
          "def find(conn, base, uid):\n    return conn.search_s(base, 2, '(uid=%s)' % escape_filter_chars(uid))\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "quoted-sql-value",
      severity: "minor",
      cwe: "CWE-89",
      title: "SQL injection: value inserted between the quotes of raw SQL",
      description: "A quote in the value ends the string, so the value becomes part of the query.",
      fix: "Use a placeholder without quotes and pass the value as a parameter.",
      saidBetterBy: ["sql-from-input", "sql-from-parameter"],
      words: ["RawSQL(", ".extra(", ".raw(", "literal_column(", "def as_", "_sql(", "def sql_"],
    },
    [
      {
        language: "python",
        find: findQuotedSqlValues,
        example:
          "from django.db.models.expressions import RawSQL\ndef ranked(items, words):\n    return items.annotate(rank=RawSQL(\"rank(search, query('%s'))\" % words, ()))\n",
        lookAlike:
          "from django.db.models.expressions import RawSQL\ndef ranked(items, words):\n    return items.annotate(rank=RawSQL('rank(search, query(%s))', (words,)))\n",
      },
      {
        language: "python",
        find: findQuotedSqlParts,
        example:
          "class Key:\n    def as_oracle(self, compiler):\n        return \"JSON_VALUE(%s, '%s')\" % (self.column, self.key), []\n",
        lookAlike:
          "class Key:\n    def as_oracle(self, compiler):\n        return 'JSON_VALUE(%s, %%s)' % self.column, [self.key]\n",
      },
    ],
  ),
]
