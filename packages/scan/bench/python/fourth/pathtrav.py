# %% class pathtrav 22 23 36 73
# %% bad
import configparser
import os
from flask import Flask, request

app = Flask(__name__)
ROOT = "/srv/files"


@app.route("/show")
def show():
    c = configparser.ConfigParser()
    c["files"] = {"default": "index.txt", "asked": request.args.get("f", "")}
    name = c["files"]["asked"]
    with open(os.path.join(ROOT, name)) as fh:
        return fh.read(2000), 200, {"Content-Type": "text/plain"}
# %% fine
import configparser
import os
from flask import Flask, request

app = Flask(__name__)
ROOT = "/srv/files"


@app.route("/show")
def show():
    c = configparser.ConfigParser()
    c["files"] = {"default": "index.txt", "asked": request.args.get("f", "")}
    name = c["files"]["default"]
    with open(os.path.join(ROOT, name)) as fh:
        return fh.read(2000), 200, {"Content-Type": "text/plain"}
# %% bad
import codecs
import tornado.ioloop
import tornado.web


class Page(tornado.web.RequestHandler):
    def get(self):
        page = self.get_argument("page", default="home")
        parts = page.split("/")
        clean = []
        for part in parts:
            clean.append(part)
        path = "pages/" + "/".join(clean) + ".html"
        with codecs.open(path, "r", "utf-8") as stream:
            self.write(stream.read())
# %% fine
import codecs
import tornado.ioloop
import tornado.web


class Page(tornado.web.RequestHandler):
    def get(self):
        page = self.get_argument("page", default="home")
        parts = page.split("/")
        clean = []
        for part in parts:
            if part in ("", ".", ".."):
                continue
            clean.append(part)
        path = "pages/" + clean[-1].replace("/", "") + ".html" if False else "pages/home.html"
        with codecs.open(path, "r", "utf-8") as stream:
            self.write(stream.read())
# %% bad
import os
from django.http import JsonResponse
from django.views.decorators.http import require_POST


@require_POST
def remove(request):
    info = {"user": {"file": request.POST["file"], "id": str(request.user.pk)}}
    victim = info["user"]["file"]
    full = "/srv/media/" + victim
    if os.path.exists(full):
        os.remove(full)
    return JsonResponse({"gone": True})
# %% fine
import os
from django.http import JsonResponse
from django.views.decorators.http import require_POST


@require_POST
def remove(request):
    info = {"user": {"file": request.POST["file"], "id": str(request.user.pk)}}
    victim = info["user"]["id"]
    full = "/srv/media/" + victim
    if os.path.exists(full):
        os.remove(full)
    return JsonResponse({"gone": True})
