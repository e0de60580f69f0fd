# %% class cmdi 78 77 88
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import shlex
import subprocess
import uuid
from pathlib import Path

from flask import Flask, request, jsonify

app = Flask(__name__)
STORE = Path("/srv/uploads")


@app.post("/thumbs")
def make_thumb():
    upload = request.files["image"]
    name = upload.filename
    upload.save(STORE / uuid.uuid4().hex)
    cmd = "convert '%s' -label '%s' -thumbnail 200x200 /srv/thumbs/out.png" % (STORE, name)
    done = subprocess.run(cmd, shell=True, capture_output=True, timeout=20)
    if done.returncode:
        return jsonify(error="conversion failed", tool=shlex.split(cmd)[0]), 500
    return jsonify(ok=True)
# %% fine
import shlex
import subprocess
import uuid
from pathlib import Path

from flask import Flask, request, jsonify

app = Flask(__name__)
STORE = Path("/srv/uploads")


@app.post("/thumbs")
def make_thumb():
    upload = request.files["image"]
    name = uuid.uuid4().hex
    upload.save(STORE / name)
    label = shlex.quote("f-" + upload.filename)
    cmd = "convert %s -label %s -thumbnail 200x200 /srv/thumbs/out.png" % (STORE / name, label)
    done = subprocess.run(cmd, shell=True, capture_output=True, timeout=20)
    if done.returncode:
        return jsonify(error="conversion failed", tool=shlex.split(cmd)[0]), 500
    return jsonify(ok=True)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os
import re

from bottle import route, response, abort

DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+")


@route("/whois/<domain:path>")
def whois(domain):
    response.content_type = "text/plain"
    domain = domain.lower()
    if DOMAIN.fullmatch(domain) is None:
        abort(400, "not a domain")
    pipe = os.popen("whois " + domain)
    try:
        return pipe.read()
    finally:
        status = pipe.close()
        if status:
            response.status = 502
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os
import re

from bottle import route, response, abort

DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+")


@route("/whois/<domain:path>")
def whois(domain):
    response.content_type = "text/plain"
    domain = domain.lower()
    if DOMAIN.search(domain) is None:
        abort(400, "not a domain")
    pipe = os.popen("whois " + domain)
    try:
        return pipe.read()
    finally:
        status = pipe.close()
        if status:
            response.status = 502
# %% bad
import subprocess

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpResponseBadRequest, JsonResponse
from django.views.decorators.http import require_POST


class Reindexer:
    def __init__(self, days):
        self.days = days

    def run(self):
        line = "python manage.py reindex --days={days}".format(days=self.days)
        return subprocess.call(line, shell=True)


@staff_member_required
@require_POST
def reindex(request):
    try:
        job = Reindexer(request.POST["days"])
        code = job.run()
    except (KeyError, ValueError):
        return HttpResponseBadRequest("days required")
    return JsonResponse({"code": code})
# %% fine
import subprocess

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpResponseBadRequest, JsonResponse
from django.views.decorators.http import require_POST


class Reindexer:
    def __init__(self, days):
        self.days = days

    def run(self):
        line = "python manage.py reindex --days={days}".format(days=int(self.days))
        return subprocess.call(line, shell=True)


@staff_member_required
@require_POST
def reindex(request):
    try:
        job = Reindexer(request.POST["days"])
        code = job.run()
    except (KeyError, ValueError):
        return HttpResponseBadRequest("days required")
    return JsonResponse({"code": code})
# %% fine
import os

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route


def choose(tool):
    match tool:
        case "disk":
            return "df -h"
        case "memory":
            return "free -m"
        case "load":
            return "uptime"
        case other:
            return "echo unknown"


async def status(request):
    tool = request.query_params.get("tool", "load")
    with os.popen(choose(tool)) as stream:
        return PlainTextResponse(stream.read())


app = Starlette(routes=[Route("/status", status)])
# %% bad
import os

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route


def choose(tool):
    match tool:
        case "disk":
            return "df -h"
        case "memory":
            return "free -m"
        case "load":
            return "uptime"
        case other:
            return f"/usr/local/bin/{other}"


async def status(request):
    tool = request.query_params.get("tool", "load")
    with os.popen(choose(tool)) as stream:
        return PlainTextResponse(stream.read())


app = Starlette(routes=[Route("/status", status)])
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os
import subprocess

from flask import Flask, request, jsonify

app = Flask(__name__)


def launch(env_name, program, value):
    env = dict(os.environ)
    env[env_name] = value
    return subprocess.Popen([program, "--once"], env=env)


@app.route("/hooks/run", methods=["POST"])
def run_hook():
    wanted = request.get_json(force=True).get("hook", "noop")
    proc = launch("HOOK_MODE", wanted, "once")
    proc.wait(timeout=30)
    return jsonify(code=proc.returncode)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os
import subprocess

from flask import Flask, request, jsonify

app = Flask(__name__)


def launch(env_name, program, value):
    env = dict(os.environ)
    env[env_name] = value
    return subprocess.Popen([program, "--once"], env=env)


@app.route("/hooks/run", methods=["POST"])
def run_hook():
    wanted = request.get_json(force=True).get("hook", "noop")
    proc = launch("HOOK_TOPIC", "/opt/hooks/dispatch", wanted[:64].replace("\0", ""))
    proc.wait(timeout=30)
    return jsonify(code=proc.returncode)
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import subprocess
from urllib.parse import parse_qs


def clean(value):
    return "".join(ch for ch in value if ch in "abcdefghijklmnopqrstuvwxyz0123456789")


def application(environ, start_response):
    size = int(environ.get("CONTENT_LENGTH") or 0)
    form = parse_qs(environ["wsgi.input"].read(size).decode())
    account = clean(form.get("account", [""])[0])
    text = subprocess.check_output("id -- u" + account, shell=True)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [text]


if __name__ == "__main__":
    from wsgiref.simple_server import make_server

    make_server("", 8000, application).serve_forever()
# %% bad
import subprocess
from urllib.parse import parse_qs


def clean(value):
    for bad in (";", "&", "|"):
        value = value.replace(bad, "")
    return value


def application(environ, start_response):
    size = int(environ.get("CONTENT_LENGTH") or 0)
    form = parse_qs(environ["wsgi.input"].read(size).decode())
    account = clean(form.get("account", [""])[0])
    text = subprocess.check_output("id -- u" + account, shell=True)
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [text]


if __name__ == "__main__":
    from wsgiref.simple_server import make_server

    make_server("", 8000, application).serve_forever()
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import subprocess

from flask import Flask, request

app = Flask(__name__)


def disk_usage(folder="/srv/data"):
    result = subprocess.run(f"du -sh {folder}", shell=True, capture_output=True, text=True)
    return result.stdout.split("\t")[0]


@app.route("/usage")
def usage():
    folder = request.args.get("folder")
    if folder is None:
        return {"usage": disk_usage()}
    return {"usage": disk_usage(folder), "folder": folder}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import subprocess

from flask import Flask, request

app = Flask(__name__)


def disk_usage(folder="/srv/data"):
    result = subprocess.run(f"du -sh {folder}", shell=True, capture_output=True, text=True)
    return result.stdout.split("\t")[0]


@app.route("/usage")
def usage():
    folder = request.args.get("folder")
    if folder is None:
        return {"usage": disk_usage()}
    return {"usage": disk_usage(), "folder": folder}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import os

from bottle import post, request


@post("/notify")
def notify():
    text = request.json["text"]
    args = ["sh", "-c", "wall " + text]
    code = os.spawnvp(os.P_WAIT, "sh", args)
    return {"code": code}


@post("/notify/test")
def notify_test():
    code = os.spawnvp(os.P_WAIT, "wall", ["wall", "--", "test message"])
    return {"code": code}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import os

from bottle import post, request


@post("/notify")
def notify():
    text = request.json["text"]
    args = ["wall", "--", text]
    code = os.spawnvp(os.P_WAIT, "wall", args)
    return {"code": code}


@post("/notify/test")
def notify_test():
    code = os.spawnvp(os.P_WAIT, "wall", ["wall", "--", "test message"])
    return {"code": code}
