# %% class cookie 614 1004 1275
# %% bad
import secrets
from flask import Flask, redirect

app = Flask(__name__)


@app.post("/login")
def login():
    answer = redirect("/home")
    options = {"httponly": True, "secure": False, "samesite": "Lax"}
    answer.set_cookie("session_id", secrets.token_urlsafe(32), **options)
    return answer
# %% fine
import secrets
from flask import Flask, redirect

app = Flask(__name__)


@app.post("/login")
def login():
    answer = redirect("/home")
    options = {"httponly": True, "secure": True, "samesite": "Lax"}
    answer.set_cookie("session_id", secrets.token_urlsafe(32), **options)
    return answer
# %% bad
import secrets
from django.http import HttpResponseRedirect


def remember(request):
    response = HttpResponseRedirect("/")
    response.set_cookie("remember_token", secrets.token_hex(16), max_age=86400, secure=True, httponly=False)
    return response
# %% fine
import secrets
from django.http import HttpResponseRedirect


def remember(request):
    response = HttpResponseRedirect("/")
    response.set_cookie("remember_token", secrets.token_hex(16), max_age=86400, secure=True, httponly=True, samesite="Strict")
    return response
