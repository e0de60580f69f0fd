# %% class trustbound 501
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os
import sqlite3

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


def role_of(user_id):
    with sqlite3.connect("users.db") as db:
        row = db.execute("SELECT role FROM users WHERE id = ?", (user_id,)).fetchone()
    return row[0] if row else "guest"


@app.post("/profile")
def profile():
    role = request.form.get("role", "guest")
    session["role"] = role
    return {"asked": len(role), "role": role_of(session.get("uid"))}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os
import sqlite3

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


def role_of(user_id):
    with sqlite3.connect("users.db") as db:
        row = db.execute("SELECT role FROM users WHERE id = ?", (user_id,)).fetchone()
    return row[0] if row else "guest"


@app.post("/profile")
def profile():
    role = request.form.get("role", "guest")
    session["role"] = role_of(session.get("uid"))
    return {"asked": len(role), "role": role_of(session.get("uid"))}
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from django.contrib.auth import authenticate
from django.http import JsonResponse
from django.views.decorators.http import require_POST


@require_POST
def sign_in(request):
    name = request.POST.get("username", "")
    password = request.POST.get("password", "")
    user = authenticate(request, username=name, password=password)
    if user is None:
        return JsonResponse({"error": "denied"}, status=403)
    request.session.cycle_key()
    request.session["tenant"] = user.profile.tenant_id
    return JsonResponse({"user": user.pk})
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from django.contrib.auth import authenticate
from django.http import JsonResponse
from django.views.decorators.http import require_POST


@require_POST
def sign_in(request):
    name = request.POST.get("username", "")
    password = request.POST.get("password", "")
    user = authenticate(request, username=name, password=password)
    if user is None:
        return JsonResponse({"error": "denied"}, status=403)
    request.session.cycle_key()
    request.session["tenant"] = request.POST.get("tenant")
    return JsonResponse({"user": user.pk})
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]
DEFAULTS = {"step": 1, "currency": "EUR"}


@app.post("/wizard")
def wizard():
    data = request.form.to_dict()
    session.update(data)
    return {"fields": len(data)}


@app.get("/wizard")
def wizard_state():
    return {"step": session.get("step", 0), "defaults": DEFAULTS}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]
DEFAULTS = {"step": 1, "currency": "EUR"}


@app.post("/wizard")
def wizard():
    data = request.form.to_dict()
    session.update(DEFAULTS)
    return {"fields": len(data)}


@app.get("/wizard")
def wizard_state():
    return {"step": session.get("step", 0), "defaults": DEFAULTS}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from aiohttp import web
from aiohttp_session import get_session

routes = web.RouteTableDef()


@routes.get("/account/switch")
async def switch(request):
    account = request.query.get("account", "")
    session = await get_session(request)
    session["account"] = account
    return web.json_response({"switched": True})


@routes.get("/account")
async def show(request):
    session = await get_session(request)
    return web.json_response({"keys": sorted(session)})
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from aiohttp import web
from aiohttp_session import get_session

routes = web.RouteTableDef()


@routes.get("/account/switch")
async def switch(request):
    account = request.query.get("account", "")
    session = await get_session(request)
    session["demo"] = account == "demo"
    return web.json_response({"switched": True})


@routes.get("/account")
async def show(request):
    session = await get_session(request)
    return web.json_response({"keys": sorted(session)})
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


def stack(value):
    items = ["first"]
    items.append(value)
    items.append("last")
    return items


@app.route("/queue", methods=["POST"])
def queue():
    items = stack(request.form.get("owner", ""))
    items.pop(0)
    session["owner"] = items[0]
    return {"length": len(items)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


def stack(value):
    items = ["first"]
    items.append(value)
    items.append("last")
    return items


@app.route("/queue", methods=["POST"])
def queue():
    items = stack(request.form.get("owner", ""))
    items.pop(0)
    session["owner"] = items[1]
    return {"length": len(items)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import base64
import os

from flask import Flask, request, session
from itsdangerous import BadSignature, Signer

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]
signer = Signer(os.environ["REMEMBER_KEY"])


@app.route("/resume")
def resume():
    value = request.cookies.get("remember", "")
    try:
        session["uid"] = signer.unsign(base64.b64decode(value)).decode()
    except (ValueError, BadSignature):
        return {"resumed": False}
    return {"resumed": True}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import base64
import os

from flask import Flask, request, session
from itsdangerous import BadSignature, Signer

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]
signer = Signer(os.environ["REMEMBER_KEY"])


@app.route("/resume")
def resume():
    value = request.cookies.get("remember", "")
    try:
        session["uid"] = base64.b64decode(value).decode()
    except (ValueError, BadSignature):
        return {"resumed": False}
    return {"resumed": True}
# %% bad
import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


class Flags:
    def __init__(self, admin="no"):
        self.admin = admin


@app.route("/start")
def start():
    flags = Flags(request.args.get("admin", "no"))
    session.setdefault("admin", flags.admin)
    return {"mode": "view", "asked": flags.admin == "yes"}


@app.route("/admin")
def admin():
    return {"admin": session.get("admin") == "yes"}
# %% fine
import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


class Flags:
    def __init__(self, admin="no"):
        self.admin = admin


@app.route("/start")
def start():
    flags = Flags(request.args.get("admin", "no"))
    session.setdefault("admin", Flags().admin)
    return {"mode": "view", "asked": flags.admin == "yes"}


@app.route("/admin")
def admin():
    return {"admin": session.get("admin") == "yes"}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.route("/discount", methods=["POST"])
def discount():
    value = request.values.get("level", "")
    num = 106
    level = "none" if (500 // 42) + num > 100 else value
    session["discount_level"] = level
    return {"ok": True}


@app.route("/discount")
def show_discount():
    return {"set": "discount_level" in session}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os

from flask import Flask, request, session

app = Flask(__name__)
app.secret_key = os.environ["SECRET_KEY"]


@app.route("/discount", methods=["POST"])
def discount():
    value = request.values.get("level", "")
    num = 106
    level = "none" if (500 // 42) + num > 200 else value
    session["discount_level"] = level
    return {"ok": True}


@app.route("/discount")
def show_discount():
    return {"set": "discount_level" in session}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.security import HTTPBasic, HTTPBasicCredentials

from .accounts import verify

app = FastAPI()
basic = HTTPBasic()


def principal(credentials: HTTPBasicCredentials = Depends(basic)):
    account = verify(credentials.username, credentials.password)
    if account is None:
        raise HTTPException(401)
    return account


@app.post("/enter/{user_id}")
def enter(user_id: str, request: Request, account=Depends(principal)):
    request.session["user_id"] = user_id
    return {"display": account.display, "length": len(user_id)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.security import HTTPBasic, HTTPBasicCredentials

from .accounts import verify

app = FastAPI()
basic = HTTPBasic()


def principal(credentials: HTTPBasicCredentials = Depends(basic)):
    account = verify(credentials.username, credentials.password)
    if account is None:
        raise HTTPException(401)
    return account


@app.post("/enter/{user_id}")
def enter(user_id: str, request: Request, account=Depends(principal)):
    request.session["user_id"] = account.id
    return {"display": account.display, "length": len(user_id)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from django.conf import settings
from django.http import HttpResponse

KNOWN = {code for code, _name in settings.LANGUAGES}


def switch(request):
    code = request.GET.get("lang", "en")
    if code in KNOWN:
        request.session["lang"] = code
    request.session.modified = True
    return HttpResponse(status=204)


def reset(request):
    request.session["lang"] = settings.LANGUAGE_CODE
    return HttpResponse(status=204)
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from django.conf import settings
from django.http import HttpResponse

KNOWN = {code for code, _name in settings.LANGUAGES}


def switch(request):
    code = request.GET.get("lang", "en")
    request.session["lang"] = code
    request.session["lang_known"] = code in KNOWN
    request.session.modified = True
    return HttpResponse(status=204)


def reset(request):
    request.session["lang"] = settings.LANGUAGE_CODE
    return HttpResponse(status=204)
