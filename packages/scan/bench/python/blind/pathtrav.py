# %% class pathtrav 22 23 36 73
# %% bad
import mimetypes
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request

bp = Blueprint("attachments", __name__)


def storage_root() -> Path:
    return Path(current_app.config.get("UPLOAD_DIR", "/srv/uploads"))


def open_attachment(ticket: int, name: str):
    location = storage_root() / str(ticket) / name
    if not location.exists():
        return None, None
    kind, _ = mimetypes.guess_type(location.name)
    return location.read_bytes(), kind or "application/octet-stream"


@bp.get("/tickets/<int:ticket>/attachment")
def attachment(ticket):
    data, kind = open_attachment(ticket, request.args.get("name", ""))
    if data is None:
        abort(404)
    return Response(data, mimetype=kind)
# %% fine
import mimetypes
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request

bp = Blueprint("attachments", __name__)


def storage_root() -> Path:
    return Path(current_app.config.get("UPLOAD_DIR", "/srv/uploads"))


def open_attachment(ticket: int, name: str):
    base = (storage_root() / str(ticket)).resolve()
    location = (base / name).resolve()
    if base not in location.parents or not location.is_file():
        return None, None
    kind, _ = mimetypes.guess_type(location.name)
    return location.read_bytes(), kind or "application/octet-stream"


@bp.get("/tickets/<int:ticket>/attachment")
def attachment(ticket):
    data, kind = open_attachment(ticket, request.args.get("name", ""))
    if data is None:
        abort(404)
    return Response(data, mimetype=kind)
# %% bad
import aiofiles
from fastapi import APIRouter, File, Form, UploadFile

router = APIRouter()
PROFILE_DIR = "/var/lib/portal/avatars"


async def persist(stream: UploadFile, destination: str) -> int:
    written = 0
    async with aiofiles.open(destination, "wb") as handle:
        while chunk := await stream.read(65536):
            await handle.write(chunk)
            written += len(chunk)
    return written


@router.post("/avatar")
async def upload_avatar(owner: int = Form(...), picture: UploadFile = File(...)):
    extension = picture.filename.rsplit(".", 1)[-1].lower()
    if extension not in {"png", "jpg", "webp"}:
        return {"error": "format"}
    destination = f"{PROFILE_DIR}/{owner}-{picture.filename}"
    size = await persist(picture, destination)
    return {"stored": size}
# %% fine
import aiofiles
from fastapi import APIRouter, File, Form, UploadFile

router = APIRouter()
PROFILE_DIR = "/var/lib/portal/avatars"


async def persist(stream: UploadFile, destination: str) -> int:
    written = 0
    async with aiofiles.open(destination, "wb") as handle:
        while chunk := await stream.read(65536):
            await handle.write(chunk)
            written += len(chunk)
    return written


@router.post("/avatar")
async def upload_avatar(owner: int = Form(...), picture: UploadFile = File(...)):
    extension = picture.filename.rsplit(".", 1)[-1].lower()
    if extension not in {"png", "jpg", "webp"}:
        return {"error": "format"}
    destination = f"{PROFILE_DIR}/{owner}.{extension}"
    size = await persist(picture, destination)
    return {"stored": size}
