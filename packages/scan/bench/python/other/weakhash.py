# %% class weakhash 328 327 916 326 759 760
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
import hmac
import os

from flask import Flask, request

app = Flask(__name__)
SECRET = os.environ["RESET_SECRET"]


def token_for(mail):
    return hashlib.sha1((SECRET + mail).encode()).hexdigest()


@app.route("/reset/verify")
def verify():
    mail = request.args.get("mail", "")
    given = request.args.get("token", "")
    if not hmac.compare_digest(given.encode(), token_for(mail).encode()):
        return {"error": "invalid token"}, 403
    return {"mail": mail}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
import hmac
import os

from flask import Flask, request

app = Flask(__name__)
SECRET = os.environ["RESET_SECRET"]


def token_for(mail):
    return hmac.new(SECRET.encode(), mail.encode(), hashlib.sha256).hexdigest()


@app.route("/reset/verify")
def verify():
    mail = request.args.get("mail", "")
    given = request.args.get("token", "")
    if not hmac.compare_digest(given.encode(), token_for(mail).encode()):
        return {"error": "invalid token"}, 403
    return {"mail": mail}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib

from fastapi import FastAPI, Header, HTTPException

app = FastAPI()
KEYS = {"5f4dcc3b": "reports", "900150983": "billing"}
ALGORITHM = "sha3_256"


def fingerprint(api_key: str) -> str:
    digest = hashlib.new(ALGORITHM)
    digest.update(api_key.encode())
    return digest.hexdigest()


@app.get("/whoami")
def whoami(x_api_key: str = Header(...)):
    scope = KEYS.get(fingerprint(x_api_key))
    if scope is None:
        raise HTTPException(401)
    return {"scope": scope}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib

from fastapi import FastAPI, Header, HTTPException

app = FastAPI()
KEYS = {"5f4dcc3b": "reports", "900150983": "billing"}
ALGORITHM = "md5"


def fingerprint(api_key: str) -> str:
    digest = hashlib.new(ALGORITHM)
    digest.update(api_key.encode())
    return digest.hexdigest()


@app.get("/whoami")
def whoami(x_api_key: str = Header(...)):
    scope = KEYS.get(fingerprint(x_api_key))
    if scope is None:
        raise HTTPException(401)
    return {"scope": scope}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import hashlib
import os

from flask import Flask, request, Response, abort

app = Flask(__name__)
KEY = os.environ["DOWNLOAD_KEY"].encode()
DATA = b"monthly figures"


@app.route("/figures")
def figures():
    expected = hashlib.md5(KEY + request.path.encode()).hexdigest()
    if request.args.get("sig") != expected:
        abort(403)
    return Response(DATA, mimetype="text/plain")
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import hashlib
import os

from flask import Flask, request, Response

app = Flask(__name__)
KEY = os.environ["DOWNLOAD_KEY"].encode()
DATA = b"monthly figures"


@app.route("/figures")
def figures():
    etag = hashlib.md5(DATA, usedforsecurity=False).hexdigest()
    if request.headers.get("If-None-Match") == etag:
        return Response(status=304)
    return Response(DATA, mimetype="text/plain", headers={"ETag": etag})
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from aiohttp import web
from cryptography.hazmat.primitives import hashes


def digest(data):
    ctx = hashes.Hash(hashes.SHA256())
    ctx.update(data)
    return ctx.finalize().hex()


async def check(request):
    body = await request.read()
    claimed = request.headers.get("X-Content-Digest", "")
    if digest(body) != claimed:
        raise web.HTTPForbidden(text="tampered upload")
    return web.json_response({"accepted": len(body)})


app = web.Application()
app.router.add_post("/firmware", check)
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from aiohttp import web
from cryptography.hazmat.primitives import hashes


def digest(data):
    ctx = hashes.Hash(hashes.MD5())
    ctx.update(data)
    return ctx.finalize().hex()


async def check(request):
    body = await request.read()
    claimed = request.headers.get("X-Content-Digest", "")
    if digest(body) != claimed:
        raise web.HTTPForbidden(text="tampered upload")
    return web.json_response({"accepted": len(body)})


app = web.Application()
app.router.add_post("/firmware", check)
# %% fine
import hashlib
import os

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


class Vault:
    def __init__(self):
        self.entries = {}

    def put(self, login, password):
        salt = os.urandom(16)
        derived = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 600_000)
        self.entries[login] = (salt, derived)


VAULT = Vault()


async def signup(request):
    form = await request.form()
    VAULT.put(form["login"], form["password"])
    return JSONResponse({"users": len(VAULT.entries)})


app = Starlette(routes=[Route("/signup", signup, methods=["POST"])])
# %% bad
import hashlib
import os

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route


class Vault:
    def __init__(self):
        self.entries = {}

    def put(self, login, password):
        salt = os.urandom(16)
        hasher = getattr(hashlib, "sha1")()
        hasher.update(salt)
        hasher.update(password.encode())
        self.entries[login] = (salt, hasher.digest())


VAULT = Vault()


async def signup(request):
    form = await request.form()
    VAULT.put(form["login"], form["password"])
    return JSONResponse({"users": len(VAULT.entries)})


app = Starlette(routes=[Route("/signup", signup, methods=["POST"])])
# %% bad
import bcrypt
import crypt
from flask import Flask, request

app = Flask(__name__)
USERS = {}


def digest(password):
    return crypt.crypt(password, crypt.mksalt(crypt.METHOD_CRYPT))


@app.route("/users", methods=["POST"])
def create():
    body = request.get_json()
    USERS[body["login"]] = digest(body["password"])
    return {"users": len(USERS), "bcrypt": bcrypt.__version__, "methods": len(crypt.methods)}


@app.route("/users/<login>", methods=["DELETE"])
def drop(login):
    return {"removed": USERS.pop(login, None) is not None}
# %% fine
import bcrypt
import crypt
from flask import Flask, request

app = Flask(__name__)
USERS = {}


def digest(password):
    return bcrypt.hashpw(password.encode(), bcrypt.gensalt(12)).decode()


@app.route("/users", methods=["POST"])
def create():
    body = request.get_json()
    USERS[body["login"]] = digest(body["password"])
    return {"users": len(USERS), "bcrypt": bcrypt.__version__, "methods": len(crypt.methods)}


@app.route("/users/<login>", methods=["DELETE"])
def drop(login):
    return {"removed": USERS.pop(login, None) is not None}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from hashlib import md5 as fast_digest
from http.cookies import SimpleCookie
import hmac
import os

KEY = os.environ["SITE_KEY"].encode()


def seal(value):
    return fast_digest(KEY + value.encode() + KEY).hexdigest()


def application(environ, start_response):
    jar = SimpleCookie(environ.get("HTTP_COOKIE", ""))
    user = jar["user"].value if "user" in jar else ""
    mac = jar["mac"].value if "mac" in jar else ""
    if not user or not hmac.compare_digest(mac.encode(), seal(user).encode()):
        start_response("401 Unauthorized", [("Content-Type", "text/plain")])
        return [b"who are you?"]
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"welcome back"]
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from hashlib import sha256 as fast_digest
from http.cookies import SimpleCookie
import hmac
import os

KEY = os.environ["SITE_KEY"].encode()


def seal(value):
    return fast_digest(KEY + value.encode() + KEY).hexdigest()


def application(environ, start_response):
    jar = SimpleCookie(environ.get("HTTP_COOKIE", ""))
    user = jar["user"].value if "user" in jar else ""
    mac = jar["mac"].value if "mac" in jar else ""
    if not user or not hmac.compare_digest(mac.encode(), seal(user).encode()):
        start_response("401 Unauthorized", [("Content-Type", "text/plain")])
        return [b"who are you?"]
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"welcome back"]
# %% bad
import hashlib
import os

from flask import Flask, request

app = Flask(__name__)


def hasher_for(kind):
    match kind:
        case "receipt":
            return hashlib.md5
        case _:
            return hashlib.sha512


@app.post("/receipt")
def receipt():
    key = os.environ["RECEIPT_KEY"].encode()
    body = request.get_data()
    seal = hasher_for("receipt")(key + body).hexdigest()
    with open("receipts.txt", "a") as fh:
        fh.write("%s\n" % seal)
    return {"seal": seal}
# %% fine
import hashlib
import os

from flask import Flask, request

app = Flask(__name__)


def hasher_for(kind):
    match kind:
        case "receipt":
            return hashlib.sha3_512
        case _:
            return hashlib.sha512


@app.post("/receipt")
def receipt():
    key = os.environ["RECEIPT_KEY"].encode()
    body = request.get_data()
    seal = hasher_for("receipt")(key + body).hexdigest()
    with open("receipts.txt", "a") as fh:
        fh.write("%s\n" % seal)
    return {"seal": seal}
