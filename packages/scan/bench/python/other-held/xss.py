# %% class xss 79 80 116 83
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request
from markupsafe import escape

app = Flask(__name__)

PAGE_TOP = "<!doctype html><html><head><title>Hi</title></head><body>"
PAGE_END = "</body></html>"


@app.route("/greet")
def greet():
    name = request.args.get("name", "you")
    return PAGE_TOP + f"<p>Hello, {name}!</p>" + PAGE_END


@app.route("/about")
def about():
    return PAGE_TOP + "<p>Small demo %s</p>" % escape("1 < 2") + PAGE_END
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request
from markupsafe import escape

app = Flask(__name__)

PAGE_TOP = "<!doctype html><html><head><title>Hi</title></head><body>"
PAGE_END = "</body></html>"


@app.route("/greet")
def greet():
    name = request.args.get("name", "you")
    return PAGE_TOP + f"<p>Hello, {escape(name)}!</p>" + PAGE_END


@app.route("/about")
def about():
    return PAGE_TOP + "<p>Small demo %s</p>" % escape("1 < 2") + PAGE_END
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/echo", methods=["POST"])
def echo():
    body = request.get_data(as_text=True)
    resp = make_response("You sent: " + body)
    resp.headers["Content-Type"] = "text/plain; charset=utf-8"
    resp.headers["X-Content-Type-Options"] = "nosniff"
    resp.headers["X-Request-Length"] = str(len(body))
    return resp


@app.route("/ping")
def ping():
    resp = make_response("pong")
    resp.mimetype = "text/plain"
    return resp
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/echo", methods=["POST"])
def echo():
    body = request.get_data(as_text=True)
    resp = make_response("You sent: " + body)
    resp.headers["Cache-Control"] = "no-store"
    resp.headers["X-Request-Length"] = str(len(body))
    return resp


@app.route("/ping")
def ping():
    resp = make_response("pong")
    resp.mimetype = "text/plain"
    return resp
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from django.http import HttpResponse
from django.utils.html import format_html
from django.views.decorators.http import require_safe


def _not_found_message(path):
    return "<h1>Not found</h1><p>No page at <code>%s</code></p>" % path


@require_safe
def lookup(request):
    page = request.GET.get("page", "")
    if page in ("home", "about"):
        return HttpResponse(format_html("<h1>{}</h1>", page.title()))
    return HttpResponse(_not_found_message(page), status=404)


@require_safe
def home(request):
    return HttpResponse("<h1>Home</h1>")
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from django.http import HttpResponse
from django.utils.html import format_html
from django.views.decorators.http import require_safe


def _not_found_message(path):
    return format_html("<h1>Not found</h1><p>No page at <code>{}</code></p>", path)


@require_safe
def lookup(request):
    page = request.GET.get("page", "")
    if page in ("home", "about"):
        return HttpResponse(format_html("<h1>{}</h1>", page.title()))
    return HttpResponse(_not_found_message(page), status=404)


@require_safe
def home(request):
    return HttpResponse("<h1>Home</h1>")
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from aiohttp import web


async def not_found(request):
    origin = request.headers.get("Referer", "")
    text = "<h1>404</h1><p>The link on " + origin + " is broken.</p>"
    return web.Response(text=text, status=404, content_type="text/html")


async def index(request):
    return web.Response(text="<h1>Welcome</h1>", content_type="text/html")


app = web.Application()
app.router.add_get("/", index)
app.router.add_route("*", "/{tail:.*}", not_found)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from aiohttp import web


async def not_found(request):
    origin = request.headers.get("Referer", "")
    text = "<h1>404</h1><p>The link on " + origin + " is broken.</p>"
    return web.json_response({"html": False, "text": text}, status=404)


async def index(request):
    return web.Response(text="<h1>Welcome</h1>", content_type="text/html")


app = web.Application()
app.router.add_get("/", index)
app.router.add_route("*", "/{tail:.*}", not_found)
# %% bad
from flask import Flask, request

app = Flask(__name__)
RATES = {"eur": 1.0, "usd": 1.1}


class UnknownCurrency(Exception):
    pass


def rate(code):
    if code not in RATES:
        raise UnknownCurrency(f"no rate for {code}")
    return RATES[code]


@app.route("/convert")
def convert():
    try:
        factor = rate(request.args.get("to", "eur"))
    except UnknownCurrency as exc:
        return "<p class=error>" + str(exc) + "</p>", 400
    return "<p>factor %.3f</p>" % factor
# %% fine
from flask import Flask, request

app = Flask(__name__)
RATES = {"eur": 1.0, "usd": 1.1}


class UnknownCurrency(Exception):
    pass


def rate(code):
    if code not in RATES:
        raise UnknownCurrency(f"no rate for {code}")
    return RATES[code]


@app.route("/convert")
def convert():
    try:
        factor = rate(request.args.get("to", "eur"))
    except UnknownCurrency as exc:
        return "<p class=error>" + type(exc).__name__ + "</p>", 400
    return "<p>factor %.3f</p>" % factor
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, Response
from markupsafe import Markup

app = Flask(__name__)

ROW = Markup("<tr><td>{}</td><td>{}</td></tr>")


@app.post("/debug/form")
def debug_form():
    rows = []
    for key, values in request.form.lists():
        rows.append(ROW.format(key, len(values)))
    html = "<table>" + "".join(rows) + "</table>"
    return Response(html, content_type="text/html; charset=utf-8")


@app.get("/debug/empty")
def debug_empty():
    return Response(Markup("<table></table>"))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, Response
from markupsafe import Markup

app = Flask(__name__)

ROW = "<tr><td>{}</td><td>{}</td></tr>"


@app.post("/debug/form")
def debug_form():
    rows = []
    for key, values in request.form.lists():
        rows.append(ROW.format(key, len(values)))
    html = "<table>" + "".join(rows) + "</table>"
    return Response(html, content_type="text/html; charset=utf-8")


@app.get("/debug/empty")
def debug_empty():
    return Response(Markup("<table></table>"))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from flask import Flask
from jinja2 import DictLoader, Environment

app = Flask(__name__)
PAGES = {"hello.html": "<h1>Hello {{ user }}</h1><p>{{ visits }} visits</p>"}
env = Environment(loader=DictLoader(PAGES), trim_blocks=True)


def visits_of(user):
    return len(user) * 3


@app.route("/hello/<user>")
def hello(user):
    page = env.get_template("hello.html")
    return page.render(user=user, visits=visits_of(user))
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from flask import Flask
from jinja2 import DictLoader, Environment

app = Flask(__name__)
PAGES = {"hello.html": "<h1>Hello {{ user }}</h1><p>{{ visits }} visits</p>"}
env = Environment(loader=DictLoader(PAGES), trim_blocks=True, autoescape=True)


def visits_of(user):
    return len(user) * 3


@app.route("/hello/<user>")
def hello(user):
    page = env.get_template("hello.html")
    return page.render(user=user, visits=visits_of(user))
# %% bad
from html import escape

from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route


def tag(name, filter_=escape):
    def render(text):
        return f"<{name}>{filter_(text)}</{name}>"

    return render


heading = tag("h1", filter_=str)
paragraph = tag("p")


async def welcome(request):
    nick = request.cookies.get("nick", "friend")
    body = heading("Hello " + nick) + paragraph("Nice to see you.")
    return HTMLResponse(body)


app = Starlette(routes=[Route("/welcome", welcome)])
# %% fine
from html import escape

from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route


def tag(name, filter_=escape):
    def render(text):
        return f"<{name}>{filter_(text)}</{name}>"

    return render


heading = tag("h1")
paragraph = tag("p")


async def welcome(request):
    nick = request.cookies.get("nick", "friend")
    body = heading("Hello " + nick) + paragraph("Nice to see you.")
    return HTMLResponse(body)


app = Starlette(routes=[Route("/welcome", welcome)])
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from django.http import HttpResponse
from django.template import Context, Template

PAGE = Template(
    "<h1>Results for {{ query }}</h1>"
    "<ul>{% for r in results %}<li>{{ r }}</li>{% endfor %}</ul>"
)
INDEX = ("apple pie", "banana bread", "cherry cake")


def search(request):
    query = request.GET.get("q", "")
    results = [name for name in INDEX if query and query in name]
    values = {"query": query, "results": results}
    context = Context(values, autoescape=True)
    return HttpResponse(PAGE.render(context))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from django.http import HttpResponse
from django.template import Context, Template

PAGE = Template(
    "<h1>Results for {{ query }}</h1>"
    "<ul>{% for r in results %}<li>{{ r }}</li>{% endfor %}</ul>"
)
INDEX = ("apple pie", "banana bread", "cherry cake")


def search(request):
    query = request.GET.get("q", "")
    results = [name for name in INDEX if query and query in name]
    values = {"query": query, "results": results}
    context = Context(values, autoescape=False)
    return HttpResponse(PAGE.render(context))
