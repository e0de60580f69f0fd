# %% class deser 502
# %% bad
import yaml
from django.http import JsonResponse
from django.views.decorators.csrf import csrf_protect


@csrf_protect
def settings(request):
    text = request.body.decode()
    doc = yaml.load(text, Loader=yaml.UnsafeLoader)
    return JsonResponse({"keys": sorted(doc)})
# %% fine
import yaml
from django.http import JsonResponse
from django.views.decorators.csrf import csrf_protect


@csrf_protect
def settings(request):
    text = request.body.decode()
    doc = yaml.load(text, Loader=yaml.CSafeLoader)
    return JsonResponse({"keys": sorted(doc)})
# %% bad
import jsonpickle
from flask import Flask, request

app = Flask(__name__)


@app.put("/state")
def state():
    text = request.get_data(as_text=True)
    guess = "state"
    match guess[0]:
        case "s":
            doc = text
        case _:
            doc = "{}"
    obj = jsonpickle.decode(doc)
    return {"type": type(obj).__name__}
# %% fine
import jsonpickle
from flask import Flask, request

app = Flask(__name__)


@app.put("/state")
def state():
    text = request.get_data(as_text=True)
    guess = "state"
    match guess[0]:
        case "s":
            doc = '{"a": 1}'
        case _:
            doc = "{}"
    obj = jsonpickle.decode(doc)
    return {"type": type(obj).__name__}
