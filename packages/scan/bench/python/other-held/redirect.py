# %% class redirect 601
# %% bad
from flask import Flask, request, redirect

app = Flask(__name__)


def normalise(path):
    return path if path.startswith("/") else "/" + path


@app.route("/go")
def go():
    path = request.args.get("path", "/")
    return redirect(normalise(path), code=303)


@app.route("/app/")
def home():
    return "home", 200, {"Content-Type": "text/plain"}


@app.route("/app/help")
def help_page():
    return "help", 200, {"Content-Type": "text/plain"}
# %% fine
from flask import Flask, request, redirect

app = Flask(__name__)


def normalise(path):
    return "/app/" + path.lstrip("/")


@app.route("/go")
def go():
    path = request.args.get("path", "/")
    return redirect(normalise(path), code=303)


@app.route("/app/")
def home():
    return "home", 200, {"Content-Type": "text/plain"}


@app.route("/app/help")
def help_page():
    return "help", 200, {"Content-Type": "text/plain"}
# %% bad
from enum import Enum

from fastapi import FastAPI
from fastapi.responses import RedirectResponse

app = FastAPI()


class Place(str, Enum):
    docs = "docs"
    blog = "blog"


URLS = {Place.docs: "https://docs.example.org/", Place.blog: "https://blog.example.org/"}


@app.get("/out")
def out(to: str):
    return RedirectResponse(to, status_code=302)


@app.get("/places")
def places():
    return {p.value: URLS[p] for p in Place}
# %% fine
from enum import Enum

from fastapi import FastAPI
from fastapi.responses import RedirectResponse

app = FastAPI()


class Place(str, Enum):
    docs = "docs"
    blog = "blog"


URLS = {Place.docs: "https://docs.example.org/", Place.blog: "https://blog.example.org/"}


@app.get("/out")
def out(to: Place):
    return RedirectResponse(URLS[to], status_code=302)


@app.get("/places")
def places():
    return {p.value: URLS[p] for p in Place}
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import quote

from flask import Flask, request, Response

app = Flask(__name__)
ORIGIN = "https://shop.example.com"


@app.route("/legacy/<sku>")
def legacy(sku):
    return Response(status=301, headers={"Location": ORIGIN + "/p/" + quote(sku, safe="")})


@app.route("/legacy")
def legacy_query():
    page = request.args.get("page", "")
    resp = Response(status=301)
    resp.headers["Location"] = page
    return resp
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from urllib.parse import quote

from flask import Flask, request, Response

app = Flask(__name__)
ORIGIN = "https://shop.example.com"


@app.route("/legacy/<sku>")
def legacy(sku):
    return Response(status=301, headers={"Location": ORIGIN + "/p/" + quote(sku, safe="")})


@app.route("/legacy")
def legacy_query():
    page = request.args.get("page", "")
    resp = Response(status=301)
    resp.headers["Location"] = "%s/page/%s" % (ORIGIN, quote(page, safe=""))
    return resp
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/item/{ident:[0-9]+}", name="item")
async def item(request):
    return web.json_response({"id": request.match_info["ident"]})


@routes.post("/item")
async def create(request):
    form = await request.post()
    after = form.get("after", "/")
    raise web.HTTPFound(location=after)


app = web.Application()
app.add_routes(routes)
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/item/{ident:[0-9]+}", name="item")
async def item(request):
    return web.json_response({"id": request.match_info["ident"]})


@routes.post("/item")
async def create(request):
    form = await request.post()
    ident = int(form.get("after", "0"))
    raise web.HTTPFound(location=request.app.router["item"].url_for(ident=str(ident)))


app = web.Application()
app.add_routes(routes)
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import base64
import hashlib
import hmac
import os

from flask import Flask, request, redirect

app = Flask(__name__)
KEY = os.environ["TRACKING_KEY"].encode()


def sign(url):
    return hmac.new(KEY, url.encode(), hashlib.sha256).hexdigest()


@app.route("/t/<blob>")
def track(blob):
    url = base64.urlsafe_b64decode(blob.encode()).decode()
    given = request.args.get("sig", "")
    app.logger.info("click sig=%s", len(given) == len(sign(url)))
    return redirect(url)
# %% fine
import base64
import hashlib
import hmac
import os

from flask import Flask, request, redirect, abort

app = Flask(__name__)
KEY = os.environ["TRACKING_KEY"].encode()


def sign(url):
    return hmac.new(KEY, url.encode(), hashlib.sha256).hexdigest()


@app.route("/t/<blob>")
def track(blob):
    url = base64.urlsafe_b64decode(blob.encode()).decode()
    given = request.args.get("sig", "")
    if not hmac.compare_digest(given, sign(url)):
        abort(403)
    return redirect(url)
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from aiohttp import web

TICKETS = {}


async def remember(request):
    TICKETS["t1"] = "/orders"
    return web.json_response({"ticket": "t1"})


async def follow(request):
    body = await request.json()
    where = TICKETS.get(body.get("ticket"), "/")
    return web.Response(status=307, headers={"Location": where})


app = web.Application()
app.router.add_post("/remember", remember)
app.router.add_post("/follow", follow)
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from aiohttp import web

TICKETS = {}


async def remember(request):
    TICKETS["t1"] = "/orders"
    return web.json_response({"ticket": "t1"})


async def follow(request):
    body = await request.json()
    where = body.get("url", "/")
    return web.Response(status=307, headers={"Location": where})


app = web.Application()
app.router.add_post("/remember", remember)
app.router.add_post("/follow", follow)
