# %% class trustbound 501
# %% bad
from flask import Blueprint, redirect, request, session, url_for

bp = Blueprint("prefs", __name__)


def remember(values):
    for key, value in values.items():
        session[key] = value


@bp.post("/preferences")
def save_preferences():
    submitted = request.form.to_dict()
    submitted.pop("csrf_token", None)
    remember(submitted)
    session.modified = True
    return redirect(url_for("prefs.show"))
# %% fine
from flask import Blueprint, redirect, request, session, url_for

bp = Blueprint("prefs", __name__)
CHOICES = {"theme": ("light", "dark"), "density": ("compact", "cosy")}


def remember(values):
    for key, value in values.items():
        if value in CHOICES.get(key, ()):
            session[key] = value


@bp.post("/preferences")
def save_preferences():
    submitted = request.form.to_dict()
    submitted.pop("csrf_token", None)
    remember(submitted)
    session.modified = True
    return redirect(url_for("prefs.show"))
# %% bad
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.middleware.sessions import SessionMiddleware

from .settings import get_settings

app = FastAPI()
app.add_middleware(SessionMiddleware, secret_key=get_settings().secret, https_only=True)


async def read_profile(request: Request):
    body = await request.json()
    return {"name": body.get("name"), "role": body.get("role", "member")}


@app.post("/profile")
async def profile(request: Request):
    details = await read_profile(request)
    request.session.update(details)
    return JSONResponse({"saved": list(details)})
# %% fine
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.middleware.sessions import SessionMiddleware

from .settings import get_settings

app = FastAPI()
app.add_middleware(SessionMiddleware, secret_key=get_settings().secret, https_only=True)


async def read_profile(request: Request):
    body = await request.json()
    wanted = {"name": body.get("name"), "locale": "en", "page_size": 25}
    if body.get("locale") in ("de", "fr"):
        wanted["locale"] = "de" if body["locale"] == "de" else "fr"
    return {"locale": wanted["locale"], "page_size": wanted["page_size"]}


@app.post("/profile")
async def profile(request: Request):
    details = await read_profile(request)
    request.session.update(details)
    return JSONResponse({"saved": list(details)})
