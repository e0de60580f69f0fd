# %% class archive 22 23
# %% head
import os
import tarfile
import zipfile
import shutil
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.post("/a")
def a():
    with tarfile.open(fileobj=request.files["f"].stream) as t:
        t.extractall("/srv/x")
    return ""
# %% bad
def unpack(path, to):
    tar = tarfile.open(path, "r:gz")
    for m in tar:
        tar.extract(m, to)
# %% bad
def unpack(path, to):
    z = zipfile.ZipFile(path)
    for name in z.namelist():
        with open(os.path.join(to, name), "wb") as out:
            out.write(z.read(name))
# %% bad
def unpack(path, to):
    with zipfile.ZipFile(path) as z:
        for info in z.infolist():
            target = os.path.join(to, info.filename)
            with z.open(info) as src, open(target, "wb") as dst:
                shutil.copyfileobj(src, dst)
# %% bad
def install(archive, target):
    t = tarfile.open(archive)
    try:
        t.extractall(path=target)
    finally:
        t.close()
# %% bad
def unpack(path, to):
    with tarfile.open(path) as t:
        for m in t.getmembers():
            dest = to + "/" + m.name
            open(dest, "wb").write(t.extractfile(m).read())
# %% fine
def unpack(path, to):
    with tarfile.open(path) as t:
        t.extractall(to, filter="data")
# %% fine
def unpack(path, to):
    zipfile.ZipFile(path).extractall(to)
# %% fine
def unpack(path, to):
    with tarfile.open(path) as t:
        for m in t.getmembers():
            full = os.path.realpath(os.path.join(to, m.name))
            if not full.startswith(os.path.realpath(to) + os.sep):
                raise ValueError(m.name)
        t.extractall(to)
# %% fine
def unpack(path, to):
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            if name.startswith("/") or ".." in name:
                continue
            with open(os.path.join(to, name), "wb") as out:
                out.write(z.read(name))
# %% fine
def pack(path, folder):
    with tarfile.open(path, "w:gz") as t:
        t.add(folder, arcname="x")
# %% fine
def names(path):
    with tarfile.open(path) as t:
        return [m.name for m in t]
