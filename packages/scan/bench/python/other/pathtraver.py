# %% class pathtraver 22 23 36 73 59
# %% bad
import codecs
import os

from bottle import request, route, HTTPResponse

LANG_DIR = "/usr/share/app/lang"


def sanitise(name):
    return name.replace("../", "")


@route("/lang")
def lang():
    code = request.query.get("code") or "en.json"
    path = LANG_DIR + "/" + sanitise(code)
    if os.path.isdir(path):
        return HTTPResponse(status=404)
    try:
        with codecs.open(path, "r", "utf-8") as fh:
            return HTTPResponse(fh.read(), headers={"Content-Type": "application/json"})
    except FileNotFoundError:
        return HTTPResponse(status=404)
# %% fine
import codecs
import os

from bottle import request, route, HTTPResponse

LANG_DIR = "/usr/share/app/lang"


def sanitise(name):
    return os.path.basename(name.replace("\\", "/"))


@route("/lang")
def lang():
    code = request.query.get("code") or "en.json"
    path = LANG_DIR + "/" + sanitise(code)
    if os.path.isdir(path):
        return HTTPResponse(status=404)
    try:
        with codecs.open(path, "r", "utf-8") as fh:
            return HTTPResponse(fh.read(), headers={"Content-Type": "application/json"})
    except FileNotFoundError:
        return HTTPResponse(status=404)
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
from pathlib import Path

from aiohttp import web

PASTES = Path("/srv/pastes")
routes = web.RouteTableDef()


@routes.put("/paste/{name:.+}")
async def put_paste(request):
    body = await request.read()
    digest = hashlib.sha256(body).hexdigest()
    target = PASTES.joinpath(request.match_info["name"])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(body)
    return web.json_response({"sha256": digest}, status=201)


app = web.Application(client_max_size=2**20)
app.add_routes(routes)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import hashlib
from pathlib import Path

from aiohttp import web

PASTES = Path("/srv/pastes")
routes = web.RouteTableDef()


@routes.put("/paste/{name:.+}")
async def put_paste(request):
    body = await request.read()
    digest = hashlib.sha256(body).hexdigest()
    target = PASTES.joinpath(digest + ".txt")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(body)
    return web.json_response({"sha256": digest}, status=201)


app = web.Application(client_max_size=2**20)
app.add_routes(routes)
# %% bad
import os

from flask import Flask, request, send_file, send_from_directory

app = Flask(__name__)
THEMES = os.path.join(app.root_path, "themes")


@app.route("/theme.css")
def theme():
    name = request.cookies.get("theme", "plain") + ".css"
    return send_file(os.path.join(THEMES, name), mimetype="text/css")


@app.route("/logo.svg")
def logo():
    return send_from_directory(THEMES, "logo.svg")


@app.route("/favicon.ico")
def favicon():
    return send_file(os.path.join(THEMES, "favicon.ico"))
# %% fine
import os

from flask import Flask, request, send_file, send_from_directory

app = Flask(__name__)
THEMES = os.path.join(app.root_path, "themes")


@app.route("/theme.css")
def theme():
    name = request.cookies.get("theme", "plain") + ".css"
    return send_from_directory(THEMES, name, mimetype="text/css")


@app.route("/logo.svg")
def logo():
    return send_from_directory(THEMES, "logo.svg")


@app.route("/favicon.ico")
def favicon():
    return send_file(os.path.join(THEMES, "favicon.ico"))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request, abort, jsonify

app = Flask(__name__)
HOME = "/srv/users/anna"


@app.route("/files")
def files():
    wanted = request.args.get("dir", ".")
    path = os.path.abspath(os.path.join(HOME, wanted))
    if not path.startswith(HOME):
        abort(403)
    entries = []
    for name in os.listdir(path):
        entries.append({"name": name, "dir": os.path.isdir(os.path.join(path, name))})
    return jsonify(entries)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

from flask import Flask, request, abort, jsonify

app = Flask(__name__)
HOME = "/srv/users/anna"


@app.route("/files")
def files():
    wanted = request.args.get("dir", ".")
    path = os.path.abspath(os.path.join(HOME, wanted))
    if path != HOME and not path.startswith(HOME + os.sep):
        abort(403)
    entries = []
    for name in os.listdir(path):
        entries.append({"name": name, "dir": os.path.isdir(os.path.join(path, name))})
    return jsonify(entries)
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import zipfile

from fastapi import FastAPI, HTTPException
from fastapi.responses import PlainTextResponse

app = FastAPI()
ARCHIVE = "/srv/docs.zip"


@app.get("/zipped", response_class=PlainTextResponse)
def zipped(member: str, into: str = "latest"):
    with zipfile.ZipFile(ARCHIVE) as archive:
        if member not in archive.namelist():
            raise HTTPException(404)
        data = archive.read(member)
    with open("/srv/cache/" + into, "wb") as fh:
        fh.write(data)
    return data.decode("utf-8", "replace")
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import zipfile

from fastapi import FastAPI, HTTPException
from fastapi.responses import PlainTextResponse

app = FastAPI()
ARCHIVE = "/srv/docs.zip"


@app.get("/zipped", response_class=PlainTextResponse)
def zipped(member: str, into: str = "latest"):
    with zipfile.ZipFile(ARCHIVE) as archive:
        if member not in archive.namelist():
            raise HTTPException(404)
        data = archive.read(member)
    if into not in ("latest", "previous"):
        raise HTTPException(400)
    with open("/srv/cache/" + into, "wb") as fh:
        fh.write(data)
    return data.decode("utf-8", "replace")
