# %% class redirect 601
# %% head
from urllib.parse import urlparse, urljoin, unquote, urlsplit
from flask import Flask, request, redirect, url_for, make_response, abort
app = Flask(__name__)
# %% bad
@app.route("/go")
def go():
    return redirect(request.args.get("next") or "/")
# %% bad
@app.route("/go")
def go():
    r = make_response("", 302)
    r.headers["Location"] = unquote(request.args["u"])
    return r
# %% bad
@app.route("/go")
def go():
    target = request.referrer
    return redirect(target)
# %% bad
@app.route("/go")
def go():
    u = request.form["u"]
    if not u.startswith("/"):
        u = "http://" + u
    return redirect(u, code=303)
# %% bad
@app.route("/go")
def go():
    u = request.args["u"]
    if urlparse(u).scheme in ("http", "https"):
        return redirect(u)
    abort(400)
# %% bad
from django.shortcuts import redirect as dj_redirect
def v(request):
    return dj_redirect(request.GET.get("next", "/"))
# %% bad
from django.http import HttpResponseRedirect
def v(request):
    nxt = request.POST.get("next")
    return HttpResponseRedirect(nxt)
# %% bad
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
api = FastAPI()
@api.get("/go")
def go(url: str):
    return RedirectResponse(url)
# %% bad
from aiohttp import web
async def h(request):
    raise web.HTTPFound(request.query["to"])
# %% bad
from aiohttp import web
async def h(request):
    raise web.HTTPFound(location=request.rel_url.query.get("to"))
# %% bad
import tornado.web
class L(tornado.web.RequestHandler):
    def get(self):
        self.redirect(self.get_argument("next", "/"))
# %% bad
def pick(a, b):
    return a if a else b
@app.route("/go")
def go():
    return redirect(pick(request.args.get("u"), "/"))
# %% fine
@app.route("/go")
def go():
    return redirect(url_for("home", q=request.args["q"]))
# %% fine
@app.route("/go")
def go():
    u = request.args["u"]
    if urlparse(u).netloc != "example.com":
        abort(400)
    return redirect(u)
# %% fine
@app.route("/go")
def go():
    u = request.args.get("u", "")
    if urlparse(u).netloc or urlparse(u).scheme:
        return redirect("/")
    return redirect(u)
# %% fine
def is_safe(target):
    ref = urlparse(request.host_url)
    test = urlparse(urljoin(request.host_url, target))
    return test.scheme in ("http", "https") and ref.netloc == test.netloc
@app.route("/go")
def go():
    u = request.args.get("next")
    if not is_safe(u):
        return abort(400)
    return redirect(u)
# %% fine
from django.utils.http import url_has_allowed_host_and_scheme
from django.http import HttpResponseRedirect
def v(request):
    nxt = request.GET["next"]
    if not url_has_allowed_host_and_scheme(nxt, allowed_hosts={request.get_host()}):
        nxt = "/"
    return HttpResponseRedirect(nxt)
# %% fine
@app.route("/go")
def go():
    return redirect("/search?q=" + request.args["q"])
# %% fine
@app.route("/go")
def go():
    return redirect("https://example.com/" + request.args["p"])
# %% fine
@app.route("/go")
def go():
    u = request.args["u"]
    if u in ("/a", "/b"):
        return redirect(u)
    return redirect("/")
# %% fine
TARGETS = {"a": "https://a.example", "b": "https://b.example"}
@app.route("/go")
def go():
    return redirect(TARGETS[request.args["t"]])
# %% fine
@app.route("/go")
def go():
    host = urlsplit(request.args["u"]).hostname
    if host in ("a.example", "b.example"):
        return redirect(request.args["u"])
    return "no"
# %% fine
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
api = FastAPI()
@api.get("/go/{n}")
def go(n: int):
    return RedirectResponse(f"/items/{n}")
# %% fine
@app.route("/go")
def go():
    u = request.args["u"]
    match "home":
        case "home":
            u = "/home"
        case _:
            pass
    return redirect(u)
