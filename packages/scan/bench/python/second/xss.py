# %% class xss 79 80
# %% head
import html
import json
# %% bad
from django.views import View
from django.http import HttpResponse
class Hello(View):
    def get(self, request, *args, **kwargs):
        name = kwargs.get("name") or request.GET.get("name", "")
        return HttpResponse("<h1>Hello %s</h1>" % name)
# %% bad
from django import template
from django.utils.safestring import mark_safe
from django.shortcuts import render
def note(request):
    body = request.POST["body"].replace("\n", "<br>")
    return render(request, "note.html", {"body": mark_safe(body)})
# %% bad
from fastapi import FastAPI, Form
from fastapi.responses import HTMLResponse
app = FastAPI()
def page(title, *parts):
    return "<html><h1>" + title + "</h1>" + "".join(parts) + "</html>"
@app.post("/p", response_class=HTMLResponse)
async def p(title: str = Form(...)):
    return page(title, "<p>x</p>")
# %% bad
from aiohttp import web
async def greet(request):
    data = await request.post()
    body = f"<p>Thanks, {data.get('name')}</p>"
    return web.Response(body=body.encode(), content_type="text/html")
# %% bad
import tornado.web
class Search(tornado.web.RequestHandler):
    def get(self):
        q = self.get_argument("q", "")
        self.set_header("Content-Type", "text/html")
        self.write("<p>No results for <b>{}</b></p>".format(q))
# %% bad
from bottle import get, request
@get("/hi")
def hi():
    return "<b>" + request.query.get("name", "you") + "</b>"
# %% bad
from flask import Flask, request
app = Flask(__name__)
def rows(items):
    for key, value in items:
        yield f"<tr><td>{key}</td><td>{value}</td></tr>"
@app.route("/t")
def t():
    return "<table>" + "".join(rows(request.args.items())) + "</table>"
# %% bad
from flask import Flask, request, Response
app = Flask(__name__)
@app.errorhandler(404)
def missing(error):
    return Response("<p>Not found: " + request.path + "</p>", status=404, mimetype="text/html")
# %% bad
from flask.views import View
from flask import request
class Page(View):
    def dispatch_request(self):
        return f"<title>{request.args.get('t')}</title>"
# %% fine
from django.views import View
from django.http import HttpResponse
from django.utils.html import escape
class Hello(View):
    def get(self, request, *args, **kwargs):
        return HttpResponse("<h1>Hello %s</h1>" % escape(kwargs["name"]))
# %% fine
from django.shortcuts import render
def note(request):
    return render(request, "note.html", {"body": request.POST["body"]})
# %% fine
from fastapi import FastAPI
app = FastAPI()
@app.get("/p")
async def p(title: str):
    return f"<h1>{title}</h1>"
# %% fine
from aiohttp import web
async def greet(request):
    return web.Response(text="Thanks, " + request.query["name"])
# %% fine
import tornado.web
from tornado.escape import xhtml_escape
class Search(tornado.web.RequestHandler):
    def get(self):
        self.write("<p>No results for <b>{}</b></p>".format(xhtml_escape(self.get_argument("q"))))
# %% fine
import tornado.web
class Api(tornado.web.RequestHandler):
    def get(self):
        self.write({"q": self.get_argument("q")})
# %% fine
from bottle import get, request, template
@get("/hi")
def hi():
    return template("<b>{{name}}</b>", name=request.query.name)
# %% fine
from flask import Flask, request
app = Flask(__name__)
@app.route("/t")
def t():
    cells = [f"<td>{html.escape(v)}</td>" for v in request.args.values()]
    return "<table><tr>" + "".join(cells) + "</tr></table>"
# %% fine
from flask import Flask, request, Response
app = Flask(__name__)
@app.route("/j")
def j():
    return Response(json.dumps({"q": request.args["q"]}), content_type="application/json")
# %% fine
from flask import Flask, request
app = Flask(__name__)
LABELS = {"a": "<b>A</b>", "b": "<b>B</b>"}
@app.route("/l")
def l():
    return "<p>" + LABELS.get(request.args["l"], "<i>none</i>") + "</p>"
