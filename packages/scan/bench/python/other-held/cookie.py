# %% class cookie 614 1004 1275
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from flask import Flask, request, make_response

app = Flask(__name__)


def check(login, password):
    return bool(login) and bool(password)


@app.post("/login")
def login():
    if not check(request.form.get("login"), request.form.get("password")):
        return {"error": "denied"}, 401
    resp = make_response({"ok": True})
    resp.set_cookie("session", secrets.token_hex(32))
    return resp
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from flask import Flask, request, make_response

app = Flask(__name__)


def check(login, password):
    return bool(login) and bool(password)


@app.post("/login")
def login():
    if not check(request.form.get("login"), request.form.get("password")):
        return {"error": "denied"}, 401
    resp = make_response({"ok": True})
    resp.set_cookie("session", secrets.token_hex(32), secure=True, httponly=True, samesite="Lax")
    return resp
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets


def session_cookie(value):
    return "sid=%s; Path=/; HttpOnly" % value


def application(environ, start_response):
    if environ["REQUEST_METHOD"] != "POST":
        start_response("405 Method Not Allowed", [("Content-Length", "0")])
        return [b""]
    value = secrets.token_hex(16)
    headers = [
        ("Content-Type", "text/plain"),
        ("Set-Cookie", session_cookie(value)),
    ]
    start_response("200 OK", headers)
    return [b"logged in"]
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets


def session_cookie(value):
    return "sid=%s; Path=/; HttpOnly; Secure; SameSite=Lax" % value


def application(environ, start_response):
    if environ["REQUEST_METHOD"] != "POST":
        start_response("405 Method Not Allowed", [("Content-Length", "0")])
        return [b""]
    value = secrets.token_hex(16)
    headers = [
        ("Content-Type", "text/plain"),
        ("Set-Cookie", session_cookie(value)),
    ]
    start_response("200 OK", headers)
    return [b"logged in"]
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from bottle import post, request, response, abort

SECRET = os.environ["APP_SECRET"]
PEOPLE = {"anna", "bert"}


@post("/enter")
def enter():
    name = request.forms.get("name")
    if name not in PEOPLE:
        abort(401, "unknown")
    response.set_cookie("who", name, secret=SECRET, path="/")
    return {"hello": name}


@post("/leave")
def leave():
    response.delete_cookie("who")
    return {}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from bottle import post, request, response, abort

SECRET = os.environ["APP_SECRET"]
PEOPLE = {"anna", "bert"}


@post("/enter")
def enter():
    name = request.forms.get("name")
    if name not in PEOPLE:
        abort(401, "unknown")
    response.set_cookie("who", name, secret=SECRET, path="/", secure=True, httponly=True)
    return {"hello": name}


@post("/leave")
def leave():
    response.delete_cookie("who")
    return {}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hmac
import os

from flask import Flask, session, request

app = Flask(__name__)
app.secret_key = os.environ["FLASK_SECRET"]
app.config.update(
    SESSION_COOKIE_NAME="portal",
    SESSION_COOKIE_SECURE=True,
    SESSION_COOKIE_HTTPONLY=True,
    SESSION_COOKIE_SAMESITE="Lax",
)


@app.post("/login")
def login():
    given = request.form.get("password", "")
    ok = hmac.compare_digest(given.encode(), os.environ["PORTAL_PASSWORD"].encode())
    session["ok"] = bool(ok)
    return {"ok": bool(ok)}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hmac
import os

from flask import Flask, session, request

app = Flask(__name__)
app.secret_key = os.environ["FLASK_SECRET"]
app.config.update(
    SESSION_COOKIE_NAME="portal",
    SESSION_COOKIE_SECURE=False,
    SESSION_COOKIE_HTTPONLY=True,
    SESSION_COOKIE_SAMESITE="Lax",
)


@app.post("/login")
def login():
    given = request.form.get("password", "")
    ok = hmac.compare_digest(given.encode(), os.environ["PORTAL_PASSWORD"].encode())
    session["ok"] = bool(ok)
    return {"ok": bool(ok)}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import secrets

from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/checkout", methods=["POST"])
def checkout():
    secure = True
    if request.form.get("newsletter"):
        app.logger.info("newsletter requested")
    secure = 3 * 7 < 20
    resp = make_response({"order": "accepted"})
    resp.set_cookie("order_token", secrets.token_hex(16), secure=secure, httponly=True, samesite="Lax")
    return resp
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import secrets

from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/checkout", methods=["POST"])
def checkout():
    secure = True
    if request.form.get("newsletter"):
        app.logger.info("newsletter requested")
    secure = 3 * 7 > 20
    resp = make_response({"order": "accepted"})
    resp.set_cookie("order_token", secrets.token_hex(16), secure=secure, httponly=True, samesite="Lax")
    return resp
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from flask import Flask, Response

app = Flask(__name__)


@app.route("/sso/finish")
def finish():
    ticket = secrets.token_urlsafe(40)
    response = Response(status=204)
    response.headers.add("Set-Cookie", f"sso={ticket}; Secure; HttpOnly; SameSite=Lax; Path=/")
    response.headers.add("Cache-Control", "no-store")
    return response


@app.route("/sso/logout")
def logout():
    response = Response(status=204)
    response.delete_cookie("sso", path="/")
    return response
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from flask import Flask, Response

app = Flask(__name__)


@app.route("/sso/finish")
def finish():
    ticket = secrets.token_urlsafe(40)
    response = Response(status=204)
    response.headers.add("Set-Cookie", f"sso={ticket}; HttpOnly; SameSite=Lax; Path=/")
    response.headers.add("Cache-Control", "no-store")
    return response


@app.route("/sso/logout")
def logout():
    response = Response(status=204)
    response.delete_cookie("sso", path="/")
    return response
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

import tornado.web


class Login(tornado.web.RequestHandler):
    def post(self):
        name = self.get_body_argument("name")
        if name not in self.settings["people"]:
            raise tornado.web.HTTPError(401)
        self.set_signed_cookie("user", name, expires_days=7)
        self.set_status(204)


def make_app():
    return tornado.web.Application(
        [(r"/login", Login)],
        cookie_secret=os.environ["COOKIE_SECRET"],
        people={"anna", "bert"},
    )
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

import tornado.web


class Login(tornado.web.RequestHandler):
    def post(self):
        name = self.get_body_argument("name")
        if name not in self.settings["people"]:
            raise tornado.web.HTTPError(401)
        self.set_signed_cookie("user", name, expires_days=7, secure=True, httponly=True)
        self.set_status(204)


def make_app():
    return tornado.web.Application(
        [(r"/login", Login)],
        cookie_secret=os.environ["COOKIE_SECRET"],
        people={"anna", "bert"},
    )
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import os

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route


async def visits(request):
    request.session["visits"] = request.session.get("visits", 0) + 1
    return JSONResponse({"visits": request.session["visits"]})


stack = [Middleware(SessionMiddleware, secret_key=os.environ["KEY"], max_age=3600)]

app = Starlette(routes=[Route("/", visits)], middleware=stack)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import os

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route


async def visits(request):
    request.session["visits"] = request.session.get("visits", 0) + 1
    return JSONResponse({"visits": request.session["visits"]})


stack = [Middleware(SessionMiddleware, secret_key=os.environ["KEY"], max_age=3600, https_only=True)]

app = Starlette(routes=[Route("/", visits)], middleware=stack)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import functools
import secrets

from flask import Flask, Response

app = Flask(__name__)


def auth_cookie(resp, value, *, secure, httponly=True):
    resp.set_cookie("auth", value, secure=secure, httponly=httponly, samesite="Lax")
    return resp


set_auth = functools.partial(auth_cookie, secure=True)


@app.post("/auth")
def auth():
    return set_auth(Response(status=204), secrets.token_hex(32))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import functools
import secrets

from flask import Flask, Response

app = Flask(__name__)


def auth_cookie(resp, value, *, secure, httponly=True):
    resp.set_cookie("auth", value, secure=secure, httponly=httponly, samesite="Lax")
    return resp


set_auth = functools.partial(auth_cookie, secure=False)


@app.post("/auth")
def auth():
    return set_auth(Response(status=204), secrets.token_hex(32))
