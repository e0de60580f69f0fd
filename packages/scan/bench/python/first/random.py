# %% class weak-random 330 338 331
# %% head
import random
import secrets
import string
import uuid
from flask import Flask, request, session, make_response
app = Flask(__name__)
# %% bad
def make_token():
    return "".join(random.choice(string.ascii_letters) for _ in range(32))
# %% bad
@app.route("/k")
def k():
    session["csrf"] = str(random.random())
    return ""
# %% bad
@app.route("/k")
def k():
    r = make_response("")
    r.set_cookie("sid", str(random.getrandbits(64)), secure=True, httponly=True)
    return r
# %% bad
def reset_code():
    return "%06d" % random.randint(0, 999999)
# %% bad
def new_password(n=10):
    return "".join(random.sample(string.printable, n))
# %% bad
class Session:
    def __init__(self):
        self.key = random.randbytes(16)
# %% bad
@app.route("/k")
def k():
    value = random.normalvariate(0, 1)
    user = "Nancy"
    cookie = "rememberMe" + str(value)[2:]
    if request.cookies.get(cookie) == session.get(cookie):
        return "welcome back"
    r = make_response("x")
    r.set_cookie(cookie, str(value)[2:], secure=True, httponly=True, samesite="Strict")
    return r
# %% bad
def otp():
    digits = [str(random.randrange(10)) for _ in range(6)]
    return "".join(digits)
# %% bad
def api_key():
    rng = random.Random()
    return hex(rng.getrandbits(128))
# %% bad
import numpy as np
def generate_secret():
    secret = np.random.bytes(16)
    return secret
# %% bad
def salt():
    random.seed(1)
    return bytes(random.randint(0, 255) for _ in range(8))
# %% bad
def invite(user):
    user.invite_token = uuid.uuid1().hex
    nonce = random.randint(0, 1 << 32)
    return f"{user.invite_token}-{nonce}"
# %% fine
def make_token():
    return "".join(secrets.choice(string.ascii_letters) for _ in range(32))
# %% fine
def make_token():
    return secrets.token_urlsafe()
# %% fine
def reset_code():
    return "%06d" % random.SystemRandom().randint(0, 999999)
# %% fine
def backoff(n):
    return 2 ** n + random.random()
# %% fine
def shuffle_deck(cards):
    random.shuffle(cards)
    return cards
# %% fine
@app.route("/q")
def q():
    return random.choice(["hello", "hi"])
# %% fine
@app.route("/k")
def k():
    session["csrf"] = secrets.token_hex(16)
    return ""
# %% fine
def jitter(seconds):
    return seconds * random.uniform(0.8, 1.2)
# %% fine
@app.route("/k")
def k():
    value = random.SystemRandom().getrandbits(64)
    r = make_response("x")
    r.set_cookie("rememberMe", str(value), secure=True, httponly=True)
    return r
# %% fine
def sample_rows(rows, n):
    return random.sample(rows, n)
# %% fine
import os
def key():
    return os.urandom(16)
# %% fine
def pick_server(servers):
    return servers[random.randrange(len(servers))]
