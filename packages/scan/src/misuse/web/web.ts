import { findDecoratedFunctions, findEmptyXsrfChecks } from "./finders/decorators.ts"
import { findReflectedOrigins } from "./finders/origins.ts"
import { frameworkSettingRows } from "./framework-settings.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"
import { findEnclosingFunction } from "../../rules/tree-shapes.ts"

/** A function that accepts every origin, or returns it. */
const allowsAll =
  /^(?:async\s*)?(?:function\s*\w*\s*)?\((\w+)[^,()]*,\s*(\w+)[^()]*\)\s*(?:=>)?\s*\{?\s*(?:return\s+)?\2\(\s*null,\s*(?:true|\1(?:\s*(?:\?\?|\|\|)\s*(?:true|["'`]\*["'`]))?)\s*\);?\s*\}?$/

/** Servers and their frameworks. */
export const webRules = [
  defineMisuseRule(
    {
      id: "open-cors",
      severity: "minor",
      cwe: "CWE-942",
      title: "Permissive CORS: policy trusts every origin",
      description: "If access relies on cookies or an internal network, a malicious site can read data as the user.",
      fix: "List the allowed origins explicitly.",
      words: ["cors", "Cors", "CORS", "Access-Control-Allow-Origin", "access-control-allow-origin"],
    },
    [
      {
        language: "script",
        calls: ["cors", "@koa.cors", "@fastify.cors", "fastify-cors", "koa-cors", ".enableCors", "hono.cors.cors"],
        where: { credentials: /^true$/, origin: /^(?:true|\*)$/ },
        example: 'app.use(cors({ origin: "*", credentials: true }))\n',
        lookAlike: "app.use(cors({ origin: allowed, credentials: true }))\n",
      },
      {
        language: "script",
        calls: ["cors", "@koa.cors", "@fastify.cors", "fastify-cors", "koa-cors", ".enableCors", "hono.cors.cors"],
        where: {
          credentials: /^true$/,
          origin: (node) => /^(?:async\s*)?\(?(\w+)(?::\s*\w+)?[^)=]*\)?\s*=>\s*\1$/.test(node.text),
        },
        example: "app.use(cors({ origin: (origin) => origin, credentials: true }))\n",
        lookAlike: "app.use(cors({ origin: (origin) => (known.has(origin) ? origin : null), credentials: true }))\n",
      },
      {
        language: "script",
        calls: ["cors", "@koa.cors", "@fastify.cors", "fastify-cors", "koa-cors", ".enableCors"],
        where: { credentials: /^true$/, origin: (node) => allowsAll.test(node.text) },
        example: "app.use(cors({ origin: (origin, done) => done(null, origin ?? true), credentials: true }))\n",
        lookAlike: "app.use(cors({ origin: (origin, done) => done(null, known.has(origin)), credentials: true }))\n",
      },
      {
        language: "script",
        calls: [".register"],
        where: { "0": /fastify[.-]cors$/, credentials: /^true$/, origin: /^(?:true|\*)$/ },
        example: 'import cors from "@fastify/cors"\napp.register(cors, { origin: true, credentials: true })\n',
        lookAlike: 'import cors from "@fastify/cors"\napp.register(cors, { origin: true })\n',
      },
      {
        language: "script",
        calls: ["Server", "socket.io.Server", "socket.io"],
        where: { "cors.credentials": /^true$/, "cors.origin": /^(?:true|\*)$/ },
        example: 'new Server(http, { cors: { origin: "*", credentials: true } })\n',
        lookAlike: 'new Server(http, { cors: { origin: "https://shop.com", credentials: true } })\n',
      },
      {
        language: "script",
        find: findReflectedOrigins,
        example:
          'app.use((req, res, next) => {\n  res.setHeader("Access-Control-Allow-Origin", req.headers.origin)\n  next()\n})\n',
        lookAlike:
          'app.use((req, res, next) => {\n  res.setHeader("Access-Control-Allow-Origin", origin)\n  next()\n})\n',
      },
      {
        language: "python",
        calls: [
          ".add_middleware",
          "CORSMiddleware",
          "fastapi.middleware.cors.CORSMiddleware",
          "starlette.middleware.cors.CORSMiddleware",
        ],
        where: { allow_origins: /^\[\*\]$/, allow_credentials: /^true$/ },
        example: 'app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)\n',
        lookAlike: 'app.add_middleware(CORSMiddleware, allow_origins=["*"])\n',
      },
      {
        language: "python",
        calls: ["CORS", "flask_cors.CORS", "cross_origin", "flask_cors.cross_origin"],
        where: { supports_credentials: /^true$/ },
        unless: {
          origins: (node, code) => !/^\[?\*\]?$/.test(code.flow.constantText(node) ?? node.text.replace(/["']/g, "")),
        },
        example: "CORS(app, supports_credentials=True)\n",
        lookAlike: 'CORS(app, supports_credentials=True, origins=["https://shop.com"])\n',
      },
      {
        language: "python",
        names: /^CORS_(?:ORIGIN_ALLOW_ALL|ALLOW_ALL_ORIGINS)$/,
        is: /^true$/,
        example: "CORS_ALLOW_ALL_ORIGINS = True\n",
        lookAlike: "CORS_ALLOW_ALL_ORIGINS = False\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "any-origin",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-942",
      title: "Permissive CORS: response is readable from any origin",
      description: "This is appropriate only for public data.",
      fix: "List the allowed origins explicitly unless the response is public.",
      saidBetterBy: ["open-cors"],
      words: ["Access-Control-Allow-Origin", "access-control-allow-origin", "cors", "Cors", "CORS", "origins"],
    },
    [
      {
        language: "script",
        calls: [".setHeader", ".header", ".set", ".append", ".headers.set", ".writeHead", "@nestjs.common.Header"],
        where: { "0": /^access-control-allow-origin$/i, "1": /^\*$/ },
        example: 'res.setHeader("Access-Control-Allow-Origin", "*")\n',
        lookAlike: 'res.setHeader("Access-Control-Allow-Origin", "https://shop.com")\n',
      },
      {
        language: "script",
        names: /^access-control-allow-origin$/i,
        is: /^\*$/,
        example: 'const headers = { "Access-Control-Allow-Origin": "*" }\n',
        lookAlike: 'const headers = { "Access-Control-Allow-Origin": origin }\n',
      },
      {
        language: "script",
        calls: ["cors"],
        and: ({ args, node }) => args.length === 0 && node.parent?.parent?.kind === "call_expression",
        example: "app.use(cors())\n",
        lookAlike: "app.use(cors(options))\n",
      },
      {
        language: "script",
        calls: ["cors", ".enableCors"],
        where: { origin: /^(?:\*|true)$/ },
        example: 'app.use(cors({ origin: "*" }))\n',
        lookAlike: 'app.use(cors({ origin: "https://shop.com" }))\n',
      },
      {
        language: "script",
        calls: ["Server", "socket.io.Server", "socket.io", "WebSocketGateway", "@nestjs.websockets.WebSocketGateway"],
        where: { "cors.origin": /^(?:\*|true)$/ },
        example: 'const io = new Server(http, { cors: { origin: "*" } })\n',
        lookAlike: 'const io = new Server(http, { cors: { origin: "https://shop.com" } })\n',
      },
      {
        language: "script",
        names: /^(?:io\.)?origins$/,
        is: /^\*(?::\*)?$/,
        inFile: /socket\.io/,
        example: 'const io = require("socket.io")(http, { origins: "*:*" })\n',
        lookAlike: 'const io = require("socket.io")(http, { origins: "shop.com:443" })\n',
      },
      {
        language: "python",
        names: /(?:^|\.)access-control-allow-origin$/i,
        is: /^\*$/,
        example: 'response.headers["Access-Control-Allow-Origin"] = "*"\n',
        lookAlike: 'response.headers["Access-Control-Allow-Origin"] = origin\n',
      },
      {
        language: "python",
        calls: ["flask_cors.CORS", "CORS"],
        where: { origins: "missing", resources: "missing" },
        example: "CORS(app)\n",
        lookAlike: 'CORS(app, origins=["https://shop.com"])\n',
      },
      {
        language: "python",
        calls: [".add_middleware", "starlette.middleware.Middleware", "fastapi.middleware.Middleware"],
        where: { allow_origins: /^\[\*\]$/ },
        example: 'app.add_middleware(CORSMiddleware, allow_origins=["*"])\n',
        lookAlike: "app.add_middleware(CORSMiddleware, allow_origins=origins)\n",
      },
      {
        language: "python",
        calls: [".send_header", ".add_header", ".set_header"],
        where: { "0": /^access-control-allow-origin$/i, "1": /^\*$/ },
        example: 'self.send_header("Access-Control-Allow-Origin", "*")\n',
        lookAlike: 'self.send_header("Access-Control-Allow-Origin", origin)\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "csrf-off",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-352",
      title: "CSRF protection is disabled",
      description: "A malicious site can send this request with the cookies of a user who visits it.",
      fix: "Keep it on; if the endpoint does not authenticate with cookies, say so in a comment.",
      words: ["csrf", "CSRF", "xsrf", "csurf"],
    },
    [
      {
        language: "python",
        find: (code) => findDecoratedFunctions(code, /(?:^|\.)(?:csrf_exempt|csrf\.exempt)\b/),
        example: "@csrf_exempt\ndef pay(request):\n    pass\n",
        lookAlike: "@csrf_protect\ndef pay(request):\n    pass\n",
      },
      {
        language: "python",
        calls: ["csrf_exempt", "django.views.decorators.csrf.csrf_exempt"],
        example: "from django.views.decorators.csrf import csrf_exempt\nview = csrf_exempt(View.as_view())\n",
        lookAlike: "from django.views.decorators.csrf import csrf_protect\nview = csrf_protect(View.as_view())\n",
      },
      {
        language: "python",
        names: /^(?:\w+\.)*(?:WTF_CSRF_ENABLED|WTF_CSRF_CHECK_DEFAULT|CSRF_ENABLED)$/,
        is: /^false$/,
        example: 'app.config["WTF_CSRF_ENABLED"] = False\n',
        lookAlike: 'app.config["WTF_CSRF_ENABLED"] = True\n',
      },
      {
        language: "python",
        names: /^xsrf_cookies$/,
        is: /^false$/,
        example: "app = Application(handlers, xsrf_cookies=False)\n",
        lookAlike: "app = Application(handlers, xsrf_cookies=True)\n",
      },
      {
        language: "python",
        names: /^csrf(?:_enabled)?$/,
        is: /^false$/,
        inFile: /\bForm\b|wtforms|FlaskForm/,
        example: "class Login(FlaskForm):\n    class Meta:\n        csrf = False\n",
        lookAlike: "class Login(FlaskForm):\n    class Meta:\n        csrf = True\n",
      },
      {
        language: "script",
        names: /^csrf(?:Prevention|Protection|Check)?$/,
        is: /^false$/,
        inFile: /\blusca\b|\bApolloServer\b|csrf-csrf|csurf|checkOrigin/,
        example: 'const lusca = require("lusca")\napp.use(lusca({ csrf: false }))\n',
        lookAlike: 'const lusca = require("lusca")\napp.use(lusca({ csrf: true }))\n',
      },
      {
        language: "script",
        calls: ["csurf", "csrf"],
        where: { ignoreMethods: /\b(?:POST|PUT|PATCH|DELETE)\b/ },
        example: 'const csurf = require("csurf")\napp.use(csurf({ ignoreMethods: ["GET", "POST"] }))\n',
        lookAlike: 'const csurf = require("csurf")\napp.use(csurf({ ignoreMethods: ["GET", "HEAD"] }))\n',
      },
      {
        language: "script",
        calls: ["express.methodOverride", "method-override", "methodOverride"],
        and: ({ node }, { tree }) => {
          const app = /^(\w+)\.use\(/.exec(node.parent?.parent?.text ?? "")?.[1]
          const before = tree.text.slice(0, node.start)
          return app !== undefined && new RegExp(`\\b${app}\\.use\\(\\s*(?:\\w+\\.)?(?:csrf|csurf)\\w*\\(`).test(before)
        },
        example: "app.use(express.csrf())\napp.use(express.methodOverride())\n",
        lookAlike: "app.use(express.methodOverride())\napp.use(express.csrf())\n",
      },
      {
        language: "python",
        find: findEmptyXsrfChecks,
        example: "class Page(RequestHandler):\n    def check_xsrf_cookie(self):\n        pass\n",
        lookAlike: "class Page(RequestHandler):\n    def check_xsrf_cookie(self):\n        check(self)\n",
      },
      {
        language: "python",
        names: /^meta$/,
        is: (node) => /["']csrf["']\s*:\s*False/.test(node.text),
        example: 'form = SearchForm(meta={"csrf": False})\n',
        lookAlike: 'form = SearchForm(meta={"lang": "en"})\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unsafe-web-setting",
      severity: "minor",
      cwe: "CWE-16",
      title: "Insecure development setting is hard-coded",
      description: "Such settings expose server internals in errors, accept any Host header, or turn off escaping.",
      fix: "Read it from the environment and default to the safe value.",
      saidBetterBy: ["debug-server"],
      words: [
        "DEBUG",
        "debug",
        "ALLOWED_HOSTS",
        "autoescape",
        "SECURE_",
        "X_FRAME",
        "allow_dotted_names",
        "SESSION_SERIALIZER",
        "PASSWORD_HASHERS",
        "follow_symlinks",
      ],
    },
    [
      ...frameworkSettingRows,
      {
        language: "python",
        names: /^DEBUG$/,
        is: /^true$/,
        inFile: /^(?:INSTALLED_APPS|MIDDLEWARE|ROOT_URLCONF|ALLOWED_HOSTS)\b/m,
        example: 'DEBUG = True\nINSTALLED_APPS = ["shop"]\n',
        lookAlike: 'DEBUG = env("DEBUG")\nINSTALLED_APPS = ["shop"]\n',
      },
      {
        language: "python",
        names: /^ALLOWED_HOSTS$/,
        is: /^\[(?:.*, )?\*(?:, .*)?\]$/,
        example: 'ALLOWED_HOSTS = ["*"]\n',
        lookAlike: 'ALLOWED_HOSTS = ["shop.com"]\n',
      },
      {
        language: "python",
        names: /^(?:app|application|\w*_app)\.(?:debug|config\.DEBUG|config\.TESTING|config\.PROPAGATE_EXCEPTIONS)$/,
        is: /^true$/,
        inFile: /\bFlask\b|\bflask\b|app\.config/,
        example: 'from flask import Flask\napp = Flask(__name__)\napp.config["DEBUG"] = True\n',
        lookAlike: 'from flask import Flask\napp = Flask(__name__)\napp.config["DEBUG"] = debug\n',
      },
      {
        language: "python",
        calls: [".run"],
        on: /^(?:app|application|socketio|server)$/,
        where: { debug: /^true$/ },
        example: "app.run(\n    debug=True)\n",
        lookAlike: "app.run(debug=False)\n",
      },
      {
        language: "python",
        calls: ["jinja2.Environment", "Environment", "jinja2.sandbox.SandboxedEnvironment"],
        where: { autoescape: /^false$/ },
        // Nobody cares about blank lines in a page: settings or source code are written.
        unless: { trim_blocks: /^true$/, lstrip_blocks: /^true$/, keep_trailing_newline: /^true$/ },
        and: ({ node }) => !isOnlyParsed(findEnclosingFunction(node)?.text ?? ""),
        example: "import jinja2\ne = jinja2.Environment(autoescape=False)\n",
        lookAlike:
          "import jinja2\ne = jinja2.Environment(autoescape=False, trim_blocks=True)\ndef read(text):\n    return jinja2.Environment(autoescape=False).parse(text)\n",
      },
      {
        language: "python",
        calls: [".register_instance"],
        where: { allow_dotted_names: /^true$/ },
        example: "server.register_instance(api, allow_dotted_names=True)\n",
        lookAlike: "server.register_instance(api)\n",
      },
      {
        language: "python",
        names: /^(?:SECURE_SSL_REDIRECT|SECURE_CONTENT_TYPE_NOSNIFF|SECURE_BROWSER_XSS_FILTER)$/,
        is: /^false$/,
        example: "SECURE_CONTENT_TYPE_NOSNIFF = False\n",
        lookAlike: "SECURE_CONTENT_TYPE_NOSNIFF = True\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "no-autoescape",
      severity: "suggestion",
      persona: "pedantic",
      cwe: "CWE-79",
      title: "Cross-site scripting (XSS): template autoescaping is not enabled",
      description: "Without autoescaping, values end up in web pages as raw HTML (cross-site scripting).",
      fix: "Pass autoescape=select_autoescape().",
      words: ["Environment(", "Template("],
    },
    [
      {
        language: "python",
        calls: ["jinja2.Environment", "jinja2.sandbox.SandboxedEnvironment"],
        where: { autoescape: "missing" },
        example: "import jinja2\ne = jinja2.Environment(loader=loader)\n",
        lookAlike: "import jinja2\ne = jinja2.Environment(loader=loader, autoescape=True)\n",
      },
      {
        language: "python",
        calls: ["jinja2.Template"],
        where: { "0": "computed", autoescape: "missing" },
        example: "from jinja2 import Template\nt = Template(text)\n",
        lookAlike: 'from string import Template\nt = Template("a $b")\n',
      },
      {
        language: "python",
        calls: ["mako.template.Template", "mako.lookup.TemplateLookup"],
        where: { default_filters: "missing" },
        example: "from mako.template import Template\nt = Template(text)\n",
        lookAlike: 'from mako.template import Template\nt = Template(text, default_filters=["h"])\n',
      },
    ],
  ),
]

/** Templates are examined, not filled in. */
function isOnlyParsed(fn: string): boolean {
  return /\.parse\(/.test(fn) && !/\.(?:render|from_string|get_template)\(/.test(fn)
}
