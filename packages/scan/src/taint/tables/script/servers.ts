import type { AnswerSink, Table } from "../../table.ts"

const ofRequest =
  "query body params cookies signedCookies rawBody raw nextUrl queryStringParameters pathParameters multiValueQueryStringParameters rawPath"
const roots = [
  "req",
  "request",
  "ctx.request",
  "ctx.req",
  "context.request",
  "context.req",
  "this.request",
  "this.req",
  "c.req",
  "event",
  "handed",
  "handed.request",
  "handed.req",
  "handed.event",
]
const elsewhere = /^\.{0,2}\/[^/\\]|^\.{1,2}\/$|^https?:\/\/[^/]+\/|^[?#]/
/** What a function returns to the platform that runs it. */
const answered: readonly AnswerSink[] = [
  { at: "headers.location", harm: "redirect", unlessHead: elsewhere },
  { at: "body", harm: "html", where: { at: "headers.content-type", is: /html/ } },
]

const answers: readonly AnswerSink[] = [
  { at: "redirect.destination", harm: "redirect", unlessHead: elsewhere },
  ...answered,
]

/** What a browser sets itself: no link to this site can choose it. */
const ofSender = "headers hostname rawHeaders subdomains protocol ip get() header()".split(" ")
const calls = "param json text formData arrayBuffer parseBody queries query blob body"

/** Express, Koa, Fastify, Hono, Next, NestJS, serverless functions and Node's own http. */
export const serverTable: Table = {
  name: "servers",
  language: "script",
  marks: [
    {
      of: "request",
      written:
        /\breq\b|\bres\b|\brequest\b|\bctx\b|\bcontext\.(?:params|query)|\bevent\b|[sS]earchParams|useParams|\$route|\bcreateServer\(|\bipcMain\b|@(?:Query|Body|Param|Args|Headers|MessageBody|Payload|UploadedFiles?)\(|["']use server["']|\b(?:GET|POST|PUT|PATCH|DELETE|loader|action|getServerSideProps)\b|\b_?(?:parent|root|obj|source)?\s*(?::\s*\w+)?,\s*(?:args\b|\{)|\bprocedure\b|\bIncomingMessage\b|\b\w*Request\b\s*[,)<]|APIGateway|\.(?:use|get|post|put|patch|delete|all|head|options|route|addRoute|on)\(\s*["'`/]/,
    },
    { of: "sink", written: /\bredirect\(/ },
  ],
  inputs: [
    {
      paths: [
        ...roots.flatMap((root) => ofRequest.split(" ").map((name) => `${root}.${name}`)),
        ...roots.flatMap((root) => calls.split(" ").map((name) => `${root}.${name}()`)),
        ..."query params querystring cookies".split(" ").map((name) => `ctx.${name}`),
        "req[]",
        "request[]",
        "ctx.cookies.get()",
        "cookies().get()",
        "trpcCall.input",
        "handed.searchParams",
        "handed.cookies.get()",
      ],
      trust: "request",
      example: 'const cp = require("child_process")\napp.get("/x", (req, res) => cp.exec("ls " + req.query.x))\n',
    },
    {
      paths: [
        ...roots.flatMap((root) => ofSender.map((name) => `${root}.${name}`)),
        ..."header headers hostname host get()".split(" ").map((name) => `ctx.${name}`),
      ],
      trust: "request",
      spares: ["redirect"],
      example: 'const cp = require("child_process")\napp.get("/x", (req, res) => cp.exec("ls " + req.headers.x))\n',
    },
    {
      paths: [
        ...roots.flatMap((root) => ["url", "originalUrl", "path"].map((name) => `${root}.${name}`)),
        ..."url path originalUrl href".split(" ").map((name) => `ctx.${name}`),
      ],
      trust: "request",
      // It begins with a slash.
      spares: ["link"],
      example: 'app.use((req, res) => res.end("<p>no page " + decodeURI(req.url)))\n',
    },
    {
      paths: roots.flatMap((root) => [`${root}.file`, `${root}.files`]),
      trust: "request",
      except: /^(?:path|filepath|destination|tempFilePath|size)$/,
      example:
        'const fs = require("fs")\napp.post("/x", (req, res) => fs.writeFileSync("up/" + req.file.originalname, req.file.buffer))\n',
    },
    {
      paths: [
        "context.params",
        "context.query",
        "searchParams.get()",
        "useSearchParams().get()",
        "useSearchParams()[].get()",
        "useRoute().query",
        "useRoute().params",
        "useParams()",
        "router.query",
        "useRouter().query",
        "route.query",
        "this.$route.query",
        "this.route.snapshot.params",
        "this.route.snapshot.queryParams",
        "this.route.snapshot.queryParamMap.get()",
        "this.activatedRoute.snapshot.queryParams",
        "this.route.queryParams",
        "activatedRoute.snapshot.params",
        "activatedRoute.snapshot.queryParams",
        "activatedRoute.snapshot.paramMap.get()",
        "activatedRoute.snapshot.queryParamMap.get()",
        "activatedRoute.snapshot.fragment",
      ],
      trust: "request",
      example:
        'import { useSearchParams } from "next/navigation"\nexport default function P() {\n  const q = useSearchParams().get("x")\n  document.write(q)\n}\n',
    },
  ],
  types: [
    {
      type: /^(?:express\.|http\.)?(?:IncomingMessage|FastifyRequest|NextRequest|NextApiRequest|VercelRequest)(?:<.*>)?$|^express\.Request$/,
      path: "request",
      example:
        'import cp from "child_process"\nimport type { NextRequest } from "next/server"\nexport function run(r: NextRequest) { cp.exec("ls " + r.nextUrl.pathname) }\n',
    },
    {
      type: /^(?:LoaderFunctionArgs|ActionFunctionArgs|LoaderArgs|ActionArgs|RequestEvent|GetServerSidePropsContext|APIContext)(?:<.*>)?$/,
      path: "handed",
      example:
        'import cp from "child_process"\nexport async function shown({ params }: LoaderFunctionArgs) { cp.exec("ls " + params.x) }\n',
    },
    {
      type: /^APIGateway(?:ProxyEvent(?:V2)?|Event)$/,
      path: "event",
      example:
        'import cp from "child_process"\nexport const run = async (e: APIGatewayProxyEvent) => cp.exec("ls " + e.queryStringParameters.x)\n',
    },
  ],
  handlers: [
    {
      // NestJS sends a text as a page.
      registrars: /^(?:Get|Post|Put|Patch|Delete|All)$/,
      written: /\(/,
      inFile: /@Controller\b/,
      gives: [""],
      returns: "html",
      returnsText: /<[a-z][^>]*>/i,
      example:
        '@Controller()\nexport class A {\n  @Get("x")\n  show(@Query("name") name: string) { return `<p>${name}</p>` }\n}\n',
    },
    {
      registrars: /^action$/,
      on: /\bprogram\b|\bcli\b|[cC]ommand\b|\b(?:argument|option|description|alias)\(\)/,
      gives: ["process.argv"],
      example:
        'const cp = require("child_process")\nprogram.command("x <name>").action((name) => cp.exec("ls " + name))\n',
    },
    {
      params: [/^_?e(?:rr(?:or)?)?$/, /^_?req(?:uest)?$/, /^_?res(?:ponse)?$/],
      gives: ["", "req", "res", ""],
      example: 'app.use((err, req, res, next) => { res.end("<pre>" + req.originalUrl + "</pre>") })\n',
    },
    {
      params: [/^(?:_+|_?(?:parent|root|rootValue|obj|source))$/, /^(?:_?args|)$/],
      inFile: /resolvers?\b|typeDefs|\bgql\b|GraphQL|graphql|\bMutation\b|@pothos\/|\bnexus\b/,
      gives: ["", "input", ""],
      example:
        'import cp from "child_process"\nexport const resolvers = { Mutation: { run(_parent, { name }) { return cp.exec("ls " + name) } } }\n',
    },
    {
      named: /./,
      inFile: /^\s*(?:\/\/[^\n]*\n\s*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/\s*)*["']use server["']/,
      gives: ["input"],
      example:
        '"use server"\nimport { readFile } from "node:fs/promises"\nexport async function open(form: FormData) {\n  return readFile("/data/" + form.get("x"))\n}\n',
    },
    {
      params: [],
      uses: /\{\s*["']use server["']/,
      gives: ["input"],
      example:
        'import { readFile } from "node:fs/promises"\nexport default function Page() {\n  async function open(form: FormData) {\n    "use server"\n    return readFile("/data/" + form.get("x"))\n  }\n  return <form action={open} />\n}\n',
    },
    {
      takes: /\bsearchParams\b/,
      gives: ["handed", ""],
      example:
        "export default function Page({ searchParams }) {\n  return <p dangerouslySetInnerHTML={{ __html: searchParams.name }} />\n}\n",
    },
    {
      registrars: /^subscribe$/,
      on: /(?:queryParam(?:Map|s)|paramMap|route\.(?:params|fragment))\b/,
      gives: ["input"],
      example:
        "class A {\n  constructor(private route: ActivatedRoute) {}\n  start() {\n    this.route.queryParams.subscribe((params) => { document.body.innerHTML = params.q })\n  }\n}\n",
    },
    {
      registrars: /^(?:on|once)$/,
      on: /^(?:socket|client)\b/,
      events:
        /^(?!(?:error|close|end|connect|connection|disconnect|disconnecting|drain|timeout|data|message|open|finish|lookup|ready|secureConnect|pause|resume|readable|free|upgrade|pong|ping|packet|secure|session|keylog|\w*error)$)\w/i,
      gives: ["input"],
      example:
        'const fs = require("fs")\nio.on("connection", (socket) => { socket.on("load", (name, req) => fs.readFileSync("./" + name)) })\n',
    },
    {
      registrars: /^(?:query|mutation|subscription)$/,
      on: /procedure|input\(\)/i,
      gives: ["trpcCall"],
      example:
        'import cp from "child_process"\nexport const r = t.router({ x: t.procedure.input(z.string()).query(({ input }) => cp.exec("ls " + input)) })\n',
    },
    {
      registrars: /^(?:handle|on|once|handleOnce)$/,
      on: /^ipcMain\b/,
      gives: ["", "input"],
      example:
        'const { ipcMain } = require("electron"), fs = require("fs")\nipcMain.handle("x", (event, name) => fs.readFileSync("./a/" + name))\n',
    },
    {
      registrars: /^parse$/,
      on: /form/i,
      gives: ["", "input", ""],
      example:
        'const fs = require("fs")\nrequire("http").createServer((req, res) => { form.parse(req, (e, fields, files) => fs.rename(files.a.path, "./i/" + fields.b, () => 0)) })\n',
    },
    {
      registrars: /^(?:use|get|post|put|patch|delete|all|head|options|route|addRoute|on)$/,
      on: /^(?:app|router|server|api|fastify|routes?|express|koa|\w*(?:App|Router|Server|Api))\b|express\(\)|Router\(\)|fastify\(\)|Koa\(\)|Hono\(\)/,
      gives: ["req", "res", ""],
      example: 'const cp = require("child_process")\nrouter.post("/x", async (r, s) => cp.exec("ls " + r.body.x))\n',
    },
    {
      registrars: /^on$/,
      on: /^(?:req|request|ctx\.req)\b|\breq$/,
      gives: ["input"],
      example:
        'const cp = require("child_process")\nrequire("http").createServer((req, res) => { req.on("data", (d) => cp.exec("ls " + d)) })\n',
    },
    {
      registrars: /^createServer$/,
      gives: ["req", "res", ""],
      example:
        'const http = require("http"), fs = require("fs")\nhttp.createServer((a, b) => fs.readFile("." + a.url, () => 0))\n',
    },
    {
      params: [/^_?(?:req|request)$/, /^_?(?:res|reply|response|resp|h)$/],
      gives: ["req", "res", ""],
      example:
        'const cp = require("child_process")\nmodule.exports = function (_req, res) { cp.exec("ls " + _req.query.x) }\n',
    },
    {
      params: [/^ctx$/],
      uses: /\bctx\.(?:req|request|res|response|query|params|cookies|body|throw|redirect)\b|url\.searchParams/,
      gives: ["ctx", ""],
      example:
        'const cp = require("child_process")\nmodule.exports = async function (ctx, next) { cp.exec("ls " + ctx.query.x) }\n',
    },
    {
      named: /^(?:GET|POST|PUT|PATCH|DELETE|getServerSideProps)$/,
      gives: ["req", "context"],
      answers,
      example:
        'import cp from "child_process"\nexport async function POST(sent) { cp.exec("ls " + (await sent.json()).x) }\n',
    },
    {
      // Many things are called so: what it gets must be called a request, an event, or be taken apart.
      named: /^(?:loader|action|handler|middleware)$/,
      params: [/^$|^_?(?:req|request|event|evt|args?|ctx|context|c|params|props|input|data)$/i],
      gives: ["req", "context"],
      answers,
      example:
        'import cp from "child_process"\nexport async function action(event) { cp.exec("ls " + event.query.x) }\n',
    },
    {
      params: [/^event$/, /^(?:context|ctx)$/],
      gives: ["event", ""],
      example:
        'const cp = require("child_process")\nexports.run = async (event, context) => cp.exec("ls " + event.body)\n',
    },
  ],
  passes: [
    {
      calls: ["res.json", "res.render", "res.status", "reply.code", "res.set", "res.type"],
      cleans: "all",
      example:
        'const cp = require("child_process")\napp.get("/x", (req, res) => cp.exec(res.render("a", { x: req.query.x })))\n',
    },
  ],
  sinks: [
    {
      harm: "redirect",
      methods: ["redirect"],
      calls: [
        "res.redirect",
        "reply.redirect",
        "ctx.redirect",
        "response.redirect",
        "NextResponse.redirect",
        "next/server.NextResponse.redirect",
        "next.server.NextResponse.redirect",
        "next.navigation.redirect",
        "Response.redirect",
        "c.redirect",
        "res.location",
      ],
      args: [0, 1],
      unlessHead: elsewhere,
      example: 'app.get("/x", (req, res) => res.redirect(req.query.to))\n',
    },
    {
      harm: "html",
      methods: ["send", "end", "write"],
      on: /^(?:res|response|reply|resp)\b|\bres$/,
      args: [0],
      unlessPath: "JSON.stringify()",
      example: 'app.get("/x", (req, res) => res.send("<p>" + req.query.x))\n',
    },
    {
      harm: "redirect",
      methods: ["writeHead"],
      args: ["Location", "location"],
      unlessHead: elsewhere,
      example: 'app.get("/x", (req, res) => res.writeHead(302, { Location: req.query.to }))\n',
    },
    {
      harm: "redirect",
      calls: ["ctx.set"],
      args: [1],
      where: { "0": "Location" },
      example: 'module.exports = async (ctx) => { ctx.set("Location", ctx.query.to) }\n',
    },
    {
      harm: "html",
      calls: ["c.html", "ctx.html", "req.html", "hono/html.raw", "hono.html.raw"],
      args: [0],
      example: 'app.get("/x", (c) => c.html("<p>" + c.req.query("x")))\n',
    },
    {
      harm: "html",
      writes: ["ctx.body", "ctx.response.body"],
      example: 'module.exports = async (ctx) => { ctx.body = "<p>" + ctx.query.x }\n',
    },
    {
      harm: "path",
      methods: ["sendFile", "sendfile", "download"],
      on: /^(?:res|response|reply)\b|\bres$/,
      args: [0],
      unless: { root: "*" },
      example: 'app.get("/x", (req, res) => res.sendFile("/data/" + req.query.x))\n',
    },
    {
      harm: "header",
      methods: ["setHeader", "header", "set", "append"],
      on: /^(?:res|response|reply)\b|\bres$/,
      args: [1],
      where: { "0": /^(?!location$|access-control-)[\w-]+$/i },
      example: 'app.get("/x", (req, res) => res.setHeader("Content-Disposition", "filename=" + req.query.x))\n',
    },
    {
      // The name of a header, or all of them.
      harm: "header",
      methods: ["setHeader", "header", "set", "writeHead"],
      on: /^(?:res|response|reply)\b|\bres$/,
      args: [0],
      example: 'app.get("/x", (req, res) => res.setHeader(req.query.x, "1"))\n',
    },
    {
      harm: "redirect",
      methods: ["setHeader", "writeHead", "header"],
      on: /^(?:res|response|reply)\b|\bres$/,
      args: [1],
      where: { "0": "Location" },
      example: 'app.get("/x", (req, res) => res.setHeader("Location", req.query.x))\n',
    },
  ],
}
