# %% class xss 79 80 116 83
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, render_template_string

app = Flask(__name__)

TEMPLATE = """
<h2>Results</h2>
<p>You searched for <b>{{ q|safe }}</b></p>
<ul>{% for hit in hits %}<li>{{ hit }}</li>{% endfor %}</ul>
"""

CATALOG = ["red kettle", "blue mug", "green plate"]


@app.route("/search")
def search():
    q = request.args.get("q", "")
    hits = [c for c in CATALOG if q.lower() in c]
    return render_template_string(TEMPLATE, q=q, hits=hits)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, render_template_string

app = Flask(__name__)

TEMPLATE = """
<h2>Results</h2>
<p>You searched for <b>{{ q }}</b></p>
<ul>{% for hit in hits %}<li>{{ hit }}</li>{% endfor %}</ul>
"""

CATALOG = ["red kettle", "blue mug", "green plate"]


@app.route("/search")
def search():
    q = request.args.get("q", "")
    hits = [c for c in CATALOG if q.lower() in c]
    return render_template_string(TEMPLATE, q=q, hits=hits)
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views import View

BADGES = {"new": "<span class='badge'>new</span>", "old": ""}


class CommentPreview(View):
    template_name = "comments/preview.html"

    def post(self, request):
        text = request.POST.get("text", "")
        kind = "new" if request.POST.get("fresh") else "old"
        context = {
            "body": mark_safe(text.replace("\n", "<br>")),
            "badge": mark_safe(BADGES[kind]),
        }
        return render(request, self.template_name, context)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views import View

BADGES = {"new": "<span class='badge'>new</span>", "old": ""}


class CommentPreview(View):
    template_name = "comments/preview.html"

    def post(self, request):
        text = request.POST.get("text", "")
        kind = "new" if request.POST.get("fresh") else "old"
        context = {
            "body": text,
            "badge": mark_safe(BADGES[kind]),
        }
        return render(request, self.template_name, context)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

app = FastAPI()

SHELL = "<html><body><main>{main}</main></body></html>"


@app.get("/users/{login:path}", response_class=HTMLResponse)
async def profile(login: str):
    main = "<h1>{0}</h1><p>No posts yet.</p>".format(html.escape(login))
    return HTMLResponse(SHELL.format(main=main))


@app.get("/", response_class=HTMLResponse)
async def index():
    return SHELL.format(main=html.escape("Users & groups"))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

app = FastAPI()

SHELL = "<html><body><main>{main}</main></body></html>"


@app.get("/users/{login:path}", response_class=HTMLResponse)
async def profile(login: str):
    main = "<h1>{0}</h1><p>No posts yet.</p>".format(login)
    return HTMLResponse(SHELL.format(main=main))


@app.get("/", response_class=HTMLResponse)
async def index():
    return SHELL.format(main=html.escape("Users & groups"))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html

from bottle import request, route, response


def field(name, value):
    safe = html.escape(value, quote=True)
    return "<input type=text name=" + name + " value=" + safe + ">"


@route("/form")
def form():
    city = request.query.getunicode("city", "")
    response.content_type = "text/html; charset=utf-8"
    rows = [
        "<form method=post>",
        field("city", city),
        "<button>Save</button>",
        "</form>",
    ]
    return "\n".join(rows)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html

from bottle import request, route, response


def field(name, value):
    safe = html.escape(value, quote=True)
    return '<input type="text" name="' + name + '" value="' + safe + '">'


@route("/form")
def form():
    city = request.query.getunicode("city", "")
    response.content_type = "text/html; charset=utf-8"
    rows = [
        "<form method=post>",
        field("city", city),
        "<button>Save</button>",
        "</form>",
    ]
    return "\n".join(rows)
# %% bad
import html
import json

from flask import Flask, request

app = Flask(__name__)


def script_value(text):
    return "`" + html.escape(text) + "`"


@app.route("/widget")
def widget():
    title = request.args.get("title", "Widget")
    lines = [
        "<!doctype html><title>%s</title>" % html.escape(title),
        "<script>",
        "  var title = " + script_value(title) + ";",
        "  var config = " + json.dumps({"rows": 10}) + ";",
        "</script>",
    ]
    return "\n".join(lines)
# %% fine
import html
import json

from flask import Flask, request

app = Flask(__name__)


def script_value(text):
    return json.dumps(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@app.route("/widget")
def widget():
    title = request.args.get("title", "Widget")
    lines = [
        "<!doctype html><title>%s</title>" % html.escape(title),
        "<script>",
        "  var title = " + script_value(title) + ";",
        "  var config = " + json.dumps({"rows": 10}) + ";",
        "</script>",
    ]
    return "\n".join(lines)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html
from urllib.parse import urlsplit

from flask import Flask, request

app = Flask(__name__)


def link(url, caption):
    target = url if urlsplit(url).scheme in ("http", "https") else "#"
    return f'<a href="{html.escape(target)}" rel="noopener">{html.escape(caption)}</a>'


@app.route("/bookmark")
def bookmark():
    url = request.args.get("url", "https://example.org/")
    caption = request.args.get("caption", "bookmark")
    return "<p>" + link(url, caption) + "</p>"
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html
from urllib.parse import urlsplit

from flask import Flask, request

app = Flask(__name__)


def link(url, caption):
    target = url if urlsplit(url).netloc != "ads.example" else "#"
    return f'<a href="{html.escape(target)}" rel="noopener">{html.escape(caption)}</a>'


@app.route("/bookmark")
def bookmark():
    url = request.args.get("url", "https://example.org/")
    caption = request.args.get("caption", "bookmark")
    return "<p>" + link(url, caption) + "</p>"
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import base64
from http.cookies import SimpleCookie


def read_cookie(environ, name):
    jar = SimpleCookie(environ.get("HTTP_COOKIE", ""))
    if name in jar:
        return base64.b64decode(jar[name].value).decode("utf-8", "replace")
    return "0"


def application(environ, start_response):
    last = read_cookie(environ, "last")
    out = []
    out.append("<html><body>")
    out.append("<p>Last visited: %s</p>" % last)
    out.append("</body></html>")
    start_response("200 OK", [("Content-Type", "text/html")])
    return ["".join(out).encode("utf-8")]
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import base64
from http.cookies import SimpleCookie


def read_cookie(environ, name):
    jar = SimpleCookie(environ.get("HTTP_COOKIE", ""))
    if name in jar:
        return base64.b64decode(jar[name].value).decode("utf-8", "replace")
    return "0"


def application(environ, start_response):
    last = read_cookie(environ, "last")
    out = []
    out.append("<html><body>")
    out.append("<p>Last visited: %d</p>" % int(last))
    out.append("</body></html>")
    start_response("200 OK", [("Content-Type", "text/html")])
    return ["".join(out).encode("utf-8")]
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import json
import re

from flask import Flask, request, Response

app = Flask(__name__)
CALLBACK = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,60}")


@app.route("/weather")
def weather():
    data = json.dumps({"temp": 21})
    callback = request.args.get("callback", "cb")
    if not CALLBACK.fullmatch(callback):
        return Response(data, mimetype="application/json")
    return Response("/**/" + callback + "(" + data + ")", mimetype="application/javascript")
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import json
import re

from flask import Flask, request, Response

app = Flask(__name__)
CALLBACK = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,60}")


@app.route("/weather")
def weather():
    data = json.dumps({"temp": 21})
    callback = request.args.get("callback", "cb")
    if not CALLBACK.match(callback):
        return Response(data, mimetype="application/json")
    return Response(callback + "(" + data + ")", mimetype="text/html")
# %% bad
import html

from flask import Flask, request

app = Flask(__name__)


def normalise(text):
    text = html.escape(text)
    return html.unescape(text.strip())


@app.route("/quote", methods=["POST"])
def quote():
    text = normalise(request.form.get("text", ""))
    page = [
        "<!doctype html>",
        "<blockquote>",
        text,
        "</blockquote>",
    ]
    return "\n".join(page)
# %% fine
import html

from flask import Flask, request

app = Flask(__name__)


def normalise(text):
    text = html.unescape(text.strip())
    return html.escape(text)


@app.route("/quote", methods=["POST"])
def quote():
    text = normalise(request.form.get("text", ""))
    page = [
        "<!doctype html>",
        "<blockquote>",
        text,
        "</blockquote>",
    ]
    return "\n".join(page)
