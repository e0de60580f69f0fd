import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findBuiltStatements, findTagFilters } from "./finders/built/statements.ts"
import { findShellCalls } from "./finders/built/shell-calls.ts"

/** Texts that others interpret: commands, queries, addresses and pages. */
export const builtTextRules = [
  defineMisuseRule(
    {
      id: "run-by-shell",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-78",
      title: "Possible command injection: command is run by a shell",
      description:
        "The shell interprets quotes, variables and wildcards: values can add commands, and file names can become options.",
      fix: "Pass the program and its arguments as a list to subprocess.run, without shell=True.",
      saidBetterBy: ["command-from-input", "command-from-parameter", "built-command"],
      words: ["shell=True", "os.system", "popen", "getoutput", "getstatusoutput", "_shell(", '"-c"', "'-c'", "pexpect"],
    },
    [
      {
        language: "python",
        find: findShellCalls,
        example: "import subprocess\ndef run(command):\n    subprocess.call(command, shell=True)\n",
        lookAlike: "import subprocess\ndef run(command):\n    subprocess.call(command, shell=False)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "built-sql",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-89",
      title: "Possible SQL injection: statement put together from values",
      description: "If one of the values comes from outside, it can change what the statement does.",
      fix: "Pass values as query parameters, and check table and column names against an allowlist.",
      saidBetterBy: ["sql-from-input", "sql-from-parameter", "quoted-sql-value"],
      words: [
        "SELECT",
        "INSERT",
        "UPDATE",
        "DELETE",
        "DROP",
        "ALTER",
        "select ",
        "insert into",
        "update ",
        "delete from",
      ],
    },
    [
      {
        language: "python",
        find: findBuiltStatements,
        example: 'def rows(user):\n    return "SELECT * FROM users WHERE id = %s" % user\n',
        lookAlike: 'def rows(user):\n    return "SELECT * FROM users WHERE id = %s", [user]\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "tag-filter",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-185",
      title: "Possible XSS: scripts removed from HTML with a regular expression",
      description: "Browsers accept more notations than the expression, so some scripts stay in the page.",
      fix: "Use a sanitizer that parses the HTML, such as nh3.",
      words: ["script", "<!--"],
    },
    [
      {
        language: "python",
        find: findTagFilters,
        example: 'import re\ndef clean(page):\n    return re.sub(r"<script>.*</script>", "", page)\n',
        lookAlike: 'import re\ndef clean(page):\n    return re.sub(r"scripts?", "program", page)\n',
      },
    ],
  ),
]
