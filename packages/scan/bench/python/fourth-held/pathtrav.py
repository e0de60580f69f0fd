# %% class pathtrav 22 23 36 73
# %% bad
from pathlib import Path
from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse

app = FastAPI()
BASE = Path("/var/lib/app/exports").resolve()


@app.get("/export/{name:path}")
def export(name: str):
    target = (BASE / name).resolve()
    return FileResponse(target)
# %% fine
from pathlib import Path
from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse

app = FastAPI()
BASE = Path("/var/lib/app/exports").resolve()


@app.get("/export/{name:path}")
def export(name: str):
    target = (BASE / name).resolve()
    if not target.is_relative_to(BASE):
        raise HTTPException(404)
    return FileResponse(target)
# %% bad
import os
from flask import Flask, request, redirect
from werkzeug.utils import secure_filename

app = Flask(__name__)
app.config["UPLOADS"] = "/srv/uploads"


@app.post("/photo")
def photo():
    f = request.files["photo"]
    f.save(os.path.join(app.config["UPLOADS"], f.filename))
    return redirect("/gallery")
# %% fine
import os
from flask import Flask, request, redirect
from werkzeug.utils import secure_filename

app = Flask(__name__)
app.config["UPLOADS"] = "/srv/uploads"


@app.post("/photo")
def photo():
    f = request.files["photo"]
    f.save(os.path.join(app.config["UPLOADS"], secure_filename(f.filename)))
    return redirect("/gallery")
