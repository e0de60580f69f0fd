# %% class xss 79 80 116
# %% bad
from flask import Flask, make_response, request

app = Flask(__name__)


@app.route("/hello")
def hello():
    rows = []
    for key, values in request.args.lists():
        rows.append("<li>%s: %s</li>" % (key, ", ".join(values)))
    page = make_response("<ul>" + "".join(rows) + "</ul>")
    page.headers["Content-Type"] = "text/html"
    return page
# %% fine
from flask import Flask, make_response, request
from markupsafe import escape

app = Flask(__name__)


@app.route("/hello")
def hello():
    rows = []
    for key, values in request.args.lists():
        rows.append("<li>%s: %s</li>" % (escape(key), escape(", ".join(values))))
    page = make_response("<ul>" + "".join(rows) + "</ul>")
    page.headers["Content-Type"] = "text/html"
    return page
# %% bad
from django.http import HttpResponse
from django.utils.safestring import mark_safe
from django.shortcuts import render


def profile(request):
    motto = request.COOKIES.get("motto", "")
    return render(request, "profile.html", {"motto": mark_safe(f"<b>{motto}</b>")})
# %% fine
from django.utils.html import format_html
from django.shortcuts import render


def profile(request):
    motto = request.COOKIES.get("motto", "")
    return render(request, "profile.html", {"motto": format_html("<b>{}</b>", motto)})
