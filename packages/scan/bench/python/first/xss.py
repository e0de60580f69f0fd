# %% class xss 79 80
# %% head
import html
from flask import Flask, request, make_response, Response, render_template, render_template_string, escape, jsonify, Markup
app = Flask(__name__)
# %% bad
@app.route("/h")
def h():
    return "<h1>Hello " + request.args.get("n", "") + "</h1>"
# %% bad
@app.route("/h")
def h():
    n = request.form["n"]
    r = make_response(f"<p>{n}</p>")
    r.headers["X-A"] = "1"
    return r
# %% bad
@app.route("/h")
def h():
    return Response("<b>%s</b>" % request.cookies["n"], mimetype="text/html")
# %% bad
@app.route("/h/<name>")
def h(name):
    page = ["<html>"]
    page.append("<p>{}</p>".format(name))
    page += ["</html>"]
    return "".join(page)
# %% bad
@app.route("/h")
def h():
    return render_template("x.html", body=Markup(request.args["b"]))
# %% bad
from django.http import HttpResponse
def v(request):
    return HttpResponse("You searched: " + request.GET["q"])
# %% bad
from django.utils.safestring import mark_safe
from django.shortcuts import render
def v(request):
    return render(request, "x.html", {"note": mark_safe("<i>" + request.POST["note"] + "</i>")})
# %% bad
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
api = FastAPI()
@api.get("/", response_class=HTMLResponse)
def idx(q: str = ""):
    return f"<div>{q}</div>"
# %% bad
from fastapi import FastAPI, Query
from starlette.responses import HTMLResponse
api = FastAPI()
@api.get("/")
def idx(q: str = Query("")):
    return HTMLResponse("<div>" + q + "</div>")
# %% bad
from aiohttp import web
async def h(request):
    return web.Response(text="<p>" + request.query["q"] + "</p>", content_type="text/html")
# %% bad
@app.route("/h")
def h():
    out = ""
    for k, v in request.args.items():
        out += "<li>%s = %s</li>" % (k, v)
    return "<ul>" + out + "</ul>"
# %% bad
@app.route("/h")
def h():
    try:
        n = request.args["n"]
        return "<b>%d</b>" % int(n)
    except ValueError:
        return "<b>not a number: " + n + "</b>", 400
# %% bad
import tornado.web
class H(tornado.web.RequestHandler):
    def get(self):
        self.write("<h1>" + self.get_argument("n") + "</h1>")
# %% bad
from bottle import route, request as req
@route("/h")
def h():
    return "<h1>" + req.query.name + "</h1>"
# %% fine
@app.route("/h")
def h():
    return "<h1>Hello " + html.escape(request.args.get("n", "")) + "</h1>"
# %% fine
@app.route("/h")
def h():
    return f"<h1>{escape(request.args['n'])}</h1>"
# %% fine
@app.route("/h")
def h():
    return render_template("x.html", n=request.args["n"])
# %% fine
@app.route("/h")
def h():
    return jsonify(n=request.args["n"])
# %% fine
@app.route("/h")
def h():
    return {"n": request.args["n"]}
# %% fine
@app.route("/h")
def h():
    return Response(request.args["n"], mimetype="text/plain")
# %% fine
@app.route("/h")
def h():
    n = int(request.args["n"])
    return f"<p>{n}</p>"
# %% fine
@app.route("/h")
def h():
    n = request.args["n"]
    return "<p>%d characters</p>" % len(n)
# %% fine
from django.utils.html import format_html
from django.http import HttpResponse
def v(request):
    return HttpResponse(format_html("<p>{}</p>", request.GET["q"]))
# %% fine
from django.http import JsonResponse
def v(request):
    return JsonResponse({"q": request.GET["q"]})
# %% fine
import bleach
@app.route("/h")
def h():
    return "<div>" + bleach.clean(request.form["c"]) + "</div>"
# %% fine
@app.route("/h")
def h():
    n = request.args["n"]
    n = n.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return "<p>" + n + "</p>"
# %% fine
@app.route("/h")
def h():
    return Markup("<p>{}</p>").format(request.args["n"])
# %% fine
from aiohttp import web
async def h(request):
    return web.json_response({"q": request.query["q"]})
