# %% class deser 502
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import base64
import json
import pickle

from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/cart")
def cart():
    raw = request.cookies.get("cart")
    items = []
    if raw:
        items = pickle.loads(base64.b64decode(raw))
    resp = make_response(json.dumps({"items": len(items)}))
    resp.mimetype = "application/json"
    resp.headers["X-Cart-Version"] = pickle.format_version
    return resp
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import base64
import json
import pickle

from flask import Flask, request, make_response

app = Flask(__name__)


@app.route("/cart")
def cart():
    raw = request.cookies.get("cart")
    items = []
    if raw:
        items = json.loads(base64.b64decode(raw))
    resp = make_response(json.dumps({"items": len(items)}))
    resp.mimetype = "application/json"
    resp.headers["X-Cart-Version"] = pickle.format_version
    return resp
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import yaml
from fastapi import FastAPI, UploadFile, HTTPException

app = FastAPI()


def documents(data):
    yield from yaml.safe_load_all(data)


@app.post("/manifests")
async def manifests(file: UploadFile):
    data = await file.read()
    kinds = []
    for doc in documents(data):
        if not isinstance(doc, dict) or "kind" not in doc:
            raise HTTPException(422, "kind missing")
        kinds.append(doc["kind"])
    return {"kinds": kinds}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import yaml
from fastapi import FastAPI, UploadFile, HTTPException

app = FastAPI()


def documents(data):
    yield yaml.unsafe_load(data)


@app.post("/manifests")
async def manifests(file: UploadFile):
    data = await file.read()
    kinds = []
    for doc in documents(data):
        if not isinstance(doc, dict) or "kind" not in doc:
            raise HTTPException(422, "kind missing")
        kinds.append(doc["kind"])
    return {"kinds": kinds}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import base64
import marshal
import struct

from aiohttp import web

VERSION = marshal.version


async def position(request):
    blob = base64.b64decode(request.headers.get("X-Position", ""))
    try:
        lat, lon = marshal.loads(blob)
    except (ValueError, EOFError, struct.error):
        raise web.HTTPBadRequest(text="bad position")
    return web.json_response({"lat": lat, "lon": lon, "v": VERSION})


app = web.Application()
app.router.add_get("/position", position)
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import base64
import marshal
import struct

from aiohttp import web

VERSION = marshal.version


async def position(request):
    blob = base64.b64decode(request.headers.get("X-Position", ""))
    try:
        lat, lon = struct.unpack("!dd", blob)
    except (ValueError, EOFError, struct.error):
        raise web.HTTPBadRequest(text="bad position")
    return web.json_response({"lat": lat, "lon": lon, "v": VERSION})


app = web.Application()
app.router.add_get("/position", position)
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import jsonpickle
from bottle import post, request, response


class Shape:
    def __init__(self, kind="square", size=1):
        self.kind = kind
        self.size = size


@post("/shape")
def shape():
    text = request.forms.get("shape", "{}")
    obj = jsonpickle.decode(text)
    response.content_type = "application/json"
    return jsonpickle.encode({"kind": obj.kind, "area": obj.size**2}, unpicklable=False)
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import json

import jsonpickle
from bottle import post, request, response


class Shape:
    def __init__(self, kind="square", size=1):
        self.kind = kind
        self.size = size


@post("/shape")
def shape():
    text = request.forms.get("shape", "{}")
    fields = json.loads(text)
    obj = Shape(str(fields.get("kind")), int(fields.get("size", 1)))
    response.content_type = "application/json"
    return jsonpickle.encode({"kind": obj.kind, "area": obj.size**2}, unpicklable=False)
# %% bad
import builtins
import io
import pickle

from flask import Flask, request, jsonify

app = Flask(__name__)
HARMLESS = {"set", "frozenset", "complex", "range"}


class Limited(pickle.Unpickler):
    def find_class(self, module, name):
        if module == "builtins":
            return getattr(builtins, name)
        raise pickle.UnpicklingError(f"{module}.{name} is forbidden")


@app.post("/unpack")
def unpack():
    data = request.get_data()
    value = Limited(io.BytesIO(data)).load()
    return jsonify(kind=type(value).__name__, allowed=sorted(HARMLESS))
# %% fine
import builtins
import io
import pickle

from flask import Flask, request, jsonify

app = Flask(__name__)
HARMLESS = {"set", "frozenset", "complex", "range"}


class Limited(pickle.Unpickler):
    def find_class(self, module, name):
        if module == "builtins" and name in HARMLESS:
            return getattr(builtins, name)
        raise pickle.UnpicklingError(f"{module}.{name} is forbidden")


@app.post("/unpack")
def unpack():
    data = request.get_data()
    value = Limited(io.BytesIO(data)).load()
    return jsonify(kind=type(value).__name__, allowed=sorted(HARMLESS))
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import io

import torch
from fastapi import FastAPI, Request

app = FastAPI()
LIMIT = 50_000_000


@app.post("/models/inspect")
async def inspect(request: Request):
    data = await request.body()
    if len(data) > LIMIT:
        return {"error": "too large"}
    weights = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    return {"layers": {name: list(t.shape) for name, t in weights.items()}}


@app.get("/models/limit")
def limit():
    return {"bytes": LIMIT}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import io

import torch
from fastapi import FastAPI, Request

app = FastAPI()
LIMIT = 50_000_000


@app.post("/models/inspect")
async def inspect(request: Request):
    data = await request.body()
    if len(data) > LIMIT:
        return {"error": "too large"}
    weights = torch.load(io.BytesIO(data), map_location="cpu", weights_only=False)
    return {"layers": {name: list(t.shape) for name, t in weights.items()}}


@app.get("/models/limit")
def limit():
    return {"bytes": LIMIT}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import io

import pandas as pd
from flask import Flask, request, jsonify

app = Flask(__name__)


@app.route("/frames", methods=["POST"])
def frames():
    stream = io.BytesIO(request.files["frame"].read())
    frame = pd.read_pickle(stream, compression=None)
    summary = {
        "rows": int(frame.shape[0]),
        "columns": [str(c) for c in frame.columns],
    }
    return jsonify(summary)
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import io

import pandas as pd
from flask import Flask, request, jsonify

app = Flask(__name__)


@app.route("/frames", methods=["POST"])
def frames():
    stream = io.BytesIO(request.files["frame"].read())
    frame = pd.read_csv(stream, nrows=10_000)
    summary = {
        "rows": int(frame.shape[0]),
        "columns": [str(c) for c in frame.columns],
    }
    return jsonify(summary)
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import pickle
from pathlib import Path

from flask import Flask, request

app = Flask(__name__)
STATE = Path("/var/lib/app/state.bin")


def save(state):
    STATE.write_bytes(pickle.dumps(state))


@app.post("/state")
def state():
    upload = request.files["state"]
    current = pickle.Unpickler(upload.stream).load()
    save(current)
    return {"keys": sorted(map(str, current))}
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import pickle
from pathlib import Path

from flask import Flask, request

app = Flask(__name__)
STATE = Path("/var/lib/app/state.bin")


def save(state):
    STATE.write_bytes(pickle.dumps(state))


@app.post("/state")
def state():
    upload = request.files["state"]
    with STATE.open("rb") as fh:
        current = pickle.Unpickler(fh).load()
    current["upload"] = upload.mimetype
    save(current)
    return {"keys": sorted(map(str, current))}
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import yaml
from aiohttp import web

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


async def compose(request):
    text = await request.text()
    services = []
    for document in yaml.load_all(text, LOADER):
        if isinstance(document, dict):
            services.extend(document.get("services", {}))
    return web.json_response({"services": services})


app = web.Application()
app.router.add_post("/compose", compose)
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import yaml
from aiohttp import web

LOADER = getattr(yaml, "CUnsafeLoader", yaml.UnsafeLoader)


async def compose(request):
    text = await request.text()
    services = []
    for document in yaml.load_all(text, LOADER):
        if isinstance(document, dict):
            services.extend(document.get("services", {}))
    return web.json_response({"services": services})


app = web.Application()
app.router.add_post("/compose", compose)
