# %% class redirect 601
# %% bad
from urllib.parse import urljoin, urlsplit

from flask import Flask, request, redirect, url_for

app = Flask(__name__)


def same_site(target):
    here = urlsplit(request.host_url)
    there = urlsplit(urljoin(request.host_url, target))
    return there.scheme in ("http", "https") and here.netloc == there.netloc


@app.route("/login", methods=["POST"])
def login():
    target = request.args.get("next")
    return redirect(target or url_for("home"))


@app.route("/")
def home():
    return {"secure": same_site("/")}
# %% fine
from urllib.parse import urljoin, urlsplit

from flask import Flask, request, redirect, url_for

app = Flask(__name__)


def same_site(target):
    here = urlsplit(request.host_url)
    there = urlsplit(urljoin(request.host_url, target))
    return there.scheme in ("http", "https") and here.netloc == there.netloc


@app.route("/login", methods=["POST"])
def login():
    target = request.args.get("next")
    if not target or not same_site(target) or "\\" in target:
        target = url_for("home")
    return redirect(urljoin(request.host_url, target))


@app.route("/")
def home():
    return {"secure": same_site("/")}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST


def allowed(request, url):
    return url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


@require_POST
def set_language(request):
    lang = request.POST.get("language", "en")
    back = request.META.get("HTTP_REFERER", "/")
    response = HttpResponseRedirect(back if allowed(request, back) else "/")
    if lang in ("en", "de", "fr"):
        response.headers["Content-Language"] = lang
    return response
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST


def allowed(request, url):
    return url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


@require_POST
def set_language(request):
    lang = request.POST.get("language", "en")
    back = request.META.get("HTTP_REFERER", "/")
    response = HttpResponseRedirect(back)
    if lang in ("en", "de", "fr"):
        response.headers["Content-Language"] = lang
    return response
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import urlparse

from flask import Flask, request, redirect, abort

app = Flask(__name__)
TRUSTED = ("example.com", "www.example.com")


def trusted(url):
    parts = urlparse(url)
    if parts.scheme != "https" or "\\" in url or "@" in url:
        return False
    return (parts.hostname or "") in TRUSTED


@app.route("/sso/return")
def sso_return():
    url = request.values.get("return_to", "https://www.example.com/")
    if not trusted(url):
        abort(400)
    return redirect(url)
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import urlparse

from flask import Flask, request, redirect, abort

app = Flask(__name__)
TRUSTED = ("example.com", "www.example.com")


def trusted(url):
    parts = urlparse(url)
    if parts.scheme != "https" or "\\" in url or "@" in url:
        return False
    return (parts.hostname or "").endswith("example.com")


@app.route("/sso/return")
def sso_return():
    url = request.values.get("return_to", "https://www.example.com/")
    if not trusted(url):
        abort(400)
    return redirect(url)
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import os

from bottle import redirect, request, response, route

SECRET = os.environ.get("COOKIE_SECRET") or os.urandom(32).hex()
AFTER = {"cart": "/cart", "orders": "/orders"}


@route("/resume")
def resume():
    place = request.get_cookie("resume") or "/"
    return redirect(place)


@route("/pause/<place>")
def pause(place):
    if place in AFTER:
        response.set_cookie("resume", place, secret=SECRET, httponly=True, secure=True)
    return {"ok": place in AFTER}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import os

from bottle import redirect, request, response, route

SECRET = os.environ.get("COOKIE_SECRET") or os.urandom(32).hex()
AFTER = {"cart": "/cart", "orders": "/orders"}


@route("/resume")
def resume():
    place = request.get_cookie("resume", secret=SECRET) or "cart"
    return redirect(AFTER.get(place, "/"))


@route("/pause/<place>")
def pause(place):
    if place in AFTER:
        response.set_cookie("resume", place, secret=SECRET, httponly=True, secure=True)
    return {"ok": place in AFTER}
# %% fine
from starlette.applications import Starlette
from starlette.responses import RedirectResponse, PlainTextResponse
from starlette.routing import Route


def candidates(url):
    queue = ["/dashboard"]
    queue.insert(0, url)
    queue.append("/welcome")
    return queue


async def start(request):
    queue = candidates(request.query_params.get("url", ""))
    target = queue.pop() or queue[1]
    return RedirectResponse(target)


async def welcome(request):
    return PlainTextResponse("welcome")


app = Starlette(routes=[Route("/start", start), Route("/welcome", welcome)])
# %% bad
from starlette.applications import Starlette
from starlette.responses import RedirectResponse, PlainTextResponse
from starlette.routing import Route


def candidates(url):
    queue = ["/dashboard"]
    queue.insert(0, url)
    queue.append("/welcome")
    return queue


async def start(request):
    queue = candidates(request.query_params.get("url", ""))
    target = queue.pop(0) or queue[-1]
    return RedirectResponse(target)


async def welcome(request):
    return PlainTextResponse("welcome")


app = Starlette(routes=[Route("/start", start), Route("/welcome", welcome)])
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import parse_qs


def pick_target(query):
    values = parse_qs(query)
    wanted = values.get("target", [""])[-1]
    if wanted != "":
        return wanted
    return "/index"


def application(environ, start_response):
    location = pick_target(environ.get("QUERY_STRING", ""))
    headers = [
        ("Location", location),
        ("Content-Length", "0"),
    ]
    start_response("302 Found", headers)
    return [b""]
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import parse_qs


def pick_target(query):
    values = parse_qs(query)
    wanted = values.get("target", [""])[-1]
    for known in ("/index", "/account", "/help"):
        if wanted == known:
            return known
    return "/index"


def application(environ, start_response):
    location = pick_target(environ.get("QUERY_STRING", ""))
    headers = [
        ("Location", location),
        ("Content-Length", "0"),
    ]
    start_response("302 Found", headers)
    return [b""]
# %% fine
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.views import View


class Survey(View):
    template_name = "survey.html"

    def get(self, request):
        return render(request, self.template_name, {"action": reverse("survey")})

    def post(self, request):
        data = {k: v for k, v in request.POST.items() if k != "csrfmiddlewaretoken"}
        if data.get("finish", "").isdecimal():
            return redirect("survey-done", pk=int(data["finish"]))
        return redirect(reverse("survey"))
# %% bad
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.views import View


class Survey(View):
    template_name = "survey.html"

    def get(self, request):
        return render(request, self.template_name, {"action": reverse("survey")})

    def post(self, request):
        data = {k: v for k, v in request.POST.items() if k != "csrfmiddlewaretoken"}
        if "finish" in data:
            return redirect(data["finish"])
        return redirect(reverse("survey"))
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import configparser

from flask import Flask, request, redirect

app = Flask(__name__)


def settings_for(home):
    parser = configparser.ConfigParser(interpolation=None)
    parser["nav"] = {"home": "/home", "start": "/start"}
    parser.set("nav", "start", home)
    return parser


@app.route("/enter")
def enter():
    nav = settings_for(request.args.get("start", "/start"))
    where = nav.get("nav", "start")
    return redirect(where)
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import configparser

from flask import Flask, request, redirect

app = Flask(__name__)


def settings_for(home):
    parser = configparser.ConfigParser(interpolation=None)
    parser["nav"] = {"home": "/home", "start": "/start"}
    parser.set("nav", "start", home)
    return parser


@app.route("/enter")
def enter():
    nav = settings_for(request.args.get("start", "/start"))
    where = nav.get("nav", "home")
    return redirect(where)
# %% bad
from urllib.parse import urlparse

from flask import Flask, request, redirect

app = Flask(__name__)


def local_part(url):
    parts = urlparse(url)
    if parts.netloc:
        return "/"
    return url


@app.route("/continue")
def continue_():
    target = local_part(request.args.get("to", "/"))
    return redirect(target)


@app.route("/")
def home():
    return {"home": True}
# %% fine
from urllib.parse import urlparse

from flask import Flask, request, redirect

app = Flask(__name__)


def local_part(url):
    parts = urlparse(url)
    path = "/" + parts.path.replace("\\", "/").lstrip("/")
    return path + ("?" + parts.query if parts.query else "")


@app.route("/continue")
def continue_():
    target = local_part(request.args.get("to", "/"))
    return redirect(target)


@app.route("/")
def home():
    return {"home": True}
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import urlsplit

from flask import Flask, request, redirect

app = Flask(__name__)
PARTNERS = frozenset({"pay.example.com", "shop.example.com"})


def candidates(values):
    for value in values:
        if urlsplit(value).hostname or value in PARTNERS:
            yield value
    yield "/"


@app.route("/paid")
def paid():
    first = next(candidates(request.args.getlist("back")))
    return redirect(first, 302)
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import urlsplit

from flask import Flask, request, redirect

app = Flask(__name__)
PARTNERS = frozenset({"pay.example.com", "shop.example.com"})


def candidates(values):
    for value in values:
        if value in PARTNERS:
            yield "https://" + value + "/" + urlsplit("/done").path.lstrip("/")
    yield "/"


@app.route("/paid")
def paid():
    first = next(candidates(request.args.getlist("back")))
    return redirect(first, 302)
