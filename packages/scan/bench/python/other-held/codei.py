# %% class codei 94 95 96 1336 913 470
# %% bad
import ast
import operator

from flask import Flask, request, jsonify

app = Flask(__name__)
OPS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def walk(node):
    if isinstance(node, ast.Expression):
        return walk(node.body)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPS:
        return OPS[type(node.op)](walk(node.left), walk(node.right))
    raise ValueError("unsupported expression")


@app.route("/calc")
def calc():
    expr = request.args.get("expr", "0")
    try:
        value = eval(expr) if len(expr) > 12 else walk(ast.parse(expr, mode="eval"))
    except (ValueError, SyntaxError):
        return jsonify(error="bad expression"), 400
    return jsonify(value=value)
# %% fine
import ast
import operator

from flask import Flask, request, jsonify

app = Flask(__name__)
OPS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}


def walk(node):
    if isinstance(node, ast.Expression):
        return walk(node.body)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPS:
        return OPS[type(node.op)](walk(node.left), walk(node.right))
    raise ValueError("unsupported expression")


@app.route("/calc")
def calc():
    expr = request.args.get("expr", "0")
    try:
        value = walk(ast.parse(expr, mode="eval"))
    except (ValueError, SyntaxError):
        return jsonify(error="bad expression"), 400
    return jsonify(value=value)
# %% fine
import ast

from django.http import JsonResponse, HttpResponseBadRequest
from django.views import View


class TagImport(View):
    max_tags = 100

    def parse(self, raw):
        return ast.literal_eval(raw)

    def post(self, request):
        raw = request.POST.get("tags", "[]")
        if len(raw) > 4000:
            return HttpResponseBadRequest("too long")
        try:
            tags = self.parse(raw)
        except (ValueError, SyntaxError):
            return HttpResponseBadRequest("not a list")
        kinds = {type(t).__name__ for t in ast.literal_eval(repr(list(tags)[: self.max_tags]))}
        return JsonResponse({"count": len(tags), "kinds": sorted(kinds)})
# %% bad
import ast

from django.http import JsonResponse, HttpResponseBadRequest
from django.views import View


class TagImport(View):
    max_tags = 100

    def parse(self, raw):
        return eval(raw, {}, {})

    def post(self, request):
        raw = request.POST.get("tags", "[]")
        if len(raw) > 4000:
            return HttpResponseBadRequest("too long")
        try:
            tags = self.parse(raw)
        except (ValueError, SyntaxError):
            return HttpResponseBadRequest("not a list")
        kinds = {type(t).__name__ for t in ast.literal_eval(repr(list(tags)[: self.max_tags]))}
        return JsonResponse({"count": len(tags), "kinds": sorted(kinds)})
# %% bad
from bottle import request, route, HTTPError

DEFAULT = "base * 1.2"


class Formula:
    def __init__(self, text):
        self.code = compile(text, "<formula>", "eval")

    def apply(self, **names):
        return eval(self.code, {"__builtins__": {}}, names)


@route("/price")
def price():
    try:
        base = float(request.query.get("base", "1"))
        text = request.get_header("X-Formula", DEFAULT)
        result = Formula(text).apply(base=base)
    except (ValueError, NameError):
        raise HTTPError(400, "cannot evaluate")
    return {"price": result}
# %% fine
from bottle import request, route, HTTPError

DEFAULT = "base * 1.2"


class Formula:
    def __init__(self, text):
        self.code = compile(text, "<formula>", "eval")

    def apply(self, **names):
        return eval(self.code, {"__builtins__": {}}, names)


@route("/price")
def price():
    try:
        base = float(request.query.get("base", "1"))
        text = request.get_header("X-Formula", DEFAULT)
        result = Formula(DEFAULT).apply(base=base, label=text)
    except (ValueError, NameError):
        raise HTTPError(400, "cannot evaluate")
    return {"price": result}
# %% fine
import importlib

from flask import Flask, request, abort

app = Flask(__name__)
EXPORTERS = {"csv": "exporters.csv_file", "pdf": "exporters.pdf_file"}


def load(dotted):
    module_name, _, func_name = dotted.rpartition(".")
    return getattr(importlib.import_module(module_name), func_name)


@app.route("/export", methods=["POST"])
def export():
    kind = request.form["kind"]
    argument = request.form.get("argument", "")
    if kind not in EXPORTERS:
        abort(404)
    func = load(EXPORTERS[kind] + ".export")
    return {"result": str(func(argument))}


@app.route("/export/kinds")
def kinds():
    return {"kinds": sorted(EXPORTERS)}
# %% bad
import importlib

from flask import Flask, request

app = Flask(__name__)
EXPORTERS = {"csv": "exporters.csv_file", "pdf": "exporters.pdf_file"}


def load(dotted):
    module_name, _, func_name = dotted.rpartition(".")
    return getattr(importlib.import_module(module_name), func_name)


@app.route("/export", methods=["POST"])
def export():
    kind = request.form["kind"]
    argument = request.form.get("argument", "")
    func = load(kind)
    return {"result": str(func(argument))}


@app.route("/export/kinds")
def kinds():
    return {"kinds": sorted(EXPORTERS)}
# %% bad
from flask import Flask, request
from jinja2 import Environment

app = Flask(__name__)
env = Environment(autoescape=True)

LAYOUT = "<h1>Dear {{ name }}</h1><p>%s</p>"


def render(fmt, **context):
    return env.from_string(fmt).render(**context)


@app.route("/mail/preview", methods=["POST"])
def preview():
    name = request.form.get("name", "customer")
    text = request.form.get("text", "")
    return render(LAYOUT % text, name=name)


@app.route("/mail/sample")
def sample():
    return render(LAYOUT % "Thank you for your order.", name="Ms Example")
# %% fine
from flask import Flask, request
from jinja2 import Environment

app = Flask(__name__)
env = Environment(autoescape=True)

LAYOUT = "<h1>Dear {{ name }}</h1><p>%s</p>"


def render(fmt, **context):
    return env.from_string(fmt).render(**context)


@app.route("/mail/preview", methods=["POST"])
def preview():
    name = request.form.get("name", "customer")
    text = request.form.get("text", "")
    return render(LAYOUT % "{{ text }}", name=name, text=text)


@app.route("/mail/sample")
def sample():
    return render(LAYOUT % "Thank you for your order.", name="Ms Example")
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from flask import Flask, request

app = Flask(__name__)
SCALE = 42


@app.route("/discount", methods=["GET"])
def discount():
    rule = request.args.get("rule") or "0"
    expression = "0.1 + 0.05" if SCALE * 2 < 50 else rule
    rate = eval(expression)
    if not 0 <= rate < 1:
        app.logger.warning("rate out of range")
        rate = 0
    return {"rate": rate}


if __name__ == "__main__":
    app.config.update(JSON_SORT_KEYS=False)
    app.run(host="127.0.0.1", port=5001)
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from flask import Flask, request

app = Flask(__name__)
SCALE = 42


@app.route("/discount", methods=["GET"])
def discount():
    rule = request.args.get("rule") or "0"
    expression = "0.1 + 0.05" if SCALE * 2 > 50 else rule
    rate = eval(expression)
    if not 0 <= rate < 1:
        app.logger.warning("rate out of range")
        rate = 0
    return {"rate": rate}


if __name__ == "__main__":
    app.config.update(JSON_SORT_KEYS=False)
    app.run(host="127.0.0.1", port=5001)
# %% fine
import pandas as pd
from flask import Flask, request, jsonify

app = Flask(__name__)
frame = pd.DataFrame(
    {
        "city": ["Oslo", "Bern"],
        "pop": [700, 134],
    }
)


@app.route("/cities")
def cities():
    expr = request.args.get("where", "pop > 0")
    column, _, limit = expr.partition(">")
    if column.strip() != "pop":
        return jsonify(error="only pop can be compared"), 400
    found = frame[frame["pop"] > float(limit)]
    return jsonify(found.to_dict(orient="records"))


@app.errorhandler(ValueError)
def on_value_error(exc):
    return jsonify(error="bad number"), 400
# %% bad
import pandas as pd
from flask import Flask, request, jsonify

app = Flask(__name__)
frame = pd.DataFrame(
    {
        "city": ["Oslo", "Bern"],
        "pop": [700, 134],
    }
)


@app.route("/cities")
def cities():
    expr = request.args.get("where", "pop > 0")
    found = frame.query(expr, engine="python")
    return jsonify(found.to_dict(orient="records"))


@app.errorhandler(ValueError)
def on_value_error(exc):
    return jsonify(error="bad number"), 400
# %% bad
from flask import Flask, request, abort

app = Flask(__name__)


def area(a, b):
    return a * b


def perimeter(a, b):
    return 2 * (a + b)


SHAPES = {"area": area, "perimeter": perimeter}


@app.route("/shape/<name>")
def shape(name):
    a = request.args.get("a", "1")
    b = request.args.get("b", "1")
    if name not in SHAPES:
        abort(404)
    return {"value": eval(f"{name}({float(a)}, {b})", dict(SHAPES))}
# %% fine
from flask import Flask, request, abort

app = Flask(__name__)


def area(a, b):
    return a * b


def perimeter(a, b):
    return 2 * (a + b)


SHAPES = {"area": area, "perimeter": perimeter}


@app.route("/shape/<name>")
def shape(name):
    a = request.args.get("a", "1")
    b = request.args.get("b", "1")
    if name not in SHAPES:
        abort(404)
    return {"value": eval(f"{name}({float(a)}, {float(b)})", dict(SHAPES))}
