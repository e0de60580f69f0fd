import { harms } from "../../harm.ts"
import type { Table } from "../../table.ts"

const sent = [
  "queryStringParameters",
  "multiValueQueryStringParameters",
  "pathParameters",
  "headers",
  "body",
  "cookies",
]
const falcon = [
  "get_param()",
  "media",
  "params",
  "headers",
  "cookies",
  "stream",
  "bounded_stream",
  "get_header()",
  "path",
]

/** CherryPy, Falcon, Pyramid, web.py, and functions that a cloud calls. */
export const pythonPlatformsTable: Table = {
  name: "python platforms",
  language: "python",
  marks: [
    {
      of: "request",
      written:
        /\bcherrypy\b|\bfalcon\b|\bweb\.(?:input|data|cookies)\(|\bpyramid\b|@\w+\.expose\b|\breq\.(?:get_param|media|params|stream|bounded_stream|get_header)\b|\bdef \w+\(event, ?_?(?:context|ctx)\b/,
    },
  ],
  inputs: [
    {
      paths: [...sent, "rawQueryString", "rawPath"].map((name) => `(lambda).${name}`),
      trust: "request",
      example:
        'def handler(event, context):\n    return {"headers": {"Content-Type": "text/html"}, "body": "<p>" + event["body"]}\n',
    },
    {
      // What a function is called with directly; the cloud itself writes the rest.
      paths: ["(lambda)"],
      trust: "request",
      except: /^(?:requestContext|Records|resources|stageVariables|methodArn)$/,
      spares: harms.filter((harm) => !/^(?:shell|code|sql|object|template|url|path)$/.test(harm)),
      example: 'import os\ndef handler(event, context):\n    os.system("ls " + event["folder"])\n',
    },
    {
      paths: ["(lambda).Records"],
      trust: "request",
      // Most records were made by another part of the same system; the names of files often were not.
      spares: harms.filter((harm) => !/^(?:shell|code|path)$/.test(harm)),
      example:
        'import os\ndef handler(event, context):\n    os.system("ls " + event["Records"][0]["s3"]["object"]["key"])\n',
    },
    {
      paths: ["web.input()", "web.data()", "web.cookies()", "web.ctx.env"],
      trust: "request",
      example: 'import os, web\nclass Index:\n    def GET(self):\n        os.system("ls " + web.input().name)\n',
    },
    {
      paths: [
        "cherrypy.request.params",
        "cherrypy.request.json",
        "cherrypy.request.headers",
        "cherrypy.request.cookie",
      ],
      trust: "request",
      example: 'import os, cherrypy\ndef f():\n    os.system("ls " + cherrypy.request.params["x"])\n',
    },
    {
      paths: falcon.map((name) => `(falcon).${name}`),
      trust: "request",
      example:
        'import falcon, os\nclass Items:\n    def on_get(self, req, resp):\n        os.system("ls " + req.get_param("x"))\n',
    },
    {
      paths: ["request.params", "request.matchdict", "request.json_body", "request.POST", "request.GET"],
      trust: "request",
      example:
        'import os\nfrom pyramid.view import view_config\ndef view(request):\n    os.system("ls " + request.matchdict["x"])\n',
    },
  ],
  handlers: [
    {
      params: [/^event$/, /^_?(?:context|ctx|_)$/],
      gives: ["(lambda)", ""],
      answers: [{ harm: "html", at: "body", where: { at: "headers.content-type", is: /html/i } }],
      example: 'import os\ndef handler(event, context):\n    os.system("ls " + event["body"])\n',
    },
    {
      registrars: /^expose$/,
      inFile: /\bcherrypy\b/,
      gives: ["input"],
      returns: "html",
      example:
        'import os, cherrypy\nclass Root:\n    @cherrypy.expose\n    def index(self, name):\n        os.system("ls " + name)\n',
    },
    {
      named: /^on_(?:get|post|put|patch|delete)$/,
      params: [/^req(?:uest)?$/, /^resp(?:onse)?$/],
      inFile: /\bfalcon\b/,
      gives: ["(falcon)", "", "input"],
      example:
        'import falcon, os\nclass Items:\n    def on_get(self, req, resp, name):\n        os.system("ls " + name)\n',
    },
  ],
  sinks: [
    {
      harm: "redirect",
      calls: [
        "cherrypy.HTTPRedirect",
        "falcon.HTTPFound",
        "falcon.HTTPSeeOther",
        "web.seeother",
        "web.redirect",
        "pyramid.httpexceptions.HTTPFound",
        "pyramid.httpexceptions.HTTPSeeOther",
      ],
      args: [0, "location"],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example: "import web\ndef f():\n    raise web.seeother(web.input().next)\n",
    },
  ],
}
