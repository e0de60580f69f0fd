# %% class path 22 23 36 73
# %% head
import os
import shutil
from pathlib import Path
from dataclasses import dataclass
BASE = Path("/srv/data")
# %% bad
from django.views import View
from django.http import FileResponse
class Download(View):
    root = "/srv/media"
    def get(self, request, name):
        return FileResponse(open(os.path.join(self.root, name), "rb"))
# %% bad
from fastapi import FastAPI, UploadFile
app = FastAPI()
@app.post("/up")
async def up(files: list[UploadFile]):
    for file in files:
        with (BASE / file.filename).open("wb") as out:
            shutil.copyfileobj(file.file, out)
    return {}
# %% bad
from fastapi import FastAPI, Depends
app = FastAPI()
def document(name: str) -> Path:
    return BASE / name
@app.delete("/doc/{name}")
def delete(path: Path = Depends(document)):
    path.unlink()
    return {}
# %% bad
from aiohttp import web
async def upload(request):
    reader = await request.multipart()
    part = await reader.next()
    with open(os.path.join("/srv/up", part.filename), "wb") as f:
        f.write(await part.read())
    return web.Response(text="ok")
# %% bad
import tornado.web
class Files(tornado.web.RequestHandler):
    def initialize(self, root):
        self.root = root
    def get(self, path):
        with open(os.path.join(self.root, path)) as f:
            self.write({"text": f.read()})
# %% bad
from bottle import route, static_file, request
@route("/raw")
def raw():
    name = request.query.name
    return open("/srv/raw/" + name).read()
# %% bad
from flask import Flask, request
app = Flask(__name__)
@dataclass
class Store:
    root: str
    def path(self, *parts):
        return os.path.join(self.root, *parts)
    def read(self, *parts):
        with open(self.path(*parts)) as f:
            return f.read()
@app.get("/r")
def r():
    return {"t": Store("/srv").read("docs", request.args["n"])}
# %% bad
from flask import Flask, request
app = Flask(__name__)
@app.get("/r")
def r():
    name = request.args["n"]
    if name.endswith(".txt"):
        return {"t": Path("/srv", name).read_text()}
    return {}
# %% bad
from flask import Flask, request
app = Flask(__name__)
@app.post("/mv")
def mv():
    old, new = (os.path.join("/srv", request.json[k]) for k in ("old", "new"))
    os.rename(old, new)
    return {}
# %% fine
from django.views import View
from django.http import FileResponse
class Download(View):
    root = "/srv/media"
    def get(self, request, name):
        return FileResponse(open(os.path.join(self.root, os.path.basename(name)), "rb"))
# %% fine
from fastapi import FastAPI, UploadFile
from uuid import uuid4
app = FastAPI()
@app.post("/up")
async def up(file: UploadFile):
    target = BASE / (uuid4().hex + ".bin")
    with target.open("wb") as out:
        shutil.copyfileobj(file.file, out)
    return {}
# %% fine
from fastapi import FastAPI, Depends, HTTPException
app = FastAPI()
def document(name: str) -> Path:
    path = (BASE / name).resolve()
    if not path.is_relative_to(BASE):
        raise HTTPException(404)
    return path
@app.get("/doc/{name}")
def doc(path: Path = Depends(document)):
    return {"t": path.read_text()}
# %% fine
from aiohttp import web
async def show(request):
    name = request.match_info["name"]
    if "/" in name or name.startswith("."):
        raise web.HTTPNotFound()
    return web.json_response({"t": open("/srv/show/" + name).read()})
# %% fine
import tornado.web
class Files(tornado.web.RequestHandler):
    def get(self, path):
        full = os.path.realpath(os.path.join("/srv/files", path))
        if not full.startswith("/srv/files/"):
            raise tornado.web.HTTPError(403)
        with open(full) as f:
            self.write({"text": f.read()})
# %% fine
from bottle import route, static_file
@route("/static/<name:path>")
def static(name):
    return static_file(name, root="/srv/static")
# %% fine
from flask import Flask, request
from werkzeug.utils import secure_filename
app = Flask(__name__)
@app.post("/up")
def up():
    for f in request.files.getlist("files"):
        f.save(os.path.join("/srv/up", secure_filename(f.filename)))
    return {}
# %% fine
from flask import Flask, request
app = Flask(__name__)
PAGES = {p.stem: p for p in Path("/srv/pages").glob("*.md")}
@app.get("/p")
def p():
    page = PAGES.get(request.args["p"])
    return {"t": page.read_text() if page else ""}
# %% fine
from flask import Flask, request, abort
app = Flask(__name__)
@app.get("/y")
def y():
    year = request.args["y"]
    if len(year) != 4 or not year.isdigit():
        abort(400)
    return {"t": open(f"/srv/reports/{year}.csv").read()}
