# %% class cookie 614 1004 1275
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from flask import Flask, Response

app = Flask(__name__)


@app.route("/token")
def token():
    resp = Response("issued", mimetype="text/plain")
    resp.set_cookie(
        "auth_token",
        secrets.token_urlsafe(24),
        max_age=3600,
        path="/",
        secure=False,
        httponly=True,
        samesite="Strict",
    )
    return resp
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from flask import Flask, Response

app = Flask(__name__)


@app.route("/token")
def token():
    resp = Response("issued", mimetype="text/plain")
    resp.set_cookie(
        "auth_token",
        secrets.token_urlsafe(24),
        max_age=3600,
        path="/",
        secure=True,
        httponly=True,
        samesite="Strict",
    )
    return resp
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from django.http import HttpResponse, HttpResponseForbidden
from django.utils.crypto import get_random_string


def device_login(request):
    if request.method != "POST":
        return HttpResponseForbidden()
    response = HttpResponse(status=204)
    device = get_random_string(40)
    response.set_cookie("device_auth", device, max_age=30 * 86400, httponly=True, secure=True, samesite="Lax")
    return response


def device_logout(request):
    response = HttpResponse(status=204)
    response.delete_cookie("device_auth")
    return response
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from django.http import HttpResponse, HttpResponseForbidden
from django.utils.crypto import get_random_string


def device_login(request):
    if request.method != "POST":
        return HttpResponseForbidden()
    response = HttpResponse(status=204)
    device = get_random_string(40)
    response.set_cookie("device_auth", device, max_age=30 * 86400, httponly=True)
    return response


def device_logout(request):
    response = HttpResponse(status=204)
    response.delete_cookie("device_auth")
    return response
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from fastapi import FastAPI, Response

app = FastAPI()


@app.post("/session")
def create_session(response: Response):
    sid = secrets.token_hex(32)
    response.set_cookie(key="sid", value=sid, httponly=True)
    return {"created": True}


@app.delete("/session")
def drop_session(response: Response):
    response.delete_cookie("sid")
    return {"created": False}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from fastapi import FastAPI, Response

app = FastAPI()


@app.post("/session")
def create_session(response: Response):
    sid = secrets.token_hex(32)
    response.set_cookie(key="sid", value=sid, httponly=True, secure=True, samesite="lax")
    return {"created": True}


@app.delete("/session")
def drop_session(response: Response):
    response.delete_cookie("sid")
    return {"created": False}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from aiohttp import web


async def login(request):
    form = await request.post()
    if not secrets.compare_digest(form.get("pin", "").encode(), request.app["pin"].encode()):
        raise web.HTTPForbidden()
    response = web.HTTPSeeOther("/")
    response.set_cookie("ticket", secrets.token_hex(20), httponly=True, samesite="Lax", secure=True)
    return response


def build(pin):
    app = web.Application()
    app["pin"] = pin
    app.router.add_post("/login", login)
    return app
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets

from aiohttp import web


async def login(request):
    form = await request.post()
    if not secrets.compare_digest(form.get("pin", "").encode(), request.app["pin"].encode()):
        raise web.HTTPForbidden()
    response = web.HTTPSeeOther("/")
    response.set_cookie("ticket", secrets.token_hex(20), httponly=True, samesite="Lax")
    return response


def build(pin):
    app = web.Application()
    app["pin"] = pin
    app.router.add_post("/login", login)
    return app
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import secrets
from http.cookies import SimpleCookie


def build_cookie(value):
    jar = SimpleCookie()
    jar["admin_session"] = value
    jar["admin_session"]["path"] = "/admin"
    jar["admin_session"]["max-age"] = 1800
    jar["admin_session"]["httponly"] = True
    return jar["admin_session"].OutputString()


def application(environ, start_response):
    cookie = build_cookie(secrets.token_urlsafe(32))
    start_response("204 No Content", [("Set-Cookie", cookie)])
    return []
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import secrets
from http.cookies import SimpleCookie


def build_cookie(value):
    jar = SimpleCookie()
    jar["admin_session"] = value
    jar["admin_session"]["path"] = "/admin"
    jar["admin_session"]["max-age"] = 1800
    jar["admin_session"]["httponly"] = True
    jar["admin_session"]["secure"] = True
    return jar["admin_session"].OutputString()


def application(environ, start_response):
    cookie = build_cookie(secrets.token_urlsafe(32))
    start_response("204 No Content", [("Set-Cookie", cookie)])
    return []
# %% bad
import secrets

from flask import Flask, jsonify

app = Flask(__name__)

COOKIE = {"secure": False, "httponly": True, "samesite": "Lax", "path": "/"}


def with_session(resp):
    resp.set_cookie("sessionid", secrets.token_hex(16), **COOKIE)
    return resp


@app.route("/start", methods=["POST"])
def start():
    return with_session(jsonify(started=True))


@app.route("/flags")
def flags():
    return jsonify(sorted(COOKIE))
# %% fine
import secrets

from flask import Flask, jsonify

app = Flask(__name__)

COOKIE = {"secure": True, "httponly": True, "samesite": "Lax", "path": "/"}


def with_session(resp):
    resp.set_cookie("sessionid", secrets.token_hex(16), **COOKIE)
    return resp


@app.route("/start", methods=["POST"])
def start():
    return with_session(jsonify(started=True))


@app.route("/flags")
def flags():
    return jsonify(sorted(COOKIE))
