import type { Table } from "../../table.ts"

const verbs = /^(?:get|post|put|patch|delete|head|options)$/

/** Classes whose methods a server calls: Tornado, Flask's and Django's views, http.server, WSGI, socketserver, GraphQL. */
export const pythonServersTable: Table = {
  name: "python servers",
  language: "python",
  marks: [
    {
      of: "request",
      written:
        /RequestHandler\b|\b(?:MethodView|Resource|APIView)\b|\benviron(?:\[|\.get)|\bself\.(?:path|rfile|kwargs|request)\b|\binfo\b[^\n]*\):|\bparse_args\(\)|cleaned_data|validated_data|\bcgi\.FieldStorage|@(?:\w+\.)?route\(|@[\w.]+\(\s*["']\//,
    },
    { of: "remote", written: /\bself\.(?:rfile|request)\b/ },
  ],
  inputs: [
    {
      paths: ["environ.get()"],
      trust: "request",
      keys: /^(?:HTTP|PATH|QUERY|REQUEST|RAW|CONTENT)_|^SCRIPT_NAME$|^wsgi\.input$/,
      example: 'def app(environ, start):\n    return open("/data" + environ.get("PATH_INFO"))\n',
    },
    {
      paths: [
        "environ.PATH_INFO",
        "environ.QUERY_STRING",
        "environ.HTTP_HOST",
        "environ.HTTP_REFERER",
        "environ.HTTP_COOKIE",
        "environ.REQUEST_URI",
        "environ.wsgi.input",
      ],
      trust: "request",
      example: 'def app(environ, start):\n    return open("/data" + environ["PATH_INFO"])\n',
    },
    {
      paths: ["path", "headers", "rfile.read()", "rfile.readline()", "requestline", "request.recv()"].map(
        (name) => `(server).${name}`,
      ),
      trust: "request",
      example: 'class H(BaseHTTPRequestHandler):\n    def do_GET(self):\n        open("/data" + self.path)\n',
    },
    {
      paths: ["cgi.FieldStorage()", "self.kwargs"],
      trust: "request",
      example: "import cgi, pickle\nclass H:\n    def handle(self):\n        pickle.loads(cgi.FieldStorage()['x'])\n",
    },
    {
      paths: [
        "flask_restful.reqparse.RequestParser().parse_args()",
        "reqparse.RequestParser().parse_args()",
        "flask_restx.reqparse.RequestParser().parse_args()",
        "serializer.validated_data",
      ],
      trust: "request",
      example:
        'import os\nfrom flask_restful import reqparse\nparser = reqparse.RequestParser()\ndef f():\n    os.system("ls " + parser.parse_args()["x"])\n',
    },
    {
      // A form has converted its fields: an uploaded file is not a path, and a text is not an object.
      paths: ["form.cleaned_data", "self.cleaned_data"],
      trust: "request",
      spares: ["path", "hash", "nosql", "trust"],
      example:
        'import os\nclass Search(forms.Form):\n    def clean(self):\n        os.system("ls " + self.cleaned_data["x"])\n',
    },
  ],
  selves: [
    { ofClass: /^(?:Base|Simple)HTTPRequestHandler$|^(?:Base|Stream|Datagram)RequestHandler$/, path: "(server)" },
  ],
  handlers: [
    {
      // Any decorator whose address has places for values, whatever the framework.
      registrars: /^(?!(?:route|websocket|get|post|put|patch|delete|head|options|api_route)$)\w+$/,
      events: /^\/[^\s?]*(?:\{\+?\w+[^}]*\}|<(?:\w+:)?\w+>)/,
      gives: ["input"],
      byAddress: true,
      example: '@endpoint("/books/{name}")\ndef f(context, name):\n    open("/data/" + name)\n',
    },
    {
      ofClass: /RequestHandler$/,
      named: verbs,
      gives: ["input"],
      example: 'class H(tornado.web.RequestHandler):\n    def get(self, name):\n        open("/data/" + name)\n',
    },
    {
      ofClass: /^(?:MethodView|Resource|HTTPMethodView)$/,
      named: verbs,
      gives: ["input"],
      example: 'class H(Resource):\n    def get(self, name):\n        open("/data/" + name)\n',
    },
    {
      params: [/^environ$/],
      gives: ["environ", "start_response"],
      returns: "html",
      returnsText: /<[a-z!/]/i,
      example: 'def app(environ, start):\n    return open("/data" + environ["PATH_INFO"])\n',
    },
    {
      params: [/^info$/],
      inFile: /graphene|graphql|strawberry|ariadne/i,
      gives: ["", "input"],
      example: 'import graphene, os\nclass Q:\n    def resolve_x(self, info, name):\n        os.system("ls " + name)\n',
    },
    {
      params: [/^(?:root|obj|parent|_|source)$/, /^info$/],
      inFile: /graphene|graphql|strawberry|ariadne/i,
      gives: ["", "", "input"],
      example: 'import ariadne, os\ndef resolve_x(root, info, name):\n    os.system("ls " + name)\n',
    },
  ],
  sinks: [
    {
      harm: "header",
      calls: ["(server).send_header"],
      args: [1],
      example:
        'class H(BaseHTTPRequestHandler):\n    def do_GET(self):\n        self.send_header("X-Path", unquote(self.path))\n',
    },
    {
      harm: "header",
      calls: ["smtplib.SMTP().sendmail", "smtplib.SMTP_SSL().sendmail"],
      args: ["(mail)"],
      text: /(?:^|\n)(?:Subject|From|To|Cc|Bcc|Reply-To): ?[^\n]*\u0001/i,
      built: true,
      example:
        'import smtplib\nfrom flask import request\ndef f():\n    smtplib.SMTP("x").sendmail("a", "b", "Subject: " + request.args["x"])\n',
    },
    {
      harm: "html",
      // What a CGI script prints is the page.
      calls: ["print", "sys.stdout.write"],
      unlessHead: /^[A-Z][\w-]+:|^[[{]/,
      from: /^cgi\./,
      example: 'import cgi\nprint("<p>" + cgi.FieldStorage().getvalue("x"))\n',
    },
    {
      harm: "html",
      methods: ["write", "finish"],
      on: /^self\b/,
      args: [0],
      text: /<\w/,
      built: true,
      example: 'class H(tornado.web.RequestHandler):\n    def get(self, name):\n        self.finish("<p>no " + name)\n',
    },
    {
      harm: "html",
      calls: ["(server).wfile.write"],
      args: [0],
      text: /<\w/,
      built: true,
      example:
        'class H(BaseHTTPRequestHandler):\n    def do_GET(self):\n        out = self.wfile\n        out.write(("<p>" + self.path).encode())\n',
    },
  ],
}
