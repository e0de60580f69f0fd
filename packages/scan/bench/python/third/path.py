# %% class path 22 23 36 73
# %% bad
import pathlib
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse

app = FastAPI()
ROOT = pathlib.Path("/srv/notes")


@app.get("/notes/{name:path}")
def note(name: str):
    target = (ROOT / name).resolve()
    return PlainTextResponse(target.read_text())
# %% fine
import pathlib
from fastapi import FastAPI, HTTPException
from fastapi.responses import PlainTextResponse

app = FastAPI()
ROOT = pathlib.Path("/srv/notes")


@app.get("/notes/{name:path}")
def note(name: str):
    target = (ROOT / name).resolve()
    if not target.is_relative_to(ROOT):
        raise HTTPException(404)
    return PlainTextResponse(target.read_text())
# %% bad
import os
from flask import Flask, request

app = Flask(__name__)


@app.post("/avatar")
def avatar():
    upload = request.files["avatar"]
    folder = os.path.join(app.root_path, "avatars")
    upload.save(os.path.join(folder, upload.filename))
    return "", 201
# %% fine
import os
from flask import Flask, request
from werkzeug.utils import secure_filename

app = Flask(__name__)


@app.post("/avatar")
def avatar():
    upload = request.files["avatar"]
    folder = os.path.join(app.root_path, "avatars")
    upload.save(os.path.join(folder, secure_filename(upload.filename)))
    return "", 201
