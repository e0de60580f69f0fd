# %% class deserialisation 502
# %% bad
import base64
import pickle
from flask import Flask, request

app = Flask(__name__)


@app.route("/cart")
def cart():
    raw = request.cookies.get("cart")
    items = pickle.loads(base64.urlsafe_b64decode(raw))
    return {"count": len(items)}
# %% fine
import base64
import hashlib
import hmac
import pickle
from flask import Flask, abort, current_app, request

app = Flask(__name__)


@app.route("/cart")
def cart():
    raw = base64.urlsafe_b64decode(request.cookies.get("cart"))
    mac, body = raw[:32], raw[32:]
    expected = hmac.new(current_app.config["CART_KEY"], body, hashlib.sha256).digest()
    if not hmac.compare_digest(mac, expected):
        abort(400)
    items = pickle.loads(body)
    return {"count": len(items)}
# %% bad
import yaml
from flask import Flask, request

app = Flask(__name__)


@app.post("/settings")
def settings():
    text = request.files["settings"].read()
    data = yaml.load(text, Loader=yaml.Loader)
    return {"keys": list(data)}
# %% fine
import yaml
from flask import Flask, request

app = Flask(__name__)


@app.post("/settings")
def settings():
    text = request.files["settings"].read()
    data = yaml.load(text, Loader=yaml.CSafeLoader)
    return {"keys": list(data)}
# %% bad
import yaml
from django.http import JsonResponse


def upload(request):
    documents = list(yaml.unsafe_load_all(request.body))
    return JsonResponse({"count": len(documents)})
# %% fine
import yaml
from django.http import JsonResponse


def upload(request):
    documents = list(yaml.safe_load_all(request.body))
    return JsonResponse({"count": len(documents)})
# %% bad
import dill
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/task")
async def task(request: Request):
    body = await request.body()
    work = dill.loads(body)
    return {"kind": type(work).__name__}
# %% fine
import json
from fastapi import FastAPI, Request

app = FastAPI()


@app.post("/task")
async def task(request: Request):
    body = await request.body()
    work = json.loads(body)
    return {"kind": type(work).__name__}
# %% bad
import cloudpickle
from flask import Flask, request

app = Flask(__name__)


def decode(data):
    return cloudpickle.loads(bytes.fromhex(data))


@app.post("/function")
def function():
    call = decode(request.json["function"])
    return {"name": call.__name__}
# %% fine
import cloudpickle
from flask import Flask, request

app = Flask(__name__)
DEFAULT = cloudpickle.dumps(len)


def decode(data):
    return cloudpickle.loads(data)


@app.post("/function")
def function():
    call = decode(DEFAULT)
    return {"name": call.__name__, "asked": request.json["function"]}
# %% bad
import shelve
from flask import Flask, request

app = Flask(__name__)


@app.post("/shelf")
def shelf():
    given = request.files["db"]
    given.save("/tmp/upload.db")
    with shelve.open(f"/srv/shelves/{request.form['shelf']}") as store:
        return {"keys": list(store.keys()), "first": store["first"]}
# %% fine
import shelve
from flask import Flask, request

app = Flask(__name__)


@app.post("/shelf")
def shelf():
    with shelve.open("/srv/shelves/main") as store:
        store["last"] = request.form["shelf"]
        return {"keys": list(store.keys())}
# %% bad
import marshal
import types
from flask import Flask, request

app = Flask(__name__)


@app.post("/code")
def code():
    body = marshal.loads(request.get_data())
    return {"value": types.FunctionType(body, {})()}
# %% fine
import marshal
from flask import Flask, request

app = Flask(__name__)


@app.post("/code")
def code():
    return marshal.dumps({"length": len(request.get_data())})
# %% bad
import jsonpickle
from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def restore(request):
    state = jsonpickle.decode(request.POST.get("state", "{}"))
    return HttpResponse(str(state.version))
# %% fine
import jsonpickle
from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt
def restore(request):
    state = {"version": request.POST.get("version") == "2"}
    return HttpResponse(jsonpickle.encode(state), content_type="application/json")
# %% bad
import io
import torch
from fastapi import FastAPI, File, UploadFile

app = FastAPI()


@app.post("/model")
async def model(upload: UploadFile = File(...)):
    weights = torch.load(io.BytesIO(await upload.read()), weights_only=False)
    return {"layers": len(weights)}
# %% fine
import io
import torch
from fastapi import FastAPI, File, UploadFile

app = FastAPI()


@app.post("/model")
async def model(upload: UploadFile = File(...)):
    weights = torch.load(io.BytesIO(await upload.read()), weights_only=True)
    return {"layers": len(weights)}
# %% bad
import tempfile
import joblib
from flask import Flask, request

app = Flask(__name__)


@app.post("/predict")
def predict():
    with tempfile.NamedTemporaryFile(suffix=".joblib") as handle:
        request.files["model"].save(handle.name)
        estimator = joblib.load(handle.name)
    return {"classes": list(estimator.classes_)}
# %% fine
import joblib
from flask import Flask, request

app = Flask(__name__)
MODEL = joblib.load("/srv/models/current.joblib")


@app.post("/predict")
def predict():
    return {"value": float(MODEL.predict([request.json["row"]])[0])}
# %% bad
import pandas as pd
from flask import Flask, request

app = Flask(__name__)


@app.post("/frame")
def frame():
    data = pd.read_pickle(request.files["frame"])
    return {"rows": len(data)}
# %% fine
import pandas as pd
from flask import Flask, request

app = Flask(__name__)


@app.post("/frame")
def frame():
    data = pd.read_csv(request.files["frame"])
    return {"rows": len(data)}
# %% bad
import io
import numpy as np
from flask import Flask, request

app = Flask(__name__)


@app.post("/array")
def array():
    values = np.load(io.BytesIO(request.data), allow_pickle=True)
    return {"shape": list(values.shape)}
# %% fine
import io
import numpy as np
from flask import Flask, request

app = Flask(__name__)


@app.post("/array")
def array():
    values = np.load(io.BytesIO(request.data), allow_pickle=False)
    return {"shape": list(values.shape)}
# %% bad
import pickle
import redis
from flask import Flask, request

app = Flask(__name__)
store = redis.Redis()


@app.put("/state/<key>")
def put(key):
    store.set(key, request.get_data())
    return "", 204


@app.get("/state/<key>")
def get(key):
    return {"state": str(pickle.loads(store.get(key)))}
# %% fine
import json
import redis
from flask import Flask, request

app = Flask(__name__)
store = redis.Redis()


@app.put("/state/<key>")
def put(key):
    store.set(key, request.get_data())
    return "", 204


@app.get("/state/<key>")
def get(key):
    return {"state": json.loads(store.get(key))}
# %% bad
import io
import pickle
from flask import Flask, request

app = Flask(__name__)


@app.post("/load")
def load():
    values = {"a": "x", "b": request.form.get("data")}
    chosen = values["b"]
    reader = pickle.Unpickler(io.BytesIO(chosen.encode("latin-1")))
    return {"value": str(reader.load())}
# %% fine
import io
import pickle
from flask import Flask, request

app = Flask(__name__)
ALLOWED = {("datetime", "date"), ("decimal", "Decimal")}


class OnlyPlain(pickle.Unpickler):
    def find_class(self, module, name):
        if (module, name) not in ALLOWED:
            raise pickle.UnpicklingError(name)
        return super().find_class(module, name)


@app.post("/load")
def load():
    values = {"a": "x", "b": request.form.get("data")}
    chosen = values["b"]
    reader = OnlyPlain(io.BytesIO(chosen.encode("latin-1")))
    return {"value": str(reader.load())}
