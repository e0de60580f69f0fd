# %% class ssti 1336 94 95 79
# %% head
import jinja2
from jinja2 import Environment, Template
# %% bad
from django.views import View
from django.http import HttpResponse
from django.template import engines
class Preview(View):
    def post(self, request):
        return HttpResponse(engines["django"].from_string(request.POST["t"]).render({}))
# %% bad
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Mail(BaseModel):
    subject: str
    values: dict
@app.post("/mail")
def mail(m: Mail):
    return {"s": Template(m.subject).render(**m.values)}
# %% bad
from aiohttp import web
env = Environment(autoescape=True)
async def page(request):
    layout = "<h1>%s</h1>{{ body }}" % request.query["title"]
    return web.Response(text=env.from_string(layout).render(body="x"), content_type="text/html")
# %% fine
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Mail(BaseModel):
    name: str
@app.post("/mail")
def mail(m: Mail):
    return {"s": Template("Hello {{ name }}").render(name=m.name)}
# %% fine
from aiohttp import web
env = Environment(loader=jinja2.FileSystemLoader("t"), autoescape=True)
async def page(request):
    return web.Response(text=env.get_template("p.html").render(title=request.query["title"]))
# %% fine
from flask import Flask, request, render_template
app = Flask(__name__)
@app.get("/p")
def p():
    template = {"a": "a.html"}.get(request.args["t"], "b.html")
    return render_template(template, t=request.args["t"])
