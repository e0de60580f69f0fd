# %% class pathtraver 22 23 36 73 59
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request, abort, Response

app = Flask(__name__)
REPORTS = os.path.realpath("/srv/reports")


@app.route("/reports")
def report():
    name = request.args.get("name", "index.txt")
    path = os.path.join(REPORTS, name)
    if not os.path.exists(path):
        abort(404)
    with open(path, "rb") as handle:
        return Response(handle.read(), mimetype="text/plain")


@app.errorhandler(404)
def missing(_exc):
    return Response("no such report", status=404, mimetype="text/plain")
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request, abort, Response

app = Flask(__name__)
REPORTS = os.path.realpath("/srv/reports")


@app.route("/reports")
def report():
    name = request.args.get("name", "index.txt")
    path = os.path.realpath(os.path.join(REPORTS, name))
    if os.path.commonpath([path, REPORTS]) != REPORTS or not os.path.exists(path):
        abort(404)
    with open(path, "rb") as handle:
        return Response(handle.read(), mimetype="text/plain")


@app.errorhandler(404)
def missing(_exc):
    return Response("no such report", status=404, mimetype="text/plain")
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from pathlib import Path

from flask import Flask, abort, send_file

app = Flask(__name__)
BASE = Path("/var/lib/app/docs").resolve()


@app.route("/docs/<path:name>")
def docs(name):
    target = BASE / name
    if not str(target).startswith(str(BASE)):
        abort(403)
    if not target.is_file():
        abort(404)
    return send_file(target)


@app.route("/docs/")
def listing():
    return {"files": sorted(p.name for p in BASE.iterdir())}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from pathlib import Path

from flask import Flask, abort, send_file

app = Flask(__name__)
BASE = Path("/var/lib/app/docs").resolve()


@app.route("/docs/<path:name>")
def docs(name):
    target = (BASE / name).resolve()
    if not target.is_relative_to(BASE):
        abort(403)
    if not target.is_file():
        abort(404)
    return send_file(target)


@app.route("/docs/")
def listing():
    return {"files": sorted(p.name for p in BASE.iterdir())}
# %% fine
import os

from flask import Flask, request, redirect, url_for
from werkzeug.utils import secure_filename

app = Flask(__name__)
app.config["UPLOADS"] = "/srv/uploads"
ALLOWED = {".png", ".jpg", ".pdf"}


@app.route("/upload", methods=["POST"])
def upload():
    item = request.files["file"]
    name = secure_filename(item.filename)
    if os.path.splitext(name)[1].lower() not in ALLOWED:
        return {"error": "type not allowed"}, 415
    item.save(os.path.join(app.config["UPLOADS"], name))
    return redirect(url_for("done"))


@app.route("/done")
def done():
    return {"ok": True, "example": secure_filename("my file.pdf")}
# %% bad
import os

from flask import Flask, request, redirect, url_for
from werkzeug.utils import secure_filename

app = Flask(__name__)
app.config["UPLOADS"] = "/srv/uploads"
ALLOWED = {".png", ".jpg", ".pdf"}


@app.route("/upload", methods=["POST"])
def upload():
    item = request.files["file"]
    name = item.filename
    if os.path.splitext(name)[1].lower() not in ALLOWED:
        return {"error": "type not allowed"}, 415
    item.save(os.path.join(app.config["UPLOADS"], name))
    return redirect(url_for("done"))


@app.route("/done")
def done():
    return {"ok": True, "example": secure_filename("my file.pdf")}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404
from django.utils._os import safe_join


def attachment(request, ticket):
    name = request.GET.get("file", "")
    try:
        path = "%s/tickets/%d/%s" % (settings.MEDIA_ROOT, ticket, name)
        return FileResponse(open(path, "rb"), as_attachment=True)
    except (OSError, SuspiciousFileOperation):
        raise Http404("attachment not found")


def attachment_root(request):
    root = safe_join(settings.MEDIA_ROOT, "tickets")
    names = os.listdir(root)
    raise Http404("%d tickets" % len(names))
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from django.conf import settings
from django.core.exceptions import SuspiciousFileOperation
from django.http import FileResponse, Http404
from django.utils._os import safe_join


def attachment(request, ticket):
    name = request.GET.get("file", "")
    try:
        path = safe_join(settings.MEDIA_ROOT, "tickets", str(ticket), name)
        return FileResponse(open(path, "rb"), as_attachment=True)
    except (OSError, SuspiciousFileOperation):
        raise Http404("attachment not found")


def attachment_root(request):
    root = safe_join(settings.MEDIA_ROOT, "tickets")
    names = os.listdir(root)
    raise Http404("%d tickets" % len(names))
# %% fine
import os
from uuid import UUID

from fastapi import FastAPI, HTTPException

app = FastAPI()
CACHE = "/var/cache/render/"


@app.delete("/cache/{key}")
def drop(key: UUID):
    target = CACHE + str(key)
    try:
        os.remove(target)
    except FileNotFoundError:
        raise HTTPException(404, "not cached")
    return {"removed": True}


@app.get("/cache/null")
def null_key():
    return {"key": str(UUID(int=0))}
# %% bad
import os
from uuid import UUID

from fastapi import FastAPI, HTTPException

app = FastAPI()
CACHE = "/var/cache/render/"


@app.delete("/cache/{key:path}")
def drop(key: str):
    target = CACHE + key
    try:
        os.remove(target)
    except FileNotFoundError:
        raise HTTPException(404, "not cached")
    return {"removed": True}


@app.get("/cache/null")
def null_key():
    return {"key": str(UUID(int=0))}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os
from urllib.parse import unquote

from flask import Flask, request, abort

app = Flask(__name__)
ROOT = "/srv/manuals"


@app.route("/manual")
def manual():
    page = request.args["page"]
    page = unquote(page)
    if ".." in page or page.startswith("/") or "\0" in page:
        abort(400)
    fd = os.open(ROOT + "/" + page, os.O_RDONLY)
    try:
        data = os.read(fd, 65536)
    finally:
        os.close(fd)
    return data, 200, {"Content-Type": "text/plain"}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os
from urllib.parse import unquote

from flask import Flask, request, abort

app = Flask(__name__)
ROOT = "/srv/manuals"


@app.route("/manual")
def manual():
    page = request.args["page"]
    if ".." in page or page.startswith("/"):
        abort(400)
    page = unquote(page)
    fd = os.open(ROOT + "/" + page, os.O_RDONLY)
    try:
        data = os.read(fd, 65536)
    finally:
        os.close(fd)
    return data, 200, {"Content-Type": "text/plain"}
# %% bad
from flask import Flask, request

app = Flask(__name__)


class Job:
    __slots__ = ("label", "template")

    def __init__(self, label, template):
        self.label = label
        self.template = template

    def text(self):
        with open(f"/etc/app/jobs/{self.template}") as fh:
            return fh.read()


@app.post("/jobs")
def create_job():
    form = request.form
    chosen = form.get("template", "default.txt")
    job = Job("job", chosen)
    return {"label": job.label, "length": len(job.text())}
# %% fine
from flask import Flask, request

app = Flask(__name__)


class Job:
    __slots__ = ("label", "template")

    def __init__(self, label, template):
        self.label = label
        self.template = template

    def text(self):
        with open(f"/etc/app/jobs/{self.template}") as fh:
            return fh.read()


@app.post("/jobs")
def create_job():
    form = request.form
    chosen = form.get("template", "default.txt")
    job = Job(chosen, "default.txt")
    return {"label": job.label, "length": len(job.text())}
# %% bad
from starlette.applications import Starlette
from starlette.responses import FileResponse, JSONResponse
from starlette.routing import Route

DATA = "/srv/i18n/"


def choose(header):
    tag = header.split(",")[0].split(";")[0].strip()
    return DATA + tag + ".json"


async def messages(request):
    header = request.headers.get("accept-language", "en")
    return FileResponse(choose(header))


async def health(request):
    return JSONResponse({"ok": True})


app = Starlette(routes=[Route("/messages", messages), Route("/health", health)])
# %% fine
from starlette.applications import Starlette
from starlette.responses import FileResponse, JSONResponse
from starlette.routing import Route

DATA = "/srv/i18n/"


def choose(header):
    if header.startswith("de"):
        tag = "de"
    elif header.startswith("fr"):
        tag = "fr"
    else:
        tag = "en"
    return DATA + tag + ".json"


async def messages(request):
    header = request.headers.get("accept-language", "en")
    return FileResponse(choose(header))


async def health(request):
    return JSONResponse({"ok": True})


app = Starlette(routes=[Route("/messages", messages), Route("/health", health)])
# %% fine
import mimetypes
import os
import posixpath

HTDOCS = "/srv/htdocs"


def translate(info):
    rooted = posixpath.normpath("/" + info.lstrip("/"))
    return HTDOCS + rooted


def application(environ, start_response):
    path = translate(environ.get("PATH_INFO", "/"))
    if os.path.isdir(path):
        path = posixpath.join(path, "index.html")
    if not os.path.isfile(path):
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"not found"]
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    start_response("200 OK", [("Content-Type", kind)])
    with open(path, "rb") as fh:
        return [fh.read()]
# %% bad
import mimetypes
import os
import posixpath

HTDOCS = "/srv/htdocs"


def translate(info):
    return HTDOCS + info


def application(environ, start_response):
    path = translate(environ.get("PATH_INFO", "/"))
    if os.path.isdir(path):
        path = posixpath.join(path, "index.html")
    if not os.path.isfile(path):
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"not found"]
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    start_response("200 OK", [("Content-Type", kind)])
    with open(path, "rb") as fh:
        return [fh.read()]
# %% bad
import re
import shutil

from flask import Flask, request, jsonify

app = Flask(__name__)
NAME = re.compile(r"[A-Za-z0-9_]+")


@app.route("/snapshots/restore", methods=["POST"])
def restore():
    body = request.get_json()
    name = body["snapshot"]
    if not NAME.match(name):
        return jsonify(error="invalid name"), 400
    source = "/srv/snapshots/{0}".format(name)
    shutil.copytree(source, "/srv/live", dirs_exist_ok=True)
    return jsonify(restored=name)


@app.route("/snapshots/pattern")
def pattern():
    return jsonify(pattern=NAME.pattern)
# %% fine
import re
import shutil

from flask import Flask, request, jsonify

app = Flask(__name__)
NAME = re.compile(r"[A-Za-z0-9_]+")


@app.route("/snapshots/restore", methods=["POST"])
def restore():
    body = request.get_json()
    name = body["snapshot"]
    if not NAME.fullmatch(name):
        return jsonify(error="invalid name"), 400
    source = "/srv/snapshots/{0}".format(name)
    shutil.copytree(source, "/srv/live", dirs_exist_ok=True)
    return jsonify(restored=name)


@app.route("/snapshots/pattern")
def pattern():
    return jsonify(pattern=NAME.pattern)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request, Response

app = Flask(__name__)
SECTIONS = ("intro", "usage", "faq")


@app.route("/book")
def book():
    parts = request.args.getlist("part")
    index = [int(p) % len(SECTIONS) for p in parts] or [0]
    path = os.path.join("/srv/book", *(SECTIONS[i] for i in index))
    with open(path + ".md", encoding="utf-8") as fh:
        return Response(fh.read(), mimetype="text/markdown")


@app.route("/book/sections")
def sections():
    return {"sections": SECTIONS}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request, Response

app = Flask(__name__)
SECTIONS = ("intro", "usage", "faq")


@app.route("/book")
def book():
    parts = request.args.getlist("part")
    path = os.path.join("/srv/book", *parts)
    with open(path + ".md", encoding="utf-8") as fh:
        return Response(fh.read(), mimetype="text/markdown")


@app.route("/book/sections")
def sections():
    return {"sections": SECTIONS}
