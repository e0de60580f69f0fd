# %% class code 94 95
# %% head
import ast
import importlib
from dataclasses import dataclass
# %% bad
from django.views import View
from django.http import JsonResponse
class Calc(View):
    def post(self, request):
        scope = {"x": 1}
        exec(request.POST["program"], scope)
        return JsonResponse({"x": scope["x"]})
# %% bad
from fastapi import FastAPI
from pydantic import BaseModel
app = FastAPI()
class Rule(BaseModel):
    name: str
    condition: str
class Engine:
    def __init__(self, rules):
        self.rules = rules
    def run(self, item):
        return [r.name for r in self.rules if eval(r.condition, {}, {"item": item})]
@app.post("/rules")
def rules(rules: list[Rule]):
    return Engine(rules).run({"a": 1})
# %% bad
from aiohttp import web
async def plugin(request):
    body = await request.json()
    module = importlib.import_module("plugins." + body["name"])
    return web.json_response(module.info())
# %% bad
import tornado.web
class Eval(tornado.web.RequestHandler):
    def get(self):
        fn = eval("lambda row: " + self.get_query_argument("expr"))
        self.write({"rows": [fn(r) for r in range(3)]})
# %% bad
from flask import Flask, request
app = Flask(__name__)
TEMPLATE = "def f(a, b):\n    return {body}\n"
@app.post("/f")
def f():
    namespace = {}
    exec(compile(TEMPLATE.format(body=request.form["body"]), "<f>", "exec"), namespace)
    return str(namespace["f"](1, 2))
# %% fine
from django.views import View
from django.http import JsonResponse
class Calc(View):
    def post(self, request):
        return JsonResponse({"x": ast.literal_eval(request.POST["value"])})
# %% fine
from fastapi import FastAPI
app = FastAPI()
@app.get("/pow")
def power(a: int, b: int):
    return eval(f"{a} ** {b}")
# %% fine
from aiohttp import web
PLUGINS = ("alpha", "beta")
async def plugin(request):
    name = request.query["name"]
    if name not in PLUGINS:
        raise web.HTTPNotFound()
    return web.json_response(importlib.import_module("plugins." + name).info())
# %% fine
import tornado.web
class Sum(tornado.web.RequestHandler):
    actions = {"sum": sum, "max": max}
    def get(self):
        fn = self.actions[self.get_argument("fn")]
        self.write({"v": fn([1, 2])})
# %% fine
from flask import Flask, request
app = Flask(__name__)
@app.post("/f")
def f():
    expression = "a + b"
    values = {"a": int(request.form["a"]), "b": 2}
    return str(eval(expression, {}, values))
