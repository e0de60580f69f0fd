# %% class deser 502
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import yaml
from flask import Flask, request, jsonify

app = Flask(__name__)


@app.route("/pipelines", methods=["POST"])
def create_pipeline():
    text = request.get_data(as_text=True)
    try:
        spec = yaml.load(text, Loader=yaml.Loader)
    except yaml.YAMLError:
        return jsonify(error="invalid yaml"), 400
    if not isinstance(spec, dict):
        return jsonify(error="mapping expected"), 400
    return jsonify(steps=len(spec.get("steps", [])))
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.

Kept small on purpose: one module, one concern.
"""

import yaml
from flask import Flask, request, jsonify

app = Flask(__name__)


@app.route("/pipelines", methods=["POST"])
def create_pipeline():
    text = request.get_data(as_text=True)
    try:
        spec = yaml.load(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return jsonify(error="invalid yaml"), 400
    if not isinstance(spec, dict):
        return jsonify(error="mapping expected"), 400
    return jsonify(steps=len(spec.get("steps", [])))
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import os
import shelve
import tempfile

from flask import Flask, request

app = Flask(__name__)
LOCAL = "/var/lib/app/stats"


@app.route("/stats/import", methods=["POST"])
def import_stats():
    upload = request.files["db"]
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "incoming.db")
    upload.save(path)
    with shelve.open(LOCAL, flag="r") as db:
        return {"keys": len(db), "size": os.path.getsize(path)}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import os
import shelve
import tempfile

from flask import Flask, request

app = Flask(__name__)
LOCAL = "/var/lib/app/stats"


@app.route("/stats/import", methods=["POST"])
def import_stats():
    upload = request.files["db"]
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "incoming.db")
    upload.save(path)
    with shelve.open(path, flag="r") as db:
        return {"keys": len(db), "values": [str(db[k]) for k in db]}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import hashlib
import hmac
import os
import pickle

from django.http import HttpResponseForbidden, JsonResponse

KEY = os.environ["STATE_KEY"].encode()


def tag(data):
    return hmac.new(KEY, data, hashlib.sha256).digest()


def restore(request):
    body = request.body
    signature, data = body[:32], body[32:]
    state = pickle.loads(data)
    if not hmac.compare_digest(signature, tag(data)):
        return HttpResponseForbidden("bad signature")
    return JsonResponse({"step": state["step"]})
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import hashlib
import hmac
import os
import pickle

from django.http import HttpResponseForbidden, JsonResponse

KEY = os.environ["STATE_KEY"].encode()


def tag(data):
    return hmac.new(KEY, data, hashlib.sha256).digest()


def restore(request):
    body = request.body
    signature, data = body[:32], body[32:]
    if not hmac.compare_digest(signature, tag(data)):
        return HttpResponseForbidden("bad signature")
    state = pickle.loads(data)
    return JsonResponse({"step": state["step"]})
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

from ruamel.yaml import YAML
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


def make_yaml():
    yaml = YAML(typ="unsafe")
    yaml.allow_duplicate_keys = False
    return yaml


async def rules(request):
    text = (await request.body()).decode()
    data = make_yaml().load(text)
    return JSONResponse({"rules": len(data or [])})


app = Starlette(routes=[Route("/rules", rules, methods=["PUT"])])
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

from ruamel.yaml import YAML
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


def make_yaml():
    yaml = YAML(typ="safe")
    yaml.allow_duplicate_keys = False
    return yaml


async def rules(request):
    text = (await request.body()).decode()
    data = make_yaml().load(text)
    return JSONResponse({"rules": len(data or [])})


app = Starlette(routes=[Route("/rules", rules, methods=["PUT"])])
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import base64
import pickle

from flask import Flask, request

app = Flask(__name__)
DEFAULT = base64.b64encode(pickle.dumps({"theme": "light"})).decode()


@app.route("/theme")
def theme():
    store = {"default": DEFAULT, "given": request.args.get("state", DEFAULT)}
    chosen = store["default"]
    state = pickle.loads(base64.b64decode(chosen))
    return {"theme": state["theme"], "custom": store["given"] != DEFAULT}


@app.route("/theme/default")
def default_theme():
    return {"state": DEFAULT}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import base64
import pickle

from flask import Flask, request

app = Flask(__name__)
DEFAULT = base64.b64encode(pickle.dumps({"theme": "light"})).decode()


@app.route("/theme")
def theme():
    store = {"default": DEFAULT, "given": request.args.get("state", DEFAULT)}
    chosen = store["given"]
    state = pickle.loads(base64.b64decode(chosen))
    return {"theme": state["theme"], "custom": store["given"] != DEFAULT}


@app.route("/theme/default")
def default_theme():
    return {"state": DEFAULT}
# %% bad
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import io

import numpy as np
from flask import Flask, request

app = Flask(__name__)


def load_array(data, **options):
    with io.BytesIO(data) as buffer:
        return np.load(buffer, **options)


@app.post("/vectors/mean")
def mean():
    data = request.stream.read(1_000_000)
    array = load_array(data, allow_pickle=True)
    if array.ndim != 1:
        return {"error": "one dimension expected"}, 400
    return {"mean": float(array.mean())}
# %% fine
"""Public endpoints of the site.

Run with the usual WSGI or ASGI server.
"""

import io

import numpy as np
from flask import Flask, request

app = Flask(__name__)


def load_array(data, **options):
    with io.BytesIO(data) as buffer:
        return np.load(buffer, **options)


@app.post("/vectors/mean")
def mean():
    data = request.stream.read(1_000_000)
    array = load_array(data, allow_pickle=False)
    if array.ndim != 1:
        return {"error": "one dimension expected"}, 400
    return {"mean": float(array.mean())}
