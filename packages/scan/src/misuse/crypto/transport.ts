import { clearAddressRows } from "./clear-addresses.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"
import { clearScriptRows } from "./clear-text.ts"
import { isClearAddress } from "./finders/clear-text-addresses.ts"
import { isAlways, isUserOption, isModeGiven, isServerWithoutClients } from "./finders/conditions.ts"
import { uncheckedServerRows } from "./unchecked-servers.ts"
import { findEnclosingFunction } from "../../rules/tree-shapes.ts"

const clients = ["axios", "got", "needle", "superagent", "request", "ky", "http", "undici"]
const verbs = ["get", "post", "put", "delete", "patch", "head", "request"]

/** Connections: versions, certificates, and what is sent in the clear. */
export const transportRules = [
  defineMisuseRule(
    {
      id: "old-tls",
      severity: "major",
      confidence: "high",
      cwe: "CWE-327",
      title: "Insecure TLS version allowed",
      description: "SSL 2.0, SSL 3.0, TLS 1.0 and TLS 1.1 are vulnerable to man-in-the-middle attacks.",
      fix: 'Require TLS 1.2 or later: minVersion: "TLSv1.2" in Node.js, ssl.TLSVersion.TLSv1_2 in Python.',
      words: ["wrap_socket", "TLSv1", "SSLv", "SSLV", "TLSV1", "TLS1", "RC4", "DES-CBC", "NULL-"],
    },
    [
      {
        language: "script",
        names: /^(?:minVersion|secureProtocol|(?:.*\.)?DEFAULT_MIN_VERSION|minTlsVersion|minimumProtocolVersion)$/,
        is: /^(?:TLSv1(?:\.1)?|(?:SSLv23?|SSLv3|TLSv1(?:_1)?)_(?:client_|server_)?method)$/,
        example: 'const options = { minVersion: "TLSv1.1" }\n',
        lookAlike: 'const options = { minVersion: "TLSv1.3", maxVersion: "TLSv1.3" }\n',
      },
      {
        language: "script",
        names: /^ciphers$/,
        is: /(?:^|:)(?!!)(?:[A-Z\d-]*-)?(?:RC4|DES-CBC3?|NULL)(?:-|:|$)/,
        example: 'https.createServer({ key, cert, ciphers: "RC4-SHA:AES128-SHA" })\n',
        lookAlike: 'https.createServer({ key, cert, ciphers: "ECDHE-RSA-AES128-GCM-SHA256:!RC4" })\n',
      },
      {
        language: "python",
        calls: ["ssl.SSLContext"],
        where: { "0": /PROTOCOL_(?:SSLv2|SSLv3|TLSv1|TLSv1_1)$/ },
        example: "import ssl\nc = ssl.SSLContext(ssl.PROTOCOL_TLSv1_1)\n",
        lookAlike: "import ssl\nc = ssl.SSLContext(ssl.PROTOCOL_TLSv1_2)\n",
      },
      {
        language: "python",
        names: /^(?:ssl_version|method|.*\.?minimum_version|tls_version)$/,
        when: isAlways,
        is: /(?:PROTOCOL_(?:SSLv2|SSLv3|TLSv1|TLSv1_1)|TLSVersion\.(?:SSLv3|TLSv1|TLSv1_1)|SSL\.(?:SSLv2|SSLv3|TLSv1|TLSv1_1)_METHOD)$/,
        example: "s = wrap(sock, ssl_version=ssl.PROTOCOL_TLSv1)\n",
        lookAlike: "s = wrap(sock, ssl_version=ssl.PROTOCOL_TLS)\n",
      },
      {
        language: "python",
        calls: ["SSL.Context", "OpenSSL.SSL.Context"],
        where: { "0": /(?:SSLv2|SSLv3|TLSv1|TLSv1_1)_METHOD$/ },
        example: "from OpenSSL import SSL\nc = SSL.Context(SSL.TLSv1_METHOD)\n",
        lookAlike: "from OpenSSL import SSL\nc = SSL.Context(SSL.SSLv23_METHOD)\n",
      },
      {
        language: "python",
        calls: ["ssl.wrap_socket"],
        where: { ssl_version: "missing" },
        example: "import ssl\ns = ssl.wrap_socket(sock)\n",
        lookAlike: "import ssl\ns = context.wrap_socket(sock)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unchecked-certificate",
      severity: "major",
      confidence: "high",
      cwe: "CWE-295",
      title: "TLS certificate validation is disabled",
      description: "A man-in-the-middle attacker can impersonate the server and read the traffic.",
      fix: "Keep validation enabled; for a private CA, pass its certificate (ca in Node.js, verify or cafile in Python).",
      saidBetterBy: ["tls-check-off", "tls-check-off-python"],
      words: [
        "strictSSL",
        "rejectUnauthorized",
        "checkServerIdentity",
        "verify",
        "ssl=False",
        "cert_reqs",
        "check_hostname",
        "CERT_NONE",
        "insecure",
        "unverified",
        "SSLContext(",
        "OPT_X_TLS",
        "tlsAllow",
        "tlsInsecure",
        "validat",
        "check_cert",
        "known_hosts",
        "hostkeys",
      ],
    },
    [
      ...uncheckedServerRows,
      {
        language: "script",
        names: /^(?:strictSSL|rejectUnauthorized|verifyHost|verifyPeer|strictSsl|sslVerify)$/,
        is: /^(?:false|0|!1|!1)$/,
        when: (node) => !isUserOption(node) && !isServerWithoutClients(node),
        example: "const o = { strictSSL: false }\n",
        lookAlike: "const o = { strictSSL: options.strict }\n",
      },
      {
        language: "script",
        names: /^(?:strictSSL|rejectUnauthorized)$/,
        // `!options.ignoreErrors || false` is off only if somebody asked for it.
        is: (node) => /(?:\?\?|\|\|)\s*false$/.test(node.text) && !node.text.startsWith("!"),
        example: "const o = { rejectUnauthorized: options.strict ?? false }\n",
        lookAlike: "const o = { rejectUnauthorized: options.strict ?? true }\n",
      },
      {
        language: "script",
        names: /^checkServerIdentity$/,
        is: (node) =>
          /^(?:\(\w*(?:,\s*\w+)*\)|function\s*\w*\([^)]*\)|\w+)\s*(?:=>)?\s*(?:undefined|null|\{\s*(?:return(?:\s+(?:undefined|null|true))?;?)?\s*\})$/.test(
            node.text,
          ),
        example: "const o = { checkServerIdentity: () => {} }\n",
        lookAlike: "const o = { checkServerIdentity: (host, cert) => compare(host, cert) }\n",
      },
      {
        language: "python",
        calls: verbs
          .concat("options", "Session", "Client", "AsyncClient", "stream")
          .flatMap((verb) => [
            `requests.${verb}`,
            `httpx.${verb}`,
            `requests.Session().${verb}`,
            `requests.session().${verb}`,
            `session.${verb}`,
            `self.session.${verb}`,
            `client.${verb}`,
            `httpx.Client().${verb}`,
          ]),
        where: { verify: /^(?:false|0)$/ },
        and: ({ node }) => !isUserOption(node),
        example: "import requests\nr = requests.post(url, data,\n    verify=False)\n",
        lookAlike: "import requests\nr = requests.post(url, data,\n    verify=True)\n",
      },
      {
        language: "python",
        names: /(?:^|\.)(?:session|client|s|sess|http)\.verify$/,
        is: /^false$/,
        inFile: /\brequests\b|\bhttpx\b|\bSession\b/,
        when: (node) => !isUserOption(node),
        example: "import requests\nsession = requests.Session()\nsession.verify = False\n",
        lookAlike: 'import requests\nsession = requests.Session()\nsession.verify = "/etc/ca.pem"\n',
      },
      {
        language: "python",
        calls: ["aiohttp.TCPConnector", "TCPConnector", "aiohttp.ClientSession().get", "aiohttp.ClientSession().post"],
        where: { ssl: /^false$/ },
        example: "import aiohttp\nc = aiohttp.TCPConnector(ssl=False)\n",
        lookAlike: "import aiohttp\nc = aiohttp.TCPConnector(ssl=context)\n",
      },
      {
        language: "python",
        calls: ["aiohttp.TCPConnector", "TCPConnector"],
        where: { verify_ssl: /^false$/ },
        example: "import aiohttp\nc = aiohttp.TCPConnector(verify_ssl=False)\n",
        lookAlike: "import aiohttp\nc = aiohttp.TCPConnector(verify_ssl=True)\n",
      },
      {
        language: "python",
        names: /^cert_reqs$/,
        is: /CERT_NONE$/,
        kinds: ["keyword_argument", "pair"],
        when: isAlways,
        example: 'p = urllib3.PoolManager(cert_reqs="CERT_NONE")\n',
        lookAlike: 'p = urllib3.PoolManager(cert_reqs="CERT_REQUIRED")\n',
      },
      {
        language: "python",
        names: /(?:^|\.)(?:\w*context|ctx|c|\w*_ctx)\.check_hostname$/,
        is: /^false$/,
        when: (node) => isAlways(node) && !isModeGiven(node),
        example: "context.check_hostname = False\n",
        lookAlike: "def connect(ctx, mode):\n    ctx.check_hostname = False\n    ctx.verify_mode = mode\n",
      },
      {
        language: "python",
        names: /(?:^|\.)(?:\w*context|ctx|c|\w*_ctx)\.verify_mode$/,
        is: /CERT_NONE$/,
        when: isAlways,
        example: "import ssl\nctx.verify_mode = ssl.CERT_NONE\n",
        lookAlike: "import ssl\nif not verify:\n    ctx.verify_mode = ssl.CERT_NONE\n",
      },
      {
        language: "python",
        names: /^(?:verify|verify_?ssl|ssl_?verify|verify_?certs?|check_?certs?)$/,
        is: /^false$/,
        kinds: ["default_parameter", "typed_default_parameter"],
        inFile: /\b(?:requests|httpx|aiohttp|urllib3)\b/,
        example: "import requests\ndef fetch(url, verify=False):\n    return requests.get(url, verify=verify)\n",
        lookAlike: "import requests\ndef fetch(url, verify=True):\n    return requests.get(url, verify=verify)\n",
      },
      {
        language: "python",
        calls: [".setdefault"],
        where: { "0": /^verify$/, "1": /^false$/ },
        example:
          'import requests\ndef get(url, **options):\n    options.setdefault("verify", False)\n    return requests.get(url, **options)\n',
        lookAlike:
          'import requests\ndef get(url, **options):\n    options.setdefault("verify", True)\n    return requests.get(url, **options)\n',
      },
      {
        language: "python",
        calls: ["ssl.SSLContext"],
        unless: {
          "0": /PROTOCOL_TLS_(?:CLIENT|SERVER)$|PROTOCOL_(?:SSL|TLS)v\d/,
          protocol: /PROTOCOL_TLS_(?:CLIENT|SERVER)$|PROTOCOL_(?:SSL|TLS)v\d/,
        },
        and: ({ node }) =>
          !/verify_mode|CERT_REQUIRED|load_cert_chain|server_side/.test((findEnclosingFunction(node) ?? node).text),
        example: "import ssl\ndef connect(sock):\n    return ssl.SSLContext().wrap_socket(sock)\n",
        lookAlike:
          "import ssl\ndef connect(sock):\n    c = ssl.SSLContext()\n    c.verify_mode = ssl.CERT_REQUIRED\n    return c.wrap_socket(sock)\n",
      },
      {
        language: "python",
        names: /^(?:ssl\.)?_create_default_https_context$/,
        is: /_create_unverified_context$/,
        example: "import ssl\nssl._create_default_https_context = ssl._create_unverified_context\n",
        lookAlike: "import ssl\nssl._create_default_https_context = ssl.create_default_context\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "clear-text-request",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-319",
      title: "Cleartext transmission: unencrypted network connection",
      description: "A man-in-the-middle attacker can read and modify the data.",
      fix: "Use HTTPS, WSS or another encrypted protocol.",
      words: [
        "http://",
        "ws://",
        "ldap://",
        "ftp",
        "ignoreTLS",
        "telnet",
        "ServerProxy",
        "net.c",
        "createInsecure",
        "use_ssl",
      ],
    },
    [
      {
        language: "script",
        calls: [
          "fetch",
          "window.fetch",
          "WebSocket",
          "ws",
          "ws.WebSocket",
          "node-fetch",
          "cross-fetch",
          "undici.fetch",
          "EventSource",
          "XMLHttpRequest().open",
          ".open",
          ...clients,
          ...clients.flatMap((client) => verbs.map((verb) => `${client}.${verb}`)),
        ],
        and: ({ args, method }, code) =>
          args.slice(0, method === "open" ? 2 : 1).some((arg) => isClearAddress(code, arg)),
        example: 'axios.get("http://intranet.company.com/list")\n',
        lookAlike: 'axios.get("http://localhost:8080/list")\n',
      },
      ...clearAddressRows,
      {
        language: "script",
        calls: ["axios.create", "http.request", "request", "got.extend", "needle", "axios"],
        and: ({ args }, code) =>
          /(?:baseURL|url|uri|prefixUrl|protocol)["']?\s*:\s*["'`]http:(?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1))/.test(
            args.map(({ text }) => text).join(","),
          ) && code.tree.text !== "",
        example: 'axios({ url: "http://api.company.com" })\n',
        lookAlike: 'axios({ url: "http://127.0.0.1:3000" })\n',
      },
      {
        language: "python",
        calls: [...verbs, "options"]
          .flatMap((verb) => [
            `requests.${verb}`,
            `httpx.${verb}`,
            `requests.Session().${verb}`,
            `requests.session().${verb}`,
          ])
          .concat(
            "urllib.request.urlopen",
            "urllib.request.Request",
            "urllib.request.urlretrieve",
            "urllib2.urlopen",
            "urlopen",
            "websockets.connect",
            "websocket.create_connection",
            "urllib.urlopen",
          ),
        and: ({ args, keywords }, code) =>
          [...args.slice(0, 2), ...keywords.values()].some((arg) => isClearAddress(code, arg)),
        example: 'import requests\nr = requests.post("http://api.company.com/pay", json=order)\n',
        lookAlike: 'import requests\nr = requests.post("https://api.company.com/pay", json=order)\n',
      },
      ...clearScriptRows,
      {
        language: "python",
        calls: ["telnetlib.Telnet", "ftplib.FTP"],
        example: "import ftplib\nf = ftplib.FTP(host)\n",
        lookAlike: "import ftplib\nf = ftplib.FTP_TLS(host)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "all-interfaces",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-668",
      title: "Server listens on all network interfaces",
      description: "It may be reachable from machines that should not have access.",
      fix: "Bind to 127.0.0.1, or read the address from the configuration.",
      words: ["0.0.0.0", 'Server((""', "Server((''", 'bind((""', "bind((''"],
    },
    [
      {
        language: "script",
        calls: [".listen"],
        where: { "1": /^0\.0\.0\.0$/ },
        example: 'app.listen(80, "0.0.0.0")\n',
        lookAlike: 'app.listen(80, "::1")\n',
      },
      {
        language: "script",
        calls: [".listen", ".serve", "Bun.serve", "Deno.serve", "serve"],
        where: { host: /^0\.0\.0\.0$/ },
        example: 'server.listen({ port: 80, host: "0.0.0.0" })\n',
        lookAlike: "server.listen({ port: 80, host })\n",
      },
      {
        language: "script",
        calls: [".serve", "Bun.serve", "Deno.serve", "serve"],
        where: { hostname: /^0\.0\.0\.0$/ },
        example: 'Deno.serve({ hostname: "0.0.0.0" }, handle)\n',
        lookAlike: 'Deno.serve({ hostname: "localhost" }, handle)\n',
      },
      {
        language: "python",
        calls: [
          ".run",
          "uvicorn.run",
          ".run_app",
          "web.run_app",
          ".serve",
          "serve",
          "asyncio.start_server",
          ".start_server",
          ".listen",
          ".create_server",
        ],
        where: { host: /^0\.0\.0\.0$/ },
        example: 'uvicorn.run(app, host="0.0.0.0")\n',
        lookAlike: "uvicorn.run(app, host=settings.host)\n",
      },
      {
        language: "python",
        calls: [
          ".bind",
          "HTTPServer",
          "http.server.HTTPServer",
          "socketserver.TCPServer",
          "ThreadingHTTPServer",
          "http.server.ThreadingHTTPServer",
          "socketserver.ThreadingTCPServer",
          "TCPServer",
        ],
        where: { "0": /^\[(?:0\.0\.0\.0|), / },
        example: 'sock.bind(("", 53))\n',
        lookAlike: 'sock.bind(("127.0.0.1", 53))\n',
      },
    ],
  ),
]
