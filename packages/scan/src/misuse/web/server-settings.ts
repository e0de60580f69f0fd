import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findOnlyValue, renderCodeValue } from "../render-code-value.ts"

const own =
  /^(?:__dirname|\.\/?|\/|process\.cwd\(\)|(?:path\.)?(?:resolve|join)\((?:__dirname|\.|process\.cwd\(\))(?:, \.\.?\/?)?\)|import\.meta\.dirname)$/

const plainHttp = /^http:\/\/(?!localhost|127\.|\[|0\.0\.0\.0)/

/** How a server of Node is set up. */
export const serverSettingRules = [
  defineMisuseRule(
    {
      id: "security-header-off",
      severity: "minor",
      cwe: "CWE-693",
      title: "Security header is disabled",
      description: "Without the header, browsers allow framing or scripts from anywhere.",
      fix: "Keep the header on, and adjust its value instead.",
      words: ["helmet"],
    },
    [
      {
        language: "script",
        names:
          /^(?:contentSecurityPolicy|frameguard|xFrameOptions|hsts|strictTransportSecurity|noSniff|xContentTypeOptions)$/,
        is: /^false$/,
        inFile: /\bhelmet\(/,
        example: "app.use(helmet({ frameguard: false }))\n",
        lookAlike: "app.use(helmet({ dnsPrefetchControl: false }))\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "any-proxy-trusted",
      severity: "minor",
      cwe: "CWE-348",
      title: "Address spoofing: server believes forwarded headers from everyone",
      description: "A client can send X-Forwarded-For itself, and so choose the address that limits and logs see.",
      fix: "Name the proxies that are trusted, or how many there are.",
      words: ["trust proxy", "trustProxy", "proxy: true", "proxy = true"],
    },
    [
      {
        language: "script",
        calls: [".set", ".enable"],
        where: { "0": /^trust proxy$/ },
        and: ({ method, args: [, value] }, code) =>
          method === "enable" || (value !== undefined && renderCodeValue(code, value) === "true"),
        example: 'app.set("trust proxy", true)\n',
        lookAlike: 'app.set("trust proxy", 1)\n',
      },
      {
        language: "script",
        calls: ["fastify", "Fastify", "fastify.fastify", "fastify.default", "@nestjs/platform-fastify.FastifyAdapter"],
        where: { trustProxy: /^true$/ },
        example: 'import Fastify from "fastify"\nconst app = Fastify({ trustProxy: true })\n',
        lookAlike: 'import Fastify from "fastify"\nconst app = Fastify({ trustProxy: "10.0.0.1" })\n',
      },
      {
        language: "script",
        persona: "pedantic",
        calls: ["koa", "Koa"],
        where: { proxy: /^true$/, maxIpsCount: "missing" },
        example: 'import Koa from "koa"\nconst app = new Koa({ proxy: true })\n',
        lookAlike: 'import Koa from "koa"\nconst app = new Koa({ proxy: true, maxIpsCount: 1 })\n',
      },
      {
        language: "script",
        persona: "pedantic",
        names: /^app\.proxy$/,
        is: /^true$/,
        inFile: /\bkoa\b/i,
        example: 'import Koa from "koa"\nconst app = new Koa()\napp.proxy = true\n',
        lookAlike: 'import Koa from "koa"\nconst app = new Koa()\napp.proxy = behindProxy\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "open-directory",
      severity: "minor",
      cwe: "CWE-548",
      title: "Directory listing: server exposes its own files",
      description: "Settings, sources and forgotten files in the directory can be downloaded by anyone.",
      fix: "Serve one directory with public files only, without a listing.",
      words: ["static", "Static", "erve"],
    },
    [
      {
        language: "script",
        calls: ["express.static", "serve-static", "serveStatic", "koa-static", "st", "koa-send"],
        where: { "0": own },
        example: 'const express = require("express")\napp.use(express.static(__dirname))\n',
        lookAlike: 'const express = require("express")\napp.use(express.static(__dirname + "/public"))\n',
      },
      {
        language: "script",
        calls: ["express.static", "serve-static", "serveStatic"],
        where: { dotfiles: /^allow$/ },
        and: ({ node }) => !/well-known/.test(node.parent?.text ?? ""),
        example: 'app.use(express.static("files", { dotfiles: "allow" }))\n',
        lookAlike: 'app.use(express.static("files", { dotfiles: "ignore" }))\n',
      },
      {
        language: "script",
        calls: ["serve-index", "serveIndex"],
        example: 'const serveIndex = require("serve-index")\napp.use("/files", serveIndex("files"))\n',
        lookAlike: 'const serveIndex = require("serve-favicon")\napp.use("/files", serveIcon("files"))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "socket-from-any-origin",
      severity: "minor",
      cwe: "CWE-1385",
      title: "Cross-site WebSocket hijacking: server accepts cookies from every origin",
      description: "Browsers send cookies along, so any site can open a connection as the user who visits it.",
      fix: "Check the Origin header when the connection is opened.",
      words: ["WebSocket"],
    },
    [
      {
        language: "script",
        calls: ["WebSocketServer", "ws.WebSocketServer", "ws.Server", "WebSocket.Server"],
        where: { verifyClient: "missing", noServer: "missing" },
        and: (_, { tree }) => /cookie/i.test(tree.text) && !/origin|verifyClient|handleProtocols/i.test(tree.text),
        example:
          'const { WebSocketServer } = require("ws")\nnew WebSocketServer({ port: 1 }).on("connection", (s, req) => open(req.headers.cookie))\n',
        lookAlike:
          'const { WebSocketServer } = require("ws")\nnew WebSocketServer({ port: 1 }).on("connection", (s, req) => check(req.headers.origin) && open(req.headers.cookie))\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "script-without-tls",
      severity: "minor",
      cwe: "CWE-830",
      title: "Script loaded over plain HTTP",
      description: "A man-in-the-middle attacker can replace the script with another one.",
      fix: "Load it over HTTPS, or from your own server.",
      words: ["http://"],
    },
    [
      {
        language: "script",
        names: /(?:^|\.)\w*[sS]cript\w*\.src$/,
        is: plainHttp,
        example: 'script.src = "http://cdn.shop.com/a.js"\n',
        lookAlike: 'script.src = "https://cdn.shop.com/a.js"\n',
      },
      {
        language: "script",
        find: (code) =>
          code.tree.ofKind("assignment_expression").filter((node) => {
            const [left, right] = [node.field("left"), node.field("right")]
            const name = /^(\w+)\.src$/.exec(left?.text ?? "")?.[1]
            if (name === undefined || left === undefined || right === undefined || /script/i.test(name)) return false
            const made = findOnlyValue(code, name, left)?.text ?? ""
            return /createElement\(["']script["']\)$/.test(made) && plainHttp.test(renderCodeValue(code, right))
          }),
        example: 'const s = document.createElement("script")\ns.src = "http://cdn.shop.com/a.js"\n',
        lookAlike: 'const s = document.createElement("img")\ns.src = "http://cdn.shop.com/a.png"\n',
      },
      {
        language: "script",
        find: (code) =>
          code.tree
            .ofKind("string", "template_string")
            .filter(({ text }) => /<script[^>]*\ssrc=\\?["']?http:\/\/(?!localhost|127\.)/i.test(text)),
        example: "const page = '<script src=\"http://cdn.shop.com/a.js\"></script>'\n",
        lookAlike: "const page = '<script src=\"//cdn.shop.com/a.js\"></script>'\n",
      },
    ],
  ),
]
