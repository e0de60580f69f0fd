# %% class deserialisation 502
# %% head
import pickle, base64, json
import yaml
import marshal
import shelve
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.route("/d")
def d():
    return str(pickle.loads(base64.b64decode(request.cookies["s"])))
# %% bad
@app.post("/d")
def d():
    return str(yaml.load(request.data, Loader=yaml.Loader))
# %% bad
@app.post("/d")
def d():
    return str(yaml.unsafe_load(request.form["y"]))
# %% bad
@app.post("/d")
def d():
    return str(pickle.load(request.files["f"]))
# %% bad
import io
@app.post("/d")
def d():
    up = pickle.Unpickler(io.BytesIO(request.get_data()))
    return str(up.load())
# %% bad
@app.post("/d")
def d():
    return str(marshal.loads(request.data))
# %% bad
import jsonpickle
@app.post("/d")
def d():
    return str(jsonpickle.decode(request.form["j"]))
# %% bad
import dill
@app.post("/d")
def d():
    return str(dill.loads(bytes.fromhex(request.args["h"])))
# %% bad
from yaml import load, UnsafeLoader
from fastapi import FastAPI, Request
api = FastAPI()
@api.post("/d")
async def d(request: Request):
    return load(await request.body(), Loader=UnsafeLoader)
# %% bad
from django.http import HttpResponse
def v(request):
    data = pickle.loads(request.COOKIES["cart"].encode("latin1"))
    return HttpResponse(data["n"])
# %% bad
import joblib
@app.post("/d")
def d():
    return str(joblib.load(request.files["m"]))
# %% bad
import torch
@app.post("/d")
def d():
    f = request.files["m"]
    return str(torch.load(f.stream, weights_only=False))
# %% bad
@app.post("/d")
def d():
    for doc in yaml.load_all(request.form["y"], yaml.FullLoader):
        print(doc)
    return str(list(yaml.load_all(request.form["z"], Loader=yaml.UnsafeLoader)))
# %% fine
@app.post("/d")
def d():
    return str(yaml.safe_load(request.data))
# %% fine
@app.post("/d")
def d():
    return str(yaml.load(request.data, Loader=yaml.SafeLoader))
# %% fine
@app.post("/d")
def d():
    return str(json.loads(request.data)["n"] + 1)
# %% fine
@app.post("/d")
def d():
    blob = pickle.dumps({"a": request.form["a"]})
    open("/srv/x", "wb").write(blob)
    return ""
# %% fine
import hmac, hashlib
@app.post("/d")
def d():
    body = request.data
    mac = hmac.new(app.secret_key, body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(mac, request.headers["X-Mac"]):
        return "no", 403
    return str(pickle.loads(body))
# %% fine
@app.post("/d")
def d():
    with open("/srv/cache.pkl", "rb") as f:
        table = pickle.load(f)
    return str(table.get(request.form["k"]) is None)
# %% fine
from yaml import CSafeLoader
@app.post("/d")
def d():
    return str(yaml.load(request.data, CSafeLoader))
# %% fine
@app.post("/d")
def d():
    p = request.form["p"]
    if 1 == 2:
        return str(pickle.loads(p))
    return "x"
# %% fine
@app.post("/d")
def d():
    p = request.form["p"]
    d = {}
    d["a"] = "- 1"
    d["b"] = p
    return str(yaml.load(d["a"], Loader=yaml.Loader))
# %% fine
import msgpack
@app.post("/d")
def d():
    return str(len(msgpack.unpackb(request.data)))
# %% fine
import torch
@app.post("/d")
def d():
    return str(len(torch.load(request.files["m"], weights_only=True)))
# %% fine
from ruamel.yaml import YAML
@app.post("/d")
def d():
    return str(len(YAML(typ="safe").load(request.data)))
