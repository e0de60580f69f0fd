# %% class pathtrav 22 23 36 73
# %% bad
import os
import shutil

from django.conf import settings
from django.http import HttpResponse, HttpResponseBadRequest
from django.views.decorators.csrf import csrf_exempt


class ChunkStore:
    def __init__(self, base):
        self.base = base

    def path_for(self, upload_id):
        return os.path.join(self.base, "chunks", upload_id)

    def discard(self, upload_id):
        target = self.path_for(upload_id)
        if os.path.isdir(target):
            shutil.rmtree(target)
            return True
        return False


store = ChunkStore(settings.MEDIA_ROOT)


@csrf_exempt
def cancel_upload(request):
    upload_id = request.headers.get("X-Upload-Id")
    if not upload_id:
        return HttpResponseBadRequest("missing id")
    return HttpResponse(status=204 if store.discard(upload_id) else 404)
# %% fine
import os
import shutil
import uuid

from django.conf import settings
from django.http import HttpResponse, HttpResponseBadRequest
from django.views.decorators.csrf import csrf_exempt


class ChunkStore:
    def __init__(self, base):
        self.base = base

    def path_for(self, upload_id):
        return os.path.join(self.base, "chunks", upload_id)

    def discard(self, upload_id):
        target = self.path_for(upload_id)
        if os.path.isdir(target):
            shutil.rmtree(target)
            return True
        return False


store = ChunkStore(settings.MEDIA_ROOT)


@csrf_exempt
def cancel_upload(request):
    upload_id = request.headers.get("X-Upload-Id")
    if not upload_id:
        return HttpResponseBadRequest("missing id")
    try:
        upload_id = str(uuid.UUID(upload_id))
    except ValueError:
        return HttpResponseBadRequest("malformed id")
    return HttpResponse(status=204 if store.discard(upload_id) else 404)
# %% bad
import os

from aiohttp import web

DOCS = os.path.abspath("docs/build")


async def page(request):
    rel = request.match_info.get("tail") or "index.html"
    full = os.path.abspath(os.path.join(DOCS, rel))
    if not full.startswith(DOCS):
        raise web.HTTPForbidden()
    lang = request.cookies.get("lang", "en")
    localised = os.path.join(os.path.dirname(full), lang, os.path.basename(full))
    if os.path.exists(localised):
        full = localised
    with open(full, encoding="utf-8") as fh:
        return web.Response(text=fh.read(), content_type="text/html")


app = web.Application()
app.router.add_get("/docs/{tail:.*}", page)
# %% fine
import os

from aiohttp import web

DOCS = os.path.realpath("docs/build")
LANGUAGES = ("en", "de", "fr")


async def page(request):
    rel = request.match_info.get("tail") or "index.html"
    lang = request.cookies.get("lang", "en")
    if lang not in LANGUAGES:
        lang = LANGUAGES[0]
    full = os.path.realpath(os.path.join(DOCS, lang, rel))
    if os.path.commonpath([DOCS, full]) != DOCS:
        raise web.HTTPForbidden()
    if not os.path.isfile(full):
        raise web.HTTPNotFound()
    with open(full, encoding="utf-8") as fh:
        return web.Response(text=fh.read(), content_type="text/html")


app = web.Application()
app.router.add_get("/docs/{tail:.*}", page)
