import type { MisuseRow } from "../define-misuse-rule.ts"

/** Connections of scripts that are not encrypted, whatever is sent. */
export const clearScriptRows: readonly MisuseRow[] = [
  {
    language: "script",
    calls: ["ftp().connect", "basic-ftp.Client().access", "jsftp", "promise-ftp().connect"],
    unless: { secure: /^(?:true|implicit|control)$/ },
    example: 'const Client = require("ftp")\nconst c = new Client()\nc.connect({ host: "files.shop.com" })\n',
    lookAlike:
      'const ftp = require("basic-ftp")\nconst c = new ftp.Client()\nc.access({ host: "files.shop.com", secure: true })\n',
  },
  {
    language: "script",
    calls: ["net.connect", "net.createConnection"],
    where: { "1": /^(?!localhost|127\.|::1)[\w-]+(?:\.[\w-]+)+$/ },
    example: 'const net = require("net")\nnet.connect(5000, "logs.shop.com")\n',
    lookAlike: 'const net = require("net")\nnet.connect(5000, "127.0.0.1")\n',
  },
  {
    language: "script",
    calls: [".createInsecure"],
    on: /redentials$/,
    example: 'const client = new Greeter("a.shop.com:443", grpc.credentials.createInsecure())\n',
    lookAlike: 'const client = new Greeter("a.shop.com:443", grpc.credentials.createSsl())\n',
  },
  {
    language: "script",
    calls: ["telnet-client", "telnet-client.Telnet", "telnet-stream.TelnetSocket"],
    example: 'const { Telnet } = require("telnet-client")\nconst shell = new Telnet()\n',
    lookAlike: 'const { Client } = require("ssh2")\nconst shell = new Client()\n',
  },
]
