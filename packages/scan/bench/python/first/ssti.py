# %% class ssti 1336 94 95 79
# %% head
from flask import Flask, request, render_template, render_template_string
from jinja2 import Template, Environment
import jinja2
app = Flask(__name__)
# %% bad
@app.route("/s")
def s():
    return render_template_string("<p>" + request.args["n"] + "</p>")
# %% bad
@app.route("/s")
def s():
    return Template(request.form["t"]).render(a=1)
# %% bad
@app.route("/s")
def s():
    return Environment().from_string(f"Hello {request.args['n']}").render()
# %% bad
from mako.template import Template as Mako
@app.route("/s")
def s():
    return Mako(request.args["t"]).render()
# %% bad
from django.template import Template as DT, Context
from django.http import HttpResponse
def v(request):
    return HttpResponse(DT(request.POST["t"]).render(Context({})))
# %% bad
import tornado.template
@app.route("/s")
def s():
    return tornado.template.Template(request.args["t"]).generate()
# %% bad
page = """<html>%s</html>"""
@app.route("/s")
def s():
    body = page % request.cookies["b"]
    return render_template_string(body)
# %% fine
@app.route("/s")
def s():
    return render_template_string("<p>{{ n }}</p>", n=request.args["n"])
# %% fine
@app.route("/s")
def s():
    return Template("Hello {{ n }}", autoescape=True).render(n=request.form["n"])
# %% fine
@app.route("/s")
def s():
    return render_template("a.html", t=request.args["t"])
# %% fine
from jinja2.sandbox import SandboxedEnvironment
@app.route("/s")
def s():
    return {"r": SandboxedEnvironment().from_string(request.args["t"]).render()}
# %% fine
@app.route("/s")
def s():
    name = {"a": "a.html"}.get(request.args["p"], "b.html")
    return render_template(name)
# %% fine
from string import Template as T
@app.route("/s")
def s():
    return {"r": T(request.args["t"]).safe_substitute(a=1)}
# %% fine
from django.shortcuts import render
def v(request):
    return render(request, "x.html", {"t": request.GET["t"]})
