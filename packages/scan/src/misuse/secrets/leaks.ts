import { findLateChmods, findGuessableNames, isFollowedLock } from "./finders/created-files.ts"
import { findHeadersKeptOnRedirect } from "./finders/kept-on-redirect.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"

/** What libraries let others see or replace. */
export const leakRules = [
  defineMisuseRule(
    {
      id: "credentials-on-redirect",
      severity: "minor",
      cwe: "CWE-200",
      title: "Credential leak: Authorization header sent to the target of a redirect",
      description: "The Authorization header goes along to another host, which can then use it.",
      fix: "Remove the header if the host, the port or the scheme changes.",
      words: ["ocation"],
    },
    [
      {
        language: "python",
        find: findHeadersKeptOnRedirect,
        example:
          'def get(self, url):\n    headers = {"Authorization": self.token}\n    for _ in range(5):\n        answer = self.send(url, headers)\n        if answer.status not in (301, 302):\n            return answer\n        url = answer.headers["Location"]\n',
        lookAlike:
          'def get(self, url):\n    headers = {"Authorization": self.token}\n    for _ in range(5):\n        answer = self.send(url, headers)\n        if answer.status not in (301, 302):\n            return answer\n        url = self.same_host(url, answer.headers["Location"])\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "followed-link",
      severity: "minor",
      cwe: "CWE-59",
      title: "Symlink attack: lock file opened through links",
      description: "A link with the name of the lock file makes the program create or empty another file.",
      fix: "Add os.O_NOFOLLOW to the flags, or os.O_EXCL if the file must be new.",
      words: ["os.open("],
    },
    [
      {
        language: "python",
        calls: ["os.open"],
        and: isFollowedLock,
        example:
          "import os\ndef acquire(self):\n    return os.open(self.lock_file, os.O_RDWR | os.O_CREAT | os.O_TRUNC)\n",
        lookAlike:
          "import os\ndef acquire(self):\n    return os.open(self.lock_file, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "readable-secret-file",
      severity: "minor",
      cwe: "CWE-732",
      title: "Insecure file permissions: other users can read a secret",
      description: "Other users of the machine can read it, if only until its permissions are changed.",
      fix: "Create the file with os.open and the mode 0o600.",
      words: ["os.chmod("],
    },
    [
      {
        language: "python",
        find: findLateChmods,
        example:
          'import os\ndef save(path, text):\n    with open(path, "w") as out:\n        out.write(text)\n    os.chmod(path, 0o600)\n',
        lookAlike:
          'import os\ndef save(path, text):\n    with open(path, "w") as out:\n        out.write(text)\n    os.chmod(path, 0o755)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "guessable-name-in-tmp",
      severity: "minor",
      cwe: "CWE-377",
      title: "Insecure temporary file: predictable name in a world-writable directory",
      description: "Another user can create the file, or a link with that name, before this program does.",
      fix: "Use the tempfile module, or a directory that only this user can write to.",
      words: ["/tmp/", "gettempdir"],
    },
    [
      {
        language: "python",
        find: findGuessableNames,
        example: 'def note(name):\n    with open("/tmp/%s.pid" % name, "w") as out:\n        out.write("1")\n',
        lookAlike: 'def note(name):\n    with open("/run/agent/%s.pid" % name, "w") as out:\n        out.write("1")\n',
      },
    ],
  ),
]
