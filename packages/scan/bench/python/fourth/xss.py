# %% class xss 79 80
# %% bad
from markupsafe import Markup, escape
from flask import Flask, render_template, session, request

app = Flask(__name__)


@app.route("/comment", methods=["POST"])
def comment():
    text = request.form["text"]
    body = Markup("<p>" + text + "</p>")
    return render_template("comment.html", body=body)
# %% fine
from markupsafe import Markup, escape
from flask import Flask, render_template, session, request

app = Flask(__name__)


@app.route("/comment", methods=["POST"])
def comment():
    text = request.form["text"]
    body = Markup("<p>") + escape(text) + Markup("</p>")
    return render_template("comment.html", body=body)
# %% bad
from django.http import HttpResponse
from django.utils.html import format_html
from django.utils.safestring import mark_safe


def badge(request, level):
    label = request.GET.get("label") or "none"
    out = mark_safe("<span class='%s'>%s</span>" % (level, label))
    return HttpResponse(out)
# %% fine
from django.http import HttpResponse
from django.utils.html import format_html
from django.utils.safestring import mark_safe


def badge(request, level):
    label = request.GET.get("label") or "none"
    out = format_html("<span class='{}'>{}</span>", level, label)
    return HttpResponse(out)
# %% bad
from aiohttp import web
import json

routes = web.RouteTableDef()


@routes.post("/echo")
async def echo(request):
    data = await request.post()
    message = data.get("message", "")
    return web.Response(text="<p>%s</p>" % message, content_type="text/html")
# %% fine
from aiohttp import web
import json

routes = web.RouteTableDef()


@routes.post("/echo")
async def echo(request):
    data = await request.post()
    message = data.get("message", "")
    return web.Response(text=json.dumps({"m": message}), content_type="application/json")
