# %% class weakhash 328 327 916
# %% bad
import hashlib
import time

from django.conf import settings
from django.http import FileResponse, HttpResponseForbidden
from django.shortcuts import get_object_or_404

from .models import Document


def link_signature(doc_id, expires):
    h = hashlib.new("sha1")
    h.update(f"{settings.SECRET_KEY}:{doc_id}:{expires}".encode())
    return h.hexdigest()


def shared_document(request, doc_id):
    expires = int(request.GET.get("e", 0))
    if expires < time.time():
        return HttpResponseForbidden("expired")
    if request.GET.get("sig") != link_signature(doc_id, expires):
        return HttpResponseForbidden("signature")
    return FileResponse(get_object_or_404(Document, pk=doc_id).file.open())
# %% fine
import hashlib
import hmac
import time

from django.conf import settings
from django.http import FileResponse, HttpResponseForbidden
from django.shortcuts import get_object_or_404

from .models import Document


def link_signature(doc_id, expires):
    h = hmac.new(settings.SECRET_KEY.encode(), digestmod=hashlib.sha256)
    h.update(f"{doc_id}:{expires}".encode())
    return h.hexdigest()


def shared_document(request, doc_id):
    expires = int(request.GET.get("e", 0))
    if expires < time.time():
        return HttpResponseForbidden("expired")
    if not hmac.compare_digest(request.GET.get("sig", ""), link_signature(doc_id, expires)):
        return HttpResponseForbidden("signature")
    return FileResponse(get_object_or_404(Document, pk=doc_id).file.open())
# %% bad
import hashlib
import json

from aiohttp import web

ALGORITHMS = {"legacy": hashlib.md5, "default": hashlib.md5, "strong": hashlib.sha512}


class PasswordPolicy:
    def __init__(self, scheme="default"):
        self._factory = ALGORITHMS[scheme]

    def hash_password(self, username, password):
        return self._factory(f"{username}${password}".encode()).hexdigest()


async def change_password(request):
    body = json.loads(await request.text())
    policy = PasswordPolicy()
    hashed = policy.hash_password(request["user"].name, body["new_password"])
    await request.app["users"].set_hash(request["user"].id, hashed)
    return web.Response(status=204)
# %% fine
import hashlib
import json
import os

from aiohttp import web

ROUNDS = {"legacy": 210_000, "default": 600_000}


class PasswordPolicy:
    def __init__(self, scheme="default"):
        self._rounds = ROUNDS[scheme]

    def hash_password(self, username, password):
        salt = os.urandom(16)
        derived = hashlib.pbkdf2_hmac("sha256", password.encode(), salt, self._rounds)
        return f"pbkdf2${self._rounds}${salt.hex()}${derived.hex()}"


async def change_password(request):
    body = json.loads(await request.text())
    policy = PasswordPolicy()
    hashed = policy.hash_password(request["user"].name, body["new_password"])
    await request.app["users"].set_hash(request["user"].id, hashed)
    return web.Response(status=204)
