# %% class command 78 77 88
# %% head
import asyncio
import os
import shlex
import subprocess
from functools import partial
# %% bad
from django.views.generic import TemplateView
class Ping(TemplateView):
    template_name = "ping.html"
    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        host = self.request.GET.get("host")
        context["out"] = subprocess.check_output("ping -c1 " + host, shell=True)
        return context
# %% bad
from fastapi import FastAPI, Depends, Query
app = FastAPI()
def target(host: str = Query(...)):
    return host.strip()
@app.get("/ping")
async def ping(host: str = Depends(target)):
    proc = await asyncio.create_subprocess_shell(f"ping -c1 {host}")
    return {"code": await proc.wait()}
# %% bad
from aiohttp import web
class Tools(web.View):
    async def post(self):
        data = await self.request.post()
        os.system("convert %s out.png" % data["name"])
        return web.Response(text="ok")
# %% bad
import tornado.web
class Run(tornado.web.RequestHandler):
    async def get(self, tool):
        out = subprocess.run(f"/opt/tools/{tool} --help", shell=True, capture_output=True)
        self.finish(out.stdout)
# %% bad
from bottle import post, request
@post("/build")
def build():
    branch = request.forms.get("branch")
    args = dict(shell=True, cwd="/srv")
    subprocess.call("git checkout " + branch, **args)
    return "done"
# %% bad
from flask import Flask, request
app = Flask(__name__)
shell = partial(subprocess.run, shell=True, check=True)
@app.route("/x")
def x():
    shell("tar xf " + request.args["f"])
    return ""
# %% bad
from flask import Flask, request
app = Flask(__name__)
def logged(fn):
    def inner(*args, **kwargs):
        print(fn.__name__)
        return fn(*args, **kwargs)
    return inner
@logged
def execute(command):
    return os.popen(command).read()
@app.route("/x")
def x():
    return {"out": execute("du -sh " + request.args["dir"])}
# %% bad
from flask.views import MethodView
from flask import request
class Archive(MethodView):
    def command(self):
        return " ".join(["zip", "-r", request.json["target"], "."])
    def post(self):
        os.system(self.command())
        return {}
# %% bad
from rest_framework.views import APIView
from rest_framework.response import Response
class Whois(APIView):
    def post(self, request, format=None):
        domain = request.data.get("domain")
        return Response(subprocess.getoutput(f"whois {domain}"))
# %% fine
from django.views.generic import TemplateView
class Ping(TemplateView):
    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        context["out"] = subprocess.check_output(["ping", "-c1", "--", self.request.GET["host"]])
        return context
# %% fine
from fastapi import FastAPI
from pydantic import BaseModel, IPvAnyAddress
app = FastAPI()
class Target(BaseModel):
    host: IPvAnyAddress
    count: int
@app.post("/ping")
def ping(target: Target):
    return subprocess.getoutput("ping -c %d localhost" % target.count)
# %% fine
from aiohttp import web
class Tools(web.View):
    async def post(self):
        data = await self.request.post()
        proc = await asyncio.create_subprocess_exec("convert", data["name"], "out.png")
        return web.Response(text=str(await proc.wait()))
# %% fine
import tornado.web
TOOLS = {"a": "/opt/tools/a", "b": "/opt/tools/b"}
class Run(tornado.web.RequestHandler):
    async def get(self, tool):
        if tool not in TOOLS:
            raise tornado.web.HTTPError(404)
        subprocess.run(TOOLS[tool] + " --help", shell=True)
# %% fine
from bottle import post, request
@post("/build")
def build():
    branch = shlex.quote(request.forms.get("branch"))
    subprocess.call("git checkout %s" % branch, shell=True)
    return "done"
# %% fine
from flask import Flask, request
app = Flask(__name__)
@app.route("/x")
def x():
    parts = [shlex.quote(p) for p in request.args.getlist("p")]
    os.system("ls " + " ".join(parts))
    return ""
# %% fine
from flask import Flask, request
app = Flask(__name__)
@app.route("/x")
def x():
    name = request.args["n"]
    command = "uptime"
    for name in ("a", "b"):
        command = "systemctl status " + name
    os.system(command)
    return ""
# %% fine
from flask import Flask, request, abort
import re
app = Flask(__name__)
NAME = re.compile(r"\A[a-z0-9-]{1,40}\Z")
@app.route("/x")
def x():
    name = request.args["n"]
    if NAME.match(name) is None:
        abort(400)
    os.system("docker restart " + name)
    return ""
# %% fine
from enum import Enum
from flask import Flask, request
app = Flask(__name__)
class Action(Enum):
    START = "start"
    STOP = "stop"
@app.route("/x")
def x():
    action = Action(request.args["a"])
    os.system("service web " + action.value)
    return ""
