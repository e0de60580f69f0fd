# %% class trustbound 501
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.route("/prefs/<name>", methods=["PUT"])
def set_pref(name):
    session[name] = "1"
    return {"stored": True, "length": request.content_length or 0}


@app.route("/prefs")
def show():
    return {"compact": session.get("compact") == "1"}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.route("/prefs/<name>", methods=["PUT"])
def set_pref(name):
    if name == "compact":
        session["compact"] = "1"
    return {"stored": True, "length": request.content_length or 0}


@app.route("/prefs")
def show():
    return {"compact": session.get("compact") == "1"}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.before_request
def remember():
    who = request.headers.get("X-Forwarded-User")
    if who:
        session["user"] = who


@app.route("/me")
def me():
    return {"user": session.get("user"), "hits": session.get("hits", 0)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.before_request
def remember():
    who = request.headers.get("X-Forwarded-User")
    if who:
        session["hits"] = session.get("hits", 0) + 1


@app.route("/me")
def me():
    return {"user": session.get("user"), "hits": session.get("hits", 0)}
# %% fine
import os

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

PLANS = {"free": "free", "team": "team"}


async def choose(request):
    body = await request.json()
    plan = body.get("plan")
    request.session["plan"] = PLANS.get(plan, "free")
    return JSONResponse({"known": plan in PLANS})


app = Starlette(
    routes=[Route("/plan", choose, methods=["POST"])],
    middleware=[Middleware(SessionMiddleware, secret_key=os.environ["KEY"], https_only=True)],
)
# %% bad
import os

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import JSONResponse
from starlette.routing import Route

PLANS = {"free": "free", "team": "team"}


async def choose(request):
    body = await request.json()
    plan = body.get("plan")
    request.session["plan"] = plan
    return JSONResponse({"known": plan in PLANS})


app = Starlette(
    routes=[Route("/plan", choose, methods=["POST"])],
    middleware=[Middleware(SessionMiddleware, secret_key=os.environ["KEY"], https_only=True)],
)
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from bottle import request, route


def current():
    return request.environ["beaker.session"]


@route("/trace")
def trace():
    session = current()
    for name in request.headers.keys():
        session[name] = True
    session.save()
    return {"ok": True}


@route("/trace/clear")
def clear():
    session = current()
    session.delete()
    return {"ok": True}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from bottle import request, route


def current():
    return request.environ["beaker.session"]


@route("/trace")
def trace():
    session = current()
    session["header_count"] = sum(1 for _ in request.headers.keys())
    session.save()
    return {"ok": True}


@route("/trace/clear")
def clear():
    session = current()
    session.delete()
    return {"ok": True}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.post("/permissions")
def permissions():
    wanted = request.form.getlist("permission")
    granted = list(session.get("permissions", []))
    granted.extend(wanted)
    session["permissions"] = granted
    return {"ok": True}


@app.get("/permissions")
def show():
    return {"permissions": session.get("permissions", []), "asked": session.get("asked_count", 0)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.post("/permissions")
def permissions():
    wanted = request.form.getlist("permission")
    session["asked_count"] = len(wanted)
    return {"ok": True}


@app.get("/permissions")
def show():
    return {"permissions": session.get("permissions", []), "asked": session.get("asked_count", 0)}
