import { defineMisuseRule } from "../define-misuse-rule.ts"
import { carriesSecret, isInTheClear, typesPassword } from "./finders/clear-logins.ts"
import { fetchesProgram, findPipedDownloads } from "./finders/downloads.ts"
import { findPrintedSecrets, secretWords, findWrittenSecrets } from "./finders/shown-secrets.ts"
import { findWrittenPasswords } from "./finders/written-passwords.ts"

const clients = ["get", "post", "put", "patch", "delete", "request"].flatMap((verb) => [
  `requests.${verb}`,
  `requests.Session().${verb}`,
  `httpx.${verb}`,
])

/** The call names a server or a user, and what it is called says that it connects. */
function isConnection(call: string): boolean {
  const [callee = ""] = call.split("(")
  return (
    /connect|client|database|redis|engine|pool|session$/i.test(callee) &&
    /\b(?:user|username|host|login|db|database)\s*=/.test(call)
  )
}

/** Secrets that others can see, and programs that others can replace. */
export const exposureRules = [
  defineMisuseRule(
    {
      id: "printed-secret",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-532",
      title: "Secret printed or stored in plain text",
      description: "Output ends up in terminals, build logs and files that others can read.",
      fix: "Do not show it, or store it encrypted with access for its owner only.",
      saidBetterBy: ["secret-in-log"],
      words: secretWords,
    },
    [
      {
        language: "python",
        find: findPrintedSecrets,
        example: 'print(f"token: {access_token}")\n',
        lookAlike: 'print(f"token: {access_token_file}")\n',
      },
      {
        language: "python",
        find: findWrittenSecrets,
        example: 'out.write("password=%s\\n" % password)\n',
        lookAlike: 'out.write("password=%s\\n" % encrypt(password))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "clear-text-login",
      severity: "minor",
      cwe: "CWE-319",
      title: "Cleartext transmission: password sent over an unencrypted connection",
      description: "A man-in-the-middle attacker can read the password.",
      fix: "Use the encrypted variant (SMTP_SSL, FTP_TLS, HTTPS, SSH), or call starttls first.",
      words: ["smtplib", "imaplib", "poplib", "ftplib", "telnetlib", "http://", "username_pw_set"],
    },
    [
      {
        language: "python",
        calls: ["smtplib.SMTP().login", "imaplib.IMAP4().login", "poplib.POP3().pass_", "nntplib.NNTP().login"],
        and: isInTheClear,
        example: 'import smtplib\ns = smtplib.SMTP("mail.shop.com")\ns.login(user, password)\n',
        lookAlike: 'import smtplib\ns = smtplib.SMTP("mail.shop.com")\ns.starttls()\ns.login(user, password)\n',
      },
      {
        language: "python",
        calls: ["ftplib.FTP().login"],
        where: { "1": "given" },
        unless: { "0": /^(?:anonymous|ftp)$/ },
        and: isInTheClear,
        example: 'import ftplib\nf = ftplib.FTP("files.shop.com")\nf.login(user, password)\n',
        lookAlike: 'import ftplib\nf = ftplib.FTP("files.shop.com")\nf.login()\n',
      },
      {
        language: "python",
        calls: ["ftplib.FTP"],
        where: { "2": "given" },
        and: isInTheClear,
        example: 'import ftplib\nf = ftplib.FTP("files.shop.com", user, password)\n',
        lookAlike: 'import ftplib\nf = ftplib.FTP_TLS("files.shop.com", user, password)\n',
      },
      {
        language: "python",
        calls: ["telnetlib.Telnet"],
        and: typesPassword,
        example: 'import telnetlib\nt = telnetlib.Telnet("router1")\nt.read_until(b"Password: ")\n',
        lookAlike: 'import telnetlib\nt = telnetlib.Telnet("router1")\nt.read_until(b"ready")\n',
      },
      {
        language: "python",
        calls: [".username_pw_set"],
        and: (_, code) => !/tls_set|tls_insecure|localhost|127\.0\.0\.1/.test(code.tree.text),
        example: 'client.username_pw_set("sensor", word)\nclient.connect("broker.shop.com")\n',
        lookAlike: 'client.tls_set()\nclient.username_pw_set("sensor", word)\nclient.connect("broker.shop.com")\n',
      },
      {
        language: "python",
        calls: clients,
        and: carriesSecret,
        example: 'import requests\nrequests.post("http://id.shop.com/login", auth=(user, word))\n',
        lookAlike: 'import requests\nrequests.post("https://id.shop.com/login", auth=(user, word))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unverified-download",
      severity: "minor",
      cwe: "CWE-494",
      title: "Download without integrity check: program fetched over plain HTTP",
      description: "A man-in-the-middle attacker can replace the program, which is then run unchecked.",
      fix: "Use HTTPS, and compare a checksum or a signature before running it.",
      words: ["http://", "curl", "wget"],
    },
    [
      {
        language: "python",
        find: findPipedDownloads,
        example: 'os.system("curl http://get.shop.com/install.sh | sh")\n',
        lookAlike: 'os.system("curl http://get.shop.com/list.txt > list.txt")\n',
      },
      {
        language: "python",
        calls: [
          "urllib.request.urlretrieve",
          "urllib.request.urlopen",
          "urllib.urlretrieve",
          "requests.get",
          "wget.download",
        ],
        and: fetchesProgram,
        example: 'import urllib.request\nurllib.request.urlretrieve("http://get.shop.com/agent.exe", "agent.exe")\n',
        lookAlike: 'import urllib.request\nurllib.request.urlretrieve("https://get.shop.com/agent.exe", "agent.exe")\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "password-in-comparison",
      severity: "minor",
      cwe: "CWE-798",
      title: "Hard-coded password: compared with a literal in the code",
      description: "Anyone who can read the code has the password, and changing it requires a release.",
      fix: "Store a salted hash of it outside the code, and compare with that.",
      saidBetterBy: ["hard-coded-secret"],
      words: ["pw", "assw", "assphrase", "PW", "secret_key", "api_key"],
    },
    [
      {
        language: "python",
        find: findWrittenPasswords,
        example: 'if user == "root" and password == "letmein99":\n    go()\n',
        lookAlike: 'if user == "root" and password == "prompt":\n    ask()\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "empty-password",
      severity: "minor",
      cwe: "CWE-258",
      title: "Empty password used for a connection",
      description:
        "An LDAP directory treats a bind without a password as anonymous; a database without one is open to everyone.",
      fix: "Read the password from the environment or a secret store.",
      words: ["bind", "assword", "asswd"],
    },
    [
      {
        language: "python",
        calls: [".simple_bind_s", ".simple_bind", ".bind_s"],
        where: { "0": /./, "1": /^$/ },
        unless: { "1": "computed" },
        example: 'con.simple_bind_s("cn=root", "")\n',
        lookAlike: 'con.simple_bind_s("cn=root", word)\n',
      },
      {
        language: "python",
        calls: ["ldap3.Connection"],
        where: { user: "given", password: /^none$/ },
        example: 'import ldap3\nldap3.Connection(server, user="cn=root", password=None)\n',
        lookAlike: 'import ldap3\nldap3.Connection(server, user="cn=root", password=word)\n',
      },
      {
        language: "python",
        names: /^(?:password|passwd)$/,
        is: (node) => /^["']{2}$/.test(node.text),
        kinds: ["keyword_argument"],
        when: (node) => isConnection(node.parent?.parent?.text ?? ""),
        example: 'import pymysql\npymysql.connect(user="root", password="")\n',
        lookAlike: 'import pymysql\npymysql.connect(user="root", password=word)\n',
      },
    ],
  ),
]
