# %% class weakhash 328 327 916 326 759 760
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
import os
import sqlite3

from flask import Flask, request

app = Flask(__name__)


def protect(password, salt):
    return hashlib.md5(salt + password.encode()).hexdigest()


@app.post("/register")
def register():
    salt = os.urandom(16)
    digest = protect(request.form["password"], salt)
    with sqlite3.connect("users.db") as db:
        db.execute("INSERT INTO users VALUES (?, ?, ?)", (request.form["login"], salt, digest))
    return {"ok": True}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
import os
import sqlite3

from flask import Flask, request

app = Flask(__name__)


def protect(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1).hex()


@app.post("/register")
def register():
    salt = os.urandom(16)
    digest = protect(request.form["password"], salt)
    with sqlite3.connect("users.db") as db:
        db.execute("INSERT INTO users VALUES (?, ?, ?)", (request.form["login"], salt, digest))
    return {"ok": True}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib

from django.contrib.auth.hashers import make_password
from django.http import JsonResponse
from django.views.decorators.http import require_POST

from .models import Member


@require_POST
def change_password(request):
    new = request.POST["new_password"]
    member = Member.objects.get(pk=request.session["member"])
    member.secret = "sha1$" + hashlib.sha1(new.encode("utf-8")).hexdigest()
    member.save(update_fields=["secret"])
    return JsonResponse({"algorithm": member.secret.split("$")[0], "known": len(hashlib.algorithms_available)})


def strength(request):
    return JsonResponse({"usable": make_password(None).startswith("!")})
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib

from django.contrib.auth.hashers import make_password
from django.http import JsonResponse
from django.views.decorators.http import require_POST

from .models import Member


@require_POST
def change_password(request):
    new = request.POST["new_password"]
    member = Member.objects.get(pk=request.session["member"])
    member.secret = make_password(new)
    member.save(update_fields=["secret"])
    return JsonResponse({"algorithm": member.secret.split("$")[0], "known": len(hashlib.algorithms_available)})


def strength(request):
    return JsonResponse({"usable": make_password(None).startswith("!")})
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hmac
import os

from bottle import post, request, abort

SECRET = os.environ.get("HOOK_SECRET", "").encode()


def signature(body):
    return hmac.new(SECRET, body, "md5").hexdigest()


@post("/hook")
def hook():
    if not SECRET:
        abort(503, "not configured")
    body = request.body.read()
    given = request.get_header("X-Signature", "")
    if not hmac.compare_digest(given, signature(body)):
        abort(403, "bad signature")
    return {"received": len(body)}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hmac
import os

from bottle import post, request, abort

SECRET = os.environ.get("HOOK_SECRET", "").encode()


def signature(body):
    return hmac.new(SECRET, body, "sha512").hexdigest()


@post("/hook")
def hook():
    if not SECRET:
        abort(503, "not configured")
    body = request.body.read()
    given = request.get_header("X-Signature", "")
    if not hmac.compare_digest(given, signature(body)):
        abort(403, "bad signature")
    return {"received": len(body)}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
import secrets
import time

from flask import Flask, request, make_response

app = Flask(__name__)
SHARDS = 16


@app.post("/session")
def session_start():
    user = request.form.get("user", "guest")
    sid = hashlib.md5(("%s-%f" % (user, time.time())).encode()).hexdigest()
    shard = len(user) % SHARDS
    resp = make_response({"shard": shard, "at": int(time.time()), "len": len(secrets.token_hex(2))})
    resp.set_cookie("sid", sid, secure=True, httponly=True, samesite="Lax")
    return resp
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
import secrets
import time

from flask import Flask, request, make_response

app = Flask(__name__)
SHARDS = 16


@app.post("/session")
def session_start():
    user = request.form.get("user", "guest")
    sid = secrets.token_urlsafe(32)
    shard = int(hashlib.sha1(user.encode(), usedforsecurity=False).hexdigest(), 16) % SHARDS
    resp = make_response({"shard": shard, "at": int(time.time()), "len": len(secrets.token_hex(2))})
    resp.set_cookie("sid", sid, secure=True, httponly=True, samesite="Lax")
    return resp
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import configparser
import hashlib

from flask import Flask, request

app = Flask(__name__)
CONF = configparser.ConfigParser()
CONF.read_dict({"security": {"legacy": "md5", "current": "sha512"}})


def algorithm():
    return CONF.get("security", "legacy")


@app.post("/licence/activate")
def activate():
    payload = request.get_data()
    code = hashlib.new(algorithm(), payload + b":licence")
    with open("activations.log", "a") as log:
        log.write(code.hexdigest() + "\n")
    return {"activation": code.hexdigest()}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import configparser
import hashlib

from flask import Flask, request

app = Flask(__name__)
CONF = configparser.ConfigParser()
CONF.read_dict({"security": {"legacy": "md5", "current": "sha512"}})


def algorithm():
    return CONF.get("security", "current")


@app.post("/licence/activate")
def activate():
    payload = request.get_data()
    code = hashlib.new(algorithm(), payload + b":licence")
    with open("activations.log", "a") as log:
        log.write(code.hexdigest() + "\n")
    return {"activation": code.hexdigest()}
# %% fine
import hashlib
import json
from pathlib import Path

from flask import Flask, request, abort

app = Flask(__name__)
MANIFEST = Path("/srv/updates/manifest.json")


def digest(stream):
    hasher = hashlib.blake2b(digest_size=32)
    for chunk in iter(lambda: stream.read(65536), b""):
        hasher.update(chunk)
    return hasher.hexdigest()


@app.post("/updates")
def updates():
    known = json.loads(MANIFEST.read_text())
    found = digest(request.files["package"].stream)
    if found not in known.values():
        abort(403)
    return {"trusted": found}
# %% bad
import hashlib
import json
from pathlib import Path

from flask import Flask, request, abort

app = Flask(__name__)
MANIFEST = Path("/srv/updates/manifest.json")


def digest(stream):
    hasher = hashlib.sha1()
    for chunk in iter(lambda: stream.read(65536), b""):
        hasher.update(chunk)
    return hasher.hexdigest()


@app.post("/updates")
def updates():
    known = json.loads(MANIFEST.read_text())
    found = digest(request.files["package"].stream)
    if found not in known.values():
        abort(403)
    return {"trusted": found}
