# %% class cookie 614 1004 1275
# %% head
from flask import Flask, request, make_response, session
from django.http import HttpResponse
app = Flask(__name__)
# %% bad
@app.route("/c")
def c():
    r = make_response("x")
    r.set_cookie("sid", request.args["s"], secure=False, httponly=True)
    return r
# %% bad
@app.route("/c")
def c():
    r = make_response("x")
    r.set_cookie("session", "abc")
    return r
# %% bad
@app.route("/c")
def c():
    r = make_response("x")
    val = request.form["v"]
    r.set_cookie("auth", val, path=request.path, samesite="Strict", httponly=True, secure=False)
    return r
# %% bad
def v(request):
    r = HttpResponse("")
    r.set_cookie("token", make(), httponly=False, secure=True)
    return r
# %% bad
from fastapi import FastAPI, Response
api = FastAPI()
@api.get("/c")
def c(response: Response):
    response.set_cookie(key="access_token", value="t")
    return {}
# %% bad
from http.cookies import SimpleCookie
def make(v):
    c = SimpleCookie()
    c["sid"] = v
    c["sid"]["secure"] = False
    return c.output()
# %% bad
app.config["SESSION_COOKIE_SECURE"] = False
# %% bad
app.config.update(SESSION_COOKIE_HTTPONLY=False)
# %% bad
from aiohttp import web
async def h(request):
    r = web.Response()
    r.set_cookie("sid", "x", secure=False)
    return r
# %% bad
@app.route("/c")
def c():
    r = make_response("x")
    r.headers["Set-Cookie"] = "sid=" + session["id"]
    return r
# %% fine
@app.route("/c")
def c():
    r = make_response("x")
    r.set_cookie("sid", request.args["s"], secure=True, httponly=True, samesite="Lax")
    return r
# %% fine
@app.route("/c")
def c():
    r = make_response("x")
    r.delete_cookie("sid")
    return r
# %% fine
def v(request):
    r = HttpResponse("")
    r.set_signed_cookie("token", make(), httponly=True, secure=True)
    return r
# %% fine
from fastapi import FastAPI, Response
api = FastAPI()
@api.get("/c")
def c(response: Response):
    response.set_cookie(key="access_token", value="t", secure=True, httponly=True)
    return {}
# %% fine
app.config["SESSION_COOKIE_SECURE"] = True
# %% fine
OPTIONS = {"secure": True, "httponly": True}
@app.route("/c")
def c():
    r = make_response("x")
    r.set_cookie("sid", "1", **OPTIONS)
    return r
# %% fine
@app.route("/c")
def c():
    r = make_response("x")
    r.headers["Set-Cookie"] = "sid=1; Secure; HttpOnly"
    return r
# %% fine
@app.route("/c")
def c():
    r = make_response("x")
    is_on = True
    r.set_cookie("sid", "1", secure=is_on, httponly=is_on)
    return r
