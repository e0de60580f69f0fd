# %% class ssrf-ldap 918 90
# %% bad
import requests
from flask import Blueprint, Response, request

bp = Blueprint("proxy", __name__)
SESSION = requests.Session()
SESSION.headers["User-Agent"] = "link-preview/1.2"


def grab(address, timeout=4):
    if "://" not in address:
        address = "http://" + address
    return SESSION.get(address, timeout=timeout, stream=True)


@bp.get("/preview")
def preview():
    upstream = grab(request.args["url"])
    body = upstream.raw.read(256 * 1024, decode_content=True)
    return Response(body, content_type=upstream.headers.get("Content-Type", "text/plain"))
# %% fine
import requests
from flask import Blueprint, Response, request

bp = Blueprint("proxy", __name__)
PROVIDERS = {"status": "https://status.example.net/feed", "news": "news.example.net/rss"}
SESSION = requests.Session()
SESSION.headers["User-Agent"] = "link-preview/1.2"


def grab(address, timeout=4):
    if "://" not in address:
        address = "http://" + address
    return SESSION.get(address, timeout=timeout, stream=True)


@bp.get("/preview")
def preview():
    provider = PROVIDERS.get(request.args["provider"])
    if provider is None:
        return Response("unknown provider", status=400)
    upstream = grab(provider)
    body = upstream.raw.read(256 * 1024, decode_content=True)
    return Response(body, content_type=upstream.headers.get("Content-Type", "text/plain"))
# %% bad
import httpx
from fastapi import APIRouter, BackgroundTasks
from pydantic import BaseModel

from .storage import save_webhook

router = APIRouter(prefix="/hooks")


class Hook(BaseModel):
    name: str
    callback: str
    events: list[str] = []


async def ping(hook: Hook):
    async with httpx.AsyncClient(follow_redirects=True, timeout=5) as client:
        reply = await client.post(hook.callback, json={"event": "ping", "name": hook.name})
    await save_webhook(hook.name, hook.callback, reply.status_code, reply.text[:500])


@router.post("/", status_code=202)
async def register(hook: Hook, tasks: BackgroundTasks):
    tasks.add_task(ping, hook)
    return {"queued": hook.name}
# %% fine
import httpx
from fastapi import APIRouter, HTTPException
from pydantic import BaseModel

router = APIRouter(prefix="/hooks")
GATEWAY = "https://hooks.internal.example.com"


class Hook(BaseModel):
    account: int
    callback: str
    events: list[str] = []


@router.post("/", status_code=202)
async def register(hook: Hook):
    url = f"{GATEWAY}/accounts/{hook.account}/register"
    async with httpx.AsyncClient(timeout=5) as client:
        reply = await client.post(url, json={"callback": hook.callback, "events": hook.events})
    if reply.is_error:
        raise HTTPException(502, "gateway refused the hook")
    return {"queued": hook.account}
