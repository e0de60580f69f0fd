import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findComparedNames } from "./finders/comparisons.ts"
import { findSecretsInAnswers, findStoredTokens } from "./finders/secrets-for-clients.ts"

/** Secrets that end up where others can read them. */
export const disclosureRules = [
  defineMisuseRule(
    {
      id: "secret-in-answer",
      severity: "minor",
      cwe: "CWE-201",
      title: "Sensitive data exposure: password hash or key sent in a response",
      description: "A hash can be cracked offline, and only the server needs it.",
      fix: "Return only the fields that the client needs.",
      words: ["assword", "asswd", "rivate", "ssn", "cvv", "ardNumber", "secret"],
    },
    [
      {
        language: "script",
        find: findSecretsInAnswers,
        example: "app.get('/x', (req, res) => res.json({ id: user.id, passwordHash: user.passwordHash }))\n",
        lookAlike: "app.get('/x', (req, res) => res.json({ id: user.id, hasPassword: Boolean(user.passwordHash) }))\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "secret-compared-by-name",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-208",
      title: "Possible timing attack: secret compared with == or ===",
      description:
        "The comparison stops at the first difference, so its timing may reveal how much of a guess is right.",
      fix: "Use crypto.timingSafeEqual if the other value comes from a client.",
      saidBetterBy: ["plain-comparison", "secret-compared-plainly", "secret-as-argument", "password-in-comparison"],
      words: ["assw", "ecret", "oken", "piKey", "pi_key", "hash", "igest", "ignature", "hmac"],
    },
    [
      {
        language: "script",
        find: findComparedNames,
        example: "const isOwn = (user, sent) => user.password === sent\n",
        lookAlike: 'const isOwn = (user) => user.password === ""\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "stored-token",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-922",
      title: "Insecure storage: token kept in the browser's storage",
      description: "Every script that runs in the page can read it, and it stays there.",
      fix: "Use a cookie with HttpOnly, Secure and SameSite.",
      words: ["Storage.setItem"],
    },
    [
      {
        language: "script",
        find: findStoredTokens,
        example: 'localStorage.setItem("access_token", reply.token)\n',
        lookAlike: 'localStorage.setItem("theme", reply.theme)\n',
      },
    ],
  ),
]
