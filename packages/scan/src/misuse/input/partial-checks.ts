import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findDecodedPaths } from "./finders/partial/decoded-paths.ts"
import { findLooseHostExpressions, findPartialHostChecks } from "./finders/partial/host-checks.ts"
import { findPartialHostTests } from "./finders/partial/host-tests.ts"
import { findOwnPathRedirects } from "./finders/partial/own-paths.ts"
import { findPartialSchemeChecks } from "./finders/partial/path-and-scheme-checks.ts"

/** Checks that let more in than they should. */
export const partialCheckRules = [
  defineMisuseRule(
    {
      id: "decoded-path",
      severity: "minor",
      cwe: "CWE-22",
      title: "Path traversal: path decoded without a check afterwards",
      description: "An encoded .. is still in the path when it is resolved, so it leads out of the directory.",
      fix: "Decode first, then resolve the path, then check that it is inside the directory.",
      saidBetterBy: ["path-from-input", "path-from-document"],
      words: ["decodeURI", "unescape(", "unquote"],
    },
    [
      {
        language: "script",
        find: findDecodedPaths,
        example:
          'const path = require("path")\nexports.find = (root, pathname) => decodeURIComponent(path.join(root, pathname))\n',
        lookAlike:
          'const path = require("path")\nexports.find = (root, pathname) => {\n  const file = path.join(root, decodeURIComponent(pathname))\n  return file.startsWith(root + path.sep) ? file : undefined\n}\n',
      },
      {
        language: "python",
        find: findDecodedPaths,
        example:
          "import os\nfrom urllib.parse import unquote\ndef find(root, name):\n    return unquote(os.path.normpath(os.path.join(root, name)))\n",
        lookAlike:
          'import os\nfrom urllib.parse import unquote\ndef find(root, name):\n    if ".." in unquote(name):\n        raise ValueError(name)\n    return os.path.join(root, unquote(name))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "redirect-to-own-path",
      severity: "minor",
      cwe: "CWE-601",
      title: "Open redirect: redirect to the path of the request",
      description:
        "A path that begins with two slashes is the address of another host, so the redirect can lead anywhere.",
      fix: "Replace slashes at the beginning of the path with a single one.",
      saidBetterBy: ["redirect-to-input"],
      words: ["edirect", "ocation"],
    },
    [
      {
        language: "script",
        find: findOwnPathRedirects,
        example: 'app.use((req, res) => res.redirect(req.path + "/"))\n',
        lookAlike: 'app.use((req, res) => res.redirect("/" + req.path.replace(/^\\/+/, "") + "/"))\n',
      },
      {
        language: "python",
        find: findOwnPathRedirects,
        example: 'class Files(Handler):\n    def get(self):\n        self.redirect(self.request.path + "/")\n',
        lookAlike:
          'class Files(Handler):\n    def get(self):\n        self.redirect("/" + self.request.path.lstrip("/") + "/")\n',
      },
    ],
  ),
  defineMisuseRule(
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
        find: findPartialHostChecks,
        example: 'const isOwn = (req) => req.headers.origin.endsWith("example.com")\n',
        lookAlike: 'const isOwn = (req) => req.headers.origin.endsWith(".example.com")\n',
      },
      {
        language: "python",
        find: findPartialHostTests,
        example: 'def is_own(hostname):\n    return hostname.endswith("shop.com")\n',
        lookAlike: 'def is_own(hostname):\n    return hostname.endswith(".shop.com")\n',
      },
      {
        language: "script",
        find: findLooseHostExpressions,
        example: "const own = /^https:\\/\\/app.example.com$/\n",
        lookAlike: "const own = /^https:\\/\\/app\\.example\\.com$/\n",
      },
    ],
  ),
  defineMisuseRule(
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
        find: findPartialSchemeChecks,
        example: 'export const isSafe = (href) => !href.startsWith("javascript:")\n',
        lookAlike:
          'export const isSafe = (href) => !/^(?:javascript|data|vbscript):/i.test(href) && !isOdd(href, "javascript:")\n',
      },
    ],
  ),
]
