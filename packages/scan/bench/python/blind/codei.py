# %% class codei 94 95 96 1336 470
# %% bad
import math

from flask import Flask, jsonify, request

app = Flask(__name__)

NAMES = {k: getattr(math, k) for k in ("sin", "cos", "sqrt", "pi")}


class Sheet:
    def __init__(self, variables):
        self.scope = dict(NAMES, **variables)

    def compute(self, formula):
        formula = formula.lstrip("=").replace("^", "**")
        return eval(formula, {}, self.scope)


@app.route("/cells/evaluate", methods=["POST"])
def evaluate():
    doc = request.get_json(force=True)
    sheet = Sheet({k: float(v) for k, v in doc.get("vars", {}).items()})
    results = {}
    for cell, formula in doc["cells"].items():
        try:
            results[cell] = sheet.compute(formula)
        except (SyntaxError, NameError, ZeroDivisionError) as exc:
            results[cell] = f"#ERR {exc}"
    return jsonify(results)
# %% fine
import ast
import operator

from flask import Flask, jsonify, request

app = Flask(__name__)

OPS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def compute(node):
    if isinstance(node, ast.Expression):
        return compute(node.body)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPS:
        return OPS[type(node.op)](compute(node.left), compute(node.right))
    raise ValueError("unsupported expression")


@app.route("/cells/evaluate", methods=["POST"])
def evaluate():
    doc = request.get_json(force=True)
    results = {}
    for cell, formula in doc["cells"].items():
        try:
            results[cell] = compute(ast.parse(formula[:200], mode="eval"))
        except (SyntaxError, ValueError) as exc:
            results[cell] = f"#ERR {exc}"
    return jsonify(results)
# %% bad
import importlib

from fastapi import FastAPI, Header, HTTPException

app = FastAPI()


def load_exporter(spec: str):
    module_name, _, attr = spec.partition(":")
    module = importlib.import_module(module_name)
    return getattr(module, attr or "export")


@app.post("/export")
async def export(body: dict, x_exporter: str = Header("exporters.csv")):
    try:
        exporter = load_exporter(x_exporter)
    except (ImportError, AttributeError):
        raise HTTPException(400, f"no exporter {x_exporter}")
    return {"data": exporter(body.get("rows", []))}
# %% fine
import importlib

from fastapi import FastAPI, Header, HTTPException

app = FastAPI()

EXPORTERS = {
    "csv": "exporters.csv:export",
    "xlsx": "exporters.excel:to_workbook",
}


def load_exporter(spec: str):
    module_name, _, attr = spec.partition(":")
    module = importlib.import_module(module_name)
    return getattr(module, attr or "export")


@app.post("/export")
async def export(body: dict, x_exporter: str = Header("csv")):
    try:
        exporter = load_exporter(EXPORTERS[x_exporter])
    except KeyError:
        raise HTTPException(400, f"no exporter {x_exporter}")
    return {"data": exporter(body.get("rows", []))}
