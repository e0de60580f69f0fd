# %% class trust 501
# %% bad
import flask
from flask import Flask, request

app = Flask(__name__)


@app.route("/prefs")
def prefs():
    wish = request.args.get("role", "reader")
    d = {"k0": "reader", "k1": wish}
    flask.session["role"] = d["k1"]
    return "saved"
# %% fine
import flask
from flask import Flask, request

app = Flask(__name__)


@app.route("/prefs")
def prefs():
    wish = request.args.get("role", "reader")
    d = {"k0": "reader", "k1": wish}
    flask.session["role"] = d["k0"]
    return "saved"
# %% bad
from django.http import HttpResponse


def become(request):
    user_id = request.GET.get("user_id")
    request.session["user_id"] = user_id
    return HttpResponse("ok")
# %% fine
from django.http import HttpResponse


def become(request):
    user_id = request.GET.get("user_id")
    if user_id not in ("1", "2"):
        return HttpResponse(status=400)
    request.session["views"] = 1
    return HttpResponse("ok")
# %% bad
from aiohttp import web
from aiohttp_session import get_session


async def choose(request):
    session = await get_session(request)
    data = await request.json()
    session["account"] = data["account"]
    return web.Response(text="ok")
# %% fine
from aiohttp import web
from aiohttp_session import get_session


async def choose(request):
    session = await get_session(request)
    data = await request.json()
    session["seen"] = len(data)
    return web.Response(text="ok")
