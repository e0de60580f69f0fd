import type { Table } from "../../table.ts"
import { noPage } from "./django.ts"

const members =
  "args form values json data files cookies headers query_string referrer host view_args stream user_agent environ authorization"
/** A part of the address has no slash, unless the route says so; with such a name it may still be meant as a path. */
const ofRoute = {
  harms: ["path"],
  unlessNamed: /(?:path|file|name|dir|folder|key|url|template|image|attachment|asset|resource|page|doc|log|report)$/i,
} as const

/** An outgoing request has a URL too, so a request of unknown origin proves nothing. */
const ofAnybody = /^host$/
const flask = members
  .split(" ")
  .flatMap((name) => [`flask.request.${name}`, ...(ofAnybody.test(name) ? [] : [`request.${name}`])])

/** Flask and Quart. */
export const flaskTable: Table = {
  name: "flask",
  language: "python",
  marks: [
    {
      of: "request",
      written:
        /(?<!urllib\.)\brequest(?:\.[a-z_A-Z]|[,)[:]|\s*=)|\bimport\b[^\n]*\brequest\b|\([^)\n]*\brequest\b|@\w+\.(?:route|get|post|put|patch|delete|websocket)\(/,
    },
  ],
  inputs: [
    {
      paths: [
        ...flask,
        "flask.request.get_json()",
        "flask.request.get_data()",
        "request.get_json()",
        "request.get_data()",
      ],
      trust: "request",
      example: 'import os\nfrom flask import request\ndef f():\n    os.system("ls " + request.args.get("x"))\n',
    },
    {
      paths: [
        ...["path", "full_path", "url", "base_url"].map((name) => `flask.request.${name}`),
        "request.path",
        "request.full_path",
      ],
      trust: "request",
      // It is the URL that the reader is already on.
      spares: ["redirect"],
      example: 'import os\nfrom flask import request\ndef f():\n    os.system("ls " + request.path)\n',
    },
  ],
  handlers: [
    {
      registrars: /^(?:route|websocket)$/,
      gives: ["input"],
      spares: ofRoute,
      returns: "html",
      example: '@users.route("/x/<name>")\ndef f(name):\n    return "<p>" + name\n',
    },
    {
      registrars: /^(?:errorhandler|app_errorhandler)$/,
      gives: [""],
      returns: "html",
      example:
        'from flask import request\n@app.errorhandler(404)\ndef f(e):\n    return "<p>no " + request.path, 404\n',
    },
    {
      registrars: /^(?:get|post|put|patch|delete)$/,
      events: /^(?:\/|$)/,
      gives: ["input"],
      spares: ofRoute,
      returns: "html",
      example: '@app.get("/x/<name>")\ndef f(name):\n    return "<p>" + name\n',
    },
  ],
  passes: [
    {
      calls: ["flask.make_response", "make_response", "flask.Response", "Response"],
      cleans: [],
      example: 'import os\nfrom flask import request\ndef f():\n    os.system(make_response(request.args["x"]))\n',
    },
    {
      calls: [
        "flask.render_template",
        "render_template",
        "flask.jsonify",
        "jsonify",
        "flask.url_for",
        "url_for",
        "flask.abort",
      ],
      cleans: "all",
      example:
        'from flask import request, url_for\n@app.route("/x")\ndef f():\n    return "<p>" + url_for("a", page=request.args["x"])\n',
    },
    {
      calls: [
        "flask.escape",
        "markupsafe.escape",
        "html.escape",
        "cgi.escape",
        "xml.sax.saxutils.escape",
        "bleach.clean",
        "nh3.clean",
        "django.utils.html.escape",
        "escape_html",
        "conditional_escape",
        "xml.sax.saxutils.quoteattr",
        "tornado.escape.xhtml_escape",
        "django.utils.html.conditional_escape",
        "django.utils.html.format_html",
        "format_html",
        "django.utils.html.strip_tags",
        "django.template.defaultfilters.escape",
        "markupsafe.Markup.escape",
        "Markup.escape",
        "Markup().format",
        "flask.Markup().format",
        "markupsafe.Markup().format",
      ],
      cleans: ["html", "xml"],
      example:
        'from flask import request\nfrom bleach import clean\n@app.route("/x")\ndef f():\n    return "<p>" + clean(request.args["x"])\n',
    },
  ],
  sinks: [
    {
      harm: "redirect",
      calls: ["flask.redirect", "redirect", "werkzeug.utils.redirect"],
      args: [0, "location"],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example: 'from flask import request, redirect\ndef f():\n    return redirect(request.args["x"])\n',
    },
    {
      harm: "template",
      calls: ["flask.render_template_string", "render_template_string"],
      args: [0, "source"],
      example:
        'from flask import request, render_template_string\ndef f():\n    return render_template_string("<p>" + request.args["x"])\n',
    },
    {
      harm: "html",
      calls: ["flask.make_response", "make_response", "flask.Response", "markupsafe.Markup", "Markup", "flask.Markup"],
      args: [0, "response"],
      unless: { mimetype: noPage, content_type: noPage },
      example:
        'from flask import request, make_response\ndef f():\n    return make_response("<p>" + request.args["x"])\n',
    },
    {
      harm: "html",
      methods: ["set_data"],
      on: /resp|make_response|\br\b/i,
      args: [0],
      example:
        'from flask import request, make_response\ndef f():\n    resp = make_response()\n    resp.set_data("<p>" + request.args["x"])\n',
    },
    {
      harm: "html",
      calls: ["flask.render_template_string", "render_template_string"],
      args: ["(raw)"],
      example:
        'from flask import request, render_template_string\ndef f():\n    return render_template_string("<p>{{ x|safe }}", x=request.args["x"])\n',
    },
    {
      harm: "redirect",
      calls: [
        "start_response",
        "flask.Response",
        "flask.make_response",
        "Response",
        "django.http.HttpResponse",
        "fastapi.Response",
        "starlette.responses.Response",
        "aiohttp.web.Response",
        "web.Response",
        "fastapi.HTTPException",
      ],
      args: ["(location)"],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example:
        'def app(environ, start_response):\n    start_response("302 Found", [("Location", environ["QUERY_STRING"])])\n',
    },
    {
      harm: "path",
      calls: ["flask.send_file", "send_file"],
      args: [0, "path_or_file", "filename_or_fp"],
      example: 'from flask import request, send_file\ndef f():\n    return send_file("/data/" + request.args["x"])\n',
    },
    {
      harm: "redirect",
      writes: ["Location", "location"],
      on: /headers|resp|\br\b/i,
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example:
        'from flask import request, make_response\ndef f():\n    r = make_response("")\n    r.headers["Location"] = request.args["x"]\n',
    },
    {
      harm: "trust",
      calls: [
        "flask.session.update",
        "flask.session.setdefault",
        "request.session.update",
        "request.session.setdefault",
        "self.request.session.setdefault",
      ],
      example: "import flask\nfrom flask import request\ndef f():\n    flask.session.update(request.form)\n",
    },
    {
      harm: "path",
      methods: ["save"],
      on: /\brequest\.files|file|upload|^f\b|image|photo|avatar/i,
      args: [0, "dst"],
      example:
        'from flask import request\ndef f():\n    up = request.files["x"]\n    up.save("/data/" + up.filename)\n',
    },
    {
      harm: "trust",
      writes: [
        "flask.session[]",
        "session[]",
        "request.session[]",
        "self.request.session[]",
        "aiohttp_session.get_session()[]",
      ],
      example: 'import flask\nfrom flask import request\ndef f():\n    flask.session["user"] = request.args["x"]\n',
    },
  ],
}
