# %% class cookie 614 1004 1275
# %% bad
from flask import Flask, jsonify, request

from .tokens import issue_token, verify_credentials

app = Flask(__name__)
COOKIE = {"max_age": 7 * 86400, "path": "/", "httponly": True}


@app.post("/api/session")
def create_session():
    doc = request.get_json()
    user = verify_credentials(doc["login"], doc["password"])
    if user is None:
        return jsonify(error="login failed"), 401
    resp = jsonify(user=user.name)
    resp.set_cookie("auth_token", issue_token(user), **COOKIE)
    return resp
# %% fine
from flask import Flask, jsonify, request

from .tokens import issue_token, verify_credentials

app = Flask(__name__)
COOKIE = {"max_age": 7 * 86400, "path": "/", "httponly": True, "secure": True, "samesite": "Lax"}


@app.post("/api/session")
def create_session():
    doc = request.get_json()
    user = verify_credentials(doc["login"], doc["password"])
    if user is None:
        return jsonify(error="login failed"), 401
    resp = jsonify(user=user.name)
    resp.set_cookie("auth_token", issue_token(user), **COOKIE)
    return resp
# %% bad
from fastapi import FastAPI, Form, HTTPException, Response

from .security import create_refresh_token, login_user

app = FastAPI()
DEV_MODE = True


@app.post("/token")
async def token(response: Response, username: str = Form(...), password: str = Form(...)):
    user = await login_user(username, password)
    if user is None:
        raise HTTPException(401)
    response.set_cookie(
        key="refresh_token",
        value=create_refresh_token(user),
        httponly=True,
        secure=not DEV_MODE,
        samesite="strict",
        path="/token/refresh",
    )
    return {"user": user.username}
# %% fine
from fastapi import FastAPI, Form, HTTPException, Response

from .security import create_refresh_token, login_user

app = FastAPI()


def cookie_flags(lifetime: int, **overrides):
    flags = {"httponly": True, "secure": True, "samesite": "strict", "max_age": lifetime}
    flags.update(overrides)
    return flags


@app.post("/token")
async def token(response: Response, username: str = Form(...), password: str = Form(...)):
    user = await login_user(username, password)
    if user is None:
        raise HTTPException(401)
    refresh = create_refresh_token(user)
    response.set_cookie("refresh_token", refresh, **cookie_flags(86400, path="/token/refresh"))
    return {"user": user.username}
