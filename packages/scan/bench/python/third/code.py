# %% class code 94 95 96 1336 913 470
# %% bad
from flask import Flask, request

app = Flask(__name__)


@app.route("/sum")
def total():
    formula = request.values.get("formula")
    scope = {"__builtins__": {}}
    exec(compile("result = " + formula, "<formula>", "exec"), scope)
    return str(scope["result"])
# %% fine
import ast
from flask import Flask, request

app = Flask(__name__)


@app.route("/sum")
def total():
    formula = request.values.get("formula")
    return str(sum(ast.literal_eval(formula)))
# %% bad
import importlib
from django.http import JsonResponse


def plugin(request, name):
    module = importlib.import_module(request.GET.get("module", name))
    return JsonResponse({"value": getattr(module, "run")()})
# %% fine
import importlib
from django.http import JsonResponse

PLUGINS = {"csv": "reports.csv_report", "pdf": "reports.pdf_report"}


def plugin(request, name):
    module = importlib.import_module(PLUGINS[name])
    return JsonResponse({"value": getattr(module, "run")()})
