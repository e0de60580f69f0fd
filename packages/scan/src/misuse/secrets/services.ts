import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findEmptyPasswords } from "./finders/empty-passwords.ts"

/** What programs let containers, models, devices and other machines do. */
export const serviceRules = [
  defineMisuseRule(
    {
      id: "privileged-container",
      severity: "minor",
      cwe: "CWE-250",
      title: "Privileged container: it has every permission on the host",
      description: "A program that breaks out of a privileged container controls the host.",
      fix: "Leave privileged=True out, and add only the capabilities that are needed (cap_add).",
      words: ["privileged"],
    },
    [
      {
        language: "python",
        names: /^privileged$/,
        is: /^true$/,
        inFile: /\bdocker\b|\bpodman\b|\bkubernetes\b/,
        kinds: ["keyword_argument"],
        example: 'import docker\ndocker.from_env().containers.run("alpine", privileged=True)\n',
        lookAlike: 'import docker\ndocker.from_env().containers.run("alpine", privileged=False)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "public-storage",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-732",
      title: "Public bucket: stored objects are readable by everyone",
      description: "Anyone who knows or guesses the address can read them; some settings let anyone write too.",
      fix: "Keep the bucket private, and share single objects with generate_presigned_url.",
      words: ["public-read"],
    },
    [
      {
        language: "python",
        names: /^(?:ACL|acl)$/,
        is: /^public-read/,
        example: 's3.put_bucket_acl(Bucket="a", ACL="public-read")\n',
        lookAlike: 's3.put_bucket_acl(Bucket="a", ACL="private")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unencrypted-snmp",
      severity: "minor",
      cwe: "CWE-319",
      title: "Cleartext transmission: SNMP without encryption",
      description:
        "Versions 1 and 2c send their password, the community, in the clear; version 3 needs a privacy key to encrypt.",
      fix: "Use version 3: pass UsmUserData an authKey and a privKey.",
      words: ["CommunityData", "UsmUserData"],
    },
    [
      {
        language: "python",
        calls: snmp("CommunityData"),
        example: 'from pysnmp.hlapi import CommunityData\nc = CommunityData("public", mpModel=0)\n',
        lookAlike: 'from shop.area import CommunityData\nc = CommunityData("public")\n',
      },
      {
        language: "python",
        calls: snmp("UsmUserData"),
        where: { privKey: "missing" },
        and: ({ args }) => args.length < 3,
        example: 'from pysnmp.hlapi import UsmUserData\nu = UsmUserData("operator")\n',
        lookAlike: 'from pysnmp.hlapi import UsmUserData\nu = UsmUserData("operator", auth, privacy)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "foreign-code-allowed",
      severity: "minor",
      cwe: "CWE-829",
      title: "Remote code execution: code of a model or an index may run (trust_remote_code)",
      description: "Anyone who can change the model or the file can run code in this program.",
      fix: "Leave trust_remote_code or allow_dangerous_deserialization out, or pin a revision that was reviewed.",
      words: ["trust_remote_code", "allow_dangerous_"],
    },
    [
      {
        language: "python",
        names: /^(?:trust_remote_code|allow_dangerous_(?:deserialization|code))$/,
        is: /^true$/,
        kinds: ["keyword_argument"],
        example: "model = AutoModel.from_pretrained(name, trust_remote_code=True)\n",
        lookAlike:
          "model = AutoModel.from_pretrained(name, trust_remote_code=options.trust)\ntools = RequestsToolkit(allow_dangerous_requests=True)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "open-log-settings",
      severity: "minor",
      cwe: "CWE-94",
      title: "Code injection: logging configuration is accepted from anyone",
      description:
        "Parts of the configuration are evaluated, so every local user can run code by connecting to the port.",
      fix: "Pass logging.config.listen a verify function that checks a signature.",
      words: ["listen("],
    },
    [
      {
        language: "python",
        calls: ["logging.config.listen"],
        unless: { "1": "given", verify: (node) => node.text !== "None" },
        example: "import logging.config\nlogging.config.listen(9999)\n",
        lookAlike: "import logging.config\nlogging.config.listen(9999, verify=check)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "echoed-password",
      severity: "minor",
      cwe: "CWE-549",
      title: "Password is echoed while it is typed",
      description: "Everyone who sees the screen can read it, and some terminals record it.",
      fix: "Use getpass.getpass instead of input.",
      words: ["input("],
    },
    [
      {
        language: "python",
        calls: ["input", "raw_input"],
        where: {
          "0": /^(?!.*(?:\?|y\/n|length|file|path|how |number of))(?:.*\b)?(?:password|passphrase|passwd)\W*$/i,
        },
        example: 'password = input("Password: ")\n',
        lookAlike: 'length = input("Length of the password: (8) ")\nkeep = input("Keep the password? ")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "blank-user-password",
      severity: "minor",
      cwe: "CWE-521",
      title: "Account gets an empty password",
      description: "If no password is passed, the account gets an empty one, and anyone can sign in.",
      fix: "Pass None to set_password, which makes the password unusable, or reject an empty one.",
      words: ["set_password("],
    },
    [
      {
        language: "python",
        find: findEmptyPasswords,
        example: 'def reset(user, password=""):\n    user.set_password(password)\n',
        lookAlike: "def reset(user, password=None):\n    user.set_password(password)\n",
      },
    ],
  ),
]

function snmp(name: string): readonly string[] {
  return ["hlapi", "hlapi.asyncio", "hlapi.v3arch", "hlapi.v3arch.asyncio", "hlapi.v1arch"].map(
    (place) => `pysnmp.${place}.${name}`,
  )
}
