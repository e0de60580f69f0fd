# %% class cookie 614 1004 1275
# %% bad
from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/login", methods=["POST"])
def login():
    name = request.form.get("name", "")
    r = make_response("welcome")
    r.set_cookie("session", name, secure=False, httponly=True, samesite="Strict")
    return r
# %% fine
from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/login", methods=["POST"])
def login():
    name = request.form.get("name", "")
    r = make_response("welcome")
    r.set_cookie("session", name, secure=True, httponly=True, samesite="Strict")
    return r
# %% bad
from django.http import HttpResponse


def login(request):
    resp = HttpResponse("hi")
    token = request.session.session_key
    resp.set_cookie("auth_token", token, max_age=3600)
    return resp
# %% fine
from django.http import HttpResponse


def login(request):
    resp = HttpResponse("hi")
    token = request.session.session_key
    resp.set_cookie("auth_token", token, max_age=3600, secure=True, httponly=True, samesite="Lax")
    return resp
# %% bad
from fastapi import FastAPI, Response
from uuid import uuid4

app = FastAPI()


@app.post("/session")
def start(response: Response):
    ident = uuid4().hex
    options = {"httponly": True, "samesite": "lax"}
    options["secure"] = False
    response.set_cookie("session_id", ident, **options)
    return {"ok": True}
# %% fine
from fastapi import FastAPI, Response
from uuid import uuid4

app = FastAPI()


@app.post("/session")
def start(response: Response):
    ident = uuid4().hex
    options = {"httponly": True, "samesite": "lax"}
    options["secure"] = True
    response.set_cookie("session_id", ident, **options)
    return {"ok": True}
