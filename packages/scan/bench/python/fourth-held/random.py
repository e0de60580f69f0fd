# %% class random 330 338
# %% bad
import random
import secrets
from flask import Flask, make_response

app = Flask(__name__)


@app.get("/remember")
def remember():
    token = str(random.random())[2:]
    resp = make_response("ok")
    resp.set_cookie("rememberMe", token, secure=True, httponly=True, samesite="Lax")
    return resp
# %% fine
import random
import secrets
from flask import Flask, make_response

app = Flask(__name__)


@app.get("/remember")
def remember():
    token = secrets.token_hex(16)
    resp = make_response("ok")
    resp.set_cookie("rememberMe", token, secure=True, httponly=True, samesite="Lax")
    return resp
# %% bad
import random
from django.core.mail import send_mail
from django.http import HttpResponse


def reset(request):
    code = "%06d" % random.randint(0, 999999)
    request.session["reset_code"] = code
    send_mail("Your code", code, "no-reply@example.org", [request.POST["mail"]])
    return HttpResponse("sent")
# %% fine
import random
from django.core.mail import send_mail
from django.http import HttpResponse


def reset(request):
    code = "%06d" % random.SystemRandom().randint(0, 999999)
    request.session["reset_code"] = code
    send_mail("Your code", code, "no-reply@example.org", [request.POST["mail"]])
    return HttpResponse("sent")
# %% bad
import os
from random import getrandbits
from fastapi import FastAPI

app = FastAPI()
KEYS = {}


@app.post("/apikeys/{owner}")
def create(owner: str):
    api_key = "%032x" % getrandbits(128)
    KEYS[api_key] = owner
    return {"api_key": api_key}
# %% fine
import os
from random import getrandbits
from fastapi import FastAPI

app = FastAPI()
KEYS = {}


@app.post("/apikeys/{owner}")
def create(owner: str):
    api_key = os.urandom(16).hex()
    KEYS[api_key] = owner
    return {"api_key": api_key}
