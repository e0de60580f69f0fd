import { misuseRule } from "../../misuse.ts"
import { answeredSecrets, loggedSecrets, secretsInUrls, storedTokens } from "./finders/secrets-shown.ts"

/** Secrets that end up where others can read them. */
export const disclosureRules = [
  misuseRule(
    {
      id: "secret-in-log",
      severity: "minor",
      cwe: "CWE-532",
      title: "Password or key written to a log",
      description: "Logs are kept, copied and read by more people than the secret is meant for.",
      fix: "Leave the secret out of the message.",
      words: ["log", "console", "Log"],
    },
    [
      {
        language: "script",
        find: loggedSecrets,
        example: "logger.debug(`sign in with ${password}`)\n",
        lookAlike: "logger.debug(`sign in with ${password.length} characters`)\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "secret-in-answer",
      severity: "minor",
      cwe: "CWE-201",
      title: "Password hash or key sent in a response",
      description: "A hash can be guessed offline, and nobody but the server needs it.",
      fix: "Return only the fields that the client needs.",
      words: ["assword", "asswd", "rivate", "ssn", "cvv", "ardNumber", "secret"],
    },
    [
      {
        language: "script",
        find: answeredSecrets,
        example: "app.get('/x', (req, res) => res.json({ id: user.id, passwordHash: user.passwordHash }))\n",
        lookAlike: "app.get('/x', (req, res) => res.json({ id: user.id, hasPassword: Boolean(user.passwordHash) }))\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "secret-in-url",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-598",
      title: "Secret sent as part of a URL",
      description: "URLs are kept in logs, in the history and in the Referer header.",
      fix: "Send it in a header or in the body, if the service accepts that.",
      words: ["key=", "token=", "password=", "secret=", "passwd=", "Key=", "Token="],
    },
    [
      {
        language: "script",
        find: secretsInUrls,
        example: "const load = (apiKey) => fetch(`https://api.shop.com/list?api_key=${apiKey}`)\n",
        lookAlike: "const load = (page) => fetch(`https://api.shop.com/list?page=${page}`)\n",
      },
    ],
  ),
  misuseRule(
    {
      id: "stored-token",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-922",
      title: "Token kept in the browser's storage",
      description: "Every script that runs in the page can read it, and it stays there.",
      fix: "Use a cookie with HttpOnly, Secure and SameSite.",
      words: ["Storage.setItem"],
    },
    [
      {
        language: "script",
        find: storedTokens,
        example: 'localStorage.setItem("access_token", reply.token)\n',
        lookAlike: 'localStorage.setItem("theme", reply.theme)\n',
      },
    ],
  ),
]
