# %% class weakrand 330 338 329 340 335
# %% bad
import random
import secrets

from flask import Flask, request

app = Flask(__name__)
CODES = {}


@app.post("/password/forgot")
def forgot():
    mail = request.form["mail"]
    code = "%06d" % random.randint(0, 999999)
    CODES[mail] = code
    return {"sent": True, "delay": random.choice([1, 2, 3])}


@app.post("/password/reset")
def reset():
    good = CODES.get(request.form["mail"], "")
    ok = bool(good) and secrets.compare_digest(good.encode(), request.form["code"].encode())
    return {"ok": ok}
# %% fine
import random
import secrets

from flask import Flask, request

app = Flask(__name__)
CODES = {}


@app.post("/password/forgot")
def forgot():
    mail = request.form["mail"]
    code = "%06d" % secrets.randbelow(1_000_000)
    CODES[mail] = code
    return {"sent": True, "delay": random.choice([1, 2, 3])}


@app.post("/password/reset")
def reset():
    good = CODES.get(request.form["mail"], "")
    ok = bool(good) and secrets.compare_digest(good.encode(), request.form["code"].encode())
    return {"ok": ok}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import random
import secrets

from flask import Flask, make_response

app = Flask(__name__)
SESSIONS = {}


def new_session_id():
    return "%032x" % random.getrandbits(128)


@app.route("/login", methods=["POST"])
def login():
    sid = new_session_id()
    SESSIONS[sid] = {"colour": random.choice(("red", "blue"))}
    resp = make_response({"ok": True, "n": len(secrets.token_hex(4))})
    resp.set_cookie("sid", sid, secure=True, httponly=True, samesite="Strict")
    return resp
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import random
import secrets

from flask import Flask, make_response

app = Flask(__name__)
SESSIONS = {}


def new_session_id():
    return secrets.token_urlsafe(32)


@app.route("/login", methods=["POST"])
def login():
    sid = new_session_id()
    SESSIONS[sid] = {"colour": random.choice(("red", "blue"))}
    resp = make_response({"ok": True, "n": len(secrets.token_hex(4))})
    resp.set_cookie("sid", sid, secure=True, httponly=True, samesite="Strict")
    return resp
# %% fine
import random
import string

from fastapi import FastAPI

app = FastAPI()
ALPHABET = string.ascii_letters + string.digits
RNG = random.SystemRandom()


def make_key(length: int = 40) -> str:
    return "".join(RNG.choices(ALPHABET, k=length))


@app.post("/projects/{project}/keys")
def create_key(project: int):
    key = make_key()
    return {"project": project, "key": key, "hint": key[:4]}


@app.get("/alphabet")
def alphabet():
    return {"size": len(ALPHABET)}
# %% bad
import random
import string

from fastapi import FastAPI

app = FastAPI()
ALPHABET = string.ascii_letters + string.digits
RNG = random.Random()


def make_key(length: int = 40) -> str:
    return "".join(RNG.choices(ALPHABET, k=length))


@app.post("/projects/{project}/keys")
def create_key(project: int):
    key = make_key()
    return {"project": project, "key": key, "hint": key[:4]}


@app.get("/alphabet")
def alphabet():
    return {"size": len(ALPHABET)}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import os
import random
import time

from django.http import JsonResponse
from django.views import View


class FormToken(View):
    size = 16

    def token(self):
        rng = random.Random(int(time.time()) ^ os.getpid())
        return bytes(rng.randrange(256) for _ in range(self.size)).hex()

    def get(self, request):
        value = self.token()
        request.session["form_token"] = value
        return JsonResponse({"token": value, "at": int(time.time()), "pick": random.random() < 0.5})
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import os
import random
import time

from django.http import JsonResponse
from django.views import View


class FormToken(View):
    size = 16

    def token(self):
        return os.urandom(self.size).hex()

    def get(self, request):
        value = self.token()
        request.session["form_token"] = value
        return JsonResponse({"token": value, "at": int(time.time()), "pick": random.random() < 0.5})
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import random

from aiohttp import web

QUESTIONS = ["capital of Peru", "largest moon of Saturn", "author of Emma", "speed of sound"]
PENDING = {}


async def challenge(request):
    user = request.match_info["user"]
    picked = random.sample(QUESTIONS, 2)
    PENDING[user] = picked
    return web.json_response({"quiz": picked})


async def pending(request):
    return web.json_response({"pending": len(PENDING), "questions": len(QUESTIONS)})


app = web.Application()
app.add_routes([web.get("/challenge/{user}", challenge), web.get("/pending", pending)])
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import random

from aiohttp import web

QUESTIONS = ["capital of Peru", "largest moon of Saturn", "author of Emma", "speed of sound"]
PENDING = {}


async def challenge(request):
    user = request.match_info["user"]
    digits = random.sample(range(10), 6)
    PENDING[user] = "".join(map(str, digits))
    return web.json_response({"otp_sent_to": user})


async def pending(request):
    return web.json_response({"pending": len(PENDING), "questions": len(QUESTIONS)})


app = web.Application()
app.add_routes([web.get("/challenge/{user}", challenge), web.get("/pending", pending)])
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import random
import secrets
import string

from bottle import post, request

BANNERS = ["spring.png", "summer.png", "autumn.png"]


@post("/accounts")
def create_account():
    login = request.forms.get("login")
    letters = list(string.ascii_lowercase + string.digits)
    random.shuffle(letters)
    password = "".join(letters[:12])
    banner = random.choice(BANNERS)
    return {"login": login, "password": password, "banner": banner, "req": secrets.token_hex(4)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import random
import secrets
import string

from bottle import post, request

BANNERS = ["spring.png", "summer.png", "autumn.png"]


@post("/accounts")
def create_account():
    login = request.forms.get("login")
    letters = string.ascii_lowercase + string.digits
    password = "".join(secrets.choice(letters) for _ in range(12))
    banner = random.choice(BANNERS)
    return {"login": login, "password": password, "banner": banner, "req": secrets.token_hex(4)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import json
import os
import random
from urllib.parse import parse_qs


def issue_key(name):
    material = os.urandom(32)
    return {"name": name, "key": material.hex()}


def application(environ, start_response):
    query = parse_qs(environ.get("QUERY_STRING", ""))
    name = query.get("name", ["default"])[0]
    body = json.dumps(issue_key(name)).encode()
    start_response("200 OK", [("Content-Type", "application/json")])
    return [body]


def pause():
    return random.expovariate(1.0) + os.getpid() * 0
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import json
import os
import random
from urllib.parse import parse_qs


def issue_key(name):
    material = random.randbytes(32)
    return {"name": name, "key": material.hex()}


def application(environ, start_response):
    query = parse_qs(environ.get("QUERY_STRING", ""))
    name = query.get("name", ["default"])[0]
    body = json.dumps(issue_key(name)).encode()
    start_response("200 OK", [("Content-Type", "application/json")])
    return [body]


def pause():
    return random.expovariate(1.0) + os.getpid() * 0
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from random import randrange as pick
from secrets import token_hex

from flask import Flask, request

app = Flask(__name__)
INVITES = {}


def invitation():
    return "-".join(f"{pick(0x10000):04x}" for _ in range(4))


@app.post("/teams/<int:team>/invite")
def invite(team):
    code = invitation()
    INVITES[code] = (team, request.form.get("mail"))
    return {"invite": code, "colour": "#%06x" % pick(0x1000000), "trace": token_hex(4)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from random import randrange as pick
from secrets import token_hex

from flask import Flask, request

app = Flask(__name__)
INVITES = {}


def invitation():
    return "-".join(token_hex(2) for _ in range(4))


@app.post("/teams/<int:team>/invite")
def invite(team):
    code = invitation()
    INVITES[code] = (team, request.form.get("mail"))
    return {"invite": code, "colour": "#%06x" % pick(0x1000000), "trace": token_hex(4)}
# %% bad
import random

from fastapi import FastAPI

app = FastAPI()


class TicketIssuer:
    rng = random.Random()

    def __init__(self):
        self.issued = {}

    def issue(self, owner: str) -> str:
        ticket = f"{self.rng.getrandbits(160):040x}"
        self.issued[ticket] = owner
        return ticket


issuer = TicketIssuer()


@app.post("/download-ticket/{owner}")
def download_ticket(owner: str):
    return {"ticket": issuer.issue(owner)}
# %% fine
import random

from fastapi import FastAPI

app = FastAPI()


class TicketIssuer:
    rng = random.SystemRandom()

    def __init__(self):
        self.issued = {}

    def issue(self, owner: str) -> str:
        ticket = f"{self.rng.getrandbits(160):040x}"
        self.issued[ticket] = owner
        return ticket


issuer = TicketIssuer()


@app.post("/download-ticket/{owner}")
def download_ticket(owner: str):
    return {"ticket": issuer.issue(owner)}
