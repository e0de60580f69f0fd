import { isAlways, isUserOption } from "./finders/conditions.ts"
import type { MisuseRow } from "../define-misuse-rule.ts"

/** Clients of databases, clouds and other machines that are told not to check who answers. */
export const uncheckedServerRows: readonly MisuseRow[] = [
  {
    language: "script",
    names: /^(?:insecureSkipVerify|ignoreHTTPSErrors|acceptInsecureCerts)$/,
    is: /^true$/,
    when: (node) => !isUserOption(node),
    example: "const o = { insecureSkipVerify: true }\n",
    lookAlike: "const o = { insecureSkipVerify: false }\n",
  },
  {
    language: "python",
    calls: ["ldap.set_option", ".set_option"],
    where: { "1": /OPT_X_TLS_(?:NEVER|ALLOW)$/ },
    example: "import ldap\nldap.set_option(ldap.OPT_X_TLS_REQUIRE_CERT, ldap.OPT_X_TLS_NEVER)\n",
    lookAlike: "import ldap\nldap.set_option(ldap.OPT_X_TLS_REQUIRE_CERT, ldap.OPT_X_TLS_DEMAND)\n",
  },
  {
    language: "python",
    calls: ["ssl._create_unverified_context"],
    unless: { cert_reqs: (node) => !node.text.endsWith("CERT_NONE") },
    example: "import ssl\nc = ssl._create_unverified_context()\n",
    lookAlike: "import ssl\nc = ssl._create_unverified_context(cert_reqs=mode)\n",
  },
  {
    language: "python",
    names: /^(?:verify_certs|verify_ssl|ssl_verify|verify_tls|validate_certs?|check_cert|ssl_check_hostname)$/,
    is: /^(?:false|0)$/,
    kinds: ["keyword_argument"],
    inFile: /^(?![^]*\b(?:import|from) (?:unittest|pytest)\b)/,
    when: (node) => isAlways(node) && !isOfConnector.test(node.parent?.parent?.text ?? ""),
    example: 'es = Elasticsearch("https://search", verify_certs=False)\n',
    lookAlike: 'es = Elasticsearch("https://search", verify_certs=settings.verify)\n',
  },
  {
    language: "python",
    calls: ["boto3", "boto3.Session()", "boto3.session.Session()"].flatMap((maker) => [
      `${maker}.client`,
      `${maker}.resource`,
    ]),
    where: { verify: /^false$/ },
    example: 'import boto3\ns3 = boto3.client("s3", verify=False)\n',
    lookAlike: 'import boto3\ns3 = boto3.client("s3", verify="/etc/ca.pem")\n',
  },
  {
    language: "python",
    names: /^(?:tlsAllowInvalidCertificates|tlsAllowInvalidHostnames|tlsInsecure|disable_ssl_certificate_validation)$/,
    is: /^true$/,
    kinds: ["keyword_argument"],
    when: isAlways,
    example: 'client = MongoClient("db", tls=True, tlsInsecure=True)\n',
    lookAlike: 'client = MongoClient("db", tls=True, tlsInsecure=False)\n',
  },
  {
    language: "python",
    names: /^ssl_cert_reqs$/,
    is: /^none$|CERT_NONE$/,
    kinds: ["keyword_argument"],
    when: isAlways,
    example: 'cache = redis.Redis("cache", ssl=True, ssl_cert_reqs="none")\n',
    lookAlike: 'cache = redis.Redis("cache", ssl=True, ssl_cert_reqs="required")\n',
  },
  {
    language: "python",
    calls: ["asyncssh.connect", "asyncssh.create_connection"],
    where: { known_hosts: /^none$/ },
    and: ({ node }) => isAlways(node),
    example: "import asyncssh\nlink = asyncssh.connect(host, known_hosts=None)\n",
    lookAlike: "import asyncssh\nlink = asyncssh.connect(host, known_hosts=known)\n",
  },
  {
    language: "python",
    names: /\.hostkeys$/,
    is: /^none$/,
    inFile: /\bpysftp\b/,
    when: isAlways,
    example: "import pysftp\noptions = pysftp.CnOpts()\noptions.hostkeys = None\n",
    lookAlike: 'import pysftp\noptions = pysftp.CnOpts()\noptions.hostkeys.load("known")\n',
  },
]

/** aiohttp's connector has its own row. */
const isOfConnector = /^(?:aiohttp\.)?TCPConnector\(/
