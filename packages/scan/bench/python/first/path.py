# %% class path 22 23 36 73
# %% head
import os
import pathlib
import shutil
from pathlib import Path
from flask import Flask, request, abort, send_file, send_from_directory
from werkzeug.utils import secure_filename
app = Flask(__name__)
ROOT = "/srv/files"
# %% bad
@app.route("/f")
def f():
    with open(os.path.join(ROOT, request.args["name"])) as h:
        return h.read()
# %% bad
@app.route("/f/<path:name>")
def f(name):
    return send_file(ROOT + "/" + name)
# %% bad
@app.route("/f")
def f():
    p = Path(ROOT) / request.args.get("p", "")
    return p.read_text()
# %% bad
@app.post("/up")
def up():
    f = request.files["file"]
    f.save(os.path.join(ROOT, f.filename))
    return "ok"
# %% bad
@app.post("/rm")
def rm():
    name = request.json.get("name")
    os.remove(f"{ROOT}/{name}")
    return ""
# %% bad
@app.post("/rm")
def rm():
    shutil.rmtree(os.path.join(ROOT, request.form["d"]))
    return ""
# %% bad
import codecs
@app.get("/f")
def f():
    name = request.cookies.get("theme")
    fh = codecs.open("/srv/themes/%s.css" % name, "r", "utf-8")
    return fh.read()
# %% bad
@app.get("/f")
def f():
    name = request.args["n"].replace("../", "")
    return open(ROOT + name, "rb").read()
# %% bad
from django.http import FileResponse
def dl(request, name):
    return FileResponse(open(os.path.join(ROOT, name), "rb"))
# %% bad
from fastapi import FastAPI, UploadFile
from fastapi.responses import FileResponse
api = FastAPI()
@api.get("/dl/{name:path}")
async def dl(name: str):
    return FileResponse(f"{ROOT}/{name}")
# %% bad
from fastapi import FastAPI, UploadFile, File
api = FastAPI()
@api.post("/up")
async def up(file: UploadFile = File(...)):
    target = Path("/srv/up") / file.filename
    target.write_bytes(await file.read())
    return {}
# %% bad
from aiohttp import web
async def h(request):
    name = request.match_info["name"]
    return web.FileResponse(os.path.join(ROOT, name))
# %% bad
from aiohttp import web
import aiofiles
async def h(request):
    async with aiofiles.open(ROOT + "/" + request.query["n"]) as f:
        return web.Response(text=await f.read())
# %% bad
@app.get("/f")
def f():
    full = os.path.abspath(os.path.join(ROOT, request.args["n"]))
    if os.path.exists(full):
        return send_file(full)
    abort(404)
# %% bad
@app.get("/f")
def f():
    fd = os.open(os.path.normpath(request.headers.get("X-File")), os.O_RDONLY)
    return os.read(fd, 100)
# %% fine
@app.route("/f")
def f():
    name = secure_filename(request.args["name"])
    with open(os.path.join(ROOT, name)) as h:
        return h.read()
# %% fine
@app.route("/f")
def f():
    return send_from_directory(ROOT, request.args["name"])
# %% fine
@app.route("/f")
def f():
    name = os.path.basename(request.args["name"])
    return open(os.path.join(ROOT, name)).read()
# %% fine
@app.route("/f")
def f():
    full = os.path.realpath(os.path.join(ROOT, request.args["n"]))
    if not full.startswith(ROOT + os.sep):
        abort(403)
    return open(full).read()
# %% fine
@app.route("/f")
def f():
    p = (Path(ROOT) / request.args["n"]).resolve()
    if not p.is_relative_to(ROOT):
        abort(403)
    return p.read_text()
# %% fine
@app.route("/f")
def f():
    p = (Path(ROOT) / request.args["n"]).resolve()
    if Path(ROOT) not in p.parents:
        abort(403)
    return p.read_text()
# %% fine
@app.route("/f")
def f():
    n = request.args["n"]
    if ".." in n or n.startswith("/"):
        abort(403)
    return open(os.path.join(ROOT, n)).read()
# %% fine
@app.route("/f")
def f():
    lang = request.args.get("lang", "en")
    if lang not in ["en", "de"]:
        lang = "en"
    return open(f"/srv/{lang}.json").read()
# %% fine
@app.route("/f/<int:n>")
def f(n):
    return send_file(f"{ROOT}/{n}.pdf")
# %% fine
@app.route("/f/<name>")
def f(name):
    files = {"a": "a.txt", "b": "b.txt"}
    if name in files:
        return send_file(os.path.join(ROOT, files[name]))
    abort(404)
# %% fine
import uuid
@app.post("/up")
def up():
    f = request.files["file"]
    f.save(os.path.join(ROOT, uuid.uuid4().hex))
    return "ok"
# %% fine
@app.route("/f")
def f():
    n = request.args["n"]
    full = os.path.realpath(os.path.join(ROOT, n))
    if os.path.commonpath([ROOT, full]) != ROOT:
        raise ValueError
    return open(full).read()
# %% fine
from werkzeug.security import safe_join
@app.route("/f")
def f():
    full = safe_join(ROOT, request.args["n"])
    if full is None:
        abort(404)
    return open(full).read()
# %% fine
@app.route("/f")
def f():
    log = request.args["n"]
    with open("/srv/log.txt", "a") as h:
        h.write(log)
    return ""
