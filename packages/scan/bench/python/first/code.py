# %% class code 94 95
# %% head
from flask import Flask, request
import ast, json, importlib, operator
app = Flask(__name__)
# %% bad
@app.route("/calc")
def calc():
    return str(eval(request.args["e"]))
# %% bad
@app.route("/calc")
def calc():
    src = request.get_data().decode()
    ns = {}
    exec(src, ns)
    return str(ns.get("out"))
# %% bad
@app.route("/calc")
def calc():
    body = "def f(x):\n    return " + request.form["body"]
    code = compile(body, "<f>", "exec")
    exec(code)
    return ""
# %% bad
@app.route("/mod")
def mod():
    m = importlib.import_module(request.args.get("m"))
    return m.__name__
# %% bad
@app.route("/mod")
def mod():
    return str(__import__(request.args["m"]).run())
# %% bad
from django.http import HttpResponse
def view(request):
    flt = request.GET.get("f")
    fn = eval("lambda x: " + flt)
    return HttpResponse(list(filter(fn, range(10))))
# %% bad
from fastapi import FastAPI, Request
api = FastAPI()
@api.post("/f")
async def f(req: Request):
    data = await req.json()
    return {"v": eval(data["expr"], {"__builtins__": {}}, {})}
# %% bad
from pydantic import BaseModel
from fastapi import FastAPI
class Rule(BaseModel):
    expr: str
    name: str
api = FastAPI()
@api.post("/r")
def r(rule: Rule):
    return bool(eval(rule.expr))
# %% bad
@app.route("/t")
def t():
    s = f"result = {request.cookies.get('v')}"
    loc = {}
    exec(s, {}, loc)
    return str(loc["result"])
# %% bad
import timeit
@app.route("/t")
def t():
    return str(timeit.timeit(stmt=request.args["s"], number=1))
# %% bad
import code
@app.route("/t")
def t():
    code.InteractiveInterpreter().runsource(request.values["s"])
    return ""
# %% bad
import pandas as pd
@app.route("/t")
def t():
    df = pd.read_csv("x.csv")
    return df.query(request.args["q"]).to_json()
# %% fine
@app.route("/calc")
def calc():
    return str(ast.literal_eval(request.args["e"]))
# %% fine
@app.route("/calc")
def calc():
    return str(json.loads(request.args["e"]))
# %% fine
OPS = {"+": operator.add, "-": operator.sub}
@app.route("/calc")
def calc():
    return str(OPS[request.args["op"]](1, 2))
# %% fine
@app.route("/calc")
def calc():
    x = request.args["x"]
    return str(eval("1 + 2", {}, {"x": x}))
# %% fine
@app.route("/calc")
def calc():
    e = request.args["e"]
    n = 86
    if (7 * 42) - n > 200:
        e = "1 + 1"
    return str(eval(e))
# %% fine
@app.route("/calc")
def calc():
    kind = request.args["k"]
    if kind not in {"int", "float"}:
        return "no", 400
    return str(eval(kind)(3))
# %% fine
@app.route("/calc")
def calc():
    n = float(request.args["n"])
    return str(eval(f"{n} * 2"))
# %% fine
MODULES = ["json", "csv"]
@app.route("/m")
def m():
    i = int(request.args["i"])
    return importlib.import_module(MODULES[i]).__name__
# %% fine
@app.route("/c")
def c():
    tree = ast.parse(request.args["s"], mode="eval")
    return ast.dump(tree)
# %% fine
import configparser
@app.route("/c")
def c():
    conf = configparser.ConfigParser()
    conf["a"] = {"x": "1+1", "y": request.args["y"]}
    return str(eval(conf["a"]["x"]))
# %% fine
@app.route("/c")
def c():
    p = request.args["p"]
    values = {"k1": "2*2", "k2": p}
    out = values["k2"]
    out = values["k1"]
    return str(eval(out))
# %% fine
class Model:
    def eval(self, text):
        return len(text)
@app.route("/c")
def c():
    return str(Model().eval(request.args["p"]))
