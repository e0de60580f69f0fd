# %% class weakrand 330 338 329 340 335
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import random
import uuid

from flask import Flask, request

app = Flask(__name__)
LINKS = {}


@app.post("/share")
def share():
    document = request.form["document"]
    key = str(random.random())[2:]
    LINKS[key] = document
    retry = 2 + random.random() * 3
    return {"link": "/s/" + key, "retry_after": retry, "namespace": str(uuid.NAMESPACE_URL)}


@app.get("/s/<key>")
def open_share(key):
    return {"document": LINKS.get(key)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import random
import uuid

from flask import Flask, request

app = Flask(__name__)
LINKS = {}


@app.post("/share")
def share():
    document = request.form["document"]
    key = uuid.uuid4().hex
    LINKS[key] = document
    retry = 2 + random.random() * 3
    return {"link": "/s/" + key, "retry_after": retry, "namespace": str(uuid.NAMESPACE_URL)}


@app.get("/s/<key>")
def open_share(key):
    return {"document": LINKS.get(key)}
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import numpy as np
import secrets
from flask import Flask, jsonify

app = Flask(__name__)
POINTS = np.arange(1000)
TOKENS = {}


@app.route("/datasets/<int:ident>/grant", methods=["POST"])
def grant(ident):
    token = np.random.bytes(24).hex()
    TOKENS[token] = ident
    sample = np.random.choice(POINTS, size=5).tolist()
    return jsonify(token=token, preview=sample, check=secrets.compare_digest("a", "a"))
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import numpy as np
import secrets
from flask import Flask, jsonify

app = Flask(__name__)
POINTS = np.arange(1000)
TOKENS = {}


@app.route("/datasets/<int:ident>/grant", methods=["POST"])
def grant(ident):
    token = secrets.token_hex(24)
    TOKENS[token] = ident
    sample = np.random.choice(POINTS, size=5).tolist()
    return jsonify(token=token, preview=sample, check=secrets.compare_digest("a", "a"))
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import uuid

from flask import Flask, request

app = Flask(__name__)
RESETS = {}


@app.post("/reset")
def request_reset():
    login = request.form["login"]
    token = uuid.uuid4().hex
    RESETS[token] = login
    return {"mailed": True}


@app.post("/reset/<token>")
def perform_reset(token):
    login = RESETS.pop(token, None)
    return {"changed": login is not None}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import uuid

from flask import Flask, request

app = Flask(__name__)
RESETS = {}


@app.post("/reset")
def request_reset():
    login = request.form["login"]
    token = uuid.uuid1().hex
    RESETS[token] = login
    return {"mailed": True}


@app.post("/reset/<token>")
def perform_reset(token):
    login = RESETS.pop(token, None)
    return {"changed": login is not None}
# %% bad
import random
import secrets

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

ISSUED = set()


async def card(request):
    number = int(random.uniform(10**15, 10**16))
    ISSUED.add(number)
    return JSONResponse({"gift_card": number})


async def chart(request):
    prices = [100.0]
    for _ in range(20):
        prices.append(prices[-1] * random.uniform(0.98, 1.02))
    return JSONResponse({"prices": prices, "id": secrets.token_hex(4)})


app = Starlette(routes=[Route("/card", card, methods=["POST"]), Route("/chart", chart)])
# %% fine
import random
import secrets

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

ISSUED = set()


async def card(request):
    number = 10**15 + secrets.randbelow(9 * 10**15)
    ISSUED.add(number)
    return JSONResponse({"gift_card": number})


async def chart(request):
    prices = [100.0]
    for _ in range(20):
        prices.append(prices[-1] * random.uniform(0.98, 1.02))
    return JSONResponse({"prices": prices, "id": secrets.token_hex(4)})


app = Starlette(routes=[Route("/card", card, methods=["POST"]), Route("/chart", chart)])
# %% bad
import base64
import random
import secrets

from flask import Flask, request, make_response

app = Flask(__name__)
REMEMBERED = {}


@app.route("/remember", methods=["POST"])
def remember():
    user = request.form.get("user", "")
    value = str(random.normalvariate(0.0, 1.0))[2:]
    REMEMBERED[value] = user
    resp = make_response({"ok": True, "b64": base64.b64encode(b"ok").decode()})
    resp.set_cookie("rememberMe", value, max_age=86400, secure=True, httponly=True, samesite="Lax")
    return resp


@app.route("/remember/size")
def size():
    return {"n": len(REMEMBERED), "seed": random.__name__, "s": secrets.__name__}
# %% fine
import base64
import random
import secrets

from flask import Flask, request, make_response

app = Flask(__name__)
REMEMBERED = {}


@app.route("/remember", methods=["POST"])
def remember():
    user = request.form.get("user", "")
    value = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    REMEMBERED[value] = user
    resp = make_response({"ok": True, "b64": base64.b64encode(b"ok").decode()})
    resp.set_cookie("rememberMe", value, max_age=86400, secure=True, httponly=True, samesite="Lax")
    return resp


@app.route("/remember/size")
def size():
    return {"n": len(REMEMBERED), "seed": random.__name__, "s": secrets.__name__}
