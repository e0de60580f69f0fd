import { isInSignIn } from "../request-answers.ts"
import { resolvePath } from "../resolve-path.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findComparedSignIns, findSecretComparisons } from "./finders/comparisons.ts"
import { generators, findGuessableSecrets, findSecretsFromTime } from "./finders/random.ts"

/** Secrets that others can find out: they are predictable, or comparing them leaks timing. */
export const guessableRules = [
  defineMisuseRule(
    {
      id: "random-for-secret",
      severity: "major",
      cwe: "CWE-330",
      title: "Insecure randomness: predictable random number used as a secret",
      description:
        "An attacker who sees a few values can predict the next ones, such as another user's session or password.",
      fix: "Use crypto.randomBytes or crypto.randomUUID; in Python, use the secrets module.",
      saidBetterBy: ["guessable-random"],
      words: ["Math.random", "random", "Date.now", "getTime"],
    },
    [
      {
        language: "script",
        find: findGuessableSecrets,
        example: 'const n = Math.random().toString(36)\nres.cookie("session", n)\n',
        lookAlike: 'const n = Math.random()\nres.cookie("theme", pick(n))\n',
      },
      {
        language: "script",
        find: findSecretsFromTime,
        example: 'const resetToken = crypto.createHash("sha256").update(email + Date.now()).digest("hex")\n',
        lookAlike: "const token = { value: crypto.randomUUID(), made: Date.now() }\n",
      },
      {
        language: "python",
        find: findGuessableSecrets,
        example: 'import random\nn = str(random.random())[2:]\nname = "remember_me"\nresponse.set_cookie(name, n)\n',
        lookAlike:
          'import random\nn = random.SystemRandom().random()\nresponse.set_cookie("remember_me", str(n))\ndevice_id = random.getrandbits(64)\nsend(guest_token=device_id)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "random-in-sign-in",
      severity: "minor",
      cwe: "CWE-330",
      title: "Insecure randomness: predictable random number in authentication code",
      description: "An attacker who sees a few values can predict the next ones, such as another user's session.",
      fix: "Use the secrets module.",
      saidBetterBy: ["guessable-random", "random-for-secret"],
      words: ["random"],
    },
    [
      {
        language: "python",
        find: (code) =>
          code.calls
            .filter((call) => generators.test(resolvePath(code, call.callee)) && isInSignIn(call, code.tree.text))
            .map(({ node }) => node),
        example: 'import random\ndef f(request):\n    n = random.gauss(0, 1)\n    request.session["n"] = n\n',
        lookAlike: "import random\ndef f(request):\n    return random.choice(greetings)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "plain-comparison",
      severity: "minor",
      cwe: "CWE-208",
      title: "Timing attack: non-constant-time comparison of a signature or password hash",
      description: "The comparison stops at the first difference, so its timing reveals how much of a guess is right.",
      fix: "Use crypto.timingSafeEqual; in Python, use hmac.compare_digest.",
      saidBetterBy: ["secret-compared-plainly"],
      words: ["mac", "hash", "Hash", "pass", "Pass"],
    },
    [
      {
        language: "script",
        find: findComparedSignIns,
        example: "const isAllowed = (user, pass) => user == settings.user && pass == settings.pass\n",
        lookAlike: "const isSame = (form) => form.user == form.name && form.pass == form.confirmedPass\n",
      },
      {
        language: "script",
        find: findSecretComparisons,
        example: 'const own = crypto.createHmac("sha256", key).update(body).digest("hex")\nif (own !== sent) stop()\n',
        lookAlike:
          'const own = crypto.createHash("sha256").update(body).digest("hex")\nif (own !== manifest.hash) stop()\n',
      },
      {
        language: "python",
        find: findSecretComparisons,
        example: 'own = hmac.new(key, body, "sha256").hexdigest()\nif own != sent:\n    stop()\n',
        lookAlike: "own = hashlib.sha256(body).hexdigest()\nif own != manifest.hash:\n    stop()\n",
      },
    ],
  ),
]
