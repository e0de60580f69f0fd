# %% class weakhash 328 327 916
# %% bad
import hashlib

from flask import Blueprint, abort, request, session

from .db import query_one, execute

bp = Blueprint("users", __name__)
SALT = "r4#"


def digest(raw):
    return hashlib.md5((SALT + raw).encode("utf-8")).hexdigest()


@bp.post("/register")
def register():
    email, pw = request.form["email"], request.form["password"]
    if len(pw) < 10:
        abort(400)
    execute("INSERT INTO users (email, pw_hash) VALUES (?, ?)", (email, digest(pw)))
    return "", 201


@bp.post("/login")
def login():
    row = query_one("SELECT id FROM users WHERE email = ? AND pw_hash = ?",
                    (request.form["email"], digest(request.form["password"])))
    if row is None:
        abort(403)
    session["uid"] = row["id"]
    return "", 204
# %% fine
import hashlib

from flask import Blueprint, Response, request

from .pages import render_page

bp = Blueprint("pages", __name__)


def etag_for(body):
    return hashlib.md5(body.encode("utf-8"), usedforsecurity=False).hexdigest()


@bp.get("/p/<slug>")
def page(slug):
    body = render_page(slug)
    tag = etag_for(body)
    if request.if_none_match.contains(tag):
        return "", 304
    resp = Response(body)
    resp.set_etag(tag)
    return resp
# %% bad
from hashlib import sha1

from fastapi import Depends, FastAPI, Header, HTTPException

from .store import ApiKeyStore, get_store

app = FastAPI()


async def current_client(x_api_key: str = Header(...), store: ApiKeyStore = Depends(get_store)):
    hashed = sha1(x_api_key.encode()).hexdigest()
    client = await store.by_hash(hashed)
    if client is None:
        raise HTTPException(401)
    return client


@app.get("/me")
async def me(client=Depends(current_client)):
    return {"client": client.name, "scopes": client.scopes}
# %% fine
from hashlib import sha1
from pathlib import Path

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse

app = FastAPI()
CACHE = Path("/var/cache/tiles")


def shard(layer: str, z: int, x: int, y: int) -> Path:
    bucket = sha1(f"{layer}/{z}/{x}/{y}".encode()).hexdigest()[:2]
    return CACHE / bucket / f"{z}_{x}_{y}.png"


@app.get("/tiles/{z}/{x}/{y}.png")
async def tile(z: int, x: int, y: int):
    path = shard("base", z, x, y)
    if not path.is_file():
        raise HTTPException(404)
    return FileResponse(path, media_type="image/png")
