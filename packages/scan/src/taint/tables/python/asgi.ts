import type { Table } from "../../table.ts"

const members =
  "query_params path_params headers cookies query match_info rel_url query_string arguments body_arguments uri"

/** FastAPI, Starlette, aiohttp, Sanic, Bottle and Tornado. */
export const asgiTable: Table = {
  name: "asgi",
  language: "python",
  marks: [
    {
      of: "request",
      written:
        /(?<!urllib\.)\brequest(?:\.[a-z_A-Z]|[,)[:]|\s*=)|\bimport\b[^\n]*\brequest\b|\([^)\n]*\brequest\b|_arguments?\(|@\w+\.(?:get|post|put|patch|delete|api_route|head|options)\(/,
    },
  ],
  inputs: [
    {
      paths: [
        ...members.split(" ").map((name) => `request.${name}`),
        ...["json", "body", "form", "post", "text", "read", "stream", "multipart"].map((name) => `request.${name}()`),
      ],
      trust: "request",
      example:
        'import os\nasync def handler(request):\n    data = await request.json()\n    os.system("ls " + data["x"])\n',
    },
    {
      paths: [
        "self.get_argument()",
        "self.get_arguments()",
        "self.get_query_argument()",
        "self.get_body_argument()",
        "self.get_cookie()",
        "self.get_secure_cookie()",
        "self.get_query_arguments()",
        "self.get_body_arguments()",
        "self.get_json_body()",
      ],
      trust: "request",
      example:
        'import os\nclass H(RequestHandler):\n    def get(self):\n        os.system("ls " + self.get_argument("x"))\n',
    },
    {
      paths: [
        "bottle.request.query",
        "bottle.request.forms",
        "bottle.request.params",
        "bottle.request.json",
        "bottle.request.body",
        "bottle.request.cookies",
        "bottle.request.headers",
        "bottle.request.files",
        "bottle.request.get_cookie()",
        "bottle.request.get_header()",
        "bottle.request.urlparts",
        "bottle.request.path",
        "bottle.request.query_string",
      ],
      trust: "request",
      example: 'import os\nfrom bottle import request\ndef f():\n    os.system("ls " + request.query.x)\n',
    },
  ],
  handlers: [
    {
      registrars: /^(?:get|post|put|patch|delete|api_route)$/,
      written: /response_class\s*=\s*HTMLResponse/,
      gives: ["input"],
      returns: "html",
      example:
        'from fastapi import FastAPI\n@app.get("/x", response_class=HTMLResponse)\nasync def f(name: str):\n    return "<p>" + name\n',
    },
    {
      registrars: /^(?:get|post|put|patch|delete|api_route|head|options|websocket)$/,
      inFile: /\bfastapi\b|\bstarlette\b|\bAPIRouter\b|\baiohttp\b/,
      gives: ["input"],
      example:
        'import os\nfrom fastapi import APIRouter\n@router.api_route("/x")\nasync def f(name: str):\n    os.system("ls " + name)\n',
    },
  ],
  sinks: [
    {
      harm: "redirect",
      calls: [
        "fastapi.responses.RedirectResponse",
        "starlette.responses.RedirectResponse",
        "RedirectResponse",
        "aiohttp.web.HTTPFound",
        "self.redirect",
        "web.HTTPFound",
        "bottle.redirect",
        "aiohttp.web.HTTPSeeOther",
        "aiohttp.web.HTTPMovedPermanently",
        "aiohttp.web.HTTPTemporaryRedirect",
        "web.HTTPSeeOther",
        "sanic.response.redirect",
      ],
      args: [0, "url", "location"],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example:
        'from fastapi.responses import RedirectResponse\nasync def f(request):\n    return RedirectResponse(request.query_params["x"])\n',
    },
    {
      harm: "html",
      calls: [
        "fastapi.responses.HTMLResponse",
        "starlette.responses.HTMLResponse",
        "HTMLResponse",
        "sanic.response.html",
        "self.write",
      ],
      args: [0, "content"],
      example:
        'from fastapi.responses import HTMLResponse\nasync def f(request):\n    return HTMLResponse("<p>" + request.query_params["x"])\n',
    },
    {
      harm: "html",
      calls: ["aiohttp.web.Response", "web.Response"],
      args: ["text", "body"],
      where: { content_type: "text/html" },
      example:
        'from aiohttp import web\nasync def f(request):\n    return web.Response(text="<p>" + request.query["x"], content_type="text/html")\n',
    },
  ],
}
